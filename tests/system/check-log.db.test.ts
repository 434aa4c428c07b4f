/** What check-backup says of the write-ahead log in the store, of a PostgreSQL server of one's own. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { makeBackup } from '~/features/operations/backup/backup.server';
import { checkBackups } from '~/features/operations/backup/check-backups.server';
import { storeWal } from '~/features/operations/backup/wal/store-wal.job.server';
import { commandLine } from '~/policy/actor';
import { configure } from '../support/database/configure';
import { debianServer, hasDebianServer, whatIsMissing } from '../support/database/debian-server';

const folder = mkdtempSync(join(tmpdir(), 'check-log-'));
const server = debianServer(folder);
const whole = join(folder, 'whole');
const store = join(folder, 'store');
const identity = join(folder, 'key.txt');
const segments: string[] = [];
const moments: Date[] = [];
let recipient = '';

const set = (changes: Record<string, string> = {}) => {
  configure({
    WAL_ARCHIVE: server.wal,
    BACKUP_STORE: store,
    BACKUP_RECIPIENT: recipient,
    ...changes,
  });
  const databaseUrl = `postgresql://association@/postgres?host=${folder}`;
  setConfig({ ...config(), databaseUrl });
};

/** @returns what the command says of the log, and at last whether all is whole */
async function checked(options: { isFull?: boolean; withoutKey?: boolean } = {}) {
  const { isFull = false, withoutKey = false } = options;
  const said: string[] = [];
  const place = { store: '', night: '', ...(withoutKey ? {} : { identity }) };
  const say = (line: string) => void said.push(line);
  const isWhole = await checkBackups(commandLine, place, { isFull, say });
  return [...said.slice(1), isWhole];
}

/** The only file under the name that a file of the log has in the store. */
function pathOf(name: string): string {
  const [system = ''] = readdirSync(join(store, 'wal'));
  const place = join(store, 'wal', system, name);
  return join(place, readdirSync(place)[0] ?? '');
}

const since = (count: number, state: string) =>
  expect.stringMatching(
    new RegExp(`^Write-ahead log since the copy of .*Z: ${count} segments, ${state}`),
  );
const damaged = (name: string) => `${name}.gz of the log is damaged.`;
const reachOf = (lines: unknown[]) => {
  const [, at = ''] = /to (\S+Z)\.$/.exec(String(lines.at(-2))) ?? [];
  return new Date(at).getTime();
};

beforeAll(async () => {
  if (!hasDebianServer) return;
  server.make('--wal-segsize=1');
  server.start();
  await server.ask('create role association login');
  await server.ask('create table letters (name text)');
  const key = await generateX25519Identity();
  writeFileSync(identity, key);
  recipient = await identityToRecipient(key);
  set();
  const keep = { daily: 1, weekly: 0, monthly: 0 };
  await makeBackup(commandLine, { store: '', keep, say: () => undefined });
  await closeDatabase();
  openDatabase({ host: folder, user: 'association', database: 'postgres', ssl: false });
  server.baseBackup();
  const [copy = ''] = readdirSync(server.wal).filter((name) => name.includes('.base.'));
  segments.push(copy.slice(0, 24));
  for (let each = 0; each < 9; each += 1) {
    const now = async () => new Date((await server.ask('select clock_timestamp()::text'))[0] ?? '');
    moments.push(await now());
    await server.ask("insert into letters values ('one')");
    moments.push(await now());
    segments.push(await server.archiveNow());
  }
  await storeWal();
  await closeDatabase();
  cpSync(store, whole, { recursive: true });
});
beforeEach(() => set());
afterEach(() => {
  if (!hasDebianServer) return;
  rmSync(store, { recursive: true, force: true });
  cpSync(whole, store, { recursive: true });
});
afterAll(() => {
  try {
    if (hasDebianServer) server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('says how much there is, and up to when a recovery reaches', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const lines = await checked();
  const all = new Set(segments).size;
  expect(lines).toEqual([
    since(all, 'none is missing.'),
    '5 of them were read and are whole.',
    expect.stringMatching(/^A recovery can reach any moment from \S+Z to \S+Z\.$/),
    true,
  ]);
  const [before, after] = moments.slice(-2);
  expect(reachOf(lines)).toBeGreaterThanOrEqual((before?.getTime() ?? 0) - 1);
  expect(reachOf(lines)).toBeLessThanOrEqual(after?.getTime() ?? 0);
  const full = await checked({ isFull: true });
  expect(full).toContain(`${all} of them were read and are whole.`);
});

test('names a segment that is missing, and reaches the moments before it', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const missing = segments.at(-3) ?? '';
  rmSync(pathOf(missing));
  const lines = await checked();
  expect(lines).toContainEqual(since(new Set(segments).size - 1, `${missing} is missing`));
  expect(lines.at(-1)).toBe(false);
  const [before, after] = moments.slice(-8, -6);
  expect(reachOf(lines)).toBeGreaterThanOrEqual((before?.getTime() ?? 0) - 1);
  expect(reachOf(lines)).toBeLessThanOrEqual(after?.getTime() ?? 0);
  expect(await checked({ withoutKey: true })).toEqual([
    since(new Set(segments).size - 1, `${missing} is missing`),
    'Only the key tells more of the log: add --identity and the file of the key.',
    false,
  ]);
});

test('needs no key to see that nothing is missing', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  expect(await checked({ withoutKey: true })).toEqual([
    since(new Set(segments).size, 'none is missing'),
    expect.stringContaining('Only the key tells more'),
    true,
  ]);
});

