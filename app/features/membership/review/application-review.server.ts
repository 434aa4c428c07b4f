import { eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditEvent } from '~/features/identity/audit/audit.server';
import { publish } from '~/platform/live.server';
import { authorise } from '~/policy/permissions';
import {
  type ExpectedVersion,
  withExpectedVersion,
  reviewerOf,
  selectAdministrators,
} from './expected-version.server';
import {
  type Application,
  renderApplicationMail,
} from '~/features/membership/application-mails.server';
import { isDecidable } from '~/features/membership/application-states';
import {
  applicationsTopic,
  lockApplication,
  takeStep,
} from '~/features/membership/application-step.server';

const { applicationMessages, applicationNotes, membershipApplications: applications } = schema;

/** Begins to examine an application, which becomes the actor's unless it is someone's. */
export async function startReview(actor: Actor, looked: ExpectedVersion): Promise<void> {
  const { id } = reviewerOf(actor);
  await withExpectedVersion(actor, looked, (tx, application) =>
    takeStep(tx, application, {
      step: 'start-review',
      actor,
      set: { assignedTo: application.assignedTo ?? id },
    }),
  );
}

/**
 * Changes what is no state: one conditional update, one audit entry.
 * @throws AppError `error.changed-meanwhile` when the application is no longer one of which that is said
 */
async function change(
  actor: Actor,
  looked: ExpectedVersion,
  {
    set,
    event,
    isOf,
  }: {
    set: Partial<Application>;
    event: Pick<AuditEvent, 'action' | 'changes'>;
    isOf: (application: Application) => boolean;
  },
): Promise<void> {
  await withExpectedVersion(actor, looked, async (tx, application) => {
    if (!isOf(application)) throw new AppError('error.changed-meanwhile');
    await tx
      .update(applications)
      .set({
        ...set,
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, application.id));
    await publish(tx, applicationsTopic);
    await appendAudit(tx, actor, {
      ...event,
      target: { kind: 'application', id: application.id },
      subjectId: application.userId ?? undefined,
    });
  });
}

const isUndecided = ({ status }: Application) => isDecidable(status);

/** Assigns an application to an administrator, or unassigns it. @throws AppError `error.invalid-input` */
export async function assignApplication(
  actor: Actor,
  looked: ExpectedVersion,
  assignedTo: string | null,
): Promise<void> {
  reviewerOf(actor);
  if (assignedTo) {
    const administrators = await transaction((tx) => selectAdministrators(tx));
    if (!administrators.some(({ id }) => id === assignedTo)) {
      throw new AppError('error.invalid-input');
    }
  }
  await change(actor, looked, {
    isOf: isUndecided,
    set: { assignedTo },
    event: { action: 'application.assign', changes: { assignedTo: { to: assignedTo } } },
  });
}

/**
 * Assigns applications to the actor.
 * @returns whether none of them had been changed meanwhile; those stay as they are
 */
export async function takeCharge(actor: Actor, looked: readonly ExpectedVersion[]) {
  authorise(actor, 'application.review');
  const { id } = reviewerOf(actor);
  let areAllTaken = true;
  for (const one of looked) {
    try {
      await assignApplication(actor, one, id);
    } catch (error) {
      const isTooLate =
        error instanceof AppError &&
        (error.code === 'error.changed-meanwhile' || error.code === 'error.not-found');
      if (!isTooLate) throw error;
      areAllTaken = false;
    }
  }
  return areAllTaken;
}

/** The people who may decide about applications, by name. */
export async function listAdministrators(actor: Actor) {
  reviewerOf(actor);
  return transaction((tx) => selectAdministrators(tx));
}

/**
 * Notes how, by whom and when the judicial status was verified. An approval that rested on an earlier
 * verification is none any more.
 */
export async function verifyJudicialStatus(
  actor: Actor,
  looked: ExpectedVersion,
  method: string,
): Promise<void> {
  const { id } = reviewerOf(actor);
  await change(actor, looked, {
    isOf: isUndecided,
    set: {
      verificationMethod: method,
      verifiedBy: id,
      verifiedAt: new Date(),
      firstApprovedBy: null,
      firstApprovedAt: null,
    },
    event: {
      action: 'application.verify',
      // Whoever approved had other evidence before them.
      changes: { verifiedBy: { to: id }, firstApprovedBy: { to: null } },
    },
  });
}

/** Notes what has become of the yearly fee. */
export async function setFeeStatus(
  actor: Actor,
  looked: ExpectedVersion,
  feeStatus: Application['feeStatus'],
): Promise<void> {
  reviewerOf(actor);
  await change(actor, looked, {
    isOf: ({ memberNumber }) => memberNumber !== null,
    set: { feeStatus },
    event: { action: 'application.fee', changes: { feeStatus: { to: feeStatus } } },
  });
}

/** Notes something for the other administrators. */
export async function addApplicationNote(actor: Actor, id: string, text: string): Promise<void> {
  const { id: createdBy } = reviewerOf(actor);
  await transaction(async (tx) => {
    const application = await lockApplication(tx, { id });
    if (!application.confirmedAt || application.anonymisedAt) {
      throw new AppError('error.not-found');
    }
    await tx.insert(applicationNotes).values({ applicationId: id, createdBy, text });
    await publish(tx, applicationsTopic);
    await appendAudit(tx, actor, {
      action: 'application.note',
      target: { kind: 'application', id },
    });
  });
}

/** Asks the applicant for information; the words become the mail. */
export async function askForInformation(
  actor: Actor,
  looked: ExpectedVersion,
  text: string,
): Promise<void> {
  const { id: createdBy } = reviewerOf(actor);
  await withExpectedVersion(actor, looked, async (tx, application) => {
    await takeStep(tx, application, { step: 'ask', actor, text, set: { remindedAt: null } });
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'question', createdBy, text });
  });
}

/** How a mail with the administrator's words will read. */
export async function previewApplicationMail(
  actor: Actor,
  mail: { template: 'question' | 'approved' | 'rejected'; text: string },
) {
  reviewerOf(actor);
  return renderApplicationMail(mail);
}
