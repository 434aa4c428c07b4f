import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { config, setConfig } from '~/config/config.server';
import { requireUsableServer } from '~/db/database-problem.server';
import { closeDatabase, openDatabase, pingDatabase } from '~/db/db.server';
import {
  findSchemaVersion,
  migrateDatabase,
  ownSchemaVersion,
  requireKnownSchema,
} from '~/db/migrate.server';
import { missingSegment } from '~/features/operations/backup/wal/fetch-wal.server';
import { jobs } from '~/jobs.server';
import { isSiteListening } from '~/platform/live.server';
import { Refusal } from '~/policy/refusal';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '~/platform/embedded-postgres/embedded-postgres.server';
import { requireDataDirectory } from '~/platform/files/data-directory.server';
import { loadFileStore } from '~/platform/files/file-store.server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { closeMailTransport } from '~/platform/mail/mail.server';
import { findRunningPostgres } from '~/platform/embedded-postgres/postgres-running.server';
import { ensureSecret } from '~/platform/secret.server';
import { migrateEmbedded } from '../start/migrate-embedded';
import type { AdminCommand } from './admin-command';

let embedded: EmbeddedPostgres | undefined;

/** Silences the log, since commands print their own result; failures are still shown. */
export function silenceLogs(): void {
  const { server, ...others } = config();
  setConfig({ ...others, server: { ...server, logLevel: 'fatal' } });
}

/**
 * Refuses a command where there is no database: it would create one, although the settings are
 * probably not loaded.
 * @throws Refusal
 */
export function requireSite(): void {
  const { databaseUrl, dataDirectory } = config();
  const cluster = join(dataDirectory, 'postgres', 'cluster');
  if (databaseUrl || statSync(cluster, { throwIfNoEntry: false })) return;
  throw new Refusal(
    `There is no site in ${resolve(dataDirectory)}; are the settings loaded? DATA_DIR or DATABASE_URL names the data of a site; its first start makes them.`,
  );
}

const runs = () => new Refusal('The site is running on this database; stop it first.');

/**
 * Opens what a command needs, without serving: the database given by DATABASE_URL, the embedded one
 * of the site that runs, or else the embedded one, which then runs for this command.
 * @throws Refusal when the schema is not that of this release, or a site runs that must not
 */
export async function openSite({
  isRestore,
  mustBeStopped = isRestore,
}: Pick<AdminCommand, 'isRestore' | 'mustBeStopped'>): Promise<void> {
  const { databaseUrl, dataDirectory } = config();
  await requireDataDirectory();
  if (!isRestore) await ensureSecret();
  await loadFileStore();
  const directory = join(dataDirectory, 'postgres');
  if (databaseUrl) {
    openDatabase({ connectionString: databaseUrl });
    await requireUsableServer();
    if (mustBeStopped && (await isSiteListening())) throw runs();
  } else if (!(await startEmbedded(directory))) {
    if (mustBeStopped) throw runs();
    await joinRunning(directory);
  }
  await requireOwnSchema();
  await startJobQueue(jobs, { work: false });
}

/**
 * Replays the log into a database that was laid out for it, and opens it. The recovered
 * database archives nothing until the site itself is started on it.
 * @param missing the segment that the log lacks, if any
 * @throws Refusal where the log does not reach the moment
 */
export async function openRecovered(until: Date | null, missing: string | null): Promise<void> {
  const directory = join(config().dataDirectory, 'postgres');
  await loadFileStore();
  try {
    embedded = await startEmbeddedPostgres({ directory, recovery: { until } });
  } catch (error) {
    if (!(error instanceof Error && /before configured recovery target/.test(error.message)))
      throw error;
    if (missing) throw missingSegment(missing);
    throw new Refusal(
      `The archive ends before ${until?.toISOString()}: leave out --until to bring back all that it has.`,
    );
  }
  openDatabase(embedded.connection());
  // It may be from before an upgrade; nobody else uses it yet.
  await migrateEmbedded(embedded.connection());
}

/** @returns false when another process runs it */
async function startEmbedded(directory: string): Promise<boolean> {
  try {
    embedded = await startEmbeddedPostgres({
      directory,
      walArchive: config().backup.walArchive,
    });
    openDatabase(embedded.connection());
    return true;
  } catch (error) {
    if (error instanceof Error && 'reason' in error && error.reason === 'in-use') return false;
    throw error;
  }
}

const attempts = 20;
const pauseMilliseconds = 250;

/** The site may be starting just now, or be starting its database again. */
async function joinRunning(directory: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const running = findRunningPostgres(directory);
    if (running) {
      openDatabase(running);
      if (await answers()) return;
      await closeDatabase();
    }
    await sleep(pauseMilliseconds);
  }
  throw new Refusal(
    'The site is running, but its database does not answer. Try again in a moment.',
  );
}

const answers = () =>
  pingDatabase().then(
    () => true,
    () => false,
  );

/** A new database gets the schema; one that a site may be using is never changed under it. */
async function requireOwnSchema(): Promise<void> {
  const found = await findSchemaVersion();
  if (!found) {
    await migrateDatabase();
    return;
  }
  await requireKnownSchema();
  const own = await ownSchemaVersion();
  if (found.hash === own.hash) return;
  throw new Refusal(
    `The database has the schema ${found.name}, this release has ${own.name}. Start the site of this release first, or run npm run db:migrate.`,
  );
}

/** The way back, in the opposite order. Safe to call when the opening failed half way. */
export async function closeSite(): Promise<void> {
  await stopJobQueue();
  closeMailTransport();
  await closeDatabase();
  await embedded?.stop();
  embedded = undefined;
}
