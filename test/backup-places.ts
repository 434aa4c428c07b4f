/**
 * A demonstration site on the embedded database is backed up and brought to another database server
 * and another file store: this is a restore after a loss, and the way to grow.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { appendFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { config, setConfig } from '~/config.server';
import { pool } from '~/db/db.server';
import { findActor } from '~/features/sign-in/session.server';
import { closeSite, openSite } from '../server/admin-site';
import { configure } from './configure';
import { addressOf } from './database-server';

export const server = inject('databaseServer');
export const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
export const backupFolder = join(folder, 'backup');
export const password = 'a password for the backup test';
export const names = {
  refused: `${server.prefix}_refused`,
  restored: `${server.prefix}_restored`,
  other: `${server.prefix}_other`,
  objects: `${server.prefix}_objects`,
};

/** The site that is backed up. */
export const small = () =>
  configure({
    DEMO: '1',
    DEMO_PASSWORD: password,
    APP_SECRET: '',
    DATA_DIR: join(folder, 'small'),
  });
/** The site it is brought to. The address is set beside the environment, since the server of the tests may be a socket. */
export const grown = (changes: Record<string, string> = {}, database = names.restored) => {
  configure({
    DEMO: '1',
    DEMO_PASSWORD: password,
    APP_SECRET: '',
    DATA_DIR: join(folder, 'grown'),
    ...changes,
  });
  setConfig({ ...config(), databaseUrl: addressOf(server, database) });
};

/** Another such site, to which nothing gets. */
export const refusing = (changes: Record<string, string> = {}) =>
  grown({ DATA_DIR: join(folder, 'refusing'), ...changes }, names.refused);

export async function personOf(email: string) {
  const { rows } = await pool().query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  const person = await findActor(rows[0]?.id ?? '');
  if (!person) throw new Error(`${email} is not there`);
  return person;
}

export type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** Rows and checksum of every table, computed columns included, by PostgreSQL itself. */
export async function contentsOf() {
  const { rows: tables } = await pool().query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const contents: Record<string, { rows: number; sum: string }> = {};
  for (const { name } of tables) {
    const where = name === 'audit_entries' ? "where action not like 'backup.%'" : '';
    const { rows } = await pool().query<{ rows: number; sum: string }>(
      `select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text collate "C")) as sum from "${name}" t ${where}`,
    );
    contents[name] = rows[0] ?? { rows: 0, sum: '' };
  }
  return contents;
}

export async function withSite<T>(work: () => Promise<T>): Promise<T> {
  await openSite({});
  try {
    return await work();
  } finally {
    await closeSite();
  }
}

/** The stored files of a site by key. */
export function filesOf(site: string): Map<string, Buffer> {
  const root = join(folder, site, 'files');
  const found = new Map<string, Buffer>();
  if (!existsSync(root)) return found;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.parentPath !== root)
      found.set(path.slice(root.length), readFileSync(path));
  }
  return found;
}

/** Adds a job that cannot be read to a backup, as if it had always been in it. */
export function breakLastJob(backup: string): void {
  const jobs = join(backup, 'jobs.ndjson');
  const checksum = () => createHash('sha256').update(readFileSync(jobs)).digest('hex');
  const old = checksum();
  appendFileSync(jobs, '{}\n');
  const path = join(backup, 'manifest.json');
  const { jobs: noted, ...others } = JSON.parse(readFileSync(path, 'utf8'));
  expect(noted.sha256).toBe(old);
  const now = { ...noted, bytes: noted.bytes + 3, sha256: checksum() };
  writeFileSync(path, JSON.stringify({ ...others, jobs: now }));
}
