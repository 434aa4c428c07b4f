import { createHash } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.server';
import {
  currentUid,
  isRoot,
  type PostgresAccount,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { canEnter } from './postgres-directory.server';

/** Only part of the socket's name: no TCP port is opened. */
export const socketPort = 5432;

/** `sun_path` has 108 bytes on Linux and 104 on macOS, its closing zero included: unix(7). */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export type SocketDirectory = {
  path: string;
  /** Within the database directory, which only its owner can write to. */
  isInside: boolean;
};

export function socketFile(socketDirectory: string): string {
  return join(socketDirectory, `.s.PGSQL.${socketPort}`);
}

/**
 * Chooses the folder of PostgreSQL's socket: within the database directory, or a short one for
 * temporary files where that path is too long for a socket or out of reach of PostgreSQL's user.
 * The choice depends on the directory alone, so a later start finds what an earlier one left.
 * Access to the folder gives access to the database; it is created again at every start.
 * @param directory real path of the database directory
 */
export async function chooseSocketDirectory(
  directory: string,
  account: PostgresAccount,
): Promise<SocketDirectory> {
  const inside = join(directory, 'socket');
  const fits = Buffer.byteLength(socketFile(inside)) <= longestSocketPath;
  if (fits && (await canEnter(directory, account))) return { path: inside, isInside: true };
  const name = `association-db-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
  for (const place of [tmpdir(), '/tmp']) {
    const path = join(place, name);
    if (Buffer.byteLength(socketFile(path)) > longestSocketPath) continue;
    if (await canEnter(place, account)) return { path, isInside: false };
  }
  throw new EmbeddedPostgresError(
    'socket-directory',
    `There is no folder for the database's socket: its path in ${directory} is too long or out of ` +
      "reach of PostgreSQL's user, and so is the folder for temporary files. Set DATA_DIR to a " +
      'shorter path.',
  );
}

/**
 * Makes the folder, or makes sure that an existing one is PostgreSQL's alone: in a directory open
 * to everybody another user may have made it first.
 * @throws EmbeddedPostgresError `socket-directory`
 */
export function makeSocketDirectory(socket: SocketDirectory, account: PostgresAccount): void {
  const { path, isInside } = socket;
  const isOwn = () => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isOwned = found?.uid === account.uid || found?.uid === currentUid();
    return isOwned && found?.isDirectory() && (found.mode & 0o077) === 0;
  };
  if (isInside && !isOwn()) rmSync(path, { recursive: true, force: true });
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  if (!isOwn()) {
    throw new EmbeddedPostgresError(
      'socket-directory',
      `${path}, where the database's socket belongs, was made by someone else or is open to other ` +
        'users. Remove it, or set DATA_DIR to a shorter path.',
    );
  }
  if (isRoot()) lchownSync(path, account.uid, account.gid);
  chmodSync(path, 0o700);
}

/** Leaves nothing among the temporary files. */
export function removeSocketDirectory({ path, isInside }: SocketDirectory): void {
  if (isInside) return;
  try {
    rmdirSync(path);
  } catch {
    // Not empty or not there: the next start copes with either.
  }
}
