import { eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/actor';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { createUser, isActiveAdministrator } from '~/features/accounts/accounts.server';
import { appendAudit, type AuditEvent } from '~/features/audit/audit.server';
import { subscribeByConsent } from '~/features/subscriptions/subscriptions.server';
import { authorise } from '~/permissions';
import { announce } from '~/platform/live.server';
import { type Application, renderApplicationMail } from './application-mails.server';
import { nextApproval } from './application-states';
import {
  applicationsTopic,
  contextOf,
  factsOf,
  lockApplication,
  needsTwoAdministrators,
  refuseUnless,
  takeStep,
} from './application-step.server';
import { annualFee } from './member-categories';

const { applicationMessages, applicationNotes, membershipApplications: applications } = schema;

/** Which application, and the version of it that the administrator has looked at. */
export type Looked = { id: string; version: number };

/** Runs `work` on the locked application. @throws AppError `error.changed-meanwhile` */
function onLooked<Result>(
  actor: Actor,
  looked: Looked,
  work: (tx: Transaction, application: Application) => Promise<Result>,
): Promise<Result> {
  return transaction(async (tx) => {
    const application = await lockApplication(tx, { id: looked.id });
    await requireStillAdministrator(tx, actor);
    // Before confirmation nobody but the applicant sees it; afterwards nobody sees who it was.
    if (!application.confirmedAt || application.anonymisedAt) {
      throw new AppError('error.not-found');
    }
    if (application.version !== looked.version) throw new AppError('error.changed-meanwhile');
    return work(tx, application);
  });
}

/** Who lost the role a moment ago decides nothing any more. */
async function requireStillAdministrator(tx: Transaction, actor: Actor): Promise<void> {
  const administrators = await selectAdministrators(tx);
  if (!administrators.some(({ id }) => id === actor.id)) throw new AppError('error.not-found');
}

function administrator(actor: Actor): SignedInActor {
  authorise(actor, 'application.review');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/** Begins to examine an application, which becomes the actor's unless it is somebody's. */
export async function startReview(actor: Actor, looked: Looked): Promise<void> {
  const { id } = administrator(actor);
  await onLooked(actor, looked, (tx, application) =>
    takeStep(tx, application, {
      step: 'start-review',
      actor,
      set: { assignedTo: application.assignedTo ?? id },
    }),
  );
}

/** Changes what is no state: one conditional update, one audit entry. */
async function change(
  actor: Actor,
  looked: Looked,
  { set, event }: { set: Partial<Application>; event: Pick<AuditEvent, 'action' | 'changes'> },
): Promise<void> {
  await onLooked(actor, looked, async (tx, application) => {
    await tx
      .update(applications)
      .set({
        ...set,
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, application.id));
    await announce(tx, applicationsTopic);
    await appendAudit(tx, actor, {
      ...event,
      target: { kind: 'application', id: application.id },
      subjectId: application.userId ?? undefined,
    });
  });
}

/** Gives an application to an administrator, or to nobody. @throws AppError `error.invalid-input` */
export async function assignApplication(
  actor: Actor,
  looked: Looked,
  assignedTo: string | null,
): Promise<void> {
  administrator(actor);
  if (assignedTo) {
    const administrators = await transaction((tx) => selectAdministrators(tx));
    if (!administrators.some(({ id }) => id === assignedTo)) {
      throw new AppError('error.invalid-input');
    }
  }
  await change(actor, looked, {
    set: { assignedTo },
    event: { action: 'application.assign', changes: { assignedTo: { to: assignedTo } } },
  });
}

/** The people who may decide about applications, by name. */
export async function listAdministrators(actor: Actor) {
  administrator(actor);
  return transaction((tx) => selectAdministrators(tx));
}

function selectAdministrators(tx: Transaction) {
  const { users } = schema;
  return tx
    .select({
      id: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(users)
    .where(isActiveAdministrator)
    .orderBy(users.lastName, users.firstName);
}

/** Notes how, by whom and when the judicial status was verified. */
export async function verifyJudicialStatus(
  actor: Actor,
  looked: Looked,
  method: string,
): Promise<void> {
  const { id } = administrator(actor);
  await change(actor, looked, {
    set: { verificationMethod: method, verifiedBy: id, verifiedAt: new Date() },
    event: { action: 'application.verify', changes: { verifiedBy: { to: id } } },
  });
}

/** Notes what has become of the yearly fee. */
export async function setFeeStatus(
  actor: Actor,
  looked: Looked,
  feeStatus: Application['feeStatus'],
): Promise<void> {
  administrator(actor);
  await change(actor, looked, {
    set: { feeStatus },
    event: { action: 'application.fee', changes: { feeStatus: { to: feeStatus } } },
  });
}

/** Notes something for the other administrators. */
export async function addApplicationNote(actor: Actor, id: string, text: string): Promise<void> {
  const { id: createdBy } = administrator(actor);
  await transaction(async (tx) => {
    const application = await lockApplication(tx, { id });
    if (!application.confirmedAt || application.anonymisedAt) {
      throw new AppError('error.not-found');
    }
    await tx.insert(applicationNotes).values({ applicationId: id, createdBy, text });
    await announce(tx, applicationsTopic);
    await appendAudit(tx, actor, {
      action: 'application.note',
      target: { kind: 'application', id },
    });
  });
}

/** Asks the applicant for information; the words become the mail. */
export async function askForInformation(actor: Actor, looked: Looked, text: string): Promise<void> {
  const { id: createdBy } = administrator(actor);
  await onLooked(actor, looked, async (tx, application) => {
    await takeStep(tx, application, { step: 'ask', actor, text, set: { remindedAt: null } });
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'question', createdBy, text });
  });
}

type Approval = { text: string | null; reference: string | null };

/**
 * Approves: the first of two approvals, or the one that decides. The deciding one creates the
 * account (role USER) and sends the invitation to set a password.
 * @returns which of the two it was
 * @throws AppError `error.application.second-administrator`, `error.application.not-verified`,
 *   `error.auth/email-already-in-use`, `error.changed-meanwhile`
 */
export async function approveApplication(
  actor: Actor,
  looked: Looked,
  { text, reference }: Approval,
): Promise<'approve-first' | 'approve'> {
  const { id: decidedBy } = administrator(actor);
  return onLooked(actor, looked, async (tx, application) => {
    const needsTwo = await needsTwoAdministrators(tx);
    const step = nextApproval(factsOf(application), needsTwo);
    refuseUnless(application, step, contextOf(actor, step, needsTwo));
    if (step === 'approve-first') {
      await takeStep(tx, application, {
        step,
        actor,
        set: { decisionReference: reference ?? application.decisionReference },
      });
      return step;
    }
    if (!text) throw new AppError('error.invalid-input');
    const userId = await createMember(tx, actor, application);
    const approved = await takeStep(tx, application, {
      step,
      actor,
      text,
      set: {
        userId,
        decidedBy,
        decidedAt: new Date(),
        decisionReference: reference ?? application.decisionReference,
        memberNumber: await nextMemberNumber(tx),
        feeStatus: annualFee(application.memberCategory) === null ? 'not-due' : 'requested',
      },
      changes: { firstApprovedBy: { to: application.firstApprovedBy } },
    });
    await takeStep(tx, approved, { step: 'invite', actor });
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'decision', createdBy: decidedBy, text });
    return step;
  });
}

