/**
 * Point-in-time recovery of a PostgreSQL server, out of an encrypted backup store, by the very commands of docs/OPERATIONS.md, on
 * Debian's PostgreSQL 15: its paths are replaced by those of a cluster of the test.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { openBackupStore } from '~/features/operations/backup/store/backup-store.server';
import { claimStore } from '~/features/operations/backup/store/claim-store.server';
import { prune } from '~/features/operations/backup/store/prune.server';
import { storeWal } from '~/features/operations/backup/wal/store-wal.job.server';
import { runAdminCommand } from '../../server/admin/admin';
import { configure } from '../support/database/configure';

const bin = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
const canRun = existsSync(join(bin, 'pg_basebackup')) && isRoot;

const whatIsMissing = 'needs root and the package: apt-get install postgresql-15';

const folder = mkdtempSync(join(tmpdir(), 'recovery-server-'));
const paths = {
  '/etc/postgresql/15/main/conf.d': join(folder, 'conf.d'),
  '/var/lib/postgresql/15/main': join(folder, 'main'),
  '/var/lib/postgresql/wal': join(folder, 'wal'),
  '/var/lib/postgresql/log': join(folder, 'fetched'),
  '/var/lib/association/log': join(folder, 'site-log'),
};
const identity = join(folder, 'key.txt');
const store = join(folder, 'store');

/** The block of the manual that holds a text, with the paths of the test. */
function block(part: string): string {
  const manual = readFileSync('docs/OPERATIONS.md', 'utf8');
  const section = manual.split('**With a PostgreSQL server of your own**')[1] ?? '';
  const blocks = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text ?? '');
  const found = blocks.find((text) => text.includes(part));
  if (!found) throw new Error(`The manual has no block with ${part}`);
  return Object.entries(paths).reduce((text, [from, to]) => text.replaceAll(from, to), found);
}

const asPostgres = (program: string, ...words: string[]) =>
  execFileSync('runuser', ['-u', 'postgres', '--', program, ...words], {
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, PGHOST: folder },
  });

/** The settings lie outside the data directory, as Debian has them. */
const settings = () => {
  const main = paths['/var/lib/postgresql/15/main'];
  return [
    `data_directory = '${main}'`,
    `hba_file = '${main}/pg_hba.conf'`,
    `ident_file = '${main}/pg_ident.conf'`,
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = ''",
    "include_dir = 'conf.d'",
  ].join('\n');
};
const control = (...words: string[]) => asPostgres(`${bin}/pg_ctl`, '-D', folder, '-w', ...words);
const start = () => control('-l', join(folder, 'log'), 'start');
const stop = () => control('-m', 'fast', 'stop');

