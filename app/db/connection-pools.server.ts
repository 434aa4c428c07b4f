import type { Client, PoolConfig } from 'pg';
import { WatchedPool } from './database-watch.server';

/**
 * Short queries only: compiling them takes longer than running them. And the server finds out by
 * itself that this process is gone, and lets go of the rows its transactions had locked
 * (PostgreSQL 15, section 20.3.2 and 20.11.1).
 */
const sessionSettings = {
  statement_timeout: 30_000,
  options: [
    '-c jit=off',
    '-c tcp_keepalives_idle=10',
    '-c tcp_keepalives_interval=5',
    '-c tcp_keepalives_count=3',
    '-c idle_in_transaction_session_timeout=60000',
  ].join(' '),
};

const poolSettings = {
  max: 20,
  // With what else a request does, an answer within five seconds.
  connectionTimeoutMillis: 3_000,
  // Each takes PostgreSQL 3 MB; what a rush opened is given back soon after it.
  idleTimeoutMillis: 10_000,
};

/** A pool of connections to the server itself. */
export function directPool(settings: PoolConfig): WatchedPool {
  return quiet(new WatchedPool({ ...poolSettings, ...sessionSettings, ...settings }));
}

/**
 * A pool of connections to a pooler in transaction mode, which takes no settings of a session
 * (docs/SCALING.md says where they are set), and gives each transaction another connection: a
 * statement prepared by name on one is not there on the next. Without a name it is read, bound and
 * run in one go (PgBouncer, "How to use prepared statements with transaction pooling").
 */
export function pooledPool(settings: PoolConfig): WatchedPool {
  const pool = quiet(new WatchedPool({ ...poolSettings, ...settings }));
  return pool.on('connect', prepareNothing);
}

function prepareNothing(client: Client): void {
  client.query = new Proxy(client.query.bind(client), {
    apply: (query, self, [asked, ...rest]: unknown[]) =>
      Reflect.apply(query, self, [isNamed(asked) ? { ...asked, name: undefined } : asked, ...rest]),
  });
}

/** A question with a name; what does its own talking with the server (a cursor) has none. */
const isNamed = (asked: unknown): asked is { name: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked);

/**
 * A connection that breaks (server restarted) must not end the process, neither an idle one nor
 * one in use: the statement or transaction on it fails, and the pool replaces it.
 */
function quiet(pool: WatchedPool): WatchedPool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
