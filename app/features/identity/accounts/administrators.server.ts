import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { type Actor, commandLine, isSignedIn, type SignedInActor } from '~/policy/actor';
import { schema, takeTurn, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isWithinRank } from '~/policy/permissions';

const { passkeys, signInMethods, users } = schema;

/** Roles that pass the admin check (spec section 6). */
const administratorRoles = ['ADMIN', 'DEV'] as const;

/** Who can act as an administrator now: a suspended account cannot, and does not count as one. */
export const isActiveAdministrator = and(
  inArray(users.role, [...administratorRoles]),
  isNull(users.suspendedAt),
);

/**
 * Whether a user can sign in, with a password, a hosted provider or a passkey. Others have not accepted
 * the invitation yet.
 */
export const hasCredentials = sql`(exists (select from ${signInMethods} as method where method.user_id = ${users}.id)
  or exists (select from ${passkeys} as passkey where passkey.user_id = ${users}.id))`;

/** An administrator who can sign in; an unaccepted invitation does not count. */
export const isReachableAdministrator = and(isActiveAdministrator, hasCredentials);

/** Waits until no other change of who is an administrator is under way. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await takeTurn(tx, 'administrators');
}

/**
 * The record of a person an administrator wants to act on, locked. The administrator's own rank is
 * read again under the lock, since it may have been lost a moment ago.
 * @throws AppError `error.not-found`, `error.rank` when the person stands above the administrator
 */
export async function lockSubordinate(tx: Transaction, actor: Actor, userId: string) {
  await lockAdministrators(tx);
  const acting = await requireStillAdministrator(tx, actor);
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!person) throw new AppError('error.not-found');
  if (!isWithinRank(acting.role, person.role)) throw new AppError('error.rank');
  return { acting, person };
}

export async function requireStillAdministrator(
  tx: Transaction,
  actor: Actor,
): Promise<SignedInActor> {
  if (actor === commandLine) return commandLine;
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const [now] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.id), isActiveAdministrator));
  if (!now) throw new AppError('error.not-found');
  return { ...actor, role: now.role };
}

/**
 * Makes sure that an administrator remains without this person. Call it under the lock.
 * @throws AppError `error.last-administrator`
 */
export async function requireRemainingAdministrator(
  tx: Transaction,
  withoutId: string,
): Promise<void> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, withoutId), isReachableAdministrator))
    .limit(1);
  if (!other) throw new AppError('error.last-administrator');
}
