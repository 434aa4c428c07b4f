import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { createUser, hasPassword } from '~/features/identity/accounts/accounts.server';
import { subscribeByConsent } from '~/features/identity/subscriptions/subscriptions.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
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

const { applicationMessages, membershipApplications, signInAccounts, users } = schema;

type Approval = { text: string | null; reference: string | null };

/**
 * Approves: the first of two approvals, or the one that decides. The deciding one creates the
 * account (role USER), or takes the applicant's, and sends the invitation to set a password.
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
    });
    await admit(tx, actor, approved);
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'decision', createdBy: decidedBy, text });
    return step;
  });
}

/** Whoever has a password already is a member at once, and is welcomed instead of invited. */
async function admit(tx: Transaction, actor: Actor, application: Application) {
  const isIn = await canSignIn(tx, application);
  return takeStep(tx, application, { step: isIn ? 'activate' : 'invite', actor });
}

const canSignIn = async (tx: Transaction, { userId }: Application) =>
  userId !== null && (await hasPassword(tx, userId));

async function createMember(
  tx: Transaction,
  actor: Actor,
  application: Application,
): Promise<string> {
  const { email, firstName, lastName, consents } = application;
  if (!email || !firstName || !lastName) throw new AppError('error.not-found');
  const payload = { email, firstName, lastName, role: 'USER' as const, selfRegistered: false };
  const userId = (await findOwnAccount(tx, email)) ?? (await createUser(actor, payload, tx));
  if (consents.newsletter) {
    const consent = { version: consents.newsletter, givenAt: application.createdAt };
    await subscribeByConsent(tx, { id: userId, email }, consent);
  }
  return userId;
}

/**
 * The account that the applicant has made meanwhile, with the address confirmed. One that is another
 * member's, an administrator's or suspended is not taken.
 */
async function findOwnAccount(tx: Transaction, email: string): Promise<string | null> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(signInAccounts, eq(signInAccounts.id, users.id))
    .where(
      and(
        eq(users.email, email),
        eq(signInAccounts.emailVerified, true),
        eq(users.role, 'USER'),
        isNull(users.suspendedAt),
        sql`not exists (select from ${membershipApplications} where ${membershipApplications.userId} = ${users.id})`,
      ),
    );
  return account?.id ?? null;
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

/**
 * Sends the invitation again; the earlier link stops working.
 * @returns what the application is then
 * @throws AppError `error.application.suspended`, `error.mail.enough`, `error.changed-meanwhile`
 */
export async function inviteAgain(
  actor: Actor,
  looked: ExpectedVersion,
): Promise<Application['status']> {
  reviewerOf(actor);
  return withExpectedVersion(actor, looked, async (tx, application) => {
    const { userId } = application;
    const [account] = userId ? await tx.select().from(users).where(eq(users.id, userId)) : [];
    if (!account) throw new AppError('error.changed-meanwhile');
    if (account.suspendedAt) throw new AppError('error.application.suspended');
    const mayInvite =
      (await canSignIn(tx, application)) || (await mayMail(tx, 'invitation', account.email));
    if (!mayInvite) throw new AppError('error.mail.enough');
    return (await admit(tx, actor, application)).status;
  });
}
