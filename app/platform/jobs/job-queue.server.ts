import { sql } from 'drizzle-orm';
import {
  type Db,
  type FindJobsOptions,
  fromDrizzle,
  type Job as Run,
  type JobWithMetadata,
  PgBoss,
  type SendOptions,
} from 'pg-boss';
import { pool, sessionPool, transaction, type Transaction } from '~/db/db.server';
import { buildVersion } from '~/config/build-version';
import { warnUnlessOutage } from '~/answers/failure.server';
import { queueError } from './queue-error.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { Refusal } from '~/policy/refusal';
import { retryDelay } from '~/lib/retry-delay';
import { withoutValues } from '~/platform/log/without-values';
import { JobLocks, StillUnderWay } from './job-locks.server';
import { publish, subscribe } from '~/platform/live.server';
import { countJob } from '~/platform/log/metrics.server';

/** A background job: its queue's name, what it does, and how it is tried again. */
export type Job<Data extends object> = {
  name: string;
  run: (data: Data) => Promise<void>;
  retryLimit?: number;
  /** A cron expression in Brussels time, for jobs that run by the clock. */
  schedule?: string;
  /**
   * Seconds between two polls for runs without a notification: those that are scheduled, or
   * were left behind. Five when not given.
   */
  lookEvery?: number;
  /** How many of its runs may be under way at a time on one node. Two when not given. */
  atOnce?: number;
};

let boss: PgBoss | undefined;
let stopListening: () => void = () => undefined;

/** The topic under which nodes tell each other that a queue has got something to do. */
export const jobTopic = (name: string) => `job/${name}`;

function started(): PgBoss {
  if (!boss) throw new Error('The job queue is not started');
  return boss;
}

type QueueOptions = {
  /** False only allows sending (tests, one-off commands). */
  work: boolean;
  /** Whether no other process uses this database, so that active runs at the start are orphans. */
  isAlone?: boolean;
  /** Hears of each failed run, also of those that are tried again; must not throw. */
  onFailure?: (job: string, error: unknown) => Promise<void>;
};

/**
 * Seconds between two signs of life of a run, after which it is given to the next node without any,
 * and between two looks for such runs. A node that ended is found out within 20 seconds; of two
 * nodes that look, each may be refused when the other has looked less than `lookAgain` before.
 */
const heartbeatSeconds = { every: 3, missing: 10, look: 8, lookAgain: 5 };
/** Hours after which a run is given up that shows signs of life and does not end. */
const longestRun = 6;

const locks = new JobLocks(sessionPool);

/**
 * Starts the queue on the open database and makes a queue for each job.
 * @param jobs all jobs of the product
 */
export async function startJobQueue(
  jobs: readonly Job<never>[],
  options: QueueOptions = { work: true },
): Promise<void> {
  const connections = pool();
  const db = { executeSql: (text: string, values?: unknown[]) => connections.query(text, values) };
  const next = new PgBoss({
    db,
    supervise: options.work,
    superviseIntervalSeconds: heartbeatSeconds.look,
    monitorIntervalSeconds: heartbeatSeconds.lookAgain,
    schedule: options.work,
  });
  next.on('error', noteError);
  await next.start();
  await requireOwnTables(db);
  if (options.isAlone) await resumeActiveRuns(next);
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit ?? 10,
      // At once for runs that ended with their process; the others say themselves when (below).
      retryDelay: 0,
      retryBackoff: false,
      heartbeatSeconds: heartbeatSeconds.missing,
      expireInSeconds: longestRun * 3600,
      deleteAfterSeconds: retentionPeriods.finishedJob * 24 * 3600,
    };
    await next.createQueue(job.name, settings);
    if (!options.work) continue;
    // A queue that an earlier release has made.
    await next.updateQueue(job.name, { ...settings, retryDelayMax: null });
    await startWorking(next, job, options.onFailure);
  }
  // The first look by itself would come later: a site that is killed again before would never get there.
  if (options.work) void next.supervise().catch(noteError);
  boss = next;
}

const noteError = (told: unknown) => warnUnlessOutage(queueError(told), 'job queue');

/**
 * The queue upgrades its tables when it starts, and works on those that a later one has made without
 * a word, unless it is told that it may upgrade nothing.
 */
