import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EmbeddedPostgres } from './embedded-postgres.server';
import { recordedPid } from './postgres-processes.server';
import {
  buildTrial,
  type TrialApplication,
  type TrialBundle,
} from '../../../tests/support/database/postgres-trial-application';
import {
  makeTrialPlace,
  nothingLeft,
  processesWithin,
} from '../../../tests/support/database/postgres-trial';
import {
  query,
  serverProcesses,
  type TrialPlace,
} from '../../../tests/support/database/postgres-trial';

/** ROUNDS=20 for a thorough look. */
const rounds = Number(process.env.ROUNDS ?? 5);
const polling = { timeout: 60_000 + rounds * 10_000 };

let trial: TrialBundle;
let place: TrialPlace;

beforeAll(async () => {
  trial = await buildTrial('embedded-postgres-crash', build);
});
afterAll(() => trial.remove());
beforeEach(() => {
  place = makeTrialPlace(true);
});
afterEach(() => place.close());

/** Says each number once it is committed. */
const write = `
  const client = new pg.Client(database.connection());
  await client.connect();
  await client.query('create table if not exists entries (number bigint primary key)');
  const { rows } = await client.query('select coalesce(max(number), 0) as last from entries');
  for (let number = Number(rows[0].last) + 1; ; number += 1) {
    await client.query('insert into entries values ($1)', [number]);
    say('committed ' + number);
  }`;

function lastCommitted(application: TrialApplication): number {
  const said = application.lines.findLast((line) => line.startsWith('committed '));
  return Number(said?.slice('committed '.length) ?? 0);
}

/** How many of the numbers from 1 to `last` are there. */
async function countEntries(database: EmbeddedPostgres, last: number): Promise<unknown> {
  const count = `select count(*)::int from entries where number between 1 and ${last}`;
  return (await query(database, count))[0];
}

test(
  'nothing committed is lost when the application is killed, and no process stays',
  polling,
  async () => {
    let last = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const application = trial.start({ directory: place.directory, afterwards: write });
      await application.line(/^committed/);
      await sleep(Math.random() * 300);
      await application.kill('SIGKILL');
      expect(lastCommitted(application)).toBeGreaterThan(last);
      last = lastCommitted(application);
      // Every other round the next start comes at once, while the database still shuts down.
      if (round % 2 === 0) await nothingLeft(place.folder);
    }
    await nothingLeft(place.folder);
    expect(await countEntries(await place.start(), last)).toBe(last);
  },
);

test(
  'an application killed while it starts keeps no later one from starting',
  polling,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const application = trial.start({ directory: place.directory });
      await application.line(/^loaded/);
      await sleep((round / rounds) * 1_500 + Math.random() * 100);
      await application.kill('SIGKILL');
    }
    const database = await place.start();
    expect(await query(database, 'select current_user::text')).toEqual(['association']);
  },
);

/** Writes numbers in order, on a new connection after each failure, until told to stop. */
function startWriting(database: EmbeddedPostgres) {
  const stopping = new AbortController();
  let last = 0;
  const writeSome = async () => {
    const client = new Client(database.connection());
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (; !stopping.signal.aborted; last += 1) {
        // The one that was under way when PostgreSQL died may be there or not.
        await client.query('insert into entries values ($1) on conflict do nothing', [last + 1]);
      }
    } catch {
      await sleep(10);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const writing = (async () => {
    while (!stopping.signal.aborted) await writeSome();
  })();
  return {
    last: () => last,
    stop: async () => {
      stopping.abort();
      await writing;
    },
  };
}

test('a killed PostgreSQL is started again, and nothing committed is lost', polling, async () => {
  const database = await place.start();
  await query(database, 'create table entries (number bigint primary key)');
  const writer = startWriting(database);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const before = writer.last();
      await expect.poll(writer.last).toBeGreaterThan(before + 10);
      await sleep(Math.random() * 300);
      process.kill(recordedPid(place.cluster) ?? Number.NaN, 'SIGKILL');
      const restarts = () => place.log.filter((line) => line === 'PostgreSQL runs again').length;
      await expect.poll(restarts).toBe(round);
    }
    const before = writer.last();
    await expect.poll(writer.last).toBeGreaterThan(before);
  } finally {
    await writer.stop();
  }
  expect(await countEntries(database, writer.last())).toBe(writer.last());
  expect(place.log).toContain('PostgreSQL ended unexpectedly (signal 9) and is started again');
});

test('stopping also ends a PostgreSQL that is being started again', polling, async () => {
  const database = await place.start();
  process.kill(recordedPid(place.cluster) ?? Number.NaN, 'SIGKILL');
  await expect.poll(() => place.log.join('\n')).toMatch(/ended unexpectedly/);
  await database.stop();
  await nothingLeft(place.folder);
  expect(await query(await place.start(), 'select 1')).toEqual([1]);
});

test('a supervisor that is killed is replaced', polling, async () => {
  const database = await place.start();
  const supervisors = (await serverProcesses(place.directory)).filter(({ isServer }) => !isServer);
  expect(supervisors.length).toBeGreaterThan(0);
  for (const { pid } of supervisors) process.kill(pid, 'SIGKILL');
  await expect.poll(() => place.log).toContain('PostgreSQL runs again');
  expect(await query(database, 'select 1')).toEqual([1]);
  const servers = (await serverProcesses(place.directory)).filter(({ isServer }) => isServer);
  expect(servers).toHaveLength(1);
});

/** Kills an application and its database's supervisor. @returns the server that goes on running */
async function leaveOrphan(application: TrialApplication): Promise<number> {
  process.kill(application.pid, 'SIGSTOP');
  const before = await serverProcesses(place.directory);
  for (const { pid, isServer } of before) if (!isServer) process.kill(pid, 'SIGKILL');
  await application.kill('SIGKILL');
  await sleep(300);
  return before.find(({ isServer }) => isServer)?.pid ?? Number.NaN;
}

test.each([
  { where: 'in its place', name: 'postgres' },
  { where: 'moved', name: 'elsewhere' },
])('an orphan is found and replaced, its directory $where', polling, async ({ name }) => {
  const application = trial.start({ directory: place.directory, afterwards: write });
  await application.line(/^committed/);
  const orphan = await leaveOrphan(application);
  expect(processesWithin(place.folder)).toContain(orphan);

  const directory = join(place.folder, name);
  renameSync(place.directory, directory);
  const database = await place.start(directory);
  expect(database.adopted).toBe(true);
  expect(processesWithin(place.folder)).not.toContain(orphan);
  expect(await countEntries(database, lastCommitted(application))).toBe(lastCommitted(application));
});

test('Ctrl-C reaches the application and not the database', polling, async () => {
  const drain = `
    const client = new pg.Client(database.connection());
    await client.connect();
    process.once('SIGINT', async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.query('create table drained as select 1 as number');
      await client.end();
      await database.stop();
      say('drained');
      process.exit();
    });
    setInterval(() => undefined, 60_000);
    say('waiting');`;
  const application = trial.start({ directory: place.directory, afterwards: drain });
  await application.line(/^waiting/);
  // To the whole process group, as a terminal does.
  process.kill(-application.pid, 'SIGINT');
  await application.line(/^drained/);
  expect(processesWithin(place.folder)).toEqual([]);
  expect(await query(await place.start(), 'select number from drained')).toEqual([1]);
});
