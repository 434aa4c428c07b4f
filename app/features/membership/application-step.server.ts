import { and, eq, getTableColumns, notInArray, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import {
  isActiveAdministrator,
  isReachableAdministrator,
} from '~/features/identity/accounts/accounts.server';
import {
  appendAudit,
  type AuditEvent,
  type JobActor,
} from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { publish } from '~/platform/live.server';
import { hashOfLink, statusTokenOf } from './status/application-links.server';
import { type Application, sendStepMails } from './application-mails.server';
import {
  afterStep,
  type ApplicationFacts,
  isDecidable,
  refusalOf,
  refusedStates,
  type Refusal,
  type Step,
  type StepContext,
  steps,
  undecidedStates,
} from './application-states';
import { needsVerifiedStatus } from './member-categories';

const { membershipApplications: applications, users } = schema;

/** Topic of live updates for the pages of applications. */
export const applicationsTopic = 'applications';

/** How long the data of a refused application are kept, in months. */
const retentionMonths = retentionPeriods.endedApplicationMonths;

type StepTaking = {
  step: Step;
  /** Who is written into the audit log. */
  actor: Actor | JobActor;
  /** Fields that change with the step. */
  set?: Partial<Application>;
  /** The administrator's words for the mail. */
  text?: string;
  reason?: string;
  changes?: AuditEvent['changes'];
};

/** What of an application the rules look at. */
export function factsOf(application: Application): ApplicationFacts {
  return {
    status: application.status,
    isConfirmed: application.confirmedAt !== null,
    isVerified: application.verifiedAt !== null || !needsVerifiedStatus(application.memberCategory),
    firstApprovedBy: application.firstApprovedBy,
  };
}

/** Whether two administrators have to approve: the setting is on and there is more than one. */
export async function needsTwoAdministrators(tx: Transaction): Promise<boolean> {
  if (!config().flags.fourEyes) return false;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(isReachableAdministrator)
    .limit(2);
  return rows.length > 1;
}

const refusalCodes: Record<Refusal, ErrorCode> = {
  'not-now': 'error.changed-meanwhile',
  'not-yours': 'error.not-found',
  'not-confirmed': 'error.not-found',
  'not-verified': 'error.application.not-verified',
  'same-person': 'error.application.second-administrator',
};

export function contextOf(actor: Actor | JobActor, step: Step, needsTwo: boolean): StepContext {
  if ('job' in actor) return { by: 'job', actorId: null, needsTwo };
  // The holder of the applicant's link acts as the applicant.
  const { by } = steps[step];
  return { by: by === 'job' ? 'applicant' : by, actorId: actor.id, needsTwo };
}

/** @throws AppError saying why `step` cannot be taken now */
export function refuseUnless(application: Application, step: Step, context: StepContext): void {
  const refusal = refusalOf(factsOf(application), step, context);
  if (refusal) throw new AppError(refusalCodes[refusal]);
}

/** The first of two approvals was given, by somebody who is an administrator still. */
export const hasFirstApproval = sql<boolean>`exists (select from ${users} where ${users.id} = ${applications.firstApprovedBy} and ${isActiveAdministrator})`;

/** The columns of an application; while it is undecided, a first approval that does not count is none. */
export const applicationColumns = {
  ...getTableColumns(applications),
  firstApprovedBy: sql<
    string | null
  >`case when ${hasFirstApproval} or ${notInArray(applications.status, [...undecidedStates])} then ${applications.firstApprovedBy} end`,
};

/** Whether the first of two approvals was given by somebody who has lost the rights since. */
export const isApprovalVoid = ({
  status,
  firstApprovedBy,
  firstApprovedAt,
}: Application): boolean =>
  isDecidable(status) && firstApprovedAt !== null && firstApprovedBy === null;

/**
 * Takes an application out of the hands of everybody else until `tx` ends.
 * @throws AppError `error.not-found`
 */
export async function lockApplication(
  tx: Transaction,
  by: { id: string } | { confirmHash: string } | { statusHash: string },
): Promise<Application> {
  const where =
    'id' in by
      ? eq(applications.id, by.id)
      : 'confirmHash' in by
        ? eq(applications.confirmHash, by.confirmHash)
        : eq(applications.statusHash, by.statusHash);
  const [application] = await tx
    .select(applicationColumns)
    .from(applications)
    .where(where)
    .for('update');
  if (!application) throw new AppError('error.not-found');
  return application;
}

/**
 * The one way to change the state of an application: checks the table of steps, changes the
 * locked row, writes the mails and the audit entry, all as part of `tx`.
 * @throws AppError `error.changed-meanwhile`, `error.application.*`, `error.not-found`
 */
export async function takeStep(
  tx: Transaction,
  application: Application,
  taking: StepTaking,
): Promise<Application> {
  const { step, actor } = taking;
  const context = contextOf(actor, step, await needsTwoAdministrators(tx));
  refuseUnless(application, step, context);
  const { status, firstApprovedBy } = afterStep(factsOf(application), step, context);
  const now = new Date();
  const [changed] = await tx
    .update(applications)
    .set({
      ...taking.set,
      status,
      firstApprovedBy,
      firstApprovedAt: firstApprovedBy
        ? step === 'approve-first'
          ? now
          : application.firstApprovedAt
        : null,
      statusSince: status === application.status ? application.statusSince : now,
      statusHash: hashOfLink(statusTokenOf(application.id, application.linkNumber)),
      retentionUntil: isRefused(status) ? addMonths(now, retentionMonths) : null,
      updatedAt: now,
      updatedBy: context.actorId,
      version: sql`${applications.version} + 1`,
    })
    .where(and(eq(applications.id, application.id), eq(applications.version, application.version)))
    .returning();
  if (!changed) throw new AppError('error.changed-meanwhile');
  await sendStepMails(tx, changed, { mails: steps[step].mails, text: taking.text });
  await publish(tx, applicationsTopic);
  await appendAudit(tx, actor, {
    action: steps[step].audit,
    target: { kind: 'application', id: application.id },
    subjectId: changed.userId ?? undefined,
    changes: { status: { from: application.status, to: status }, ...taking.changes },
    reason: taking.reason,
  });
  return changed;
}

function isRefused(status: Application['status']): boolean {
  return refusedStates.some((refused) => refused === status);
}

function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}
