import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import type { Job } from '~/platform/jobs/job-queue.server';
import { sendApplicationMail } from './application-mails.server';
import { lockApplication, takeStep } from './application-step.server';
import { anonymiseApplication } from './departure.server';

const { membershipApplications: applications } = schema;

const day = 24 * 3_600_000;

/** After how many days what happens. */
const periods = {
  purgeUnconfirmed: retentionPeriods.unconfirmedApplication,
  remindApplicant: 14,
  expireUnanswered: 60,
  remindSecretariat: 7,
} as const;

const job = { job: 'application-upkeep' };

const before = (now: Date, days: number) => new Date(now.getTime() - days * day);

/**
 * What time does to applications: unconfirmed ones are purged after 7 days, unanswered questions
 * are recalled after 14 and end the application after 60, refused and withdrawn ones are made
 * anonymous after 6 months, and the secretariat is reminded of what waits for a week. Doing it
 * again changes nothing.
 */
export async function maintainApplications(now = new Date()): Promise<void> {
  await purgeUnconfirmed(now);
  await expireUnanswered(now);
  await remindApplicants(now);
  await remindSecretariat(now);
  await anonymiseRefused(now);
}

/** Each one in a transaction of its own, so that one failure does not keep the others. */
async function idsWhere(where: ReturnType<typeof and>): Promise<string[]> {
  const rows = await db().select({ id: applications.id }).from(applications).where(where);
  return rows.map(({ id }) => id);
}

async function purgeUnconfirmed(now: Date): Promise<void> {
  const old = and(
    eq(applications.status, 'submitted-unconfirmed'),
    lt(applications.createdAt, before(now, periods.purgeUnconfirmed)),
  );
  for (const id of await idsWhere(old)) {
    await transaction(async (tx) => {
      const purged = await tx
        .delete(applications)
        .where(and(eq(applications.id, id), old))
        .returning({ id: applications.id });
      if (purged.length === 0) return;
      await appendAudit(tx, job, {
        action: 'application.purge',
        target: { kind: 'application', id },
      });
    });
  }
}

async function expireUnanswered(now: Date): Promise<void> {
  const old = and(
    eq(applications.status, 'information-requested'),
    lt(applications.statusSince, before(now, periods.expireUnanswered)),
  );
  for (const id of await idsWhere(old)) {
    await transaction(async (tx) => {
      const application = await lockApplication(tx, { id });
      const isOld =
        application.status === 'information-requested' &&
        application.statusSince < before(now, periods.expireUnanswered);
      if (isOld) await takeStep(tx, application, { step: 'expire', actor: job });
    });
  }
}

async function remindApplicants(now: Date): Promise<void> {
  const unanswered = and(
    eq(applications.status, 'information-requested'),
    lt(applications.statusSince, before(now, periods.remindApplicant)),
    isNull(applications.remindedAt),
  );
  await remind(unanswered, 'reminder', now);
}

async function remindSecretariat(now: Date): Promise<void> {
  const week = before(now, periods.remindSecretariat);
  const waiting = and(
    or(eq(applications.status, 'submitted'), eq(applications.status, 'under-review')),
    lt(applications.statusSince, week),
    or(isNull(applications.remindedAt), lt(applications.remindedAt, week)),
  );
  await remind(waiting, 'waiting', now);
}

async function remind(
  where: ReturnType<typeof and>,
  template: 'reminder' | 'waiting',
  now: Date,
): Promise<void> {
  for (const id of await idsWhere(where)) {
    await transaction(async (tx) => {
      const [reminded] = await tx
        .update(applications)
        .set({ remindedAt: now })
        .where(and(eq(applications.id, id), where))
        .returning();
      if (!reminded) return;
      await sendApplicationMail(tx, reminded, { template });
      await appendAudit(tx, job, {
        action: 'application.remind',
        target: { kind: 'application', id },
      });
    });
  }
}

async function anonymiseRefused(now: Date): Promise<void> {
  const over = and(
    isNotNull(applications.retentionUntil),
    lt(applications.retentionUntil, now),
    isNull(applications.anonymisedAt),
  );
  for (const id of await idsWhere(over)) {
    await transaction(async (tx) => {
      const [due] = await tx
        .select({ id: applications.id })
        .from(applications)
        .where(and(eq(applications.id, id), over))
        .for('update');
      if (!due) return;
      await anonymiseApplication(tx, id, now);
      await appendAudit(tx, job, {
        action: 'application.anonymise',
        target: { kind: 'application', id },
      });
    });
  }
}

export const applicationUpkeep: Job<object> = {
  name: 'application-upkeep',
  schedule: '40 3 * * *',
  run: () => maintainApplications(),
};