async function requireOwnTables(db: Db): Promise<void> {
  const own = new PgBoss({ db, migrate: false, supervise: false, schedule: false });
  try {
    await own.start();
  } catch (error) {
    if (!(error instanceof Error && /requires migrations/.test(error.message))) throw error;
    throw new Refusal(
      'The tables of the job queue were upgraded by a later version of the site than this one ' +
        `(${buildVersion ?? 'unknown'}). Start that version or a later one, or restore the backup that ` +
        'was made before the upgrade (docs/OPERATIONS.md, "Upgrade and rollback").',
    );
  } finally {
    await own.stop({ graceful: false });
  }
}

/** Runs that ended with the process that worked on them go back to the queue. */
async function resumeActiveRuns(queue: PgBoss): Promise<void> {
  for (const { name } of await queue.getQueues()) {
    for await (const runs of jobsOf(queue, name)) {
      const left = runs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (left.length > 0) await queue.fail(name, left, { message: 'ended with its process' });
    }
  }
}

/** Seconds between two looks of a worker that is woken when there is something to do. */
const idlePollingSeconds = 60;

/**
 * Takes the runs of a job. Workers are woken when a run is announced, when one is to be tried again
 * and when there may be another one waiting; the first looks by itself from time to time, and while
 * it is at work the others do.
 */
async function startWorking(
  queue: PgBoss,
  job: Job<never>,
  onFailure: QueueOptions['onFailure'],
): Promise<void> {
  const workers: string[] = [];
  const wake = () => workers.forEach((worker) => queue.notifyWorker(worker));
  const stopHearing = subscribe([jobTopic(job.name)], wake);
  const stopEarlier = stopListening;
  stopListening = () => {
    stopHearing();
    stopEarlier();
  };
  const { lookEvery = 5, atOnce = 2 } = job;
  while (workers.length < atOnce) {
    const polling = {
      pollingIntervalSeconds: workers.length === 0 ? lookEvery : idlePollingSeconds,
      batchSize: 1,
      heartbeatRefreshSeconds: heartbeatSeconds.every,
    } as const;
    const worker = await queue.work<never>(job.name, polling, async (batch) => {
      const looking = setInterval(wake, lookEvery * 1_000);
      try {
        for (const run of batch) await locks.during(run.id, () => job.run(run.data));
        countJob(job.name, 'done');
      } catch (error) {
        if (!(error instanceof StillUnderWay)) {
          countJob(job.name, 'failed');
          await onFailure?.(job.name, error);
        }
        // The queue keeps it with the run.
        const reason = reasonOf(error);
        const wait = await tryAgainLater(queue, batch, reason).catch(() => null);
        if (wait === null) throw reason;
        setTimeout(wake, wait).unref();
      } finally {
        clearInterval(looking);
        wake();
      }
    });
    workers.push(worker);
  }
  if (job.schedule) await queue.schedule(job.name, job.schedule, {}, { tz: 'Europe/Brussels' });
}

function reasonOf(error: unknown): Error {
  const reason = withoutValues(error);
  return reason instanceof Error ? reason : new Error(String(reason));
}

/**
 * Writes down that a run has failed, and when it is tried again: the queue's own reckoning has
 * another jitter.
 * @returns milliseconds after which it is due
 */
async function tryAgainLater(
  queue: PgBoss,
  runs: readonly Run<never>[],
  reason: Error,
): Promise<number> {
  let longest = 0;
  await transaction(async (tx) => {
    const within = { db: fromDrizzle(tx, sql) };
    for (const { id, name, retryCount } of runs) {
      const seconds = Math.max(1, Math.round(retryDelay(retryCount) / 1_000));
      await queue.fail(name, { id, retryCount }, reason, within);
      await queue.update(name, undefined, { id, startAfter: seconds, ...within });
      longest = Math.max(longest, seconds);
    }
  });
  return longest * 1_000;
}

/**
 * Puts a job into the queue as part of `tx`: it runs if and only if the transaction commits.
 * @param job name of the queue and its data (small, no secrets)
 */
export async function enqueue(
  tx: Transaction,
  job: { name: string; data: object },
  options: SendOptions = {},
): Promise<void> {
  await enqueueQuietly(tx, job, options);
  await publish(tx, jobTopic(job.name));
}

