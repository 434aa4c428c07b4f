import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { WatchedPool } from './database-watch.server';
import * as accounts from './schema/identity/accounts';
import * as analytics from './schema/telemetry/analytics';
import * as audit from './schema/identity/audit';
import * as consent from './schema/consent';
import * as errorTracking from './schema/telemetry/error-tracking';
import * as events from './schema/events/events';
import * as forum from './schema/forum/forum';
import * as health from './schema/operations/health';
import * as intranet from './schema/intranet';
import * as mails from './schema/operations/mails';
import * as membership from './schema/membership';
import * as moderation from './schema/forum/moderation';
import * as newsletters from './schema/newsletters';
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
  ...errorTracking,
  ...events,
  ...forum,
  ...health,
  ...intranet,
  ...mails,
  ...membership,
  ...moderation,
  ...newsletters,
  ...protection,
  ...publications,
  ...search,
  ...registrations,
  ...publishing,
};

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

let opened: { pool: WatchedPool; database: Database } | undefined;

/**
 * Short queries only: compiling them takes longer than running them. And the server finds out by
 * itself that this process is gone, and lets go of the rows its transactions had locked
 * (PostgreSQL 15, section 20.3.2 and 20.11.1).
 */
const sessionSettings = [
  '-c jit=off',
  '-c tcp_keepalives_idle=10',
  '-c tcp_keepalives_interval=5',
  '-c tcp_keepalives_count=3',
  '-c idle_in_transaction_session_timeout=60000',
].join(' ');

/**
 * Opens the pool of this process.
 * @param settings node-postgres settings: a connection string or socket, port, user, database
 */
export function openDatabase(settings: PoolConfig): void {
  const pool = new WatchedPool({
    max: 20,
    // With what else a request does, an answer within five seconds.
    connectionTimeoutMillis: 3_000,
    // Each takes PostgreSQL 3 MB; what a rush opened is given back soon after it.
    idleTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    options: sessionSettings,
    ...settings,
  });
  // A connection that breaks (server restarted) must not end the process, neither an idle one nor
  // one in use: the statement or transaction on it fails, and the pool replaces it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  opened = { pool, database: drizzle(pool, { schema }) };
}

export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await closing?.pool.endWatched();
}

/** Notices from now on when the database does not answer: then everything fails at once. */
export function watchDatabase(): void {
  current().pool.watch();
}

function current() {
  if (!opened) throw new Error('The database is not open');
  return opened;
}

export function db(): Database {
  return current().database;
}

/** The pool itself, for the libraries that speak to PostgreSQL by themselves. */
export function pool(): Pool {
  return current().pool;
}

/** How often work is begun that others stand in the way of. */
const mostTries = 4;

/**
 * Runs `work` in one transaction: all of it happens, or nothing. When two stood in each other's way
 * and the database has ended this one, `work` is done again from the beginning, a moment later: at
 * once it could take what the other waits for, and the two would meet again.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactionOnce(work, config);
    } catch (error) {
      if (!stoodInTheWay(error) || tries === mostTries) throw error;
      await pause(Math.random() * 50 * tries);
    }
  }
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

/** Deadlock and serialisation. */
function stoodInTheWay(error: unknown): boolean {
  const code = databaseCodeOf(error);
  return code === '40P01' || code === '40001';
}

/**
 * What PostgreSQL itself said, whether or not the query builder has wrapped it.
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
