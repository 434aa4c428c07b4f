import { existsSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ConfigError, config } from '~/config/config.server';
import { databaseProblem } from '~/db/database-problem.server';
import { Refusal } from '~/policy/refusal';
import { dataDirectoryProblem } from '~/platform/files/data-directory.server';
import { EmbeddedPostgresError } from '~/platform/embedded-postgres/embedded-postgres-error.server';

/** Nothing about DATA_DIR helps where PostgreSQL itself cannot run. */
const notOfTheFolder = ['no-binaries', 'root-refused'];

/**
 * Why the program cannot do its work with these settings: a line for each variable, which says its
 * name, what is wrong and what to do. Null when no setting is the cause.
 */
export function startProblem(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message;
  if (error instanceof EmbeddedPostgresError) {
    return notOfTheFolder.includes(error.reason)
      ? `DATABASE_URL: is not set. ${error.message}`
      : `DATA_DIR: ${error.message}`;
  }
  const isOfFile = error instanceof Error && 'path' in error && 'errno' in error;
  if (isOfFile && !('address' in error)) {
    return isOfDataDirectory(String(error.path)) ? dataDirectoryProblem(error) : null;
  }
  return storeProblem(error) ?? (config().databaseUrl ? databaseProblem(error) : null);
}

/** A file of the program itself, that its user may not read for one, is no matter of DATA_DIR. */
function isOfDataDirectory(path: string): boolean {
  const folder = resolve(config().dataDirectory);
  const names = [folder, existsSync(folder) ? realpathSync(folder) : folder];
  return names.some((name) => `${resolve(path)}${sep}`.startsWith(`${name}${sep}`));
}

/** A store that is away stops only the start of a site that has to put its first files there. */
function storeProblem(error: unknown): string | null {
  const { fileStoreUrl } = config();
  if (!fileStoreUrl || !(error instanceof Error) || !('port' in error)) return null;
  const { port, protocol } = new URL(fileStoreUrl);
  if (error.port !== Number(port || (protocol === 'https:' ? 443 : 80))) return null;
  return `FILE_STORE_URL: the store does not answer (${error.message}), and a new site puts its first files there; start the store first`;
}
