import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config, setConfig } from '~/config/config.server';

/**
 * Makes sure that the process has a secret: the given one, else one kept in the data directory
 * (made at the first start). Production always gives one, see the configuration.
 */
export async function ensureSecret(): Promise<void> {
  if (config().secret) return;
  setConfig({ ...config(), secret: (await findSecret()) ?? (await makeSecret(secretFile())) });
}

const secretFile = () => join(config().dataDirectory, 'secret');

/** The secret that is given or kept, where nothing is to be made. */
export const findSecret = async (): Promise<string | undefined> =>
  config().secret ?? (await readKept(secretFile()));

/** The secret of this process. @throws before {@link ensureSecret} */
export function secret(): string {
  const { secret: given } = config();
  if (!given) throw new Error('The secret is not set');
  return given;
}

async function readKept(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.length >= 32 ? text : undefined;
}

async function makeSecret(file: string): Promise<string> {
  const made = randomBytes(32).toString('hex');
  await mkdir(config().dataDirectory, { recursive: true });
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}
