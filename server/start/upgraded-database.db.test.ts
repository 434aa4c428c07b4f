import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pool } from '~/db/db.server';
import { migrateDatabase } from '~/db/migrate.server';
import { jobs } from '~/jobs.server';
import { isJobQueueStarted, startJobQueue } from '~/platform/jobs/job-queue.server';
import { startLive, stopLive } from '~/platform/live.server';
import { watchSchema } from '~/platform/schema-watch.server';
import { asking, post } from '../../tests/support/site/asking';
import { echoBuild } from '../../tests/support/site/echo-build';
import { createApp } from '../app';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));
const polling = { timeout: 30_000 };
let stopWatching: () => void;

beforeEach(async () => {
  await startLive();
  stopWatching = watchSchema();
});

afterEach(async () => {
  await pool().query("delete from drizzle.__drizzle_migrations where hash = 'later'");
  stopWatching();
  // Forgets what this process has found out.
  watchSchema()();
  stopLive();
  if (!isJobQueueStarted()) await startJobQueue(jobs, { work: false });
});

const upgrade = () =>
  pool().query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );

test('a process whose database is upgraded under it says so and writes nothing more', async () => {
  expect((await ask('/form', post('a=1'))).status).toBe(200);
  await upgrade();
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ schema: 'failed', database: 'ok' });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await ask('/uploads/x', { method });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
  }
  expect((await ask('/about')).status).toBe(200);
  expect(isJobQueueStarted()).toBe(false);
});

test('it hears of the upgrade without being asked', async () => {
  await upgrade();
  // What a later release does at the end of its migration.
  await pool().query("select pg_notify('live', 'schema')");
  await vi.waitFor(async () => expect((await ask('/form', post('a=1'))).status).toBe(503), polling);
});

test('a start of the same release disturbs nobody', async () => {
  await migrateDatabase();
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/form', post('a=1'))).status).toBe(200);
});