async function ask(statement: string): Promise<string[]> {
  const client = new Client({ host: folder, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
    return rows.map(([value]) => String(value));
  } finally {
    await client.end();
  }
}

function baseBackup(): void {
  const script = join(folder, 'association-base-backup');
  writeFileSync(script, block('pg_basebackup'), { mode: 0o755 });
  asPostgres(script);
}

const archived = () => readdirSync(join(folder, 'wal'));

/** Ends the segment being written, and waits until it is in the archive. */
async function archiveNow(): Promise<void> {
  // A segment in which nothing was written is not ended.
  await ask("select pg_logical_emit_message(false, 'test', 'x')");
  const [segment] = await ask('select pg_walfile_name(pg_switch_wal())');
  while (!archived().includes(`${segment}.gz`)) await sleep(50);
}

const storedNames = () =>
  readdirSync(join(store, 'wal'), { recursive: true })
    .map(String)
    .filter((name) => /\/[0-9A-F]/.test(name));

/** The site works on this server, with an account that may do nothing special. */
function openSite(): void {
  configure(settingsOfSite);
  setConfig({ ...config(), databaseUrl: 'postgresql://association@/postgres' });
  openDatabase({ host: folder, user: 'association', database: 'postgres', ssl: false });
}
let settingsOfSite: Record<string, string> = {};

describe('the manual, on PostgreSQL 15', () => {
  beforeAll(async () => {
    if (!canRun) return;
    const account = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    const [uid, gid] = [account('-u'), account('-g')];
    chmodSync(folder, 0o755);
    chownSync(folder, uid, gid);
    for (const name of ['conf.d', 'wal']) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    }
    const main = paths['/var/lib/postgresql/15/main'];
    asPostgres(`${bin}/initdb`, '-D', main, '-A', 'trust', '--no-sync');
    writeFileSync(join(folder, 'conf.d', 'archive.conf'), block('archive_command'));
    writeFileSync(join(folder, 'postgresql.conf'), settings());
    start();
    await ask('create role association login');
    const key = await generateX25519Identity();
    writeFileSync(identity, key);
    const recipient = await identityToRecipient(key);
    const wal = paths['/var/lib/postgresql/wal'];
    settingsOfSite = { WAL_ARCHIVE: wal, BACKUP_STORE: store, BACKUP_RECIPIENT: recipient };
    await closeDatabase();
    openSite();
    await claimStore(await openBackupStore(''));
  });
  beforeEach(() => {
    if (canRun) openSite();
  });
  afterEach(() => closeDatabase());
  afterAll(() => {
    try {
      if (canRun) stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('brings the database back to a moment between two copies', async ({ skip }) => {
    if (!canRun) skip(whatIsMissing);
    await ask('create table letters (name text)');
    await ask("insert into letters values ('before')");
    baseBackup();
    await sleep(1_000);
    await ask("insert into letters values ('between')");
    const [moment = ''] = await ask('select clock_timestamp()::text');
    await sleep(5);
    await ask('delete from letters');
    await archiveNow();
    // Readable for the group of the site, and nobody else.
    const modes = archived().map((name) => statSync(join(folder, 'wal', name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o640]));
    await storeWal();
    expect(archived()).toEqual([]);
    baseBackup();
    await storeWal();

    const fetching = /^association admin (fetch-log .*) --until "2026-11-20 14:05"\n/m;
    const commands = block('systemctl stop');
    const [line = '', words = ''] = fetching.exec(commands) ?? [];
    const until = new Date(moment).toISOString();
    const fetched = ['--until', until, '--identity', identity];
    await closeDatabase();
    expect(await runAdminCommand([...words.split(' '), ...fetched])).toBe(0);
    const rest = commands
      .replace(line, '')
      .replace("'2026-11-20 14:05:00 Europe/Brussels'", `'${moment}'`)
      .replace('systemctl stop association postgresql@15-main\n', '')
      .replace('systemctl start postgresql@15-main\n', '');
    stop();
    const done = spawnSync('sh', ['-euc', rest], { cwd: '/', encoding: 'utf8' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    start();
    while ((await ask('select pg_is_in_recovery()::text'))[0] !== 'false') await sleep(50);
    expect((await ask('select name from letters order by 1')).toSorted()).toEqual([
      'before',
      'between',
    ]);
    rmSync(join(folder, 'conf.d', 'recovery.conf'));
    // The archive goes on where it was, on a timeline of its own.
    await archiveNow();
    openSite();
    await storeWal();
    expect(storedNames().some((name) => /\/00000002[0-9A-F]{16}$/.test(name))).toBe(true);
  });

  test('removes copies older than 14 nights, and the log before them', async ({ skip }) => {
    if (!canRun) skip(whatIsMissing);
    const wal = join(folder, 'wal');
    const segments = () => storedNames().filter((name) => /\/[0-9A-F]{24}$/.test(name));
    await archiveNow();
    await storeWal();
    const [oldest = ''] = segments().toSorted();
    baseBackup();
    const copy = archived().find((name) => name.endsWith('.base.tar.gz')) ?? '';
    // As if it were fourteen later nights.
    for (let day = 10; day < 24; day += 1)
      writeFileSync(
        join(wal, copy.replace(/\.2\d{3}-.*Z\./, `.2099-01-${day}T02-00-00Z.`)),
        readFileSync(join(wal, copy)),
      );
    rmSync(join(wal, copy));
    await storeWal();
    const lines: string[] = [];
    const rules = { daily: 14, weekly: 0, monthly: 0 };
    const say = (said: string) => void lines.push(said);
    await prune(await openBackupStore(''), { rules, hasLog: true, say });
    expect(lines).toHaveLength(1);
    const bases = storedNames().filter((name) => name.endsWith('.base.tar'));
    expect(bases).toHaveLength(14);
    expect(segments()).not.toContain(oldest);
    expect(segments().length).toBeGreaterThan(0);
  });
});
