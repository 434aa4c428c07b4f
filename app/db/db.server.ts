import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { log } from '~/platform/log/log.server';
import { AppError } from '~/policy/errors';
import { directPool, pooledPool } from './connection-pools.server';
import type { WatchedPool } from './database-watch.server';
import { Replica } from './replica.server';
import * as accounts from './schema/identity/accounts';
import * as analytics from './schema/telemetry/analytics';
import * as audit from './schema/identity/audit';
import * as consent from './schema/consent';
import * as decisionImports from './schema/decision-imports';
import * as decisionProposals from './schema/decision-proposals';
import * as decisions from './schema/decisions';
import * as errorTracking from './schema/telemetry/error-tracking';
import * as events from './schema/events/events';
import * as follows from './schema/follows';
import * as correspondents from './schema/correspondents';
import * as savedViews from './schema/identity/saved-views';
import * as forum from './schema/forum/forum';
import * as association from './schema/operations/association';
import * as health from './schema/operations/health';
import * as intranet from './schema/intranet';
import * as mails from './schema/operations/mails';
import * as membership from './schema/membership';
import * as moderation from './schema/forum/moderation';
import * as newsletters from './schema/newsletters';
import * as proposals from './schema/identity/proposals';
import * as protection from './schema/identity/protection';
import * as publications from './schema/content/publications';
import * as search from './schema/search';
import * as registrations from './schema/events/registrations';
import * as publishing from './schema/content/publishing';

export const schema = {
  ...accounts,
  ...analytics,
  ...audit,
  ...consent,
  ...decisionImports,
  ...decisionProposals,
  ...decisions,
  ...errorTracking,
  ...events,
  ...follows,
  ...correspondents,
  ...savedViews,
  ...forum,
  ...association,
  ...health,
  ...intranet,
  ...mails,
  ...membership,
  ...moderation,
  ...newsletters,
  ...proposals,
  ...protection,
  ...publications,
  ...search,
  ...registrations,
  ...publishing,
};

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

let opened:
  | { pool: WatchedPool; direct: WatchedPool; database: Database; replica: Followed | undefined }
  | undefined;

type Followed = { follows: Replica; database: Database };

/** Where else the database can be reached. */
type OtherAddresses = {
  /** Past the pooler that the first address is one of. */
  direct?: PoolConfig | undefined;
  /** A server that follows by streaming replication. */
  replica?: PoolConfig | undefined;
};

/**
 * Opens the pools of this process.
 * @param settings node-postgres settings: a connection string or socket, port, user, database
 */
export function openDatabase(settings: PoolConfig, { direct, replica }: OtherAddresses = {}): void {
  const pool = direct ? pooledPool(settings) : directPool(settings);
  const follows = replica && new Replica(directPool({ max: 10, ...replica }));
  opened = {
    pool,
    // LISTEN, and the locks of uploads, jobs, exports, newsletters and backups.
    direct: direct ? directPool({ max: 8, ...direct }) : pool,
    database: drizzle(pool, { schema }),
    replica: follows && { follows, database: drizzle(follows.pool, { schema }) },
  };
}

export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  if (!closing) return;
  const { pool: own, direct, replica } = closing;
  await replica?.follows.end();
  if (direct !== own) await direct.endWatched();
  await own.endWatched();
}

/** Notices from now on when the database does not answer: then everything fails at once. */
export function watchDatabase(): void {
  const { pool: own, direct, replica } = current();
  own.watch();
  if (direct !== own) direct.watch();
  replica?.follows.follow(own);
}

function current() {
  if (!opened) throw new Error('The database is not open');
  return opened;
}

/** What the reads under way are sent to; nothing is the primary. */
const lateReads = new AsyncLocalStorage<Followed | undefined>();
/** Whether the present request may see what was written with some delay. */
const requestReads = new AsyncLocalStorage<{ mayBeLate: boolean }>();

export function db(): Database {
  return lateReads.getStore()?.database ?? current().database;
}

