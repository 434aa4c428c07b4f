import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, config } from '~/config/config.server';
import { systemErrorCode } from '~/platform/embedded-postgres/embedded-postgres-error.server';
import { currentUid, isRoot } from '~/platform/embedded-postgres/binaries/postgres-account.server';

/** What stands in the way of writing, by the code of the system. */
const advice: Record<string, string> = {
  EACCES:
    'may not be written by this user; give it to the user (chown -R), or choose another folder',
  EPERM:
    'may not be written by this user; give it to the user (chown -R), or choose another folder',
  EROFS: 'is on a disk that is mounted read-only; choose another folder',
  ENOSPC: 'is on a disk that is full; free some space, or choose a folder on another disk',
  EDQUOT: 'is on a disk that is full; free some space, or choose a folder on another disk',
  ENOENT: 'cannot be made there; choose a folder on a disk of this machine',
  ENOTDIR: 'is not a folder; a file is in its way: move it, or choose another folder',
  EEXIST: 'is not a folder; a file is in its way: move it, or choose another folder',
  ENAMETOOLONG: 'is too long a name; choose a shorter one',
  ELOOP: 'leads in a circle of links; choose another folder',
  EIO: 'is on a disk that fails; look at the log of the system',
};

/** What is wrong with the data directory, in one line; null when the failure is of another kind. */
export function dataDirectoryProblem(error: unknown): string | null {
  return folderProblem(error, { variable: 'DATA_DIR', path: config().dataDirectory });
}

type NamedFolder = { variable: string; path: string };

/** What is wrong with a folder that a variable names. */
export function folderProblem(error: unknown, { variable, path }: NamedFolder): string | null {
  const what = advice[systemErrorCode(error) ?? ''];
  return what ? `${variable}: ${resolve(path)} ${what}` : null;
}

/** As much as shows whether the disk takes anything. */
const trial = Buffer.alloc(64 * 1024, 1);

/**
 * Makes a folder and those above it. Node's own `recursive` never ends on a file system that takes no
 * folders, such as /proc: there the system says that the folder above is missing, though it is there.
 */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path);
  if (!existsSync(above)) await makeFolder(above);
  try {
    await mkdir(path);
    await chmod(path, folderMode());
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}

/**
 * Makes the data directory where it is missing, and tries whether it can be written.
 * @throws ConfigError when it cannot
 */
export async function requireDataDirectory(): Promise<void> {
  const { dataDirectory } = config();
  await requireFolder({ variable: 'DATA_DIR', path: dataDirectory }, closeToOthers);
}

/**
 * The same for the folder of the write-ahead log, where one is set.
 * @throws ConfigError when it cannot be written
 */
export async function requireArchiveFolder(): Promise<void> {
  const { walArchive } = config().backup;
  if (walArchive !== undefined) await requireFolder({ variable: 'WAL_ARCHIVE', path: walArchive });
}

async function requireFolder(
  folder: NamedFolder,
  prepare?: (path: string) => Promise<void>,
): Promise<void> {
  const file = join(folder.path, `.trial-${randomUUID()}`);
  try {
    await makeFolder(resolve(folder.path));
    await prepare?.(folder.path);
    await writeFile(file, trial, { flush: true });
  } catch (error) {
    const problem = folderProblem(error, folder);
    throw problem ? new ConfigError(problem, { cause: error }) : error;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** PostgreSQL's user passes through the folders of root, but cannot list them. */
const folderMode = () => (isRoot() ? 0o711 : 0o700);

/** The folder, and those that an earlier release left open in it, are for their owner. */
async function closeToOthers(dataDirectory: string): Promise<void> {
  const modes = { '.': folderMode(), files: 0o700, uploads: 0o700 };
  for (const [name, mode] of Object.entries(modes)) {
    const path = join(dataDirectory, name);
    const found = await stat(path).catch(() => null);
    if (found?.uid === currentUid() && (found.mode & 0o777) !== mode) await chmod(path, mode);
  }
}
