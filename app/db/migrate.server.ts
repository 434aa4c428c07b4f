import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { buildVersion } from '~/config/build-version';
import { projectRoot } from '~/config/project-root.server';
import { Refusal } from '~/policy/refusal';
import { pool, sessionPool } from './db.server';

/** Any number that no other use of advisory locks in this database has. */
const migrationLock = 7_413_001;

/** A build has its own, made with it: the sources beside it may be those of another release by now. */
const migrationsFolder = () =>
  join(projectRoot(), import.meta.env.PROD ? 'build/server/migrations' : 'app/db/migrations');

/** The channel of all notifications, and the topic that announces a possible schema change to nodes. */
const channel = 'live';
export const schemaTopic = 'schema';

/**
 * Brings the open database to the newest schema. One node migrates while others wait for the
 * lock; all steps run in one transaction, so an interrupted migration leaves nothing behind and
 * can be repeated. Running nodes of an earlier release are notified.
 * @throws Refusal when a later release has already migrated the database
 */
export async function migrateDatabase(): Promise<void> {
  const connection = await sessionPool().connect();
  try {
    await connection.query('set statement_timeout = 0');
    await connection.query('select pg_advisory_lock($1)', [migrationLock]);
    await requireKnownSchema(connection);
    await migrate(drizzle(connection), {
      migrationsFolder: migrationsFolder(),
    });
    await noteRelease(connection);
    await connection.query('select pg_notify($1, $2)', [channel, schemaTopic]);
  } finally {
    // Ends the session, and with it the lock, also when the migration failed half way.
    connection.release(true);
  }
}

/** The version of a schema: the name of its last migration, and the hash of what that one does. */
export type SchemaVersion = { name: string; hash: string };

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations of this release, the oldest first. */
async function ownMigrations(): Promise<SchemaVersion[]> {
  const text = await readFile(join(migrationsFolder(), 'meta/_journal.json'), 'utf8');
  const { entries } = journal.parse(JSON.parse(text));
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  return entries.map(({ tag }, index) => ({ name: tag, hash: files[index]?.hash ?? '' }));
}

/** The schema that this release brings. */
export async function ownSchemaVersion(): Promise<SchemaVersion> {
  const last = (await ownMigrations()).at(-1);
  if (!last) throw new Error('There are no migrations');
  return last;
}

type Connection = Pool | PoolClient;

/** Hashes of the migrations that the database has been through, the newest first. */
async function appliedHashes(connection: Connection): Promise<string[]> {
  const { rows: tables } = await connection.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  );
  if (!tables[0]?.name) return [];
  const { rows } = await connection.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at desc',
  );
  return rows.map(({ hash }) => hash);
}

/** The schema of the open database; null when it has none yet. */
export async function findSchemaVersion(): Promise<SchemaVersion | null> {
  const [hash] = await appliedHashes(pool());
  if (hash === undefined) return null;
  const known = (await ownMigrations()).find((own) => own.hash === hash);
  return { name: known?.name ?? (await releaseOf(pool())).schema, hash };
}

/** @throws Refusal when the database has been through migrations that this release does not know */
export async function requireKnownSchema(connection: Connection = pool()): Promise<void> {
  const own = await ownMigrations();
  const known = new Set(own.map(({ hash }) => hash));
  if ((await appliedHashes(connection)).every((hash) => known.has(hash))) return;
  const { version, schema } = await releaseOf(connection);
  throw new Refusal(
    `The database was upgraded by version ${version} (schema ${schema}); this is version ` +
      `${buildVersion ?? 'unknown'} (schema ${own.at(-1)?.name}), which does not know that schema. ` +
      'An older version does not run on a newer database, and nothing was changed. ' +
      `Start version ${version} or a later one (git checkout, npm ci, npm run build); or keep this ` +
      'version, set the database aside and restore the backup that was made before the upgrade ' +
      '(docs/OPERATIONS.md, "Upgrade and rollback").',
  );
}

const releaseSchema = z.object({ version: z.string(), schema: z.string() });
type Release = z.output<typeof releaseSchema>;

/** The release that migrated the database last: it is the comment of the table of migrations. */
async function releaseOf(connection: Connection): Promise<Release> {
  const { rows } = await connection.query<{ note: string | null }>(
    "select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as note",
  );
  try {
    return releaseSchema.parse(JSON.parse(rows[0]?.note ?? ''));
  } catch {
    return { version: 'unknown', schema: 'of a later release' };
  }
}

/** A release that brings no other schema leaves the note of the one that did. */
async function noteRelease(connection: PoolClient): Promise<void> {
  const { name: schema } = await ownSchemaVersion();
  if ((await releaseOf(connection)).schema === schema) return;
  const release: Release = { version: buildVersion ?? 'unknown', schema };
  const note = connection.escapeLiteral(JSON.stringify(release));
  await connection.query(`comment on table drizzle.__drizzle_migrations is ${note}`);
}