/** The same where the transaction announces `jobTopic` by another of its statements. */
export async function enqueueQuietly(
  tx: Transaction,
  job: { name: string; data: object },
  options: SendOptions = {},
): Promise<void> {
  await started().send(job.name, job.data, { ...options, db: fromDrizzle(tx, sql) });
}

/** Stops taking jobs and waits for the running ones, at most `timeout` milliseconds. */
export async function stopJobQueue(timeout = 3_000): Promise<void> {
  const stopping = boss;
  boss = undefined;
  stopListening();
  stopListening = () => undefined;
  await stopping?.stop({ graceful: true, timeout });
}

/** Whether jobs are being taken; false as soon as the process begins to stop. */
export const isJobQueueStarted = () => boss !== undefined;

/** @throws when the queue is not started or its tables cannot be read */
export async function pingJobQueue(): Promise<void> {
  if (!(await started().isInstalled())) throw new Error('The job queue is not installed');
}

const isOver = new Set(['completed', 'cancelled', 'failed']);

/**
 * The jobs of a queue, the oldest first: the queue gives a thousand at a time.
 * @param options which ones, and the transaction that sees them
 */
async function* jobsOf(
  queue: PgBoss,
  name: string,
  options: FindJobsOptions = {},
): AsyncIterable<JobWithMetadata[]> {
  let after: string | undefined;
  do {
    const found = await queue.findJobs<object>(name, { ...options, limit: atOnceRead, after });
    yield found;
    after = found.length === atOnceRead ? found.at(-1)?.id : undefined;
  } while (after !== undefined);
}
const atOnceRead = 1_000;

/**
 * The jobs that are still to be done, or being done, as the transaction sees them. Those that run by
 * the clock come by themselves.
 */
export async function* readOpenJobs(tx: Transaction) {
  const byTheClock = new Set((await started().getSchedules()).map(({ name }) => name));
  const queues = await started().getQueues();
  // Those of pg-boss itself are made by its clock as well.
  const isOurs = (name: string) => !byTheClock.has(name) && !name.startsWith('__pgboss__');
  const names = queues.map(({ name }) => name).filter(isOurs);
  for (const name of names.toSorted()) {
    for await (const jobs of jobsOf(started(), name, { db: fromDrizzle(tx, sql) })) {
      yield jobs
        .filter(({ state }) => !isOver.has(state))
        .map(({ data, priority, singletonKey, startAfter }) => ({
          name,
          data,
          priority,
          singletonKey,
          startAfter,
        }));
    }
  }
}

/**
 * The data of the jobs of a queue that are still to be done, or being done.
 * @param data what the data have to contain; all jobs where it is not given
 */
export async function listWaitingJobs(name: string, data?: object): Promise<unknown[]> {
  const waiting: unknown[] = [];
  for await (const runs of jobsOf(started(), name, data ? { data } : {})) {
    waiting.push(...runs.filter(({ state }) => !isOver.has(state)).map((run) => run.data));
  }
  return waiting;
}

/** How many jobs wait, how many were given up, and since when the oldest of those due has waited. */
export async function readJobFigures(): Promise<{
  waiting: number;
  failed: number;
  oldest: Date | null;
}> {
  const queues = await started().getQueues();
  const queued = await Promise.all(
    queues.map(({ name }) => started().findJobs(name, { queued: true })),
  );
  const due = queued
    .flat()
    .filter(({ state, startAfter }) => state === 'created' && startAfter.getTime() < Date.now())
    .map(({ startAfter }) => startAfter.getTime());
  return {
    waiting: queued.flat().length,
    // Counted by the queue's own monitor every few seconds.
    failed: queues.reduce((sum, { failedCount }) => sum + failedCount, 0),
    oldest: due.length === 0 ? null : new Date(due.reduce((a, b) => Math.min(a, b))),
  };
}

/** When a job last ended well; null when no such run is kept any more. */
export async function findLastRun(name: string): Promise<Date | null> {
  const runs = await started().findJobs(name);
  const ends = runs.flatMap(({ state, completedOn }) =>
    state === 'completed' && completedOn ? [completedOn.getTime()] : [],
  );
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
