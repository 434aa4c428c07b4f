import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configure } from '../../../../../tests/support/database/configure';
import { commandLine } from '~/policy/actor';
import { Refusal } from '~/policy/refusal';
import { makeBackup } from '../backup.server';
import { storeProblem } from './store-problem.server';

const folder = mkdtempSync(join(tmpdir(), 'store-problem-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command says of a backup to this store. */
async function saidOf(store: string): Promise<string> {
  configure({ DATA_DIR: join(folder, 'data'), BACKUP_STORE: store });
  const request = {
    store: '',
    keep: { daily: 1, weekly: 0, monthly: 0 },
    say: () => undefined,
  };
  const error: unknown = await makeBackup(commandLine, request).catch((reason: unknown) => reason);
  return error instanceof Refusal ? error.message : `no refusal: ${String(error)}`;
}

test.runIf(existsSync('/proc/self'))('a folder that cannot be made is one line', async () => {
  expect(await saidOf('/proc/x')).toMatch(/^BACKUP_STORE: \/proc\/x cannot be made there/);
});

test('a disk that takes nothing is named, not the data directory', async () => {
  const path = join(folder, 'disk');
  mkdirSync(path);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', path]);
  else chmodSync(path, 0o500);
  try {
    const why = isRoot ? 'is on a disk that is mounted read-only' : 'may not be written';
    expect(await saidOf(join(path, 'store'))).toContain(
      `BACKUP_STORE: ${join(path, 'store')} ${why}`,
    );
  } finally {
    if (isRoot) execFileSync('umount', [path]);
    else chmodSync(path, 0o700);
  }
});

test('a bucket that does not answer is named without its secret', async () => {
  const said = await saidOf('http://KEY:hush@127.0.0.1:1/backups');
  expect(said).toMatch(/^BACKUP_STORE: http:\/\/127\.0\.0\.1:1\/backups does not answer/);
  expect(said).not.toContain('hush');
});

test('a full disk names no file, and what is no matter of the store is left alone', () => {
  const failed = (code: string, more: object) =>
    Object.assign(new Error('x'), { code, errno: -1, ...more });
  expect(storeProblem(failed('ENOSPC', {}), '/backups')?.message).toMatch(
    /^BACKUP_STORE: \/backups is on a disk that is full/,
  );
  expect(storeProblem(failed('ENOENT', { path: '/files/x' }), '/backups')).toBeNull();
  expect(storeProblem(failed('ECONNREFUSED', { address: '127.0.0.1' }), '/backups')).toBeNull();
  expect(storeProblem(failed('ECONNREFUSED', { port: 5432 }), 'https://s3.example/b')).toBeNull();
  expect(storeProblem(new TypeError('a mistake'), '/backups')).toBeNull();
});
