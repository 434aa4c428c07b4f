import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { projectRoot } from '~/lib/project-root.server';
import { pool } from './db.server';

/** Any number that no other use of advisory locks in this database has. */
const migrationLock = 7_413_001;

/**
 * Brings the open database to the newest schema. One node migrates while others wait for the
 * lock; all steps run in one transaction, so an interrupted migration leaves nothing behind and
 * can be repeated.
 */
export async function migrateDatabase(): Promise<void> {
  const connection = await pool().connect();
  try {
    await connection.query('set statement_timeout = 0');
    await connection.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(connection), {
      migrationsFolder: join(projectRoot(), 'app/db/migrations'),
    });
  } finally {
    // Ends the session, and with it the lock, also when the migration failed half way.
    connection.release(true);
  }
}