test('reads the first segment, the last and some between; all of them when asked', async ({
  skip,
}) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const [first = '', second = ''] = [...new Set(segments)];
  const flip = (segment: string) => {
    const content = readFileSync(pathOf(segment));
    writeFileSync(pathOf(segment), content.fill(7, 3_000, 3_010));
  };
  flip(second);
  expect((await checked()).at(-1)).toBe(true);
  const full = await checked({ isFull: true });
  expect(full).toContain(damaged(second));
  expect(full.at(-1)).toBe(false);
  flip(segments.at(-1) ?? '');
  expect(await checked()).toContain(damaged(segments.at(-1) ?? ''));
  flip(first);
  const lines = await checked();
  expect(lines).toContain(damaged(first));
  expect(lines.at(-2)).toMatch(/^No moment after the copy of \S+ can be reached\.$/);
});

test('notices the content of another segment, which is whole by itself', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const [last = '', other = ''] = segments.toReversed();
  // Without the secret that names the files: what the segment says of itself has to tell.
  set({ APP_SECRET: 'another secret of a machine that only checks' });
  expect((await checked()).at(-1)).toBe(true);
  cpSync(pathOf(other), pathOf(last));
  expect(await checked()).toContain(damaged(last));
});

test('notices what is not what was stored, by its name in the store', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const last = segments.at(-1) ?? '';
  const [name, other] = [pathOf(last), pathOf(segments.at(-2) ?? '')];
  const renamed = join(name, '..', other.split('/').at(-1) ?? '');
  cpSync(name, renamed);
  rmSync(name);
  expect(await checked()).toContain(damaged(last));
});

test('notices a damaged copy of the database', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  const system = readdirSync(join(store, 'wal'))[0] ?? '';
  const copy = readdirSync(join(store, 'wal', system)).find((name) => name.endsWith('.base.tar'));
  const path = pathOf(copy ?? '');
  writeFileSync(path, readFileSync(path).fill(7, 50_000, 50_010));
  const lines = await checked();
  expect(lines).toContain(damaged(copy ?? ''));
  expect(lines.at(-1)).toBe(false);
  rmSync(join(path, '..'), { recursive: true });
  expect(await checked()).toEqual([
    'Write-ahead log: there is no copy of the database to begin with; the next one mends this.',
    false,
  ]);
});

test('says in one line that no log is kept', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  rmSync(join(store, 'wal'), { recursive: true });
  set({ WAL_ARCHIVE: '' });
  expect(await checked()).toEqual([expect.stringContaining('none is kept (WAL_ARCHIVE)'), true]);
  set();
  expect(await checked()).toEqual([expect.stringContaining('nothing of it is in'), true]);
});

test('says that the server archives nothing, and is still offline', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  await server.ask("alter system set archive_command = ''");
  await server.ask('select pg_reload_conf()');
  try {
    await expect
      .poll(async () => (await checked())[0])
      .toMatch(/^The write-ahead log is not archived: archive_command is empty\./);
    const { databaseUrl } = config();
    setConfig({ ...config(), databaseUrl: `${databaseUrl}/nowhere` });
    expect((await checked())[0]).toEqual(since(new Set(segments).size, 'none is missing'));
  } finally {
    await server.ask('alter system reset archive_command');
    await server.ask('select pg_reload_conf()');
  }
});
