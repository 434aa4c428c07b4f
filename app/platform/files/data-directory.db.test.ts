import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configure } from '../../../tests/support/database/configure';
import { requireArchiveFolder, requireDataDirectory } from './data-directory.server';

const folder = mkdtempSync(join(tmpdir(), 'data-directory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tried(path: string): Promise<void> {
  configure({ DATA_DIR: path });
  return requireDataDirectory();
}

test('folders that are missing are made, and one that is there is kept', async () => {
  const path = join(folder, 'one/two/three');
  await tried(path);
  expect(existsSync(path)).toBe(true);
  await tried(path);
  symlinkSync(path, join(folder, 'link'));
  await tried(join(folder, 'link'));
});

test.runIf(existsSync('/proc/self'))('a file system that takes no folders', async () => {
  await expect(tried('/proc/x')).rejects.toThrow(/^DATA_DIR: \/proc\/x cannot be made there/);
  await expect(tried('/proc/x/y')).rejects.toThrow(/^DATA_DIR: \/proc\/x\/y cannot be made there/);
});

test('a folder for the write-ahead log is named by its own variable', async () => {
  const file = join(folder, 'no-archive');
  writeFileSync(file, '');
  configure({ DATA_DIR: folder, WAL_ARCHIVE: file });
  await expect(requireArchiveFolder()).rejects.toThrow(`WAL_ARCHIVE: ${file} is not a folder`);
  const path = join(folder, 'one/wal');
  configure({ DATA_DIR: folder, WAL_ARCHIVE: path });
  await requireArchiveFolder();
  expect(readdirSync(path)).toEqual([]);
});

test('a folder that cannot be written', async () => {
  const path = join(folder, 'read-only');
  mkdirSync(path);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', path]);
  else chmodSync(path, 0o500);
  try {
    const why = isRoot
      ? 'is on a disk that is mounted read-only'
      : 'may not be written by this user';
    await expect(tried(path)).rejects.toThrow(`DATA_DIR: ${path} ${why}`);
    await expect(tried(join(path, 'data'))).rejects.toThrow(
      `DATA_DIR: ${join(path, 'data')} ${why}`,
    );
  } finally {
    if (isRoot) execFileSync('umount', [path]);
    else chmodSync(path, 0o700);
  }
});

test('a file in the way, and a link that leads nowhere', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(tried(file)).rejects.toThrow(`DATA_DIR: ${file} is not a folder`);
  await expect(tried(join(file, 'data'))).rejects.toThrow('is not a folder');
  const link = join(folder, 'nowhere');
  symlinkSync(join(folder, 'absent'), link);
  await expect(tried(link)).rejects.toThrow(`DATA_DIR: ${link} is not a folder`);
});