/** The pool itself, for the libraries that speak to PostgreSQL by themselves. */
export function pool(): Pool {
  return current().pool;
}

/** For what lasts longer than a transaction: LISTEN, and locks of a session. */
export function sessionPool(): Pool {
  return current().direct;
}

/** For reads alone: the pool of the replica where `db()` is that. */
export function readPool(): Pool {
  return lateReads.getStore()?.follows.pool ?? current().pool;
}

/** Whether there is a replica to read from. */
export const hasReplica = (): boolean => current().replica !== undefined;

/** To ask the replica how it is; reads go through `readLate`. */
export const replicaPool = (): Pool | undefined => opened?.replica?.follows.pool;

/** Says of all that `work` reads by `readLate` whether it may be some seconds old. */
export const withReads = <T>(mayBeLate: boolean, work: () => T): T =>
  requestReads.run({ mayBeLate }, work);

/**
 * Does what only reads, where the request allows it and a replica is there, on the replica; when that
 * fails, once more on the primary. A refusal stays one.
 */
export async function readLate<T>(work: () => Promise<T>): Promise<T> {
  const { replica } = current();
  if (!replica?.follows.isCurrent || !requestReads.getStore()?.mayBeLate) return work();
  try {
    return await lateReads.run(replica, work);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    replica.follows.distrust();
    return work();
  }
}

/** Attempts at a transaction that stands in the way of others. */
const maxAttempts = 4;

/**
 * Runs `work` in one transaction: all of it happens, or nothing. When two conflict
 * and the database has ended this one, `work` is done again from the beginning, a moment later: at
 * once it could take what the other waits for, and the two would meet again. It is also done once more
 * when a row that it has looked for came or went meanwhile: now it sees so, and can say it.
 * @param options.repeats `false` for what is alone in the database: it is not done again
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { repeats = true, ...config }: PgTransactionConfig & { repeats?: boolean } = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactionOnce(work, config);
    } catch (error) {
      if (!repeats) throw error;
      if (tries >= attemptsAfter(error)) throw refusalOf(error);
      await pause(Math.random() * 50 * tries);
    }
  }
}

/** What is referred to was gone at the second look as well, such as the account of who acts. */
function refusalOf(error: unknown): unknown {
  if (databaseCodeOf(error) !== '23503') return error;
  log().error({ err: error }, 'a row that others refer to was gone');
  return new AppError('error.changed-meanwhile', { cause: error });
}

/** Waits, until the transaction ends, for everybody else who has taken the turn of this name. */
export async function takeTurn(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The query builder of each connection. */
const databases = new WeakMap<PoolClient, Database>();

/**
 * The query builder's own way from a pool never gives a connection back on which `begin` failed: each
 * outage would leave the pool smaller, and the stop of the program would wait for it for ever.
 */
async function transactionOnce<T>(
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool().connect();
  try {
    const database = databases.get(client) ?? drizzle(client, { schema });
    databases.set(client, database);
    return await database.transaction(work, config);
  } finally {
    client.release();
  }
}

/** How often a transaction may be tried that has ended so (PostgreSQL 18, 13.5). */
function attemptsAfter(error: unknown): number {
  const code = databaseCodeOf(error);
  // Deadlock and serialisation.
  if (code === '40P01' || code === '40001') return maxAttempts;
  // Somebody else has added the same row, or removed one that is referred to.
  return code === '23505' || code === '23503' ? 2 : 1;
}

/**
 * The error code of PostgreSQL, whether or not the query builder has wrapped the error.
 * @returns the SQLSTATE (PostgreSQL 15, appendix A), or null when the error is not PostgreSQL's
 */
export function databaseCodeOf(error: unknown): string | null {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof DatabaseError ? (cause.code ?? null) : null;
}

/** Whether a unique index has found that there is such a row already. */
export function isUniqueViolation(error: unknown): boolean {
  return databaseCodeOf(error) === '23505';
}

/** @throws when the database does not answer a trivial query */
export async function pingDatabase(): Promise<void> {
  await pool().query('select 1');
}
