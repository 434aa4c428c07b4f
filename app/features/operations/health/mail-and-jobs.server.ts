import { sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db } from '~/db/db.server';
import type { TextKey } from '~/i18n/translate';
import { findLastRun, isJobQueueStarted, readJobFigures } from '~/platform/jobs/job-queue.server';
import {
  ageOf,
  hourLong,
  minuteLong,
  type Reading,
  type Verdict,
  unknownReading,
} from './health-check';

/** Minutes after which what waits is late. */
const lateMinutes = 30;
/** Delivery is given up after two days; older failures need no action. */
const triedDays = 3;
/** Hours after which something that should have happened every night is late. */
const nightHours = 26;

type MailFigures = {
  waiting: number;
  failed: number;
  late: number;
  sent: string | null;
  oldest: string | null;
  rejected: number;
  oldestRejected: string | null;
};

/** One without words was given up on purpose. */
const isTried = sql`state in ('queued', 'failed') and text <> ''`;
/** The server works, and takes nothing for this address. */
const isRejected = sql`coalesce(last_error, '') ~ 'recipients were rejected: 5'`;

/** E-mails that wait, that failed, and whether any got out since. */
export async function readMail(): Promise<Reading> {
  const { rows } = await db().execute<MailFigures>(
    sql`select count(*) filter (where state = 'queued')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'queued'
        and created_at < now() - make_interval(mins => ${lateMinutes}))::int as late,
      (select max(sent_at) from mails) as sent,
      min(created_at) filter (where ${isTried} and not ${isRejected}) as oldest,
      count(distinct recipient) filter (where ${isTried} and ${isRejected})::int as rejected,
      min(created_at) filter (where ${isTried} and ${isRejected}) as "oldestRejected"
      from mails where created_at > now() - make_interval(days => ${triedDays})`,
  );
  const { waiting = 0, failed = 0, late = 0, sent = null, oldest = null } = rows[0] ?? {};
  const { rejected = 0, oldestRejected = null } = rows[0] ?? {};
  const lastSent = sent === null ? null : new Date(sent);
  // One address that no server takes may be mistyped; of several the server is to blame.
  const isStuck = [oldest, rejected > 1 ? oldestRejected : null].some((moment) => {
    if (moment === null) return false;
    const since = new Date(moment);
    return ageOf(since) > lateMinutes * minuteLong && (lastSent === null || lastSent < since);
  });
  return {
    ...mailVerdict({ failed, late, isStuck }),
    facts: [
      { label: 'health.last-sent', value: lastSent, metric: 'site_mail_last_sent_seconds' },
      { label: 'health.waiting', value: waiting, metric: 'site_mails_waiting' },
      { label: 'health.failed', value: failed, metric: 'site_mails_failed' },
    ],
  };
}

function mailVerdict(mail: { failed: number; late: number; isStuck: boolean }): {
  verdict: Verdict;
  advice: TextKey;
} {
  const isSet = config().mail.smtpUrl !== undefined;
  if (isSet && mail.isStuck) return { verdict: 'bad', advice: 'health.mail.stuck' };
  if (mail.failed > 0) return { verdict: 'attention', advice: 'health.mail.failed' };
  if (mail.late > 0) return { verdict: 'attention', advice: 'health.mail.late' };
  if (isSet) return { verdict: 'good', advice: 'health.mail.good' };
  return { verdict: config().production ? 'attention' : 'good', advice: 'health.mail.none' };
}

/** Jobs that wait longer than they should, or were given up. */
export async function readQueue(): Promise<Reading> {
  if (!isJobQueueStarted()) return unknownReading;
  const { waiting, failed, oldest } = await readJobFigures();
  const isLate = oldest !== null && ageOf(oldest) > lateMinutes * minuteLong;
  return {
    verdict: isLate ? 'bad' : failed > 0 ? 'attention' : 'good',
    advice: isLate ? 'health.queue.late' : failed > 0 ? 'health.queue.failed' : 'health.queue.good',
    facts: [
      { label: 'health.waiting', value: waiting, metric: 'site_jobs_waiting' },
      { label: 'health.oldest', value: oldest, metric: 'site_jobs_oldest_seconds' },
      { label: 'health.failed', value: failed, metric: 'site_jobs_failed' },
    ],
  };
}

/** Whether the nightly job has run. */
export async function readNight(): Promise<Reading> {
  if (!isJobQueueStarted()) return unknownReading;
  const [lastRun, { rows }] = await Promise.all([
    findLastRun('nightly-tidying'),
    db().execute<{ begun: string | null }>(
      sql`select min(created_at) as begun from sign_in_accounts`,
    ),
  ]);
  const begun = rows[0]?.begun ?? null;
  const isNew = begun === null || ageOf(new Date(begun)) < nightHours * hourLong;
  const isLate = !isNew && ageOf(lastRun) > nightHours * hourLong;
  return {
    verdict: isLate ? 'attention' : 'good',
    advice: isLate
      ? 'health.night.late'
      : lastRun === null
        ? 'health.night.none'
        : 'health.night.good',
    facts: [{ label: 'health.last-run', value: lastRun, metric: 'site_nightly_run_seconds' }],
  };
}
