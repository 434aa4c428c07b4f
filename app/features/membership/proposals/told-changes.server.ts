import { and, eq } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import {
  dropProposals,
  hasCredentials,
  liftSuspension,
  queueAccountNotice,
  queueAdministratorNotice,
  revokeAccess,
  suspendAccount,
} from '~/features/identity/accounts/accounts.server';
import { clearSecondFactors } from '~/features/identity/second-factor/second-factor.server';
import { inviteUser } from '~/features/identity/sign-in/sign-in.server';
import { mailOpenStatements } from '~/features/forum/moderation/moderation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';

/**
 * Suspends an account and tells the person and the other administrators. For other front doors, which
 * authorise, under the lock.
 */
export async function suspendAndTell(tx: Transaction, userId: string, actor: Actor): Promise<void> {
  refuseWithoutChange(await suspendAccount(tx, actor, { userId, at: new Date() }));
  await queueAccountNotice(tx, { userId, kind: 'suspended' });
  await queueAdministratorNotice(tx, { about: userId, by: actor.id, kind: 'suspended' });
  await mailOpenStatements(tx, userId);
}

/** For what is so already. @throws AppError `error.changed-meanwhile` */
export function refuseWithoutChange(hasChanged: boolean): void {
  if (!hasChanged) throw new AppError('error.changed-meanwhile');
}

/**
 * Lifts a suspension and tells the person and the other administrators. A person
 * who has never signed in gets a new invitation, since the suspension ended the one before.
 */
export async function reactivateAndTell(
  tx: Transaction,
  userId: string,
  actor: Actor,
): Promise<void> {
  refuseWithoutChange(await liftSuspension(tx, actor, userId));
  const { users } = schema;
  const isMember = (await tx.$count(users, and(eq(users.id, userId), hasCredentials))) > 0;
  await queueAccountNotice(tx, { userId, kind: isMember ? 'reactivated' : 'reactivated-invited' });
  if (!isMember) await inviteUser(tx, userId);
  await queueAdministratorNotice(tx, { about: userId, by: actor.id, kind: 'reactivated' });
}

/**
 * Removes all second factors, signs the person out everywhere, and tells the person and the other
 * administrators. As `suspendAndTell`.
 */
export async function resetSecondFactorAndTell(
  tx: Transaction,
  userId: string,
  actor: Actor,
): Promise<void> {
  await clearSecondFactors(tx, userId);
  await dropProposals(tx, userId, 'reset-second-factor');
  await revokeAccess(tx, userId, { invitation: true });
  await queueAccountNotice(tx, { userId, kind: 'second-factor-reset' });
  await queueAdministratorNotice(tx, { about: userId, by: actor.id, kind: 'second-factor-reset' });
}
