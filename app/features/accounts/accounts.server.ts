import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { newId } from '~/lib/new-id';
import { appendAudit } from '~/features/audit/audit.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise, can, isRoleLoss, isWithinRank } from '~/permissions';
import { queueMail } from '~/platform/mail.server';
import {
  type CreateUserPayload,
  createUserSchema,
  type ownNameSchema,
  ownProfileSchema,
  type UpdateCircumstances,
  type UpdateUserAsAdminPayload,
  updateUserAsAdminSchema,
} from './account-schemas';
import { accountNoticeEmail, type AccountNoticeKind } from './account-notice.email';
import { keepAnAdministrator, lockAdministrators, lockSubordinate } from './administrators.server';
import {
  passwordWeaknessOf,
  replaceDemonstrationPassword,
  requireOwnPassword,
  setPassword,
  spendHashingTime,
  writePassword,
} from './passwords.server';
import { changeProfile, findPublicProfile, insertProfile } from './profile.server';

const { signInAccounts, users } = schema;

export {
  findPublicProfile,
  keepAnAdministrator,
  lockAdministrators,
  lockSubordinate,
  passwordWeaknessOf,
  replaceDemonstrationPassword,
  requireOwnPassword,
  setPassword,
  spendHashingTime,
};

/** Number of user records, for the administration. */
export async function countUsers(actor: Actor): Promise<number> {
  authorise(actor, 'user.list');
  return db().$count(users);
}

/** The account to sign in with, by address; null when there is none. For other front doors. */
export async function findAccountByEmail(
  email: string,
): Promise<{ id: string; email: string; emailVerified: boolean } | null> {
  const [account] = await db()
    .select({
      id: signInAccounts.id,
      email: signInAccounts.email,
      emailVerified: signInAccounts.emailVerified,
    })
    .from(signInAccounts)
    .where(eq(signInAccounts.email, email.toLowerCase()));
  return account ?? null;
}

/**
 * The callable `createUser` (spec section 7): the only way to make a user while server-function
 * registration is on. Administrators make any user; a self-registered one has the role USER
 * whatever the payload says.
 * @returns the id of the new user
 * @throws AppError `error.auth/email-already-in-use`, `error.auth/weak-password`,
 *   `error.auth/operation-not-allowed` (self-registration is off), `error.not-found` (only DEV
 *   makes DEV)
 */
export async function createUser(
  actor: Actor,
  payload: CreateUserPayload,
  within?: Transaction,
): Promise<string> {
  authorise(actor, payload.selfRegistered ? 'user.sign-up' : 'user.create');
  const input = createUserSchema.parse(payload);
  if (input.selfRegistered && !config().flags.selfRegistration) {
    throw new AppError('error.auth/operation-not-allowed');
  }
  if (input.password && passwordWeaknessOf(input.password, input))
    throw new AppError('error.auth/weak-password');
  const role = input.selfRegistered || !can(actor, 'user.create') ? 'USER' : input.role;
  if (role === 'DEV') authorise(actor, 'user.create-dev');
  const write = async (tx: Transaction) => {
    const id = await insertUser(tx, { ...input, role });
    await appendAudit(tx, actor, {
      action: 'user.create',
      target: { kind: 'user', id },
      subjectId: id,
      changes: { role: { to: role }, selfRegistered: { to: input.selfRegistered } },
    });
    return id;
  };
  return within ? write(within) : transaction(write);
}

/**
 * The callable `updateUserAsAdmin` (spec section 7): the only way for an administrator to change a
 * user record. A lower role ends the person's sessions.
 * @returns the key of the message shown as success notice
 * @throws AppError `error.not-found`, `error.rank`, `error.reason-required` (a new role needs one),
 *   `error.last-administrator`, `error.changed-meanwhile` (changed by somebody else meanwhile),
 *   `error.username-taken`
 */
export async function updateUserAsAdmin(
  actor: Actor,
  payload: UpdateUserAsAdminPayload,
  circumstances: UpdateCircumstances = {},
): Promise<'success.updated-user'> {
  authorise(actor, 'user.update');
  const { user, publicProfile } = updateUserAsAdminSchema.parse(payload);
  await transaction(async (tx) => {
    const { acting, person } = await lockSubordinate(tx, actor, user.id);
    if (circumstances.version !== undefined && circumstances.version !== person.version)
      throw new AppError('error.changed-meanwhile');
    const isNewRole = user.role !== person.role;
    if (isNewRole) {
      if (!isWithinRank(acting.role, user.role)) throw new AppError('error.rank');
      if (!circumstances.reason) throw new AppError('error.reason-required');
      if (user.role === 'USER') await keepAnAdministrator(tx, user.id);
    }
    await writeNames(tx, user, { role: user.role, updatedBy: acting.id });
    if (publicProfile && person.publicProfile)
      await changeProfile(tx, person.publicProfile, publicProfile);
    if (isRoleLoss(person.role, user.role))
      await tx.delete(schema.signInSessions).where(eq(schema.signInSessions.userId, user.id));
    const isNewName = user.firstName !== person.firstName || user.lastName !== person.lastName;
    await appendAudit(tx, acting, {
      action: isNewRole ? 'user.update-role' : 'user.update',
      target: { kind: 'user', id: user.id },
      subjectId: user.id,
      changes: {
        ...(isNewRole ? { role: { from: person.role, to: user.role } } : {}),
        ...(isNewName ? { name: { to: 'changed' } } : {}),
        ...(publicProfile ? { publicProfile: { to: 'set' } } : {}),
      },
      reason: circumstances.reason,
    });
  });
  return 'success.updated-user';
}

