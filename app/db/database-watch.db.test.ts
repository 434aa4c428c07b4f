import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutage } from '~/answers/outage.server';
import { disturbedDatabase } from '../../tests/support/database/disturbed-database';
import { pool } from './db.server';
import { WatchedPool } from './database-watch.server';

let over: Awaited<ReturnType<typeof disturbedDatabase>>;
let watched: WatchedPool;

beforeEach(async () => {
  over = await disturbedDatabase(pool().options.connectionString ?? '');
  watched = new WatchedPool({ ...over.settings, connectionTimeoutMillis: 3_000 });
  watched.on('error', () => undefined);
  watched.on('connect', (client) => client.on('error', () => undefined));
});

afterEach(async () => {
  await over.line.become('none');
  if (!watched.ending) await watched.endWatched();
  await over.line.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('on a line that is dead, what waits ends as an outage, and later all works again', async () => {
  const client = await watched.connect();
  watched.watch();
  await over.line.become('freeze');
  const failure = await failureOf(client.query('select 1'));
  expect(isOutage(failure)).toBe(true);
  client.release(true);
  // No connection is even tried.
  expect(isOutage(await failureOf(watched.query('select 1')))).toBe(true);
  await over.line.become('none');
  await expect
    .poll(
      () =>
        watched.query('select 2 as two').then(
          ({ rows }) => rows[0],
          () => null,
        ),
      { timeout: 20_000 },
    )
    .toEqual({ two: 2 });
});

test('a statement that runs long on a server that answers is left alone', async () => {
  watched.watch();
  const { rows } = await watched.query("select 'done' as state from pg_sleep(4)");
  expect(rows).toEqual([{ state: 'done' }]);
});

test('the end of the pool waits neither for a dead line nor for what is never given back', async () => {
  await watched.connect();
  const client = await watched.connect();
  await over.line.become('freeze');
  const failure = failureOf(client.query('select 1'));
  await watched.endWatched();
  expect(isOutage(await failure)).toBe(true);
});
