import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseAccount, isRoot, type PostgresAccount } from './postgres-account.server';
import { copyBinaries } from './postgres-binaries-copy.server';
import { type BinaryPackage, findBinaryPackage, prepareBinaries } from './postgres-binaries.server';

let folder: string;
let account: PostgresAccount;
let log: string[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'postgres-binaries-')));
  account = chooseAccount(folder, undefined);
  log = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = (source: BinaryPackage) =>
  prepareBinaries(source, { account, onLog: (line) => log.push(line) });

/** The installed package as npm unpacks it where install scripts are not allowed. */
function unpackWithoutLinks(): BinaryPackage {
  const target = join(folder, 'native');
  cpSync(findBinaryPackage().folder, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  return { folder: target, key: `trial-${process.pid}` };
}

test('the package of this machine is found and runs', async () => {
  const { postgres, major } = await prepare(findBinaryPackage());
  expect(existsSync(postgres)).toBe(true);
  expect(Number(major)).toBeGreaterThanOrEqual(18);
});

test('a machine without a package gets a sentence', () => {
  for (const platform of ['sunos', 'win32']) {
    expect(() => findBinaryPackage(platform, 'x64')).toThrow(
      expect.objectContaining({
        reason: 'no-binaries',
        message: expect.stringMatching(/Set DATABASE_URL/),
      }),
    );
  }
});

test('links that npm does not bring are made', async () => {
  chmodSync(folder, 0o755);
  const source = unpackWithoutLinks();
  const { postgres } = await prepare(source);
  expect(postgres).toBe(join(source.folder, 'bin', 'postgres'));
  expect(log).toEqual([]);
});

describe.runIf(isRoot())('programs that only root can reach', () => {
  test('run from a copy, which is made once', async () => {
    chmodSync(folder, 0o700);
    const source = unpackWithoutLinks();
    const { postgres } = await prepare(source);
    const copy = dirname(dirname(postgres));
    try {
      expect(copy.startsWith(folder)).toBe(false);
      expect(log.join('\n')).toMatch(/runs from a copy in .*cannot use/);
      const made = lstatSync(copy).ino;
      await prepare(source);
      expect(lstatSync(copy).ino).toBe(made);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

test('a copy that was interrupted leaves nothing under its name, and is made whole next time', async () => {
  const source = unpackWithoutLinks().folder;
  const target = join(folder, 'copies', 'postgresql');
  await expect(copyBinaries(join(folder, 'absent'), target)).rejects.toThrow(/ENOENT/);
  expect(readdirSync(dirname(target))).toEqual([]);
  chmodSync(join(source, 'bin', 'initdb'), 0o700);
  await copyBinaries(source, target);
  expect(lstatSync(join(target, 'bin', 'initdb')).mode & 0o777).toBe(0o755);
  expect(readdirSync(dirname(target))).toEqual(['postgresql']);
});
