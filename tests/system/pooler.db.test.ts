import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, db, openDatabase, pool, sessionPool, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { migrateDatabase } from '~/db/migrate.server';
import { acquireExportSlot } from '~/features/compliance/own-data/export-slots.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { searchSite } from '~/features/search/search.server';
import { enqueue, type Job, startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { publish, subscribe, startLive, stopLive } from '~/platform/live.server';
import { consumeUse } from '~/platform/throttle.server';
import { type Pooler, startPooler } from '../../ops/faults/databases/pooler';
import { type Postgres, startPostgres } from '../../ops/faults/fault-servers';
import { MissingProgram } from '../../ops/faults/missing-program';
import { actorOf } from '../support/people/actors';
import { goodPassword, signedInHeaders } from '../support/people/sign-in';

let postgres: Postgres | undefined;
let pooler: Pooler | undefined;
/** Why it cannot be tried on this machine. */
let missing: string | undefined;

const patience = { timeout: 30_000, interval: 20 };

beforeAll(async () => {
  try {
    postgres = await startPostgres();
    pooler = await startPooler(postgres, 3);
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    missing = error.message;
    return;
  }
  await stopJobQueue();
  await closeDatabase();
  openDatabase(
    { connectionString: pooler.address },
    { direct: { connectionString: postgres.address } },
  );
  await migrateDatabase();
  await startJobQueue([], { work: false });
}, 120_000);

afterAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  await pooler?.stop();
  await postgres?.stop();
});

test('prepared queries run on whichever connection the pooler gives', async ({ skip }) => {
  if (missing) skip(missing);
  const user = await makeUser(db(), { password: goodPassword });
  const headers = await signedInHeaders(user.email);
  const looks = Array.from({ length: 60 }, async (_none, index) => {
    // By name where there is no pooler: the session, the search, the limit.
    expect((await resolveSession(headers)).actor.id).toBe(user.id);
    await searchSite(actorOf(user), { query: `words ${index}` });
    return consumeUse('pooler', { points: 100, duration: 60 }, 'someone');
  });
  expect((await Promise.all(looks)).every(({ isWithin }) => isWithin)).toBe(true);
});

test('a transaction stays on one connection', async ({ skip }) => {
  if (missing) skip(missing);
  const pids = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(async (tx) => {
        const first = await tx.execute('select pg_backend_pid() as pid');
        const second = await tx.execute('select pg_backend_pid() as pid');
        return [first.rows[0]?.pid, second.rows[0]?.pid];
      }),
    ),
  );
  expect(pids.every(([first, second]) => first === second)).toBe(true);
  expect(new Set(pids.flat()).size).toBeLessThanOrEqual(3);
});

test('changes are heard, and jobs are woken', async ({ skip }) => {
  if (missing) skip(missing);
  await startLive();
  const heard: string[] = [];
  const stop = subscribe(['pooler/1'], (topic) => heard.push(topic));
  const ran: string[] = [];
  const job: Job<{ of: string }> = { name: 'pooler', run: async ({ of }) => void ran.push(of) };
  await stopJobQueue();
  await startJobQueue([job], { work: true });
  await transaction(async (tx) => {
    await publish(tx, 'pooler/1');
    await enqueue(tx, { name: job.name, data: { of: 'a transaction' } });
  });
  await vi.waitFor(() => expect(heard).toEqual(['pooler/1']), patience);
  await vi.waitFor(() => expect(ran).toEqual(['a transaction']), patience);
  stop();
  stopLive();
});

test('locks that outlast a transaction are held on the direct address', async ({ skip }) => {
  if (missing) skip(missing);
  const user = await makeUser(db(), {});
  const release = await acquireExportSlot(user.id);
  // The queue takes locks of its own for a moment, now and then.
  const question = `select count(*)::int as held from pg_locks
    where locktype = 'advisory' and classid = 7413110`;
  const held = async () => (await pool().query<{ held: number }>(question)).rows[0]?.held;
  // Many transactions later, on every connection of the pooler.
  await Promise.all(Array.from({ length: 40 }, () => transaction((tx) => tx.execute('select 1'))));
  expect(await held()).toBe(1);
  const other = await sessionPool().connect();
  const { rows } = await other.query<{ isMine: boolean }>(
    'select pg_try_advisory_lock(7413110, hashtext($1)) as "isMine"',
    [user.id],
  );
  other.release(true);
  expect(rows[0]?.isMine).toBe(false);
  await release();
  expect(await held()).toBe(0);
});

test('a statement that runs for too long is ended, by the settings that the manual gives', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { rows } = await pool().query<{ longest: string }>(
    "select current_setting('statement_timeout') || current_setting('jit') as longest",
  );
  expect(rows[0]?.longest).toBe('30soff');
});
