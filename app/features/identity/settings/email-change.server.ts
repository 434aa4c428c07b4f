import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  findAccountByEmail,
  forgetPicture,
  queueAccountNotice,
  requireOwnPassword,
  revokeAccess,
} from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { findTokenOwner, issueToken, useToken } from '~/features/identity/sign-in/sign-in.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/policy/permissions';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { consumeUse } from '~/platform/throttle.server';
import { emailChangeEmail } from './email-change.email';
import { association } from '~/platform/association.server';

const { emailChanges, mails, signInAccounts, users } = schema;

/** How long both addresses have time to agree, in hours. */
const changeHours = 48;
const changeLimit = { points: 5, duration: 3600 };

export const sides = ['old', 'new'] as const;
export type Side = (typeof sides)[number];
export const isSide = (text: string): text is Side => text === 'old' || text === 'new';

/**
 * Asks for another e-mail address: both addresses get a link, and the change happens when both
 * have been used. Whether the new address belongs to someone else is not told.
 * @returns null, or why the address is refused; a change under way goes on then
 * @throws AppError `error.auth/wrong-password`, `error.auth/too-many-requests`
 */
export async function requestEmailChange(
  actor: Actor,
  input: { email: string; currentPassword: string },
): Promise<'form.own-email' | null> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return null;
  if (input.email.toLowerCase() === actor.email.toLowerCase()) return 'form.own-email';
  await requireOwnPassword(actor, input.currentPassword);
  if (!(await consumeUse('email-change', changeLimit, actor.id)).isWithin)
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
    const { email } = input;
    await sendLink(tx, { userId, side: 'old', recipient: actor.email, email });
    // Nor is it told that the new address has had enough e-mails for now.
    const mayWrite = (await mayMail(tx, 'sign-up', email)) && !isTaken;
    // A link that went to the address of an earlier wish must not agree to this one.
    if (!mayWrite) await issueToken(tx, { purpose: 'change-email-new', userId, minutes: 0 });
    else await sendLink(tx, { userId, side: 'new', recipient: email, email });
  });
  return null;
}

type LinkFor = { userId: string; side: Side; recipient: string; email: string };

async function sendLink(tx: Transaction, link: LinkFor): Promise<void> {
  const { userId, side, recipient, email } = link;
  const purpose = `change-email-${side}` as const;
  const token = await issueToken(tx, { purpose, userId, minutes: changeHours * 60 });
  await queueMail(tx, {
    template: 'email-change',
    recipient,
    userId,
    isUnconfirmed: side === 'new',
    ...emailChangeEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      contact: association().email,
      address: `${config().server.origin}/confirm-email-change/${side}/${token}`,
      hours: changeHours,
      side,
      email,
    }),
  });
}

/**
 * The address that a link of a change of address would agree to, or null when the link would not
 * work. Changes nothing.
 */
export async function findEmailChange(
  actor: Actor,
  side: Side,
  token: string,
): Promise<string | null> {
  authorise(actor, 'session.start');
  const userId = await findTokenOwner(`change-email-${side}`, token);
  if (!userId) return null;
  const [change] = await db()
    .select({ email: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, new Date())));
  return change?.email ?? null;
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

/** E-mails to the old address are assigned to the account, so that they are deleted with it. */
async function keepMailsOf(tx: Transaction, { userId, email }: { userId: string; email: string }) {
  const isToPerson = sql`lower(${mails.recipient}) = ${email.toLowerCase()}`;
  await tx
    .update(mails)
    .set({ userId })
    // The secretariat's e-mails stay its own where an administrator's account had its address.
    .where(and(isNull(mails.userId), isToPerson, ne(mails.recipient, association().email)));
}

/**
 * Moves an account to another address. With it go the subscriptions, the application and the links
 * that were mailed for it and for registrations (triggers of `users`).
 */
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
  await revokeAccess(tx, userId);
  await forgetPicture(tx, userId);
  await keepMailsOf(tx, { userId, email: before.email });
  await queueAccountNotice(tx, { userId, kind: 'email-changed', recipient: before.email });
  await queueAccountNotice(tx, { userId, kind: 'email-changed' });
  await appendAudit(
    tx,
    { id: userId, role: before.role, email, firstName: '', lastName: '' },
    { action: 'user.change-email', target: { kind: 'user', id: userId }, subjectId: userId },
  );
}
