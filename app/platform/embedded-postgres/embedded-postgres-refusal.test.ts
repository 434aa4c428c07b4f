import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chooseAccount,
  isRoot,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { chooseSocketDirectory } from './postgres-socket.server';
import {
  buildTrial,
  type TrialBundle,
} from '../../../tests/support/database/postgres-trial-application';
import {
  makeTrialPlace,
  processesWithin,
  query,
  type TrialPlace,
} from '../../../tests/support/database/postgres-trial';

let place: TrialPlace;
beforeEach(() => {
  place = makeTrialPlace();
});
afterEach(() => place.close());

const refusal = (reason: string, sentence: RegExp) =>
  expect.objectContaining({ reason, message: expect.stringMatching(sentence) });

describe('a start is refused with a sentence', () => {
  test('when this application has the directory already', async () => {
    const first = await place.start();
    await expect(place.start()).rejects.toEqual(refusal('in-use', /this very process.*DATA_DIR/));
    expect(await query(first, 'select 1')).toEqual([1]);
  });

  test('when the data are of another version of PostgreSQL, or no data', async () => {
    await (await place.start()).stop();
    const version = join(place.cluster, 'PG_VERSION');
    writeFileSync(version, '17\n');
    await expect(place.start()).rejects.toEqual(
      refusal('other-version', /made by PostgreSQL 17, and this release brings PostgreSQL 18/),
    );
    rmSync(version);
    await expect(place.start()).rejects.toEqual(refusal('damaged', /PG_VERSION is missing/));
    writeFileSync(version, '18\n');
    expect(await query(await place.start(), 'select 1')).toEqual([1]);
  });

  test('with what PostgreSQL said last, and nothing stays behind', async () => {
    await (await place.start()).stop();
    rmSync(join(place.cluster, 'global', 'pg_control'));
    await expect(place.start()).rejects.toEqual(refusal('start-failed', /pg_control/));
    expect(processesWithin(place.folder)).toEqual([]);
    expect(existsSync(join(place.directory, 'application.pid'))).toBe(false);
  });

  test('when a file is in the place of the directory', async () => {
    writeFileSync(place.directory, '');
    const sentence = refusal('not-writable', /a file is in its place/);
    await expect(place.start()).rejects.toEqual(sentence);
    await expect(place.start(join(place.directory, 'postgres'))).rejects.toEqual(sentence);
  });
});

describe.runIf(isRoot())('started by root', () => {
  const nobody = { uid: 65_534, gid: 65_534 };
  let trial: TrialBundle;
  beforeAll(async () => {
    trial = await buildTrial('embedded-postgres-refusal', build);
  });
  afterAll(() => trial.remove());

  test('works in a folder that nobody but root can reach', async () => {
    chmodSync(place.folder, 0o700);
    const database = await place.start();
    expect(statSync(place.cluster).uid).not.toBe(0);
    await query(database, "create table notes as select 'kept' as text");
    await query(database, 'create database another template template0');
    await database.stop();
    expect(await query(await place.start(), 'select text from notes')).toEqual(['kept']);
  });

  test('runs PostgreSQL as the owner of the data, also when a copy was made by root', async () => {
    await (await place.start()).stop();
    spawnSync('chown', ['-R', '12345:12345', place.cluster]);
    const first = await place.start();
    expect(statSync(join(place.cluster, 'postmaster.pid')).uid).toBe(12_345);
    await first.stop();

    spawnSync('chown', ['-R', 'root:root', place.cluster]);
    spawnSync('chmod', ['-R', 'go+rX', place.cluster]);
    await place.start();
    expect(statSync(join(place.cluster, 'postmaster.pid')).uid).not.toBe(0);
    expect(statSync(place.cluster).mode & 0o777).toBe(0o700);
  });

  test('does not use a folder for the socket that someone else has made', async () => {
    chmodSync(place.folder, 0o700);
    mkdirSync(place.directory);
    const { path } = await chooseSocketDirectory(place.directory, chooseAccount('', undefined));
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, 12_345, 12_345);
    try {
      const sentence = refusal('socket-directory', /made by someone else/);
      await expect(place.start()).rejects.toEqual(sentence);
    } finally {
      rmSync(path, { recursive: true });
    }
  });

  const canMount = spawnSync('/usr/bin/unshare', ['--mount', 'true']).status === 0;
  test.runIf(canMount)('refuses a full disk, and goes on once there is room', async () => {
    mkdirSync(place.directory);
    const mount = (...options: string[]) =>
      expect(spawnSync('/bin/mount', [...options, place.directory]).status).toBe(0);
    mount('-t', 'tmpfs', '-o', 'size=24m', 'tmpfs');
    try {
      await expect(place.start()).rejects.toEqual(refusal('no-space', /is full.*60 MB/));
      expect(readdirSync(place.directory)).toEqual(['application.lock']);
      mount('-o', 'remount,size=200m');
      await (await place.start()).stop();
      const filler = join(place.directory, 'filler');
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
      await expect(place.start()).rejects.toEqual(refusal('no-space', /is full/));
      rmSync(filler);
      const database = await place.start();
      expect(await query(database, 'select 1')).toEqual([1]);
      await database.stop();
    } finally {
      spawnSync('/bin/umount', ['--lazy', place.directory]);
    }
  });

  test('an ordinary user gets a database, and a sentence for what is not theirs', async (context) => {
    const canRun = spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' });
    const canRead = spawnSync('/bin/sh', ['-c', `cd '${process.cwd()}'`], nobody);
    context.skip(canRun.status !== 0 || canRead.status !== 0, 'the sources are out of reach');
    const answer = (directory: string) =>
      trial
        .start({ directory, ...nobody, afterwards: 'await database.stop();' })
        .line(/^(started|refused)/);

    expect(await answer(place.directory)).toMatch(/wrong-owner.*cannot be written by/);
    mkdirSync(join(place.folder, 'theirs'));
    chownSync(join(place.folder, 'theirs'), nobody.uid, nobody.gid);
    const own = join(place.folder, 'theirs', 'postgres');
    expect(await answer(own)).toMatch(/^started/);
    expect(statSync(join(own, 'cluster')).uid).toBe(nobody.uid);
    await expect.poll(() => processesWithin(place.folder)).toEqual([]);

    spawnSync('chown', ['-R', '12345:12345', join(own, 'cluster')]);
    expect(await answer(own)).toMatch(/wrong-owner.*uid 12345.*runs as.*65534/);
    chownSync(own, 0, 0);
    chmodSync(own, 0o755);
    expect(await answer(own)).toMatch(/wrong-owner.*cannot be written by/);
  });
});
