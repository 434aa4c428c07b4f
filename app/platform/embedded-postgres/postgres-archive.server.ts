import { existsSync, lchownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '~/config/config.server';
import {
  isRoot,
  type PostgresAccount,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { EmbeddedPostgresError } from './embedded-postgres-error.server';
import { canEnter } from './postgres-directory.server';

/**
 * The archive of the write-ahead log (PostgreSQL, "Continuous Archiving"). Each database has a
 * folder of its own in it, named by its system identifier: the log of a new database would
 * otherwise bear the names of the old one's.
 */
export const archiveFolder = (archive: string, system: string) => join(resolve(archive), system);

/** The identifier that initdb gave the cluster: the first eight bytes of its control file. */
export function systemIdentifier(cluster: string): string {
  const control = readFileSync(join(cluster, 'global', 'pg_control'));
  const view = new DataView(control.buffer, control.byteOffset, 8);
  // Written in the machine's own byte order; all machines there are programs for are little-endian.
  return view.getBigUint64(0, true).toString();
}

/**
 * Makes the folder for the log of a cluster.
 * @throws ConfigError where PostgreSQL's user cannot reach it
 */
export async function prepareArchive(
  archive: string,
  cluster: string,
  account: PostgresAccount,
): Promise<string> {
  const folder = archiveFolder(archive, systemIdentifier(cluster));
  mkdirSync(resolve(archive), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(folder).uid !== account.uid) lchownSync(folder, account.uid, account.gid);
  if (await canEnter(folder, account)) return folder;
  throw new ConfigError(
    `WAL_ARCHIVE: the user PostgreSQL runs as (uid ${account.uid}) cannot reach ${folder}; choose a folder outside closed ones such as a home directory`,
  );
}

/** For the shell, and then for PostgreSQL, which replaces %f and %p. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%');

/**
 * Compresses a finished segment into the archive: on the disk before it has its name, never over
 * another one, and done when the same one is there already.
 */
export function archiveSettings(folder: string): Record<string, string> {
  const target = `${quoted(folder)}/%f.gz`;
  const copy = `gzip -1 <%p >${target}.new && sync ${target}.new && mv ${target}.new ${target} && sync ${quoted(folder)}`;
  return {
    archive_mode: 'on',
    archive_timeout: '300',
    archive_command: `if [ -e ${target} ]; then gzip -dc ${target} | cmp -s - %p; else ${copy}; fi`,
  };
}

/** A folder in the data directory with the log that a recovery replays. */
export const recoveryLog = 'recovery-log';

/**
 * A file beside the data directory from the beginning of a recovery until all that belongs to it is done:
 * before, there may be no data directory, and PostgreSQL removes its own sign, `recovery.signal`, as soon
 * as the log is replayed.
 */
export const unfinishedRecovery = (directory: string) => join(directory, 'recovery-unfinished');

/** @throws EmbeddedPostgresError `unfinished-recovery` */
export function requireFinishedRecovery(directory: string): void {
  if (!existsSync(unfinishedRecovery(directory))) return;
  throw new EmbeddedPostgresError(
    'unfinished-recovery',
    `The recovery of the database in ${directory} has not finished: repeat the command "recover", ` +
      'or set that folder aside.',
  );
}

/**
 * Makes PostgreSQL replay the log in `recoveryLog` when the cluster holds `recovery.signal`.
 * @param until the last moment that counts; null: all there is
 */
export function recoverySettings(until: Date | null): Record<string, string> {
  // PostgreSQL runs the command in its data directory.
  const source = `${recoveryLog}/%f.gz`;
  return {
    hot_standby: 'off',
    // One call for all files instead of one each; only Linux knows it.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    restore_command: `[ -e ${source} ] && gzip -dc ${source} >%p`,
    recovery_target_action: 'promote',
    // PostgreSQL takes no Z for the time zone here.
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
  };
}
