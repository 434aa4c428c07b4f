/** What a store of backups costs, keeps and removes; encrypted ones, S3, failures and interruption. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandLine } from '~/policy/actor';
import { config, setConfig } from '~/config/config.server';
import { db, pool, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeBackup } from '~/features/operations/backup/backup.server';
import { checkBackups, listBackups } from '~/features/operations/backup/check-backups.server';
import { objectStore } from '~/platform/files/object-store.server';
import { fileStore } from '~/platform/files/file-store.server';
import {
  checksum,
  manifestOf,
  newestNight,
} from '../../../../../tests/support/files/backup-places';
import { configure } from '../../../../../tests/support/database/configure';
import {
  type ObjectStoreServer,
  startObjectStoreServer,
} from '../../../../../tests/support/files/object-store-server';

const folder = mkdtempSync(join(tmpdir(), 'backup-store-test-'));
const secretText = 'a secret of at least 32 characters for the store';
let identityFile: string;
let recipient: string;

const set = (changes: Record<string, string> = {}) => {
  const { databaseUrl } = config();
  configure({ APP_SECRET: secretText, ...changes });
  setConfig({ ...config(), databaseUrl });
};
const keep = (daily: number) => ({ daily, weekly: 0, monthly: 0 });
const silent = () => undefined;
const backup = (store: string, daily = 14) =>
  makeBackup(commandLine, { store, keep: keep(daily), say: silent });
const check = (store: string, identity?: string) =>
  checkBackups(
    commandLine,
    { store, night: '', ...(identity ? { identity } : {}) },
    { say: silent },
  );

const allFiles = (store: string) =>
  readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const objects = (store: string) => allFiles(join(store, 'objects'));
const bytesOf = (store: string) =>
  allFiles(store).reduce((sum, path) => sum + statSync(path).size, 0);

const contents = new Map<string, Buffer>();

async function addFile(name: string, content: Buffer): Promise<void> {
  const storageKey = `public/${name}`;
  await fileStore().put(storageKey, content);
  contents.set(storageKey, content);
  await db()
    .insert(schema.publicFiles)
    .values({
      page: 'statutes',
      title: name,
      fileName: name,
      mediaType: 'application/pdf',
      bytes: content.length,
      sha256: checksum(content),
      storageKey,
    });
}

beforeAll(async () => {
  set();
  for (let each = 0; each < 20; each += 1) await addFile(`${each}.pdf`, randomBytes(200_000));
  for (let each = 0; each < 2_000; each += 1)
    await db()
      .insert(schema.searchWords)
      .values({ word: `word${each}`, folded: `w${each}`, uses: 1 });
  const identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  identityFile = join(folder, 'identity.txt');
  writeFileSync(identityFile, `# created: today\n${identity}\n`);
});
beforeEach(() => set());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['plain', 'encrypted'])('a %s store', (kind) => {
  let store: string;
  const identity = () => (kind === 'plain' ? undefined : identityFile);
  beforeEach(async () => {
    set(kind === 'plain' ? {} : { BACKUP_RECIPIENT: recipient });
    store = join(mkdtempSync(join(folder, `${kind}-`)), 'store');
    await backup(store);
  });

  test('grows by what has changed since the night before', async () => {
    const first = bytesOf(store);
    expect(first).toBeGreaterThan(4_000_000);
    await addFile(`new-${kind}.pdf`, randomBytes(50_000));
    await backup(store);
    const second = bytesOf(store) - first;
    expect(second).toBeGreaterThan(50_000);
    expect(second).toBeLessThan(250_000);
    expect(await check(store, identity())).toBe(true);
  });

  test('holds a file once that is there under two names', async () => {
    const before = objects(store).length;
    const [content = Buffer.alloc(0)] = contents.values();
    await addFile(`twice-${kind}.pdf`, content);
    await backup(store);
    // The rows and the audit log are new, the file is not.
    const added = objects(store).length - before;
    expect(added).toBeLessThan(6);
    expect(await check(store, identity())).toBe(true);
  });

  test('tells of every object that is missing or was changed', async () => {
    const [victim = ''] = objects(store).filter((path) => statSync(path).size > 190_000);
    const content = readFileSync(victim);
    renameSync(victim, `${victim}.away`);
    expect(await check(store, identity())).toBe(false);
    writeFileSync(victim, content.fill(7, 1_000, 1_010));
    expect(await check(store, identity())).toBe(false);
    renameSync(`${victim}.away`, victim);
    expect(await check(store, identity())).toBe(true);
  });
});

describe('an encrypted store', () => {
  const store = join(folder, 'opaque');
  beforeAll(async () => {
    set({ BACKUP_RECIPIENT: recipient });
    await backup(store);
  });

  test('shows neither content nor checksums, and opens with the key alone', async () => {
    const names = objects(store).map((path) => path.split('/').at(-1) ?? '');
    const plain = [...contents.values()];
    const sums = new Set(plain.map((content) => checksum(content)));
    expect(names.filter((name) => sums.has(name))).toEqual([]);
    for (const path of allFiles(store)) {
      const bytes = readFileSync(path);
      expect(plain.some((content) => bytes.includes(content.subarray(0, 32)))).toBe(false);
      expect([...sums].some((sum) => bytes.includes(sum))).toBe(false);
      expect(bytes.includes('public/'), path).toBe(false);
    }
    const other = join(folder, 'other-identity.txt');
    writeFileSync(other, await generateX25519Identity());
    expect(await check(store, other)).toBe(false);
    // Without a key it can only be seen that nothing is missing.
    expect(await check(store)).toBe(true);
  });

  test('holds nothing in plain text when encryption is switched on later', async () => {
    const later = join(folder, 'later');
    await backup(later);
    set({ BACKUP_RECIPIENT: recipient });
    await backup(later, 1);
    const sums = new Set([...contents.values()].map((content) => checksum(content)));
    expect(objects(later).filter((path) => sums.has(path.split('/').at(-1) ?? ''))).toEqual([]);
    expect(await check(later, identityFile)).toBe(true);
  });

  test('refuses a recipient that is no public key of age', async () => {
    set({ BACKUP_RECIPIENT: 'age1nonsense' });
    await expect(backup(join(folder, 'none'))).rejects.toThrow('BACKUP_RECIPIENT');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('is read by the age program itself', async ({ skip }) => {
    if (spawnSync('age', ['--version']).error) skip('the program age is not installed');
    const manifest = join(newestNight(store), 'manifest.json.age');
    const { stdout } = spawnSync('age', ['-d', '-i', identityFile, manifest], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({ format: 2 });
  });
});

describe('keeping and removing', () => {
  test('only what no kept backup names goes, and what an interrupted one left', async () => {
    const store = join(folder, 'pruned');
    await addFile('short-lived.pdf', randomBytes(100_000));
    await backup(store);
    const [kept = Buffer.alloc(0)] = [...contents.values()].slice(-1);
    await db().delete(schema.publicFiles);
    await fileStore().delete('public/short-lived.pdf');
    const stray = join(store, 'objects', 'ab', 'ab'.repeat(32));
    mkdirSync(join(store, 'objects', 'ab'), { recursive: true });
    writeFileSync(stray, 'left by an interrupted backup');
    writeFileSync(join(store, 'tmp', 'half'), 'half');
    const unfinished = join(store, 'nights', '2026-01-01T00-00-00.000Z');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'manifest.json'), '{}');
    const has = () => objects(store).some((path) => path.endsWith(checksum(kept)));
    expect(has()).toBe(true);
    await backup(store, 1);
    expect(has()).toBe(false);
    expect(existsSync(stray)).toBe(false);
    expect(existsSync(join(store, 'tmp', 'half'))).toBe(false);
    expect(readdirSync(join(store, 'nights'))).toHaveLength(1);
    expect(await check(store)).toBe(true);
  });

  test('a damaged backup stops the removal of everything', async () => {
    const store = join(folder, 'damaged');
    await backup(store);
    appendFileSync(join(newestNight(store), 'night.json'), ' ');
    const before = objects(store);
    await expect(backup(store, 1)).rejects.toThrow('not whole');
    expect(before.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('two backups at once: one is refused, and the other is whole', async () => {
    const store = join(folder, 'two');
    const results = await Promise.allSettled([backup(store), backup(store)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listBackups(commandLine, store)).toHaveLength(1);
    expect(await check(store)).toBe(true);
  });

  test.each([
    [
      'missing',
      (path: string) => rmSync(path),
      'store.json, which says whose backups these are, is m',
    ],
    ['damaged', (path: string) => writeFileSync(path, '{"form'), 'store.json, which says whose b'],
    ['later', (path: string) => writeFileSync(path, '{"format":3}'), 'store.json is of a later'],
  ])(
    'a store whose store.json is %s is not sound, and gets no backup',
    async (name, spoil, why) => {
      const store = join(folder, `marker-${name}`);
      await backup(store);
      spoil(join(store, 'store.json'));
      const said: string[] = [];
      const place = { store, night: '' };
      const isWhole = await checkBackups(commandLine, place, { say: (line) => said.push(line) });
      expect(isWhole).toBe(false);
      expect(said.join('\n')).toContain(why);
      await expect(backup(store)).rejects.toThrow(why);
      expect(await listBackups(commandLine, store)).toHaveLength(1);
    },
  );

  test('the store of another site is left alone', async () => {
    const store = join(folder, 'of-another');
    await backup(store);
    set({ APP_SECRET: 'the secret of another site, also of 32 characters' });
    await expect(backup(store)).rejects.toThrow('another APP_SECRET');
    expect(await listBackups(commandLine, store)).toHaveLength(1);
  });
});

describe('in an S3 store', () => {
  let server: ObjectStoreServer;
  beforeAll(async () => {
    server = await startObjectStoreServer();
  });
  afterAll(() => server.close());

  test('backups are made, checked and removed as in a folder', async () => {
    set({ BACKUP_RECIPIENT: recipient, BACKUP_STORE: server.address });
    await addFile('in-a-bucket.pdf', randomBytes(300_000));
    await backup('');
    expect(await check('', identityFile)).toBe(true);
    await makeUser(db(), {});
    const { store } = await backup('', 1);
    expect(store).not.toContain('S3RVER:');
    expect(await listBackups(commandLine, '')).toHaveLength(1);
    expect(await check('', identityFile)).toBe(true);
    const bucket = objectStore(server.address);
    for await (const { key } of bucket.list('objects')) {
      await bucket.delete(key);
      break;
    }
    expect(await check('', identityFile)).toBe(false);
    expect(existsSync(join(config().dataDirectory, 'backup-work', 'x'))).toBe(false);
  });

  test('the bucket of the documents is refused', async () => {
    set({ FILE_STORE_URL: server.address });
    await expect(backup(server.address)).rejects.toThrow('FILE_STORE_URL');
  });
});

test('a table that changes in one place costs little', async () => {
  const store = join(folder, 'tables');
  await pool().query(
    `insert into search_words (word, folded, uses)
      select 'many' || n, repeat(md5(n::text), 8), n from generate_series(1, 20000) n`,
  );
  await backup(store);
  const words = () => manifestOf(store).tables.find(({ name }) => name === 'search_words');
  const before = new Set(words()?.parts.map(({ object }) => object));
  expect(before.size).toBeGreaterThan(4);
  await pool().query("delete from search_words where word in ('many3', 'many9000')");
  await backup(store);
  const fresh = words()?.parts.filter(({ object }) => !before.has(object)) ?? [];
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.length).toBeLessThan(5);
});