/** First and last name, in the record and in the account to sign in with. */
async function writeNames(
  tx: Transaction,
  person: { id: string; firstName: string; lastName: string },
  others: { role?: CreateUserPayload['role']; updatedBy: string },
): Promise<void> {
  const { id, firstName, lastName } = person;
  await tx
    .update(users)
    .set({
      firstName,
      lastName,
      ...others,
      updatedAt: new Date(),
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id));
  await tx
    .update(signInAccounts)
    .set({ name: `${firstName} ${lastName}`, updatedAt: new Date() })
    .where(eq(signInAccounts.id, id));
}

/**
 * Direct creation of a user, without the server function (spec section 5).
 * @throws AppError `error.use-functions-for-user-creation` while server-function registration is on
 * @throws Error 'Password is not defined'
 */
export async function createUserDirectly(
  actor: Actor,
  payload: CreateUserPayload,
  within?: Transaction,
): Promise<string> {
  authorise(actor, payload.selfRegistered ? 'user.sign-up' : 'user.create');
  if (config().flags.serverFunctionRegistration) {
    throw new AppError('error.use-functions-for-user-creation');
  }
  if (!payload.password) throw new Error('Password is not defined');
  return createUser(actor, payload, within);
}

async function insertUser(tx: Transaction, input: CreateUserPayload): Promise<string> {
  const id = newId();
  const inserted = await tx
    .insert(signInAccounts)
    .values({
      id,
      email: input.email,
      name: `${input.firstName} ${input.lastName}`,
      emailVerified: !input.selfRegistered,
    })
    .onConflictDoNothing()
    .returning({ id: signInAccounts.id });
  if (inserted.length === 0) throw new AppError('error.auth/email-already-in-use');
  if (input.password) await writePassword(tx, id, input.password);
  await tx.insert(users).values({
    id,
    email: input.email,
    firstName: input.firstName,
    lastName: input.lastName,
    role: input.role,
    publicProfile: await insertProfile(tx, input),
  });
  return id;
}

/**
 * Tells a person by mail what has changed about the account, in the transaction of the change.
 * @param notice `recipient` when it is not the present address
 */
export async function queueAccountNotice(
  tx: Transaction,
  notice: { userId: string; kind: AccountNoticeKind; recipient?: string },
): Promise<void> {
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, notice.userId));
  const recipient = notice.recipient ?? person?.email;
  if (!recipient) return;
  await queueMail(tx, {
    template: 'account-notice',
    recipient,
    userId: notice.userId,
    ...accountNoticeEmail({
      translate: translateIn(config().languages.default),
      site: config().association.shortName,
      contact: config().association.email,
      address: `${config().server.origin}/settings/security`,
      kind: notice.kind,
    }),
  });
}

/** Marks an account's address as confirmed. For other front doors, inside their transaction. */
export async function confirmEmail(tx: Transaction, userId: string): Promise<void> {
  await tx.update(signInAccounts).set({ emailVerified: true }).where(eq(signInAccounts.id, userId));
}

/** Changes the actor's own first and last name (spec section 6). */
export async function updateOwnName(
  actor: Actor,
  input: z.output<typeof ownNameSchema>,
): Promise<void> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return;
  const { id } = actor;
  await transaction((tx) => writeNames(tx, { ...input, id }, { updatedBy: id }));
}

/**
 * Changes the actor's own username and gravatar flag (spec section 6), when public profiles are on.
 * @throws AppError `error.not-found` (they are off), `error.username-taken`
 */
export async function updateOwnProfile(
  actor: Actor,
  payload: z.output<typeof ownProfileSchema>,
): Promise<void> {
  authorise(actor, 'user.update-own');
  const input = ownProfileSchema.parse(payload);
  if (!config().flags.publicProfiles || !isSignedIn(actor)) throw new AppError('error.not-found');
  const { id } = actor;
  await transaction(async (tx) => {
    const [user] = await tx
      .select({ publicProfile: users.publicProfile })
      .from(users)
      .where(eq(users.id, id));
    if (!user?.publicProfile) throw new AppError('error.not-found');
    await changeProfile(tx, user.publicProfile, input);
  });
}

/**
 * Suspends an account: it cannot sign in and is signed out everywhere at once. For other front
 * doors, which authorise, inside their transaction. Nothing happens when it is suspended already.
 * @throws AppError `error.last-administrator`
 */
export async function suspendAccount(tx: Transaction, userId: string): Promise<void> {
  await lockAdministrators(tx);
  await keepAnAdministrator(tx, userId);
  await tx
    .update(users)
    .set({ suspendedAt: new Date(), version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  await tx.delete(schema.signInSessions).where(eq(schema.signInSessions.userId, userId));
}

/** Lifts a suspension. For other front doors, which authorise, inside their transaction. */
export async function liftSuspension(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: null, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
}
