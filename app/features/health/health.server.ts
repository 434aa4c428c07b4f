import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db } from '~/db/db.server';
import { findSchemaVersion, ownSchemaVersion } from '~/db/migrate.server';
import { findLastAuditCheck } from '~/features/audit/audit.server';
import { findLastBackup, findLastFailedBackup } from '~/features/backup/backup.server';
import { findLastFileCheck } from '~/features/file-check/file-check.server';
import type { TextKey } from '~/i18n/translate';
import { buildVersion, buildVersionDate } from '~/lib/build-version';
import { authorise } from '~/permissions';

/** good: nothing to do; attention: soon; bad: now. */
type Verdict = 'good' | 'attention' | 'bad';

type Fact = {
  label: TextKey;
  value: string | number | Date | null;
  /** Bytes are shown in MB, everything else as it is. */
  isBytes?: boolean;
};

/** One thing the site stands on: how it is, in a sentence that says what to do, and the figures. */
export type HealthPart = {
  name: TextKey;
  verdict: Verdict;
  advice: TextKey;
  facts: Fact[];
};

const hour = 3_600_000;
/** Hours after which something that should have happened every night is late. */
const nightHours = 26;
const backupHours = { attention: 2 * 24, bad: 8 * 24 };
const lateMinutes = 30;
const freeShare = { attention: 0.15, bad: 0.05 };

const ageOf = (at: Date | null) => (at ? Date.now() - at.getTime() : Infinity);

/** How everything is that the site stands on, for those who run it. */
export async function getHealth(actor: Actor): Promise<HealthPart[]> {
  authorise(actor, 'health.read');
  return Promise.all([
    mailHealth(),
    queueHealth(),
    storageHealth(),
    backupHealth(actor),
    databaseHealth(),
    nightHealth(),
    checksHealth(actor),
    Promise.resolve(versionHealth()),
  ]);
}

/** How many parts need somebody. */
export async function countHealthFindings(actor: Actor): Promise<number> {
  return (await getHealth(actor)).filter(({ verdict }) => verdict !== 'good').length;
}

async function mailHealth(): Promise<HealthPart> {
  const [found] = await rowsOf<{
    waiting: number;
    failed: number;
    late: number;
    sent: Date | null;
  }>(
    sql`select count(*) filter (where state = 'queued')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'queued'
        and created_at < now() - make_interval(mins => ${lateMinutes}))::int as late,
      max(sent_at) as sent from mails`,
  );
  const { waiting = 0, failed = 0, late = 0, sent = null } = found ?? {};
  const isSet = config().mail.smtpUrl !== undefined;
  const verdict = failed + late > 0 || (!isSet && config().production) ? 'attention' : 'good';
  const advice: TextKey =
    failed > 0
      ? 'health.mail.failed'
      : late > 0
        ? 'health.mail.late'
        : isSet
          ? 'health.mail.good'
          : 'health.mail.none';
  return {
    name: 'health.mail',
    verdict,
    advice,
    facts: [
      { label: 'health.last-sent', value: sent && new Date(sent) },
      { label: 'health.waiting', value: waiting },
      { label: 'health.failed', value: failed },
    ],
  };
}

async function queueHealth(): Promise<HealthPart> {
  const [found] = await rowsOf<{ waiting: number; failed: number; oldest: Date | null }>(
    sql`select count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      min(start_after) filter (where state = 'created' and start_after < now()) as oldest
      from pgboss.job`,
  );
  const { waiting = 0, failed = 0, oldest = null } = found ?? {};
  const isLate = oldest !== null && ageOf(new Date(oldest)) > lateMinutes * 60_000;
  return {
    name: 'health.queue',
    verdict: isLate ? 'bad' : failed > 0 ? 'attention' : 'good',
    advice: isLate ? 'health.queue.late' : failed > 0 ? 'health.queue.failed' : 'health.queue.good',
    facts: [
      { label: 'health.waiting', value: waiting },
      { label: 'health.oldest', value: oldest && new Date(oldest) },
      { label: 'health.failed', value: failed },
    ],
  };
}

