import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { db, pool, transaction } from '~/db/db.server';
import { jobs } from '~/jobs.server';
import { AppError } from '~/policy/errors';
import { endOutageLog } from '~/platform/log/outage-log.server';
import { captureLog } from '../../../tests/support/site/captured-log';
import { queuedJobs } from '../../../tests/support/mail/outbox';
import { JobLocks } from './job-locks.server';
import { enqueue, type Job, pingJobQueue, startJobQueue, stopJobQueue } from './job-queue.server';
import { startLive, stopLive } from '~/platform/live.server';

const polling = { timeout: 30_000, interval: 50 };

beforeAll(startLive);
afterAll(stopLive);
afterEach(async () => {
  await stopJobQueue();
  await startJobQueue(jobs, { work: false });
});

/** Starts the queue with this job alone, at work. */
async function work(job: Job<{ n: number }>): Promise<void> {
  await stopJobQueue();
  await startJobQueue([job]);
}

test('a job runs with its data once its transaction commits', async () => {
  const seen = new Set<number>();
  await work({ name: 'add-up', run: async ({ n }) => void seen.add(n) });
  await transaction((tx) => enqueue(tx, { name: 'add-up', data: { n: 1 } }));
  await expect(
    transaction(async (tx) => {
      await enqueue(tx, { name: 'add-up', data: { n: 2 } });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await transaction((tx) => enqueue(tx, { name: 'add-up', data: { n: 3 } }));
  await vi.waitFor(() => expect(seen).toEqual(new Set([1, 3])), polling);
  expect(await queuedJobs('add-up')).toHaveLength(2);
});

test('a job that fails is tried again', async () => {
  let runs = 0;
  await work({
    name: 'fail-once',
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('not yet');
    },
  });
  await transaction((tx) => enqueue(tx, { name: 'fail-once', data: { n: 1 } }));
  await vi.waitFor(async () => {
    const { rows } = await db().execute(sql`select state from pgboss.job where name = 'fail-once'`);
    expect(rows).toEqual([{ state: 'completed' }]);
  }, polling);
  expect(runs).toBe(2);
});

test.each([
  [0, 1, 1],
  [5, 16, 48],
  [20, 14_400, 14_400],
])('after %i retries a failed job waits from %i to %i seconds', async (retries, least, most) => {
  const name = `fail-after-${retries}`;
  await stopJobQueue();
  await startJobQueue([{ name, run: async () => undefined, retryLimit: 25 }], { work: false });
  await transaction((tx) => enqueue(tx, { name, data: { n: 1 } }));
  await db().execute(sql`update pgboss.job set retry_count = ${retries} where name = ${name}`);
  const fail = async () => {
    throw new Error('not yet');
  };
  await work({ name, run: fail, retryLimit: 25 });
  await vi.waitFor(async () => {
    // From when the failure was written down, in whose transaction the moment was reckoned.
    const { rows } = await db().execute<{ state: string; wait: number }>(
      sql`select state, extract(epoch from start_after - now())::float as wait
        from pgboss.job where name = ${name} and output is not null`,
    );
    expect(rows).toEqual([{ state: 'retry', wait: expect.any(Number) }]);
    expect(rows[0]?.wait).toBeGreaterThan(least - 1);
    expect(rows[0]?.wait).toBeLessThanOrEqual(most);
  }, polling);
});

test('what waits is done when it is announced, one after the other, without being looked for', async () => {
  const seen: number[] = [];
  await work({ name: 'add-many', lookEvery: 60, run: async ({ n }) => void seen.push(n) });
  // The first look finds this one alone; only word of the others brings the next.
  await transaction((tx) => enqueue(tx, { name: 'add-many', data: { n: -1 } }));
  await vi.waitFor(() => expect(seen).toEqual([-1]), polling);
  await transaction(async (tx) => {
    for (let n = 0; n < 20; n += 1) await enqueue(tx, { name: 'add-many', data: { n } });
  });
  await vi.waitFor(() => expect(seen).toHaveLength(21), polling);
  expect(new Set(seen).size).toBe(21);
});

test('no more runs are under way at a time than a job allows', async () => {
  let under = 0;
  let most = 0;
  let done = 0;
  const run = async () => {
    under += 1;
    most = Math.max(most, under);
    await db().execute(sql`select 1`);
    under -= 1;
    done += 1;
  };
  await work({ name: 'one-by-one', atOnce: 1, run });
  await transaction(async (tx) => {
    for (let n = 0; n < 10; n += 1) await enqueue(tx, { name: 'one-by-one', data: { n } });
  });
  await vi.waitFor(() => expect(done).toBe(10), polling);
  expect(most).toBe(1);
});

test('a job that fails is tried again in its time, also when nobody looks', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs < 3) throw new Error('not yet');
  };
  await work({ name: 'fail-twice', lookEvery: 60, run });
  await transaction((tx) => enqueue(tx, { name: 'fail-twice', data: { n: 1 } }));
  await vi.waitFor(() => expect(runs).toBe(3), polling);
});

