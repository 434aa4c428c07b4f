/** The log of the embedded database in the backup store: moved there, encrypted, and recovered from. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { closeDatabase } from '~/db/db.server';
import { getHealth } from '~/features/operations/health/health.server';
import { checkBackups } from '~/features/operations/backup/check-backups.server';
import { prepareRecovery } from '~/features/operations/backup/restore/recover.server';
import { storeWal, storeWalFiles } from '~/features/operations/backup/wal/store-wal.job.server';
import { jobs } from '~/jobs.server';
import { objectStore } from '~/platform/files/object-store.server';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { runAdminCommand } from '../../server/admin/admin';
import { closeSite, openSite } from '../../server/admin/admin-site';
import { accountEmails, addAccount, archiveNow } from '../support/database/archived-site';
import { configure } from '../support/database/configure';
import {
  type ObjectStoreServer,
  startObjectStoreServer,
} from '../support/files/object-store-server';

const folder = mkdtempSync(join(tmpdir(), 'wal-store-test-'));
const archive = join(folder, 'wal');
const identity = join(folder, 'key.txt');
const otherIdentity = join(folder, 'other-key.txt');
let bucket: ObjectStoreServer;
let line: { server: Server; address: string; isCut: boolean };
let backups: Record<string, string>;

/** A line to the bucket that can be cut while something is sent. */
async function startLine(address: string): Promise<typeof line> {
  const { hostname, port } = new URL(address);
  const server = createServer((near) => {
    const far = new Socket().connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    let sent = 0;
    near.on('data', (bytes: Buffer) => {
      sent = line.isCut ? sent + bytes.length : 0;
      if (line.isCut && sent > 3_000) near.destroy();
      else far.write(bytes);
    });
    far.pipe(near);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const at = server.address();
  const through = new URL(address);
  through.port = String(typeof at === 'object' ? at?.port : '');
  return { server, address: through.href, isCut: false };
}

const site = (name: string, more: Record<string, string> = {}) =>
  configure({ DATA_DIR: join(folder, name), ...backups, ...more });
const live = () => site('live', { WAL_ARCHIVE: archive });
const waiting = () =>
  readdirSync(archive, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const runJob = () => storeWalFiles.run({});

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objectStore(bucket.address).list('wal')) keys.push(key);
  return keys;
}

async function recover(name: string, words: string[]): Promise<number> {
  site(name);
  return runAdminCommand(['recover', '--identity', identity, ...words]);
}

const refusalOf = async (name: string, changes: { until: Date | null; identity?: string }) => {
  site(name);
  const { until, identity: file } = changes;
  const place = { store: '', night: '', ...(file ? { identity: file } : {}) };
  const say = () => undefined;
  return prepareRecovery(commandLine, { place, until, archive: null, say }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
};

async function emailsOf(name: string): Promise<string[]> {
  site(name);
  await openSite({});
  try {
    return await accountEmails();
  } finally {
    await closeSite();
  }
}

beforeAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  chmodSync(folder, 0o755);
  bucket = await startObjectStoreServer();
  line = await startLine(bucket.address);
  const key = await generateX25519Identity();
  writeFileSync(identity, key);
  writeFileSync(otherIdentity, await generateX25519Identity());
  backups = { BACKUP_STORE: line.address, BACKUP_RECIPIENT: await identityToRecipient(key) };
  live();
  await openSite({});
});
beforeEach(() => live());

