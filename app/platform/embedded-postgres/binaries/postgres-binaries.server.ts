import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import {
  EmbeddedPostgresError,
  systemErrorCode,
} from '~/platform/embedded-postgres/embedded-postgres-error.server';
import { isRoot, type PostgresAccount } from './postgres-account.server';
import { copyBinaries } from './postgres-binaries-copy.server';
import { programEnvironment } from '~/platform/embedded-postgres/postgres-process.server';

export type PostgresBinaries = {
  postgres: string;
  initdb: string;
  /** Major version: only data directories of the same one can be opened. */
  major: string;
};

/** The folder with `bin`, `lib` and `share`, and what tells this build from others. */
export type BinaryPackage = { folder: string; key: string };

type Preparation = {
  account: PostgresAccount;
  onLog: (line: string) => void;
};

const noBinaries = (why: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    'no-binaries',
    `${why} Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.`,
    { cause },
  );

/**
 * Finds the installed package with PostgreSQL's programs for this machine.
 * @throws EmbeddedPostgresError `no-binaries`
 */
export function findBinaryPackage(
  platform: string = process.platform,
  architecture: string = process.arch,
): BinaryPackage {
  // No Unix sockets between Node and PostgreSQL there, and a TCP port would need a password.
  if (platform === 'win32') {
    throw noBinaries('The embedded database needs Linux or macOS (on Windows: WSL 2).');
  }
  const name = `@embedded-postgres/${platform}-${architecture}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw noBinaries(
      `There is no embedded database for this machine: the package ${name} is not installed ` +
        '(npm install puts it in place where it exists).',
      error,
    );
  }
  const packageFolder = dirname(dirname(main));
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : 'unknown';
  return { folder: join(packageFolder, 'native'), key: `${version}-${platform}-${architecture}` };
}

/** Written by root alone; a checkout in root's home is out of reach of PostgreSQL's user. */
const copies = '/var/cache/association-website';

/**
 * Gives programs that `account` can run: those of the package or, where root runs the application
 * and that user cannot reach the package, a copy.
 * @throws EmbeddedPostgresError `no-binaries`, `unreachable`, `root-refused` or `no-space`
 */
export async function prepareBinaries(
  source: BinaryPackage,
  { account, onLog }: Preparation,
): Promise<PostgresBinaries> {
  const inPlace = createLinks(source.folder) && (await tryBinaries(source.folder, account));
  if (inPlace) return inPlace;
  if (!isRoot()) throw noBinaries(`${source.folder} may not be run by the present user.`);
  const folder = join(copies, `postgresql-${source.key}`);
  await copyBinaries(source.folder, folder);
  const copied = createLinks(folder) && (await tryBinaries(folder, account));
  if (!copied) {
    throw new EmbeddedPostgresError(
      'unreachable',
      `The user PostgreSQL runs as (uid ${account.uid}) can reach neither ${source.folder} nor a ` +
        `copy in ${copies}. Move the application out of the closed folder, or start it as an ` +
        'ordinary user.',
    );
  }
  onLog(
    `PostgreSQL runs from a copy in ${folder}, because the user it runs as (uid ${account.uid}) ` +
      `cannot use ${source.folder}`,
  );
  return copied;
}

/**
 * npm packages hold no symbolic links; the package brings a list of those its libraries need, and
 * an install script that this program does not rely on.
 * @returns false when a link is missing and cannot be made
 */
function createLinks(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) throw noBinaries(`${list} is damaged: install the packages again.`);
  for (const link of links) {
    const { source, target } = parseLink(link);
    // The list names paths within the package ("native/lib/x"), which a copy may call otherwise.
    const from = join(folder, relative('native', source));
    const to = join(folder, relative('native', target));
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

function parseLink(link: unknown): { source: string; target: string } {
  if (
    typeof link === 'object' &&
    link !== null &&
    'source' in link &&
    'target' in link &&
    typeof link.source === 'string' &&
    typeof link.target === 'string'
  ) {
    return { source: link.source, target: link.target };
  }
  throw noBinaries('The list of links of the PostgreSQL package is damaged: install it again.');
}

/** @returns undefined when the account cannot reach or run the programs in `folder` */
async function tryBinaries(
  folder: string,
  account: PostgresAccount,
): Promise<PostgresBinaries | undefined> {
  const postgres = join(folder, 'bin', 'postgres');
  const initdb = join(folder, 'bin', 'initdb');
  try {
    accessSync(postgres, constants.X_OK);
    const { stdout } = await promisify(execFile)(postgres, ['--version'], {
      ...account.credentials,
      cwd: '/',
      env: programEnvironment,
    });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (!major) throw new Error(`unexpected answer: ${stdout}`);
    return { postgres, initdb, major };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EACCES') return undefined;
    if (code === 'EPERM' || code === 'EINVAL') throw cannotChangeUser(account, error);
    throw noBinaries(
      `The embedded database does not run on this system, which may lack the GNU C library ` +
        `(${error instanceof Error ? error.message.trim() : String(error)}).`,
      error,
    );
  }
}

function cannotChangeUser(account: PostgresAccount, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'root-refused',
    `PostgreSQL refuses to run as root, and the system does not let root start it as uid ` +
      `${account.uid}. Start the application as an ordinary user, or set DATABASE_URL.`,
    { cause },
  );
}