test('what comes due while another run takes long is not kept waiting by it', async () => {
  const begun: number[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const run = async ({ n }: { n: number }) => {
    begun.push(n);
    if (n === 1) await isOver;
  };
  const job = { name: 'take-long', lookEvery: 1, run };
  await stopJobQueue();
  await startJobQueue([job], { work: false });
  // There before anybody is at work: the first, who looks by itself, takes it.
  await transaction((tx) => enqueue(tx, { name: 'take-long', data: { n: 1 } }));
  await work(job);
  await vi.waitFor(() => expect(begun).toEqual([1]), polling);
  // Its moment is announced by nobody.
  await transaction((tx) => enqueue(tx, { name: 'take-long', data: { n: 2 } }, { startAfter: 2 }));
  await vi.waitFor(() => expect(begun).toEqual([1, 2]), polling);
  end();
});

test('a stop waits for the job that runs', async () => {
  let isDone = false;
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  await work({
    name: 'take-time',
    run: async () => {
      begin();
      await new Promise((resolve) => setTimeout(resolve, 500));
      isDone = true;
    },
  });
  await transaction((tx) => enqueue(tx, { name: 'take-time', data: { n: 1 } }));
  await hasBegun;
  await stopJobQueue();
  expect(isDone).toBe(true);
});

/** A run that another process has begun, of which nothing more is heard. @returns its id */
async function begunElsewhere(job: Job<{ n: number }>): Promise<string> {
  await stopJobQueue();
  await startJobQueue([job], { work: false });
  await transaction((tx) => enqueue(tx, { name: job.name, data: { n: 1 } }));
  const other = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    supervise: false,
    schedule: false,
  });
  await other.start();
  const [run] = await other.fetch(job.name);
  await other.stop({ graceful: false });
  await stopJobQueue();
  if (!run) throw new Error('there was no run');
  return run.id;
}

test.each([
  ['at the start, where nobody else works on the database', true],
  ['when no sign of life has come for a while, where others do', false],
])('what a process was at when it ended is taken up again %s', async (_when, isAlone) => {
  const seen: number[] = [];
  const job = { name: `left-${isAlone}`, run: async ({ n }: { n: number }) => void seen.push(n) };
  await begunElsewhere(job);
  await startJobQueue([job], { work: true, isAlone });
  await vi.waitFor(() => expect(seen).toEqual([1]), polling);
});

test('what another process is still at, whose signs of life are late, is not done beside it', async () => {
  const done: string[] = [];
  const job = { name: 'still-at-it', run: async () => void done.push('again') };
  const id = await begunElsewhere(job);
  const elsewhere = new JobLocks(pool);
  await elsewhere.during(id, async () => {
    await startJobQueue([job], { work: true, isAlone: true });
    const isTaken = sql`select 1 from pgboss.job where id = ${id} and state = 'active'`;
    await vi.waitFor(async () => expect((await db().execute(isTaken)).rowCount).toBe(1), polling);
    // Long enough to have run it.
    await new Promise((resolve) => setTimeout(resolve, 500));
    done.push('first');
  });
  await vi.waitFor(() => expect(done).toEqual(['first', 'again']), polling);
});

test.each([
  ['the watch over the database refuses', () => new AppError('error.service-unavailable')],
  ['no server answers', () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['the connection breaks', () => new Error('Connection terminated unexpectedly')],
])('workers that look while %s add to the outage, and write no lines', async (_how, failure) => {
  await work({ name: 'look-in-vain', lookEvery: 0.5, run: async () => undefined });
  const captured = captureLog();
  const query = vi.spyOn(pool(), 'query').mockImplementation(() => {
    throw failure();
  });
  try {
    await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(5), polling);
    expect(captured.lines.map(({ msg }) => msg)).toEqual(['not available']);
  } finally {
    query.mockRestore();
    endOutageLog();
    captured.release();
  }
});

test('a queue whose tables a later release has made is not worked on', async () => {
  await stopJobQueue();
  await db().execute(sql`update pgboss.version set version = version + 1`);
  await expect(startJobQueue(jobs, { work: false })).rejects.toThrow(/upgraded by a later version/);
  await db().execute(sql`update pgboss.version set version = version - 1`);
});

test('readiness fails once the queue is stopped', async () => {
  await expect(pingJobQueue()).resolves.toBeUndefined();
  await stopJobQueue();
  await expect(pingJobQueue()).rejects.toThrow('The job queue is not started');
});

test('every job of the product has a queue, and the nightly ones their hour', async () => {
  await stopJobQueue();
  await startJobQueue(jobs);
  const { rows } = await db().execute<{ name: string }>(sql`select name from pgboss.queue`);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(jobs.map(({ name }) => name)));
  const schedules = await db().execute(sql`select name, cron, timezone from pgboss.schedule`);
  expect(schedules.rows).toEqual(
    jobs
      .filter(({ schedule }) => schedule)
      .map(({ name, schedule }) => ({ name, cron: schedule, timezone: 'Europe/Brussels' })),
  );
});