afterAll(async () => {
  await closeSite();
  line.server.close();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const advice = async () =>
  (await getHealth(commandLine)).find(({ name }) => name === 'health.backup')?.advice;

/** What check-backup says. */
async function checked(file?: string): Promise<string[]> {
  const said: string[] = [];
  const place = { store: '', night: '', ...(file ? { identity: file } : {}) };
  await checkBackups(commandLine, place, { say: (line) => void said.push(line) });
  return said;
}

const moments: Record<string, Date> = {};
const segments: Record<string, string> = {};
let plain: Buffer;

/** A command beside the site, which runs in this process. */
async function inside(words: string[]): Promise<number> {
  await closeSite();
  live();
  const code = await runAdminCommand(words);
  live();
  await openSite({});
  return code;
}

// One history of a site, told in its order.
describe('a site whose backups go to a bucket, encrypted', { shuffle: false }, () => {
  test('keeps the log in the folder until the first backup has made the store ready', async () => {
    expect(jobs.map(({ name }) => name)).toContain(storeWalFiles.name);
    await addAccount('first');
    await archiveNow(archive);
    await runJob();
    expect(waiting().length).toBeGreaterThan(0);
    expect(await stored()).toEqual([]);
    expect(await inside(['backup'])).toBe(0);
  });

  test('loses nothing when the upload is interrupted, and says so', async () => {
    moments.second = await addAccount('second');
    // PostgreSQL knows a moment by the first change after it.
    await addAccount('soon-after');
    segments.second = await archiveNow(archive);
    moments.third = await addAccount('third');
    segments.third = await archiveNow(archive);
    const [known] = waiting().filter(({ name }) => name === `${segments.second}.gz`);
    plain = readFileSync(join(known?.parentPath ?? '', known?.name ?? ''));
    const before = waiting().length;
    line.isCut = true;
    await expect(storeWal()).rejects.toThrow(/ECONNRESET|hang up|EPIPE/);
    await expect(runJob()).resolves.toBeUndefined();
    const names = waiting().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([`${segments.second}.gz`, `${segments.third}.gz`]),
    );
    expect(await advice()).toBe('health.backup.good');
    const sixteenMinutesAgo = Date.now() / 1_000 - 16 * 60;
    const { parentPath, name } = waiting()[0] ?? { parentPath: '', name: '' };
    utimesSync(join(parentPath, name), sixteenMinutesAgo, sixteenMinutesAgo);
    expect(await advice()).toBe('health.backup.archive-waits');

    line.isCut = false;
    await runJob();
    expect(waiting()).toEqual([]);
    expect(await stored()).toHaveLength(before);
    expect(await advice()).toBe('health.backup.good');
    expect(existsSync(join(config().dataDirectory, 'backup-work-wal'))).toBe(true);
    expect(readdirSync(join(config().dataDirectory, 'backup-work-wal'))).toEqual([]);
  });

  test('shows nothing of its rows in the bucket', async () => {
    expect(gunzipSync(plain).includes('second@court.example')).toBe(true);
    const store = objectStore(bucket.address);
    const key = (await stored()).find((each) => each.includes(segments.second ?? ''));
    for (const each of await stored()) {
      const bytes = Buffer.concat(await (await store.getStream(each)).toArray());
      expect(bytes.subarray(0, 21).toString(), each).toBe('age-encryption.org/v1');
      expect(bytes.includes('second@court.example'), each).toBe(false);
      expect(bytes.includes(plain.subarray(100, 200)), each).toBe(false);
    }
    expect(key).toMatch(/^wal\/\d+\/[0-9A-F]{24}\/[0-9a-f]{64}\.gz\.age$/);
  });

  test('never writes over a segment, and goes on with the others', async () => {
    const place = join(archive, readdirSync(archive)[0] ?? '');
    const again = join(place, `${segments.second}.gz`);
    writeFileSync(again, plain);
    // As an interrupted upload leaves it in a store that keeps halves.
    const store = objectStore(bucket.address);
    const key = (await stored()).find((each) => each.includes(segments.second ?? '')) ?? '';
    const whole = Buffer.concat(await (await store.getStream(key)).toArray());
    await store.put(key, whole.subarray(0, whole.length / 2));
    await storeWal();
    expect(existsSync(again)).toBe(false);
    const mended = Buffer.concat(await (await store.getStream(key)).toArray());
    expect(mended).toHaveLength(whole.length);
    writeFileSync(again, gzipSync('another content'));
    const before = (await stored()).length;
    await addAccount('fourth');
    segments.fourth = await archiveNow(archive);
    await expect(storeWal()).rejects.toThrow(segments.second);
    expect(waiting().map(({ name }) => name)).toEqual([`${segments.second}.gz`]);
    expect(await stored()).toHaveLength(before + 1);
    rmSync(again);
  });

  test('is checked in the bucket, and reaches the moment that is said', async () => {
    const lines = await checked(identity);
    expect(lines.at(-3)).toMatch(/Z: \d+ segments, none is missing\.$/);
    expect(lines.at(-2)).toMatch(/^\d+ of them were read and are whole\.$/);
    const [, until = ''] = /to (\S+Z)\.$/.exec(lines.at(-1) ?? '') ?? [];
    expect(new Date(until).getTime()).toBeGreaterThan(moments.third?.getTime() ?? 0);
    expect((await checked()).at(-1)).toContain('Only the key tells more of the log');
    await closeSite();
    const later = new Date(new Date(until).getTime() + 1_000).toISOString();
    expect(await recover('too-late', ['--until', later])).toBe(1);
    expect(await recover('reach', ['--until', until])).toBe(0);
    live();
    await openSite({});
  });

  test('is recovered from the bucket alone, with the key alone', async () => {
    await closeSite();
    const until = moments.second ?? null;
    expect(await refusalOf('from-bucket', { until })).toContain('add --identity');
    expect(await refusalOf('from-bucket', { until, identity: otherIdentity })).toContain(
      'The key given with --identity is not the one of age1',
    );
    expect(existsSync(join(folder, 'from-bucket', 'postgres', 'cluster'))).toBe(false);
    expect(await recover('from-bucket', ['--until', until?.toISOString() ?? ''])).toBe(0);
    const cluster = join(folder, 'from-bucket', 'postgres', 'cluster');
    expect(existsSync(join(cluster, 'recovery-log'))).toBe(false);
    expect(await emailsOf('from-bucket')).toEqual(['first@court.example', 'second@court.example']);
  });

  test('is recovered with what still waited in the folder', async () => {
    live();
    await openSite({});
    await addAccount('fifth');
    await archiveNow(archive);
    await closeSite();
    expect(await recover('with-waiting', ['--wal-archive', archive])).toBe(0);
    expect(await emailsOf('with-waiting')).toContain('fifth@court.example');
  });

  test('names the segment that is missing, and is recovered to a moment before it', async () => {
    const key = (await stored()).find((each) => each.includes(segments.third ?? '')) ?? '';
    const store = objectStore(bucket.address);
    const bytes = Buffer.concat(await (await store.getStream(key)).toArray());
    await store.delete(key);
    expect(await refusalOf('gap', { until: null, identity })).toContain(
      `${segments.third} is missing`,
    );
    const late = moments.third?.toISOString() ?? '';
    expect(await recover('gap', ['--until', late])).toBe(1);
    expect(await recover('gap', ['--until', moments.second?.toISOString() ?? ''])).toBe(0);
    await store.put(key, bytes.fill(7, 5_000, 5_010));
    expect(await refusalOf('damaged', { until: null, identity })).toBe(
      `${segments.third}.gz of the log is damaged.`,
    );
  });

  test('keeps the log that waits when a backup is made somewhere else', async () => {
    await openSite({});
    const before = waiting().map(({ name }) => name);
    expect(before.length).toBeGreaterThan(0);
    const elsewhere = ['--store', join(folder, 'elsewhere'), '--keep-daily', '1'];
    expect(await inside(['backup', ...elsewhere])).toBe(0);
    expect(waiting().map(({ name }) => name)).toEqual(expect.arrayContaining(before));
  });

  test('keeps no log that no kept backup needs', async () => {
    await runJob();
    const before = await stored();
    expect(await inside(['backup', '--keep-daily', '1'])).toBe(0);
    const after = await stored();
    expect(after.length).toBeLessThan(before.length);
    expect(after.some((key) => key.includes(segments.fourth ?? ''))).toBe(false);
    await addAccount('sixth');
    await archiveNow(archive);
    await runJob();
    await closeSite();
    expect(await recover('pruned', [])).toBe(0);
    expect(await emailsOf('pruned')).toContain('sixth@court.example');
  });
});
