import { and, eq, isNotNull } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import {
  hashPassword,
  isOutdatedHash,
  unusableHash,
  verifyPassword,
} from '~/platform/password-hash.server';
import { consumeUse, limiterOf, throttleKey } from '~/platform/throttle.server';
import { revokeAccess } from './access.server';
import { type PasswordWeakness, passwordWeakness } from './common-password.server';
import { association } from '~/platform/association.server';

const { signInMethods, users } = schema;

/** Why a person's new password is refused, or null. */
export function passwordWeaknessOf(
  password: string,
  person: { email: string; firstName: string; lastName: string },
): PasswordWeakness | null {
  return passwordWeakness(password, {
    email: person.email,
    names: [person.firstName, person.lastName, association().shortName, association().name],
  });
}

/**
 * Gives a person a new password and ends every way in that was opened with the old one. For other
 * front doors, inside their transaction.
 * @param keepSession the session of the person, where it was that which changed the password
 * @returns null when done, else why the password is refused
 */
export async function setPassword(
  tx: Transaction,
  { userId, keepSession }: { userId: string; keepSession?: string | null },
  password: string,
): Promise<PasswordWeakness | null> {
  const [person] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) throw new AppError('error.firestore/account-not-found');
  const weakness = passwordWeaknessOf(password, person);
  if (weakness) return weakness;
  await writePassword(tx, userId, password);
  await revokeAccess(tx, userId, { session: keepSession ?? null });
  return null;
}

/** Whether a person signs in with a password, within the transaction. */
export async function hasPassword(tx: Transaction, userId: string): Promise<boolean> {
  const isSet = and(isPasswordOf(userId), isNotNull(signInMethods.password));
  return (await tx.$count(signInMethods, isSet)) > 0;
}

const ownPasswordLimit = { points: 8, duration: 15 * 60 };

/**
 * Makes sure that who acts knows the account's password, before what should not happen at a
 * browser that was left open.
 * @throws AppError `error.auth/wrong-password`, `error.auth/too-many-requests`
 */
export async function requireOwnPassword(actor: Actor, password: string): Promise<void> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return;
  const { isWithin } = await consumeUse('own-password', ownPasswordLimit, actor.id);
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
  if (!(await isPasswordCorrect(actor.id, password)))
    throw new AppError('error.auth/wrong-password');
  await limiterOf('own-password', ownPasswordLimit).delete(throttleKey(actor.id));
}

/** Whether this is the password of an account; takes as long where there is none. */
export async function isPasswordCorrect(userId: string, password: string): Promise<boolean> {
  const [method] = await db()
    .select({ hash: signInMethods.password })
    .from(signInMethods)
    .where(isPasswordOf(userId));
  return verifyPassword({ hash: method?.hash ?? unusableHash(), password });
}

/** Whether the actor has set a password; users of a hosted provider may have none. */
export async function hasOwnPassword(actor: Actor): Promise<boolean> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return false;
  return transaction((tx) => hasPassword(tx, actor.id));
}

/** Sets the password of a demonstration account, which follows no rules but the operator's. */
export async function replaceDemonstrationPassword(
  userId: string,
  password: string,
): Promise<void> {
  if (!config().demonstration.enabled) throw new AppError('error.not-found');
  await transaction((tx) => writePassword(tx, userId, password));
}

const isPasswordOf = (userId: string) =>
  and(eq(signInMethods.userId, userId), eq(signInMethods.providerId, 'credential'));

export async function writePassword(
  tx: Transaction,
  userId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  const changed = await tx
    .update(signInMethods)
    .set({ password: hash, updatedAt: new Date() })
    .where(isPasswordOf(userId))
    .returning({ id: signInMethods.id });
  if (changed.length > 0) return;
  await tx.insert(signInMethods).values({
    id: newId(),
    userId,
    accountId: userId,
    providerId: 'credential',
    password: hash,
  });
}

/** Keeps a password that has just been found right as passwords are kept now. */
export async function renewHash(userId: string, password: string): Promise<void> {
  const [method] = await db()
    .select({ hash: signInMethods.password })
    .from(signInMethods)
    .where(isPasswordOf(userId));
  if (!method?.hash || !isOutdatedHash(method.hash)) return;
  const hash = await hashPassword(password);
  // Not over another password that was set meanwhile.
  await db()
    .update(signInMethods)
    .set({ password: hash })
    .where(and(isPasswordOf(userId), eq(signInMethods.password, method.hash)));
}

/** Takes as long as storing a new password does, so that time tells nothing about an address. */
export async function spendHashingTime(password: string): Promise<void> {
  await hashPassword(password);
}
