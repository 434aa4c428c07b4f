import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, pool } from '~/db/db.server';
import { findSchemaVersion, ownSchemaVersion } from '~/db/migrate.server';
import { findLastAuditCheck } from '~/features/identity/audit/audit.server';
import { findLastBackup, findLastFailedBackup } from '~/features/operations/backup/backup.server';
import { findArchivingOff } from '~/features/operations/backup/wal/server-archiving.server';
import { findOldestWaitingWal } from '~/features/operations/backup/wal/wal-folder.server';
import { findLastFileCheck } from '~/features/operations/file-check/file-check.server';
import type { TextKey } from '~/i18n/translate';
import { pingFileStore } from '~/platform/files/file-store.server';
import { ageOf, hourLong, minuteLong, type Reading } from './health-check';

const backupHours = { attention: 2 * 24, bad: 8 * 24 };
/** A segment is closed every five minutes, and stored within a minute. */
const waitingMinutes = 15;
const freeShare = { attention: 0.15, bad: 0.05 };

/** The disk of DATA_DIR. */
export async function readDisk(): Promise<Reading> {
  const disk = await statfs(config().dataDirectory);
  const share = disk.blocks === 0 ? 1 : disk.bavail / disk.blocks;
  const verdict =
    share < freeShare.bad ? 'bad' : share < freeShare.attention ? 'attention' : 'good';
  return {
    verdict,
    advice: verdict === 'good' ? 'health.disk.good' : 'health.disk.full',
    facts: [
      {
        label: 'health.free',
        value: disk.bavail * disk.bsize,
        isBytes: true,
        metric: 'site_disk_free_bytes',
      },
      {
        label: 'health.size',
        value: disk.blocks * disk.bsize,
        isBytes: true,
        metric: 'site_disk_size_bytes',
      },
    ],
  };
}

/** The file store. */
export async function readFiles(): Promise<Reading> {
  const { fileStoreUrl, intranet } = config();
  const answers = await pingFileStore().then(
    () => true,
    () => false,
  );
  const { rows } = await db().execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0)::text as bytes from intranet_document_versions`,
  );
  return {
    verdict: answers ? 'good' : 'bad',
    advice: answers ? 'health.storage.good' : 'health.storage.away',
    facts: [
      { label: 'health.kind', value: fileStoreUrl ? 'S3' : 'DATA_DIR' },
      {
        label: 'health.used',
        value: Number(rows[0]?.bytes ?? 0),
        isBytes: true,
        metric: 'site_files_bytes',
      },
      { label: 'health.quota', value: intranet.areaQuota, isBytes: true },
    ],
  };
}

type Archive = {
  at: Date | null;
  isFailing: boolean;
  waitsSince: Date | null;
  /** Which setting of a server of one's own keeps it from archiving. */
  off: TextKey | null;
};

/** When the last backup was made, whether a later one failed, and how the archive of the log is. */
export async function readBackup(): Promise<Reading> {
  const [last, failed, archive] = await Promise.all([
    findLastBackup(commandLine),
    findLastFailedBackup(commandLine),
    readArchive(),
  ]);
  return {
    ...backupVerdict(last, failed, archive),
    facts: [
      { label: 'health.last-backup', value: last, metric: 'site_backup_last_seconds' },
      ...(failed ? [{ label: 'health.failed-backup', value: failed } as const] : []),
      ...(archive ? [{ label: 'health.archived', value: archive.at } as const] : []),
    ],
  };
}

function backupVerdict(
  last: Date | null,
  failed: Date | null,
  archive: Archive | null,
): Omit<Reading, 'facts'> {
  if (failed && (last === null || failed > last)) {
    return { verdict: 'bad', advice: 'health.backup.failed' };
  }
  if (archive?.off) return { verdict: 'bad', advice: archive.off };
  if (archive?.isFailing) return { verdict: 'bad', advice: 'health.backup.archive' };
  if (last === null) {
    return config().demonstration.enabled
      ? { verdict: 'good', advice: 'health.backup.demonstration' }
      : { verdict: 'bad', advice: 'health.backup.none' };
  }
  if (archive?.waitsSince && ageOf(archive.waitsSince) > waitingMinutes * minuteLong) {
    return { verdict: 'bad', advice: 'health.backup.archive-waits' };
  }
  const hours = ageOf(last) / hourLong;
  if (hours < backupHours.attention) return { verdict: 'good', advice: 'health.backup.good' };
  return {
    verdict: hours < backupHours.bad ? 'attention' : 'bad',
    advice: 'health.backup.old',
  };
}

/** How the archive of the write-ahead log is; null where none is kept. */
async function readArchive(): Promise<Archive | null> {
  const { rows } = await db().execute<{ mode: string; at: Date | null; failing: boolean | null }>(
    sql`select current_setting('archive_mode') as mode, last_archived_time as at,
      last_failed_time > coalesce(last_archived_time, '-infinity') as failing
      from pg_stat_archiver`,
  );
  const [found] = rows;
  const off = await findArchivingOff((text) => pool().query(text));
  if (!found || (found.mode === 'off' && !off)) return null;
  // A folder that cannot be read is one that nothing is archived in.
  const waitsSince = await findOldestWaitingWal().catch(() => undefined);
  return {
    at: found.at && new Date(found.at),
    isFailing: (found.failing ?? false) || waitsSince === undefined,
    waitsSince: waitsSince ?? null,
    off,
  };
}

/** The database; that it does not answer at all is noticed elsewhere, since nothing is read then. */
export async function readDatabase(): Promise<Reading> {
  const { rows } = await db().execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database())::text as bytes`,
  );
  const [present, own] = await Promise.all([findSchemaVersion(), ownSchemaVersion()]);
  const isOwn = present?.hash === own.hash;
  return {
    verdict: isOwn ? 'good' : 'bad',
    advice: isOwn ? 'health.database.good' : 'health.database.other',
    facts: [
      { label: 'health.kind', value: config().databaseUrl ? 'DATABASE_URL' : 'DATA_DIR' },
      { label: 'health.version', value: `PostgreSQL ${rows[0]?.version ?? ''}` },
      {
        label: 'health.used',
        value: Number(rows[0]?.bytes ?? 0),
        isBytes: true,
        metric: 'site_database_bytes',
      },
      { label: 'health.schema', value: present?.name ?? null },
    ],
  };
}

/** What the last checks of the audit log and of the files found. */
export async function readChecks(): Promise<Reading> {
  const [audit, files] = await Promise.all([
    findLastAuditCheck(commandLine),
    findLastFileCheck(commandLine),
  ]);
  const isBroken = (audit?.brokenSeq ?? null) !== null;
  const isMissing = (files?.withoutFile.length ?? 0) > 0;
  const sound: TextKey = audit && files ? 'health.checks.good' : 'health.checks.none';
  return {
    verdict: isBroken || isMissing ? 'bad' : 'good',
    advice: isBroken ? 'health.checks.audit' : isMissing ? 'health.checks.files' : sound,
    facts: [
      { label: 'health.audit-checked', value: audit?.at ?? null },
      { label: 'health.files-checked', value: files?.at ?? null },
    ],
  };
}
