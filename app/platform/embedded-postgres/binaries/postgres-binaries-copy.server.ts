import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  noSpaceError,
  systemErrorCode,
} from '~/platform/embedded-postgres/embedded-postgres-error.server';

/**
 * Copies PostgreSQL's programs to `target`, unless they are there. The copy appears under its name in
 * one step, so that an interruption leaves none that is half.
 * @throws EmbeddedPostgresError `no-space`
 */
export async function copyBinaries(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const place = dirname(target);
  await mkdir(place, { recursive: true });
  await chmod(place, 0o755);
  const fresh = await mkdtemp(join(place, 'copying-'));
  try {
    await cp(source, fresh, { recursive: true, verbatimSymlinks: true });
    await openForReading(fresh);
    await rename(fresh, target);
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (['ENOSPC', 'EDQUOT'].includes(code)) throw noSpaceError(place, error);
    // Another application has put its copy in place at the same moment: that one serves.
    if (!['ENOTEMPTY', 'EEXIST'].includes(code)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
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
