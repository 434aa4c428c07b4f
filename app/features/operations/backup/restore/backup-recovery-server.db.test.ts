/**
 * Point-in-time recovery of a PostgreSQL server by the very commands of docs/OPERATIONS.md, on
 * Debian's PostgreSQL 15: its paths are replaced by those of a cluster of the test.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const bin = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
const canRun = existsSync(join(bin, 'pg_basebackup')) && isRoot;

const whatIsMissing = 'needs root and the package: apt-get install postgresql-15';

const folder = mkdtempSync(join(tmpdir(), 'recovery-server-'));
const paths = {
  '/etc/postgresql/15/main/conf.d': join(folder, 'conf.d'),
  '/var/lib/postgresql/15/main': join(folder, 'main'),
  '/var/lib/postgresql/wal': join(folder, 'wal'),
  '/var/backups/postgresql': join(folder, 'base'),
};

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
  const [segment] = await ask('select pg_walfile_name(pg_switch_wal())');
  while (!archived().includes(`${segment}.gz`)) await sleep(50);
}

describe('the manual, on PostgreSQL 15', () => {
  beforeAll(() => {
    if (!canRun) return;
    const account = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    const [uid, gid] = [account('-u'), account('-g')];
    chmodSync(folder, 0o755);
    chownSync(folder, uid, gid);
    for (const name of ['conf.d', 'wal', 'base']) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    }
    const main = paths['/var/lib/postgresql/15/main'];
    asPostgres(`${bin}/initdb`, '-D', main, '-A', 'trust', '--no-sync');
    writeFileSync(join(folder, 'conf.d', 'archive.conf'), block('archive_command'));
    writeFileSync(join(folder, 'postgresql.conf'), settings());
    start();
  });
  beforeEach(() => {
    for (const night of canRun ? readdirSync(join(folder, 'base')) : [])
      rmSync(join(folder, 'base', night), { recursive: true });
  });
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
    const [night = ''] = readdirSync(join(folder, 'base'));
    await ask("insert into letters values ('between')");
    const [moment = ''] = await ask('select clock_timestamp()::text');
    await sleep(5);
    await ask('delete from letters');
    await archiveNow();
    baseBackup();

    const commands = block('systemctl stop')
      .replace('2026-11-20T02-00-00Z', night)
      .replace("'2026-11-20 14:05:00 Europe/Brussels'", `'${moment}'`)
      .replace('systemctl stop association postgresql@15-main\n', '')
      .replace('systemctl start postgresql@15-main\n', '');
    stop();
    const done = spawnSync('sh', ['-euc', commands], { cwd: '/', encoding: 'utf8' });
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
    expect(archived().some((name) => name.startsWith('00000002'))).toBe(true);
  });

  test('removes copies older than 14 nights, and the log before them', async ({ skip }) => {
    if (!canRun) skip(whatIsMissing);
    const base = join(folder, 'base');
    baseBackup();
    renameSync(join(base, readdirSync(base)[0] ?? ''), join(base, '2020-01-09T02-00-00Z'));
    await archiveNow();
    baseBackup();
    const copy = join(base, readdirSync(base).toSorted().at(-1) ?? '');
    // As if it were fifteen old ones.
    for (let day = 10; day < 25; day += 1)
      asPostgres('cp', '-r', copy, join(base, `2020-01-${day}T02-00-00Z`));
    rmSync(copy, { recursive: true });
    const [oldest = ''] = archived()
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .toSorted();
    baseBackup();
    expect(readdirSync(base)).toHaveLength(14);
    expect(archived()).not.toContain(oldest);
    expect(archived().length).toBeGreaterThan(1);
  });
});
