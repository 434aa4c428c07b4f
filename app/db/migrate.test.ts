import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '~/lib/project-root.server';
import { addressOf, createDatabase, dropDatabase } from '../../test/database-server';
import { closeDatabase, openDatabase, pool } from './db.server';
import { migrateDatabase } from './migrate.server';

const patience = { timeout: 30_000 };
const server = inject('databaseServer');
const journal = z
  .object({ entries: z.array(z.object({ tag: z.string() })) })
  .parse(
    JSON.parse(readFileSync(join(projectRoot(), 'app/db/migrations/meta/_journal.json'), 'utf8')),
  );

/** An empty database, open, and a connection that stands for another program. */
let name: string;
let other: Client;

beforeEach(async () => {
  await closeDatabase();
  name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name);
  openDatabase({ connectionString: addressOf(server, name) });
  other = new Client({ connectionString: addressOf(server, name) });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await closeDatabase();
  await dropDatabase(server, name);
});

async function tables(): Promise<string[]> {
  const { rows } = await other.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Migrations that the database knows of; none before the first has begun. */
async function applied(): Promise<number> {
  const { rows } = await other.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return 0;
  const counted = await other.query('select 1 from drizzle.__drizzle_migrations');
  return counted.rowCount ?? 0;
}

test('a migration makes every table, and a second one changes nothing', async () => {
  expect(await tables()).toEqual([]);
  await migrateDatabase();
  const made = await tables();
  expect(made).toEqual(expect.arrayContaining(['users', 'sign_in_sessions', 'articles', 'mails']));
  expect(await applied()).toBe(journal.entries.length);
  await other.query(`insert into throttles (key) values ('kept')`);
  await migrateDatabase();
  expect(await tables()).toEqual(made);
  expect(await applied()).toBe(journal.entries.length);
  expect((await other.query('select key from throttles')).rows).toEqual([{ key: 'kept' }]);
});

test('five nodes may start on an empty database at the same moment', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase()));
  expect(await applied()).toBe(journal.entries.length);
  expect(await tables()).toContain('users');
});

test('a migration that is cut off leaves nothing behind and can be repeated', async () => {
  // The last table is taken by somebody else, so that the migration stops in its middle.
  await other.query('begin');
  await other.query('create table users (id uuid)');
  const migration = migrateDatabase();
  const refused = expect(migration).rejects.toThrow();
  const waiting = await vi.waitFor(async () => {
    const { rows } = await pool().query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    const [first] = rows;
    if (!first) throw new Error('the migration does not wait yet');
    return first.pid;
  }, patience);
  await other.query('select pg_terminate_backend($1)', [waiting]);
  await refused;
  await other.query('rollback');
  expect(await tables()).toEqual([]);
  expect(await applied()).toBe(0);
  await migrateDatabase();
  expect(await applied()).toBe(journal.entries.length);
  expect(await tables()).toContain('users');
});

test('nodes that wait go on when the one that migrates is cut off', async () => {
  await other.query('begin');
  await other.query('create table users (id uuid)');
  const outcomes = Promise.allSettled([migrateDatabase(), migrateDatabase(), migrateDatabase()]);
  const blocked = await vi.waitFor(async () => {
    const { rows } = await pool().query<{ pid: number; event: string }>(
      `select pid, wait_event as event from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(3);
    return rows.find(({ event }) => event !== 'advisory');
  }, patience);
  await other.query('select pg_terminate_backend($1)', [blocked?.pid]);
  await other.query('rollback');
  const states = (await outcomes).map(({ status }) => status).toSorted();
  expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await applied()).toBe(journal.entries.length);
});

test('no lock and no changed setting stays with the pool', async () => {
  await migrateDatabase();
  await vi.waitFor(async () => {
    const { rows } = await other.query(
      `select 1 from pg_locks where locktype = 'advisory' and database =
       (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  }, patience);
  expect((await pool().query('show statement_timeout')).rows).toEqual([
    { statement_timeout: '30s' },
  ]);
});
