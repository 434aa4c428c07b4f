/**
 * A PostgreSQL server of one's own as docs/OPERATIONS.md sets it up on Debian 12, by the very commands of
 * the manual: its paths are replaced by those of a cluster of the test.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const bin = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;

/** Whether such a server can be made here. */
export const hasDebianServer = existsSync(join(bin, 'pg_basebackup')) && isRoot;
export const whatIsMissing = 'needs root and the package: apt-get install postgresql-15';

/** @param folder one of the test, in which everything of the server lies, its socket too */
export function debianServer(folder: string) {
  const main = join(folder, 'main');
  const wal = join(folder, 'wal');
  const paths = {
    '/etc/postgresql/15/main/conf.d': join(folder, 'conf.d'),
    '/var/lib/postgresql/15/main': main,
    '/var/lib/postgresql/wal': wal,
    '/var/lib/postgresql/log': join(folder, 'fetched'),
    '/var/lib/association/log': join(folder, 'site-log'),
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
  const control = (...words: string[]) => asPostgres(`${bin}/pg_ctl`, '-D', folder, '-w', ...words);
  const start = () => control('-l', join(folder, 'log'), 'start');
  const stop = () => control('-m', 'fast', 'stop');
  const ask = (statement: string) => askServer(folder, statement);
  const archived = () => readdirSync(wal);

  /** A new cluster that archives its log. @param initdb further words for that program */
  function make(...initdb: string[]): void {
    const account = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    const [uid, gid] = [account('-u'), account('-g')];
    chmodSync(folder, 0o755);
    chownSync(folder, uid, gid);
    for (const name of ['conf.d', 'wal']) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    }
    asPostgres(`${bin}/initdb`, '-D', main, '-A', 'trust', '--no-sync', ...initdb);
    writeFileSync(join(folder, 'conf.d', 'archive.conf'), block('archive_command'));
    writeFileSync(join(folder, 'postgresql.conf'), settingsOf(folder, main));
  }

  function baseBackup(): void {
    const script = join(folder, 'association-base-backup');
    writeFileSync(script, block('pg_basebackup'), { mode: 0o755 });
    asPostgres(script);
  }

  /** Ends the segment being written, and waits until it is in the archive. @returns its name */
  async function archiveNow(): Promise<string> {
    // A segment in which nothing was written is not ended.
    await ask("select pg_logical_emit_message(false, 'test', 'x')");
    const [segment = ''] = await ask('select pg_walfile_name(pg_switch_wal())');
    while (!archived().includes(`${segment}.gz`)) await sleep(50);
    return segment;
  }

  /** Lets a cluster that does not run go on with another segment of its log. */
  const goOnWith = (segment: string) => asPostgres(`${bin}/pg_resetwal`, '-l', segment, '-D', main);

  const actions = { make, start, stop, ask, baseBackup, archiveNow, goOnWith };
  return { wal, main, conf: join(folder, 'conf.d'), block, archived, ...actions };
}

/** The settings lie outside the data directory, as Debian has them. */
const settingsOf = (folder: string, main: string) =>
  [
    `data_directory = '${main}'`,
    `hba_file = '${main}/pg_hba.conf'`,
    `ident_file = '${main}/pg_ident.conf'`,
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = ''",
    "include_dir = 'conf.d'",
  ].join('\n');

async function askServer(host: string, statement: string): Promise<string[]> {
  const client = new Client({ host, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
    return rows.map(([value]) => String(value));
  } finally {
    await client.end();
  }
}
