import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  noSpaceError,
  systemErrorCode,
} from '~/platform/embedded-postgres/embedded-postgres-error.server';
import { currentUid } from './postgres-account.server';

const writableByOthers = 0o022;

/**
 * Copies PostgreSQL's programs to `target`, unless a whole and trustworthy copy is there already.
 * The copy appears under its name in one step, so that an interruption leaves none that is half.
 * @returns false when `target` cannot be used: not writable, or not entirely this user's own
 * @throws EmbeddedPostgresError `no-space`
 */
export async function copyBinaries(source: string, target: string): Promise<boolean> {
  const place = dirname(target);
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
    if (!(await isOwn(place))) return false;
    await chmod(place, 0o755);
    if (await isFaithfulCopy(source, target)) return true;
    const fresh = await mkdtemp(join(place, 'copying-'));
    try {
      await cp(source, fresh, { recursive: true, verbatimSymlinks: true });
      await openForReading(fresh);
      await moveInto(fresh, target);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return await isFaithfulCopy(source, target);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw noSpaceError(place, error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR')
      return false;
    throw error;
  }
}

/** A folder in a directory open to everybody may have been put there by someone else. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path);
  return (
    found.uid === currentUid() && (found.isSymbolicLink() || (found.mode & writableByOthers) === 0)
  );
}

/** Whether every file has its size and only root could have changed it. */
async function isFaithfulCopy(source: string, target: string): Promise<boolean> {
  try {
    const expected = await lstat(source);
    const found = await lstat(target);
    if (!(await isOwn(target))) return false;
    if (expected.isSymbolicLink()) return found.isSymbolicLink();
    if (!expected.isDirectory()) return found.isFile() && found.size === expected.size;
    if (!found.isDirectory()) return false;
    for (const name of await readdir(source)) {
      if (!(await isFaithfulCopy(join(source, name), join(target, name)))) return false;
    }
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The modes of the source follow whatever umask the packages were installed with. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) {
      const { mode } = await lstat(path);
      await chmod(path, mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

/** Another application may put its copy in place at the same moment: then that one serves. */
async function moveInto(fresh: string, target: string): Promise<void> {
  const retired = `${fresh}-replaced`;
  await rename(target, retired).catch(() => undefined);
  await rename(fresh, target).catch((error: unknown) => {
    const code = systemErrorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  });
  await rm(retired, { recursive: true, force: true });
}
