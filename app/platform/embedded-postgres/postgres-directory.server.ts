import { execFile } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { readdirSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.server';
import {
  isRoot,
  type PostgresAccount,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { programEnvironment } from './postgres-process.server';

/**
 * A process enters this by following its own working directory, without passing the folders above
 * it. PostgreSQL uses paths relative to its data directory once it runs, so this name is enough
 * for a data directory that only root can reach by its full path. See proc(5).
 */
const ownWorkingDirectory = '/proc/self/cwd';

export const unfinishedClusterPrefix = 'cluster.new-';

/**
 * Makes the database directory when it is missing: `cluster` (the data, owned by PostgreSQL's
 * user) and what the application keeps beside it.
 * @returns its real path
 */
export function makeDatabaseDirectory(directory: string): string {
  const path = resolve(directory);
  mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path);
    // Root's directory is passed through by PostgreSQL's user, who may neither list nor change it.
    chmodSync(path, isRoot() ? 0o711 : 0o700);
  } catch (error) {
    const isThere = systemErrorCode(error) === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
  return realpathSync(path);
}

/**
 * Looks at the data directory as it is before anything is started.
 * @returns its owner, and whether it holds a database; undefined owner when it does not exist
 * @throws EmbeddedPostgresError `damaged`
 */
export function inspectCluster(cluster: string): { owner?: Stats; hasData: boolean } {
  const owner = lstatSync(cluster, { throwIfNoEntry: false });
  if (!owner) return { hasData: false };
  if (!owner.isDirectory()) {
    throw new EmbeddedPostgresError('damaged', `${cluster} is not a folder. Move it away.`);
  }
  return { owner, hasData: holdsSomething(cluster) };
}

/** Someone else's closed folder counts as full: its owner is reported, not its content. */
function holdsSomething(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return true;
  }
}

/**
 * @param major the version of the programs at hand
 * @throws EmbeddedPostgresError `other-version` or `damaged`
 */
export function requireVersion(cluster: string, major: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new EmbeddedPostgresError(
      'damaged',
      `${cluster} is not a whole PostgreSQL data directory: PG_VERSION is missing. ` +
        'Restore it from a backup, or move it away to start with an empty database.',
    );
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  throw new EmbeddedPostgresError(
    'other-version',
    `The database in ${cluster} was made by PostgreSQL ${found}, and this release brings ` +
      `PostgreSQL ${major}. Convert it with pg_upgrade, or start the release it was made with, dump ` +
      'the database there and restore it into an empty directory.',
  );
}

/**
 * Makes the data directory PostgreSQL's own and closed to others, as PostgreSQL demands. Copying a
 * backup as root leaves root as the owner of every file, and copying tools open the modes.
 */
export function secureCluster(cluster: string, account: PostgresAccount): void {
  const found = lstatSync(cluster);
  if (found.uid !== account.uid) giveAway(cluster, account);
  if ((found.mode & 0o077) !== 0) chmodSync(cluster, 0o700);
}

/** The folder itself comes last: until then an interrupted change is noticed and repeated. */
function giveAway(path: string, account: PostgresAccount): void {
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) giveAway(join(path, name), account);
  }
  lchownSync(path, account.uid, account.gid);
}

/** Removes what an interrupted creation left. Its programs may be about to end still. */
export function removeUnfinishedClusters(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(unfinishedClusterPrefix)) continue;
    try {
      rmSync(join(directory, name), {
        recursive: true,
        force: true,
        maxRetries: 5,
        retryDelay: 100,
      });
    } catch {
      // A later start gets it.
    }
  }
}

/** Whether PostgreSQL's user can enter a folder by its full path. Asked of the system itself. */
export async function canEnter(folder: string, account: PostgresAccount): Promise<boolean> {
  if (account.credentials.uid === undefined) return true;
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
      ...account.credentials,
      cwd: '/',
      env: programEnvironment,
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * How PostgreSQL, started within `folder`, is to call that folder.
 * @throws EmbeddedPostgresError `unreachable` where there is no way at all
 */
export async function nameWithin(folder: string, account: PostgresAccount): Promise<string> {
  if (await canEnter(folder, account)) return folder;
  if (existsSync(ownWorkingDirectory)) return ownWorkingDirectory;
  throw new EmbeddedPostgresError(
    'unreachable',
    `PostgreSQL refuses to run as root, and the user it runs as instead (uid ${account.uid}) cannot ` +
      `reach ${folder}. Set DATA_DIR to a folder outside closed ones such as a home directory, or ` +
      'start the application as an ordinary user.',
  );
}
