import { eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { setPassword } from '~/features/accounts/accounts.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/permissions';
import { queueMail } from '~/platform/mail.server';
import { invitationEmail } from './invitation.email';
import { isTokenUsable, issueToken, useToken } from './one-time-token.server';

/** Lifetime of an invitation, in hours. */
const invitationHours = 72;

/**
 * Sends a new user the link to set a password; an earlier one stops working. For other front
 * doors, which authorise, inside their transaction.
 */
export async function inviteUser(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx
    .select({ email: schema.users.email })
    .from(schema.users)
    .where(eq(schema.users.id, userId));
  if (!user) throw new AppError('error.not-found');
  const token = await issueToken(tx, {
    purpose: 'invitation',
    userId,
    minutes: invitationHours * 60,
  });
  await queueMail(tx, {
    template: 'invitation',
    recipient: user.email,
    userId,
    ...invitationEmail({
      translate: translateIn(config().languages.default),
      site: config().association.shortName,
      address: `${config().server.origin}/invitation/${token}`,
      hours: invitationHours,
    }),
  });
}

/** Whether an invitation would still work. Changes nothing. */
export function isInvitationUsable(actor: Actor, token: string): Promise<boolean> {
  authorise(actor, 'session.start');
  return isTokenUsable('invitation', token);
}

type Weakness = Awaited<ReturnType<typeof setPassword>>;

/**
 * Sets the first password by an invitation.
 * @returns null, or why the password is refused (then the link stays usable)
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over
 */
export async function acceptInvitation(
  actor: Actor,
  input: { token: string; password: string },
): Promise<Weakness> {
  authorise(actor, 'session.start');
  let weakness: Weakness = null;
  await transaction(async (tx) => {
    const userId = await useToken(tx, { purpose: 'invitation', token: input.token });
    if (!userId) throw new AppError('error.auth/expired-action-code');
    weakness = await setPassword(tx, userId, input.password);
    if (weakness) tx.rollback();
  }).catch((error: unknown) => {
    if (!weakness) throw error;
  });
  return weakness;
}
