import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '~/config/project-root.server';
import {
  addressOf,
  createDatabase,
  dropDatabase,
} from '../../tests/support/database/database-server';
import { closeDatabase, db, openDatabase, pool, schema } from './db.server';
import { makeEvent, makeRegistration } from './factories.server';
import { migrateDatabase, requireKnownSchema } from './migrate.server';

const polling = { timeout: 30_000 };
const server = inject('databaseServer');
const journal = z
  .object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
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

/** As a later release leaves the database. */
async function upgrade(): Promise<void> {
  await migrateDatabase();
  await other.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  const note = JSON.stringify({ version: '0123abcd', schema: '9999_later' });
  await other.query(`comment on table drizzle.__drizzle_migrations is '${note}'`);
}

test('an older release refuses a newer database, names both versions and changes nothing', async () => {
  await upgrade();
  const before = await tables();
  const refusal = migrateDatabase();
  await expect(refusal).rejects.toThrow(/upgraded by version 0123abcd \(schema 9999_later\)/);
  await expect(refusal).rejects.toThrow(/this is version .+ \(schema \d{4}_/);
  await expect(refusal).rejects.toThrow(/restore the backup/);
  await expect(requireKnownSchema()).rejects.toThrow(/0123abcd/);
  expect(await tables()).toEqual(before);
  expect(await applied()).toBe(journal.entries.length + 1);
});

test('a database in which a migration was another one is refused as well', async () => {
  await migrateDatabase();
  await other.query("update drizzle.__drizzle_migrations set hash = 'other' where id = 2");
  await expect(migrateDatabase()).rejects.toThrow(/does not know that schema/);
});

test('the release that migrated last is noted, and the next start leaves the note', async () => {
  const note = async () =>
    (
      await other.query<{ note: string | null }>(
        "select obj_description('drizzle.__drizzle_migrations'::regclass) as note",
      )
    ).rows[0]?.note ?? '';
  await migrateDatabase();
  const [last] = journal.entries.slice(-1);
  expect(JSON.parse(await note())).toEqual({ version: 'unknown', schema: last?.tag });
  const noted = JSON.stringify({ version: 'the first', schema: last?.tag });
  await other.query(`comment on table drizzle.__drizzle_migrations is '${noted}'`);
  await migrateDatabase();
  expect(await note()).toBe(noted);
});

test('migrations come in the order of their making: one that is older than the last is left out', () => {
  const made = journal.entries.map(({ when }) => when);
  expect(made).toEqual(made.toSorted((a, b) => a - b));
});

test('five nodes may start on an empty database at the same moment', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase()));
  expect(await applied()).toBe(journal.entries.length);
  expect(await tables()).toContain('users');
});

test('a migration that is cut off leaves nothing behind and can be repeated', async () => {
  // The last table is taken by someone else, so that the migration stops in its middle.
  await other.query('begin');
  await other.query('create table users (id uuid)');
  const outcome = Promise.allSettled([migrateDatabase()]);
  const waiting = await vi.waitFor(async () => {
    const { rows } = await pool().query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    const [first] = rows;
    if (!first) throw new Error('the migration does not wait yet');
    return first.pid;
  }, polling);
  await other.query('select pg_terminate_backend($1)', [waiting]);
  expect(await outcome).toMatchObject([{ status: 'rejected' }]);
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
  }, polling);
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
  }, polling);
  expect((await pool().query('show statement_timeout')).rows).toEqual([
    { statement_timeout: '30s' },
  ]);
});

const run = (tag: string | undefined) =>
  other.query(readFileSync(join(projectRoot(), `app/db/migrations/${tag}.sql`), 'utf8'));

test('registrations that had ended lose needs and consents, and the others lose nothing', async () => {
  await migrateDatabase();
  const { id: eventId } = await makeEvent(db());
  const given = { needs: 'A ramp', listConsent: true, photoConsent: true };
  for (const status of ['declined', 'cancelled', 'confirmed'] as const) {
    const person = { guestName: status, guestEmail: `${status}@court.example` };
    await makeRegistration(db(), { eventId, ...person, ...given, status });
  }
  await run('0070_ended-registrations');
  const rows = await db().select().from(schema.eventRegistrations);
  const gone = { needs: null, listConsent: false, photoConsent: false };
  for (const row of rows) expect(row).toMatchObject(row.status === 'confirmed' ? given : gone);
  expect(rows).toHaveLength(3);
});

test('the board and programmes that were there get a language, a state and names', async () => {
  const until = journal.entries.findIndex(({ tag }) => tag === '0016_board-texts');
  for (const { tag } of journal.entries.slice(0, until)) await run(tag);
  await other.query(`insert into board_members (id, name, role, function, court, country, position)
    values (gen_random_uuid(), 'Ada', 'President', 'Judge', 'A court', 'BE', 0),
      (gen_random_uuid(), 'Bea', 'Treasurer', 'Judge', 'A court', 'BE', 1)`);
  const opening = { startsAt: '2027-03-04T09:00', endsAt: '2027-03-04T10:00', title: 'Opening' };
  const sessions = [opening, { ...opening, room: 'Hall' }, opening];
  const body = { type: 'doc', content: [] };
  await other.query(
    `insert into events (id, slug, title, summary, body, type, starts_at, ends_at, zone,
       starts_at_instant, ends_at_instant, mode, organiser, contact, sessions)
     values (gen_random_uuid(), 'seminar', 'A seminar', '', $1, 'seminar', '2027-03-04', '2027-03-04',
       'Europe/Brussels', now(), now(), 'online', '', '', $2)`,
    [body, JSON.stringify(sessions)],
  );
  await other.query(
    `insert into publication_versions (id, kind, publication_id, number, content)
     values (gen_random_uuid(), 'event', gen_random_uuid(), 1, $1)`,
    [{ sessions }],
  );
  await run(journal.entries[until]?.tag);
  const board = await other.query(
    `select title, language, status, publish_at <= now() as "isShown",
       count(*) over (partition by translation_group)::int as "ofGroup"
     from board_members order by position`,
  );
  const shown = { language: 'en', status: 'published', isShown: true, ofGroup: 1 };
  expect(board.rows).toEqual([
    { title: 'Ada', ...shown },
    { title: 'Bea', ...shown },
  ]);
  const named = await other.query<{ now: (typeof opening & { id: string })[]; before: unknown }>(
    `select sessions as now, (select content->'sessions' from publication_versions) as before
     from events`,
  );
  const [row] = named.rows;
  expect(row?.now).toMatchObject(sessions);
  expect(new Set(row?.now.map(({ id }) => id)).size).toBe(3);
  expect(row?.before).toEqual(row?.now);
});
