/** Point-in-time recovery of a PostgreSQL server, out of an encrypted backup store, by the commands of the manual. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { openBackupStore } from '~/features/operations/backup/store/backup-store.server';
import { claimStore } from '~/features/operations/backup/store/claim-store.server';
import { prune } from '~/features/operations/backup/store/prune.server';
import { storeWal } from '~/features/operations/backup/wal/store-wal.job.server';
import { runAdminCommand } from '../../server/admin/admin';
import { configure } from '../support/database/configure';
import { debianServer, hasDebianServer, whatIsMissing } from '../support/database/debian-server';

const folder = mkdtempSync(join(tmpdir(), 'recovery-server-'));
const identity = join(folder, 'key.txt');
const store = join(folder, 'store');
const server = debianServer(folder);
const { archiveNow, archived, ask, baseBackup, block, start, stop } = server;

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
    if (!hasDebianServer) return;
    server.make();
    start();
    await ask('create role association login');
    const key = await generateX25519Identity();
    writeFileSync(identity, key);
    const recipient = await identityToRecipient(key);
    settingsOfSite = { WAL_ARCHIVE: server.wal, BACKUP_STORE: store, BACKUP_RECIPIENT: recipient };
    await closeDatabase();
    openSite();
    await claimStore(await openBackupStore(''));
  });
  beforeEach(() => {
    if (hasDebianServer) openSite();
  });
  afterEach(() => closeDatabase());
  afterAll(() => {
    try {
      if (hasDebianServer) stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('brings the database back to a moment between two copies', async ({ skip }) => {
    if (!hasDebianServer) skip(whatIsMissing);
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
    const modes = archived().map((name) => statSync(join(server.wal, name)).mode & 0o777);
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
    rmSync(join(server.conf, 'recovery.conf'));
    // The archive goes on where it was, on a timeline of its own.
    await archiveNow();
    openSite();
    await storeWal();
    expect(storedNames().some((name) => /\/00000002[0-9A-F]{16}$/.test(name))).toBe(true);
  });

  test('removes copies older than 14 nights, and the log before them', async ({ skip }) => {
    if (!hasDebianServer) skip(whatIsMissing);
    const { wal } = server;
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
