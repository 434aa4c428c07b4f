import { join } from 'node:path';
import { config } from '~/config/config.server';
import { requireUsableServer } from '~/db/database-problem.server';
import { closeDatabase, openDatabase, transaction, watchDatabase } from '~/db/db.server';
import { migrateDatabase } from '~/db/migrate.server';
import { createMissingProfiles } from '~/features/identity/accounts/accounts.server';
import { continueAuditChain } from '~/features/identity/audit/audit.server';
import { keyRecoveryCodes } from '~/features/identity/second-factor/recovery-codes.server';
import { loadStartingContent } from '~/features/operations/demonstration/demonstration.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { readHealthFigures } from '~/features/operations/health/health-metrics.server';
import { HealthWatch } from '~/features/operations/health/health-watch.server';
import { releaseUploads } from '~/features/library/uploads/uploads.server';
import { renderTexts } from '~/features/writing/rendered-texts/render-texts.job.server';
import { recogniseCitations } from '~/features/library/reading/page-citations.server';
import { jobs } from '~/jobs.server';
import { isOutage } from '~/answers/outage.server';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '~/platform/embedded-postgres/embedded-postgres.server';
import { requireArchiveFolder, requireDataDirectory } from '~/platform/files/data-directory.server';
import { countError } from '~/platform/log/error-count.server';
import { loadFileStore } from '~/platform/files/file-store.server';
import { enqueue, startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { startAssociation } from '~/platform/association.server';
import { startLive, stopLive } from '~/platform/live.server';
import { log } from '~/platform/log/log.server';
import { closeMailTransport, deliverMail } from '~/platform/mail/mail.server';
import { provideFigures } from '~/platform/log/metrics.server';
import { endOutageLog } from '~/platform/log/outage-log.server';
import { watchSchema } from '~/platform/schema-watch.server';
import { ensureSecret } from '~/platform/secret.server';
import { checkBackupRecipient, checkFileStore } from '../admin/check-services';
import { migrateEmbedded } from './migrate-embedded';

let embedded: EmbeddedPostgres | undefined;
let watch: HealthWatch | undefined;

/** Starts secret, database, schema, demonstration content and jobs. */
export async function startPlatform(): Promise<void> {
  await checkBackupRecipient();
  await requireDataDirectory();
  await ensureSecret();
  await startDatabase();
  await checkFileStore();
  watchDatabase();
  await startLive();
  await startAssociation();
  watchSchema();
  await startJobQueue(jobs, {
    work: true,
    isAlone: embedded !== undefined,
    onFailure: noteFailedJob,
  });
  await loadStartingContent();
  await createMissingProfiles();
  await keyRecoveryCodes();
  await continueAuditChain();
  await transaction((tx) => enqueue(tx, { name: renderTexts.name, data: {} }));
  await transaction((tx) => enqueue(tx, { name: recogniseCitations.name, data: {} }));
  provideFigures(readHealthFigures);
  watch = new HealthWatch();
  watch.start();
}

/** Records and counts failures of jobs; e-mails have a health check of their own. */
async function noteFailedJob(job: string, error: unknown): Promise<void> {
  if (!isOutage(error) && job !== deliverMail.name) countError('job');
  await recordServerError('job', error, { url: `/${job}` });
}

/**
 * Opens the database, starting the embedded one when no other is given, and migrates it; what
 * stands in it names files, so their store is made ready too.
 */
export async function startDatabase(): Promise<void> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, dataDirectory } = config();
  await loadFileStore();
  await requireArchiveFolder();
  if (databaseUrl) {
    openDatabase(
      { connectionString: databaseUrl },
      {
        direct: addressed(databaseDirectUrl),
        replica: addressed(databaseReplicaUrl),
      },
    );
    await requireUsableServer();
  } else {
    embedded = await startEmbeddedPostgres({
      directory: join(dataDirectory, 'postgres'),
      onLog: (line) => log().info(line),
      walArchive: config().backup.walArchive,
    });
    openDatabase(embedded.connection());
    await migrateEmbedded(embedded.connection());
    return;
  }
  await migrateDatabase();
}

const addressed = (connectionString: string | undefined) =>
  connectionString === undefined ? undefined : { connectionString };

/** The way back, in the opposite order. Safe to call when the start failed half way. */
export async function stopPlatform(): Promise<void> {
  await watch?.stop();
  watch = undefined;
  stopLive();
  await releaseUploads();
  await stopJobQueue();
  closeMailTransport();
  await closeDatabase();
  await embedded?.stop();
  embedded = undefined;
  endOutageLog();
}