async function createMember(
  tx: Transaction,
  actor: Actor,
  application: Application,
): Promise<string> {
  const { email, firstName, lastName, consents } = application;
  if (!email || !firstName || !lastName) throw new AppError('error.not-found');
  const payload = { email, firstName, lastName, role: 'USER' as const, selfRegistered: false };
  const userId = await createUser(actor, payload, tx);
  if (consents.newsletter) {
    const consent = { version: consents.newsletter, givenAt: application.createdAt };
    await subscribeByConsent(tx, { id: userId, email }, consent);
  }
  return userId;
}

async function nextMemberNumber(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select nextval('member_numbers') as number`,
  );
  return Number(rows[0]?.number);
}

type Rejection = { text: string; reason: string; reference: string | null };

/** Refuses, with a reason for the file and words for the applicant. */
export async function rejectApplication(
  actor: Actor,
  looked: Looked,
  { text, reason, reference }: Rejection,
): Promise<void> {
  const { id: decidedBy } = administrator(actor);
  await onLooked(actor, looked, async (tx, application) => {
    await takeStep(tx, application, {
      step: 'reject',
      actor,
      text,
      set: {
        decidedBy,
        decidedAt: new Date(),
        decisionReference: reference,
        decisionReason: reason,
      },
    });
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'decision', createdBy: decidedBy, text });
  });
}

/** Sends the invitation again; the earlier link stops working. */
export async function inviteAgain(actor: Actor, looked: Looked): Promise<void> {
  administrator(actor);
  await onLooked(actor, looked, (tx, application) =>
    takeStep(tx, application, { step: 'invite', actor }),
  );
}

/** How a mail with the administrator's words will read. */
export async function previewApplicationMail(
  actor: Actor,
  mail: { template: 'question' | 'approved' | 'rejected'; text: string },
) {
  administrator(actor);
  return renderApplicationMail(mail);
}
