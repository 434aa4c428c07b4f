import { and, eq, gt } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import {
  findAccountByEmail,
  queueAccountNotice,
  requireOwnPassword,
} from '~/features/accounts/accounts.server';
import { appendAudit } from '~/features/audit/audit.server';
import { issueToken, isTokenUsable, useToken } from '~/features/sign-in/sign-in.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/permissions';
import { queueMail } from '~/platform/mail.server';
import { countUse } from '~/platform/throttle.server';
import { emailChangeEmail } from './email-change.email';

const { emailChanges, signInAccounts, users } = schema;

/** How long both addresses have time to agree, in hours. */
const changeHours = 48;
const changeLimit = { points: 5, duration: 3600 };

export const sides = ['old', 'new'] as const;
export type Side = (typeof sides)[number];
export const isSide = (text: string): text is Side => text === 'old' || text === 'new';

/**
 * Asks for another e-mail address: both addresses get a link, and the change happens when both
 * have been used. Whether the new address belongs to somebody else is not told.
 * @throws AppError `error.auth/wrong-password`, `error.auth/too-many-requests`
 */
export async function requestEmailChange(
  actor: Actor,
  input: { email: string; currentPassword: string },
): Promise<void> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return;
  await requireOwnPassword(actor, input.currentPassword);
  if (!(await countUse('email-change', changeLimit, actor.id)).isWithin)
    throw new AppError('error.auth/too-many-requests');
  const isTaken = (await findAccountByEmail(input.email)) !== null;
  const userId = actor.id;
  await transaction(async (tx) => {
    const change = {
      newEmail: input.email,
      createdAt: new Date(),
      oldConfirmedAt: null,
      newConfirmedAt: null,
      expiresAt: new Date(Date.now() + changeHours * 3_600_000),
    };
    await tx
      .insert(emailChanges)
      .values({ userId, ...change })
      .onConflictDoUpdate({ target: emailChanges.userId, set: change });
    await sendLink(tx, { userId, side: 'old', recipient: actor.email });
    if (!isTaken) await sendLink(tx, { userId, side: 'new', recipient: input.email });
  });
}

type LinkFor = { userId: string; side: Side; recipient: string };

async function sendLink(tx: Transaction, { userId, side, recipient }: LinkFor): Promise<void> {
  const purpose = `change-email-${side}` as const;
  const token = await issueToken(tx, { purpose, userId, minutes: changeHours * 60 });
  await queueMail(tx, {
    template: 'email-change',
    recipient,
    userId,
    ...emailChangeEmail({
      translate: translateIn(config().languages.default),
      site: config().association.shortName,
      contact: config().association.email,
      address: `${config().server.origin}/confirm-email-change/${side}/${token}`,
      hours: changeHours,
      side,
    }),
  });
}

/** Whether a link of a change of address would still work. Changes nothing. */
export function isEmailChangeUsable(actor: Actor, side: Side, token: string): Promise<boolean> {
  authorise(actor, 'session.start');
  return isTokenUsable(`change-email-${side}`, token);
}

/**
 * One of the two addresses agrees. With the second, the address changes.
 * @returns whether the change has happened
 * @throws AppError `error.auth/expired-action-code`, `error.auth/email-already-in-use`
 */
export async function confirmEmailChange(
  actor: Actor,
  side: Side,
  token: string,
): Promise<boolean> {
  authorise(actor, 'session.start');
  return transaction(async (tx) => {
    const userId = await useToken(tx, { purpose: `change-email-${side}`, token });
    if (!userId) throw new AppError('error.auth/expired-action-code');
    const now = new Date();
    const [change] = await tx
      .update(emailChanges)
      .set(side === 'old' ? { oldConfirmedAt: now } : { newConfirmedAt: now })
      .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
      .returning();
    if (!change) throw new AppError('error.auth/expired-action-code');
    if (!change.oldConfirmedAt || !change.newConfirmedAt) return false;
    await changeEmail(tx, userId, change.newEmail);
    return true;
  });
}

async function changeEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const [other] = await tx
    .select({ id: signInAccounts.id })
    .from(signInAccounts)
    .where(eq(signInAccounts.email, email));
  if (other) throw new AppError('error.auth/email-already-in-use');
  const [before] = await tx
    .select({ email: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!before) throw new AppError('error.firestore/account-not-found');
  const updatedAt = new Date();
  await tx
    .update(signInAccounts)
    .set({ email, emailVerified: true, updatedAt })
    .where(eq(signInAccounts.id, userId));
  await tx.update(users).set({ email, updatedAt }).where(eq(users.id, userId));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await queueAccountNotice(tx, { userId, kind: 'email-changed', recipient: before.email });
  await queueAccountNotice(tx, { userId, kind: 'email-changed' });
  await appendAudit(
    tx,
    { id: userId, role: before.role, email, firstName: '', lastName: '' },
    { action: 'user.change-email', target: { kind: 'user', id: userId }, subjectId: userId },
  );
}
