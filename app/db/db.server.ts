import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import * as accounts from './schema/accounts';
import * as analytics from './schema/analytics';
import * as audit from './schema/audit';
import * as consent from './schema/consent';
import * as errorTracking from './schema/error-tracking';
import * as events from './schema/events';
import * as forum from './schema/forum';
import * as intranet from './schema/intranet';
import * as mails from './schema/mails';
import * as membership from './schema/membership';
import * as moderation from './schema/moderation';
import * as newsletters from './schema/newsletters';
import * as protection from './schema/protection';
import * as publications from './schema/publications';
import * as search from './schema/search';
import * as registrations from './schema/registrations';
import * as publishing from './schema/publishing';

export const schema = {
  ...accounts,
  ...analytics,
  ...audit,
  ...consent,
  ...errorTracking,
  ...events,
  ...forum,
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

let opened: { pool: Pool; database: Database } | undefined;

/**
 * Opens the pool of this process.
 * @param settings node-postgres settings: a connection string or socket, port, user, database
 */
export function openDatabase(settings: PoolConfig): void {
  const pool = new Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // Short queries only: compiling them takes longer than running them.
    options: '-c jit=off',
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
  await closing?.pool.end();
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

/** Runs `work` in one transaction: all of it happens, or nothing. */
export function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db().transaction(work);
}

/** @throws when the database does not answer a trivial query */
export async function pingDatabase(): Promise<void> {
  await pool().query('select 1');
}
