import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { migrateDatabase } from '~/db/migrate.server';
import { jobs } from '~/jobs.server';
import { startEmbeddedPostgres } from '~/platform/embedded-postgres/embedded-postgres.server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import {
  addressOf,
  createDatabase,
  type DatabaseServer,
  dropDatabase,
  onServer,
  templateOf,
} from './database-server';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

/**
 * Before all test files: one PostgreSQL for the run (the embedded one in a temporary folder, or
 * the server of TEST_DATABASE_URL) and on it a template with the schema and the job queue.
 * @returns what removes all of it
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startServer(process.env.TEST_DATABASE_URL);
  const server = { address, prefix: `site_test_${randomBytes(6).toString('hex')}` };
  project.provide('databaseServer', server);
  try {
    await makeTemplate(server);
  } catch (error) {
    await removeDatabases(server);
    await stop();
    throw error;
  }
  return async () => {
    await removeDatabases(server);
    await stop();
  };
}

async function startServer(
  given: string | undefined,
): Promise<{ address: string; stop: () => Promise<void> }> {
  if (given) return { address: given, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'test-database-'));
  // PostgreSQL refuses to run as root, so another user has to reach the folder.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    durable: false,
    maxConnections: 100,
  });
  return {
    address: postgres.connectionString(),
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(server: DatabaseServer): Promise<void> {
  setConfig(parseConfig({ NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'error' }));
  await createDatabase(server, templateOf(server));
  openDatabase({ connectionString: addressOf(server, templateOf(server)) });
  try {
    await migrateDatabase();
    await startJobQueue(jobs, { work: false });
  } finally {
    await stopJobQueue();
    await closeDatabase();
  }
}

async function removeDatabases(server: DatabaseServer): Promise<void> {
  const like = server.prefix.replaceAll('_', String.raw`\_`);
  const rows = await onServer(
    server,
    `select datname from pg_database where datname like '${like}%'`,
  );
  for (const { datname } of rows) await dropDatabase(server, String(datname));
}
