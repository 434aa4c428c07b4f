import { Client } from 'pg';
import { ConfigError } from '~/config/config.server';
import { databaseCodeOf, pool, replicaPool, sessionPool } from './db.server';

/** The oldest PostgreSQL the migrations run on, as `server_version_num` counts. */
const oldest = { number: 150_000, name: '15' };
/** What the migrations create; both are part of PostgreSQL's contrib package. */
const extensions = ['unaccent', 'pg_trgm'];

type Found = { version: string; number: number; encoding: string; standby: boolean; may: boolean };

/**
 * Makes sure that the server of DATABASE_URL can carry the site, before anything is written to it.
 * @throws ConfigError what it lacks
 */
export async function requireUsableServer(): Promise<void> {
  const { rows } = await pool().query<Found>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby,
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as may`,
  );
  const [found] = rows;
  if (!found) return;
  if (found.number < oldest.number) {
    refuse(`is PostgreSQL ${found.version}; the site needs ${oldest.name} or newer`);
  }
  if (found.encoding !== 'UTF8') {
    refuse(`holds texts as ${found.encoding}; make the database with --encoding UTF8`);
  }
  if (found.standby) refuse('is a standby that takes no writes; name the primary');
  if (!found.may) refuse('lets this user make no tables; make it the owner of the database');
  const { rows: present } = await pool().query<{ name: string }>(
    'select name from pg_available_extensions where name = any($1)',
    [extensions],
  );
  const missing = extensions.filter((name) => !present.some((row) => row.name === name));
  if (missing.length > 0) {
    refuse(`lacks ${missing.join(' and ')}; install PostgreSQL’s contrib package on the server`);
  }
  await requireDirectAddress();
}

/** The address past a pooler has a host and a password of its own. */
async function requireDirectAddress(): Promise<void> {
  if (sessionPool() === pool()) return;
  try {
    await sessionPool().query('select 1');
  } catch (error) {
    const problem = databaseProblem(error, 'DATABASE_DIRECT_URL');
    throw problem ? new ConfigError(problem, { cause: error }) : error;
  }
}

/** Why nothing is read from the replica; null when there is none, or it follows. */
export async function replicaProblem(): Promise<string | null> {
  const replica = replicaPool();
  if (!replica) return null;
  // A connection of its own hears why: the watch over the pool refuses by itself after the first time.
  const client = new Client(replica.options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ follows: boolean }>(
      'select pg_is_in_recovery() as follows',
    );
    if (rows[0]?.follows) return null;
    return 'DATABASE_REPLICA_URL: the server follows no other one; name a standby, or remove it';
  } catch (error) {
    const known = databaseProblem(error, 'DATABASE_REPLICA_URL');
    return known ?? `DATABASE_REPLICA_URL: the server cannot be read (${String(error)})`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refuse(what: string): never {
  throw new ConfigError(`DATABASE_URL: the server ${what}`);
}

/** What to do, by SQLSTATE (PostgreSQL 15, appendix A) or the code of Node. */
const advice: Record<string, string> = {
  ECONNREFUSED: 'no server answers; correct host and port, or start it',
  ECONNRESET: 'the server ended the connection; look at its log',
  ENOENT: 'there is no such socket; correct the folder, or start the server',
  EACCES: 'this user may not use the socket; correct the folder or its rights',
  ENOTFOUND: 'there is no such host; correct its name',
  EAI_AGAIN: 'the name of the host cannot be looked up; correct it, or look at the network',
  ETIMEDOUT: 'the server does not answer; correct host and port, and look at the firewall',
  EHOSTUNREACH: 'the server cannot be reached; correct host and port, and look at the network',
  ENETUNREACH: 'the server cannot be reached; correct host and port, and look at the network',
  '28P01': 'the server refuses user or password; correct them (special characters percent-encoded)',
  '28000': 'the server does not let this user in; look at its pg_hba.conf, or add ?sslmode=require',
  '3D000': 'there is no such database; make it with createdb --owner <user> --encoding UTF8',
  '42501': 'the user may not do what the site needs; make it the owner of the database',
  '0A000': 'the server lacks an extension; install PostgreSQL’s contrib package on it',
  '58P01': 'the server lacks an extension; install PostgreSQL’s contrib package on it',
  '53300': 'the server has no free connection; raise its max_connections',
  '53100': 'the disk of the server is full; free some space',
  '57P03': 'the server is just starting or stopping; start the site again in a moment',
  '25006': 'the server takes no writes; name the primary',
};

const tlsAdvice =
  'the server offers no TLS; remove sslmode from the address, or switch TLS on there';
const words: [RegExp, string][] = [
  [/timeout/i, advice.ETIMEDOUT ?? ''],
  [/does not support SSL/i, tlsAdvice],
  [/client password must be a string/i, 'the server asks for a password, and there is none'],
  [/certificate/i, 'its certificate is not trusted; give its authority in NODE_EXTRA_CA_CERTS'],
  [/connection terminated/i, advice.ECONNRESET ?? ''],
];

/** Why the server of a variable does not work, and what to do; null for anything else. */
export function databaseProblem(error: unknown, variable = 'DATABASE_URL'): string | null {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return null;
  const nodeCode = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const what =
    advice[databaseCodeOf(error) ?? nodeCode] ??
    words.find(([pattern]) => pattern.test(cause.message))?.[1];
  if (!what) return null;
  const said = (cause.message || nodeCode).replaceAll(/\s+/g, ' ').slice(0, 200);
  return `${variable}: ${what} (${said})`;
}
