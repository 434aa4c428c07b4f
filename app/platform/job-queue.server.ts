import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, type SendOptions } from 'pg-boss';
import { pool, type Transaction } from '~/db/db.server';
import { warnUnlessOutage } from '~/failure.server';
import { keptFor } from '~/lib/kept-for';
import { retryDelay } from '~/lib/retry-delay';
import { withoutValues } from '~/lib/without-values';
import { announce, listenTo } from './live.server';
import { countJob } from './metrics.server';

/** A background job: its queue's name, what it does, and how it is tried again. */
export type Job<Data extends object> = {
  name: string;
  run: (data: Data) => Promise<void>;
  retryLimit?: number;
  /** A cron expression in Brussels time, for jobs that run by the clock. */
  schedule?: string;
  /**
   * Seconds between two looks for runs that nobody announces: those that are due at a moment, or
   * were left behind. Five when not given.
   */
  lookEvery?: number;
  /** How many of its runs may be under way at a time on one node. Two when not given. */
  atOnce?: number;
};

let boss: PgBoss | undefined;
let stopListening: () => void = () => undefined;

/** The topic under which nodes tell each other that a queue has got something to do. */
const topicOf = (name: string) => `job/${name}`;

function started(): PgBoss {
  if (!boss) throw new Error('The job queue is not started');
  return boss;
}

type QueueOptions = {
  /** False only allows sending (tests, one-off commands). */
  work: boolean;
  /** Hears of each failed run, also of those that are tried again; must not throw. */
  onFailure?: (job: string, error: unknown) => Promise<void>;
};

/**
 * Starts the queue on the open database and makes a queue for each job.
 * @param jobs all jobs of the product
 */
export async function startJobQueue(
  jobs: readonly Job<never>[],
  options: QueueOptions = { work: true },
): Promise<void> {
  const connections = pool();
  const next = new PgBoss({
    db: { executeSql: (text, values) => connections.query(text, values) },
    supervise: options.work,
    schedule: options.work,
  });
  next.on('error', (error) => warnUnlessOutage(error, 'job queue'));
  await next.start();
  for (const job of jobs) {
    await next.createQueue(job.name, {
      retryLimit: job.retryLimit ?? 5,
      retryBackoff: true,
      // For runs that ended with their process; the others say themselves when (below).
      retryDelay: 1,
      retryDelayMax: 4 * 3600,
      deleteAfterSeconds: keptFor.finishedJob * 24 * 3600,
    });
    if (options.work) await startWorking(next, job, options.onFailure);
  }
  boss = next;
}

/** Seconds between two looks of a worker that is woken when there is something to do. */
const sleepy = 60;

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
  const stopHearing = listenTo([topicOf(job.name)], wake);
  const stopEarlier = stopListening;
  stopListening = () => {
    stopHearing();
    stopEarlier();
  };
  const { lookEvery = 5, atOnce = 2 } = job;
  while (workers.length < atOnce) {
    const pace = {
      pollingIntervalSeconds: workers.length === 0 ? lookEvery : sleepy,
      batchSize: 1,
      includeMetadata: true,
    } as const;
    const worker = await queue.work<never>(job.name, pace, async (batch) => {
      const looking = setInterval(wake, lookEvery * 1_000);
      try {
        for (const { data } of batch) await job.run(data);
        countJob(job.name, 'done');
      } catch (error) {
        countJob(job.name, 'failed');
        await onFailure?.(job.name, error);
        // Last, because the time runs from when the queue writes the failure down.
        for (const failed of batch) {
          const wait = await planRetry(failed).catch(() => null);
          if (wait !== null) setTimeout(wake, wait).unref();
        }
        // The queue keeps it with the run.
        throw withoutValues(error);
      } finally {
        clearInterval(looking);
        wake();
      }
    });
    workers.push(worker);
  }
  if (job.schedule) await queue.schedule(job.name, job.schedule, {}, { tz: 'Europe/Brussels' });
}

/**
 * Says when a run that has failed is tried again; the queue's own reckoning has another jitter.
 * @returns milliseconds after which that is due
 */
async function planRetry(run: { id: string; name: string; retryCount: number }): Promise<number> {
  const seconds = Math.round(retryDelay(run.retryCount) / 1_000);
  await pool().query(
    'update pgboss.job set retry_backoff = false, retry_delay = $3 where name = $1 and id = $2',
    [run.name, run.id, seconds],
  );
  // The queue writes down the failure only after this.
  return (seconds + 1) * 1_000;
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
  await started().send(job.name, job.data, { ...options, db: fromDrizzle(tx, sql) });
  await announce(tx, topicOf(job.name));
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

/** The data of the jobs of a queue that are still to be done, or being done. */
export async function listWaitingJobs(name: string): Promise<unknown[]> {
  const { rows } = await pool().query<{ data: unknown }>(
    "select data from pgboss.job where name = $1 and state < 'completed'",
    [name],
  );
  return rows.map(({ data }) => data);
}
