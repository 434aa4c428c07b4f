import { sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { createUser } from '~/features/identity/accounts/accounts.server';
import { subscribeByConsent } from '~/features/identity/subscriptions/subscriptions.server';
import { type ExpectedVersion, withExpectedVersion, reviewerOf } from './expected-version.server';
import type { Application } from '~/features/membership/application-mails.server';
import { nextApproval } from '~/features/membership/application-states';
import {
  contextOf,
  factsOf,
  needsTwoAdministrators,
  refuseUnless,
  takeStep,
} from '~/features/membership/application-step.server';
import { annualFee } from '~/features/membership/member-categories';

const { applicationMessages } = schema;

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
  looked: ExpectedVersion,
  { text, reference }: Approval,
): Promise<'approve-first' | 'approve'> {
  const { id: decidedBy } = reviewerOf(actor);
  return withExpectedVersion(actor, looked, async (tx, application) => {
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
  looked: ExpectedVersion,
  { text, reason, reference }: Rejection,
): Promise<void> {
  const { id: decidedBy } = reviewerOf(actor);
  await withExpectedVersion(actor, looked, async (tx, application) => {
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
export async function inviteAgain(actor: Actor, looked: ExpectedVersion): Promise<void> {
  reviewerOf(actor);
  await withExpectedVersion(actor, looked, (tx, application) =>
    takeStep(tx, application, { step: 'invite', actor }),
  );
}
