import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import { type Database, db, readPool } from './db.server';

/**
 * A query that is written once for each database that is opened, not for each request.
 * @param make ends with `.prepare('name')`, so that PostgreSQL too reads it once for each connection
 */
export function prepared<Query>(make: (database: Database) => Query): () => Query {
  const made = new WeakMap<Database, Query>();
  return () => {
    const known = made.get(db()) ?? make(db());
    made.set(db(), known);
    return known;
  };
}

const dialect = new PgDialect();

/**
 * Runs a long query so that PostgreSQL reads and plans it once for each connection, not each time.
 * For queries with few variants, whose best plan does not depend on the parameters.
 */
export async function executePrepared<Row extends QueryResultRow>(query: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = createHash('sha1').update(text).digest('base64url');
  const { rows } = await readPool().query<Row>({ name, text, values });
  return rows;
}
