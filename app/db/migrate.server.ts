import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { z } from 'zod';
import { projectRoot } from '~/lib/project-root.server';
import { pool } from './db.server';

/** Any number that no other use of advisory locks in this database has. */
const migrationLock = 7_413_001;

const migrationsFolder = () => join(projectRoot(), 'app/db/migrations');

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
      migrationsFolder: migrationsFolder(),
    });
  } finally {
    // Ends the session, and with it the lock, also when the migration failed half way.
    connection.release(true);
  }
}

/** The version of a schema: the name of its last migration, and the hash of what that one does. */
export type SchemaVersion = { name: string; hash: string };

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

async function readJournal() {
  const text = await readFile(join(migrationsFolder(), 'meta/_journal.json'), 'utf8');
  return journal.parse(JSON.parse(text)).entries;
}

/** The schema that this release brings. */
export async function ownSchemaVersion(): Promise<SchemaVersion> {
  const name = (await readJournal()).at(-1)?.tag;
  if (!name) throw new Error('There are no migrations');
  const text = await readFile(join(migrationsFolder(), `${name}.sql`), 'utf8');
  return { name, hash: createHash('sha256').update(text).digest('hex') };
}

/** The schema of the open database; null when it has none yet. */
export async function findSchemaVersion(): Promise<SchemaVersion | null> {
  const { rows: tables } = await pool().query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  );
  if (!tables[0]?.name) return null;
  const { rows } = await pool().query<{ hash: string; made: string }>(
    'select hash, created_at::text as made from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  const [last] = rows;
  if (!last) return null;
  const known = (await readJournal()).find(({ when }) => String(when) === last.made);
  return { name: known?.tag ?? `of a later release (${last.made})`, hash: last.hash };
}