async function storageHealth(): Promise<HealthPart> {
  const { dataDirectory, fileStoreUrl, intranet } = config();
  const [used] = await rowsOf<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0)::text as bytes from intranet_document_versions`,
  );
  const disk = await statfs(dataDirectory).catch(() => null);
  const share = disk ? disk.bavail / disk.blocks : 1;
  const verdict =
    share < freeShare.bad ? 'bad' : share < freeShare.attention ? 'attention' : 'good';
  return {
    name: 'health.storage',
    verdict,
    advice: verdict === 'good' ? 'health.storage.good' : 'health.storage.full',
    facts: [
      { label: 'health.kind', value: fileStoreUrl ? 'S3' : 'DATA_DIR' },
      { label: 'health.used', value: Number(used?.bytes ?? 0), isBytes: true },
      { label: 'health.quota', value: intranet.areaQuota, isBytes: true },
      { label: 'health.free', value: disk ? disk.bavail * disk.bsize : null, isBytes: true },
    ],
  };
}

async function backupHealth(actor: Actor): Promise<HealthPart> {
  const [last, lastFailed, archive] = await Promise.all([
    findLastBackup(actor),
    findLastFailedBackup(actor),
    archiveState(),
  ]);
  const hours = ageOf(last) / hour;
  const hasFailed = lastFailed !== null && (last === null || lastFailed > last);
  const isDemonstration = last === null && !hasFailed && config().demonstration.enabled;
  const facts: Fact[] = [
    { label: 'health.last-backup', value: last },
    ...(lastFailed ? [{ label: 'health.failed-backup', value: lastFailed } as const] : []),
    ...(archive ? [{ label: 'health.archived', value: archive.at } as const] : []),
  ];
  const part = (verdict: Verdict, advice: TextKey): HealthPart => ({
    name: 'health.backup',
    verdict,
    advice,
    facts,
  });
  if (hasFailed) return part('bad', 'health.backup.failed');
  if (archive?.isFailing) return part('bad', 'health.backup.archive');
  if (isDemonstration) return part('good', 'health.backup.demonstration');
  if (last === null) return part('bad', 'health.backup.none');
  if (hours < backupHours.attention) return part('good', 'health.backup.good');
  return part(hours < backupHours.bad ? 'attention' : 'bad', 'health.backup.old');
}

/** How the archive of the write-ahead log is; null where none is kept. */
async function archiveState(): Promise<{ at: Date | null; isFailing: boolean } | null> {
  const [found] = await rowsOf<{ mode: string; at: Date | null; failing: boolean | null }>(
    sql`select current_setting('archive_mode') as mode, last_archived_time as at,
      last_failed_time > coalesce(last_archived_time, '-infinity') as failing
      from pg_stat_archiver`,
  );
  if (!found || found.mode === 'off') return null;
  return { at: found.at && new Date(found.at), isFailing: found.failing ?? false };
}

async function databaseHealth(): Promise<HealthPart> {
  const [found] = await rowsOf<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database())::text as bytes`,
  );
  const [present, own] = await Promise.all([findSchemaVersion(), ownSchemaVersion()]);
  const isOwn = present?.hash === own.hash;
  return {
    name: 'health.database',
    verdict: isOwn ? 'good' : 'bad',
    advice: isOwn ? 'health.database.good' : 'health.database.other',
    facts: [
      { label: 'health.kind', value: config().databaseUrl ? 'DATABASE_URL' : 'DATA_DIR' },
      { label: 'health.version', value: `PostgreSQL ${found?.version ?? ''}` },
      { label: 'health.used', value: Number(found?.bytes ?? 0), isBytes: true },
      { label: 'health.schema', value: present?.name ?? null },
    ],
  };
}

async function nightHealth(): Promise<HealthPart> {
  const [found] = await rowsOf<{ last: Date | null; begun: Date | null }>(
    sql`select
      (select max(completed_on) from pgboss.job
        where name = 'nightly-tidying' and state = 'completed') as last,
      (select min(created_at) from sign_in_accounts) as begun`,
  );
  const last = found?.last ? new Date(found.last) : null;
  const isNew = !found?.begun || ageOf(new Date(found.begun)) < nightHours * hour;
  const isLate = !isNew && ageOf(last) > nightHours * hour;
  return {
    name: 'health.night',
    verdict: isLate ? 'attention' : 'good',
    advice: isLate
      ? 'health.night.late'
      : last === null
        ? 'health.night.none'
        : 'health.night.good',
    facts: [{ label: 'health.last-run', value: last }],
  };
}

async function checksHealth(actor: Actor): Promise<HealthPart> {
  const [audit, files] = await Promise.all([findLastAuditCheck(actor), findLastFileCheck(actor)]);
  const isBroken = (audit?.brokenSeq ?? null) !== null;
  const isMissing = (files?.withoutFile.length ?? 0) > 0;
  return {
    name: 'health.checks',
    verdict: isBroken || isMissing ? 'bad' : 'good',
    advice: isBroken
      ? 'health.checks.audit'
      : isMissing
        ? 'health.checks.files'
        : audit && files
          ? 'health.checks.good'
          : 'health.checks.none',
    facts: [
      { label: 'health.audit-checked', value: audit?.at ?? null },
      { label: 'health.files-checked', value: files?.at ?? null },
    ],
  };
}

function versionHealth(): HealthPart {
  const { pageCache } = config().flags;
  return {
    name: 'health.versions',
    verdict: 'good',
    advice: pageCache ? 'health.versions.good' : 'health.versions.no-cache',
    facts: [
      { label: 'health.build', value: buildVersion },
      { label: 'health.built', value: buildVersionDate && new Date(buildVersionDate) },
      { label: 'health.node', value: process.versions.node },
    ],
  };
}

async function rowsOf<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) {
  return (await db().execute<Row>(query)).rows;
}
