import { type Database, db } from './db.server';

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
