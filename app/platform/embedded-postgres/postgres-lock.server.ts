import {
  accessSync,
  chmodSync,
  constants,
  lchownSync,
  lstatSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  EmbeddedPostgresError,
  inUseError,
  noSpaceError,
  systemErrorCode,
} from './embedded-postgres-error.server';
import { isRoot } from '~/platform/embedded-postgres/binaries/postgres-account.server';

export type DirectoryLock = { release: () => void };

/** https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteFull = 13;
const attempts = 20;
const pauseMilliseconds = 50;

/**
 * Makes this process the only application on `directory`. The lock is SQLite's exclusive lock on
 * an empty file: the kernel frees it when the process ends, however it ends, so there is nothing
 * stale to clean up, and it also holds between containers that have the directory in common.
 *
 * POSIX drops a process's locks on a file as soon as that process closes any descriptor of it
 * (https://www.sqlite.org/howtocorrupt.html, 2.2): nothing in this program may open the file.
 * @throws EmbeddedPostgresError `in-use` when another application holds it for a second
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = join(directory, 'application.lock');
  const pidFile = join(directory, 'application.pid');
  accessSync(directory, constants.W_OK | constants.X_OK);
  requireOwnFile(file);
  for (let attempt = 1; ; attempt += 1) {
    const database = tryToLock(file);
    if (database) {
      const release = () => releaseLock(database, pidFile);
      try {
        giveToOwnerOf(directory, file);
        writePid(directory, pidFile);
      } catch (error) {
        release();
        throw error;
      }
      return { release };
    }
    // Two that ask in the same instant may refuse each other; one that was just killed may need
    // a moment until the kernel has freed its lock.
    if (attempt === attempts) throw inUseError(directory, holderOf(pidFile));
    await sleep(pauseMilliseconds * (0.5 + Math.random()));
  }
}

/**
 * Makes the file when it is missing, which tells of a full disk or a closed folder in the system's
 * own words. SQLite would lock nothing, and say nothing, on a file that it can only read.
 */
function requireOwnFile(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    throw new EmbeddedPostgresError('damaged', `${file} is not an ordinary file. Remove it.`);
  }
  if (found) {
    accessSync(file, constants.R_OK | constants.W_OK);
    return;
  }
  try {
    // This process cannot hold a lock on a file that did not exist, so closing it is safe here.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function tryToLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal needs to be kept beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const reason = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (reason === sqliteBusy) return undefined;
    if (reason === sqliteFull) throw noSpaceError(dirname(file), error);
    throw new EmbeddedPostgresError('start-failed', `${file} cannot be locked: ${String(error)}`, {
      cause: error,
    });
  }
}

/** What root makes in someone's directory must not keep that user out later. */
function giveToOwnerOf(directory: string, file: string): void {
  if (!isRoot()) return;
  const { uid, gid } = lstatSync(directory);
  lchownSync(file, uid, gid);
  chmodSync(file, 0o600);
}

function writePid(directory: string, pidFile: string): void {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const descriptor = openSync(pidFile, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o600);
  try {
    writeSync(descriptor, `${process.pid}\n`);
  } finally {
    closeSync(descriptor);
  }
  giveToOwnerOf(directory, pidFile);
}

function releaseLock(database: DatabaseSync, pidFile: string): void {
  if (!database.isOpen) return;
  rmSync(pidFile, { force: true });
  database.close();
}

/** Who holds the lock, when that can be told for sure: a number left by a dead process is not said. */
function holderOf(pidFile: string): string | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    if (pid === process.pid) return 'this very process';
    return isAlive(pid) ? `process ${pid}` : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
