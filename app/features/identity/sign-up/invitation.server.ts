import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  hasPassword,
  isSuspended,
  queueAccountNotice,
  setPassword,
} from '~/features/identity/accounts/accounts.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/policy/permissions';
import { queueMail } from '~/platform/mail/mail.server';
import { invitationEmail } from './invitation.email';
import {
  isTokenUsable,
  issueToken,
  useToken,
} from '~/features/identity/sign-in/one-time-token.server';
import { association } from '~/platform/association.server';

/** Lifetime of an invitation, in hours. */
const invitationHours = 72;

/**
 * Sends a person whose account exists the link to set the first password. An earlier link stops
 * working. For other front doors, inside their transaction, after they have authorised.
 * @returns the address of the link, for who cannot wait for the mail
 */
export async function inviteUser(tx: Transaction, userId: string): Promise<string> {
  const { users } = schema;
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!person) throw new AppError('error.firestore/account-not-found');
  const token = await issueToken(tx, {
    purpose: 'invitation',
    userId,
    minutes: invitationHours * 60,
  });
  const address = `${config().server.origin}/invitation/${token}`;
  await queueMail(tx, {
    template: 'invitation',
    recipient: person.email,
    userId,
    ...invitationEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      address,
      hours: invitationHours,
    }),
  });
  return address;
}

/** Whether an invitation would still work. Changes nothing. */
export function isInvitationUsable(actor: Actor, token: string): Promise<boolean> {
  authorise(actor, 'session.start');
  return isTokenUsable('invitation', token);
}

/**
 * Sets the first password by an invitation and ends all sessions of the account. Of several at the same moment exactly one succeeds.
 * @param onAccepted what else the acceptance means, as part of the same transaction
 * @returns null, or why the password is refused (then the link stays usable)
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over, or the
 *   account is suspended
 */
export async function acceptInvitation(
  actor: Actor,
  input: { token: string; password: string },
  onAccepted: (tx: Transaction, userId: string) => Promise<void>,
) {
  authorise(actor, 'session.start');
  return transaction(async (tx) => {
    const userId = await useToken(tx, { purpose: 'invitation', token: input.token });
    if (!userId || (await isSuspended(tx, userId)))
      throw new AppError('error.auth/expired-action-code');
    const hadPassword = await hasPassword(tx, userId);
    const weakness = await setPassword(tx, { userId }, input.password);
    if (weakness) throw new RefusedFirstPassword(weakness);
    if (hadPassword) await queueAccountNotice(tx, { userId, kind: 'password-changed' });
    await onAccepted(tx, userId);
    await appendAudit(tx, actor, {
      action: 'user.accept-invitation',
      target: { kind: 'user', id: userId },
      subjectId: userId,
    });
    return null;
  }).catch((error: unknown) => {
    if (error instanceof RefusedFirstPassword) return error.weakness;
    throw error;
  });
}

/** Carries the refusal out of the transaction, which rolls the use of the link back. */
class RefusedFirstPassword extends Error {
  readonly weakness: NonNullable<Awaited<ReturnType<typeof setPassword>>>;

  constructor(weakness: RefusedFirstPassword['weakness']) {
    super('password refused');
    this.weakness = weakness;
  }
}
