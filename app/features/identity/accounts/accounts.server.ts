import { eq, sql } from 'drizzle-orm';
import type { Actor, MemberRole, SignedInActor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { newId } from '~/lib/new-id';
import { appendAudit, keepingRefusals } from '~/features/identity/audit/audit.server';
import { authorise, can, isWithinRank } from '~/policy/permissions';
import { revokeAccess } from './access.server';
import { writeNames } from './account-names.server';
import { queueAccountNotice, queueAdministratorNotice } from './account-notices.server';
import {
  type CreateUserPayload,
  createUserSchema,
  type UpdateCircumstances,
  type UpdateUserAsAdminPayload,
  updateUserAsAdminSchema,
} from './account-schemas';
import {
  hasCredentials,
  isActiveAdministrator,
  isReachableAdministrator,
  requireRemainingAdministrator,
  lockAdministrators,
  lockSubordinate,
  requireStillAdministrator,
} from './administrators.server';
import { proposeIfNeeded } from '~/features/identity/proposals/proposals.server';
import { removeUnconfirmedAccount } from '~/features/identity/sign-up/unconfirmed-accounts.server';
import { updateOwnFields, updateOwnProfile } from './own-account.server';
import {
  hasOwnPassword,
  hasPassword,
  isPasswordCorrect,
  passwordWeaknessOf,
  renewHash,
  replaceDemonstrationPassword,
  requireOwnPassword,
  setPassword,
  spendHashingTime,
  writePassword,
} from './passwords.server';
import {
  createMissingProfiles,
  findPublicProfile,
  forgetPicture,
  listProfiles,
  createProfile,
  insertProfile,
} from './profile.server';
import {
  dropApprovals,
  dropProposals,
  isSuspended,
  liftSuspension,
  suspendAccount,
} from './suspension.server';

const { signInAccounts, users } = schema;

export {
  createMissingProfiles,
  dropProposals,
  findPublicProfile,
  forgetPicture,
  listProfiles,
  hasOwnPassword,
  hasPassword,
  hasCredentials,
  isActiveAdministrator,
  isReachableAdministrator,
  isPasswordCorrect,
  isSuspended,
  requireRemainingAdministrator,
  liftSuspension,
  lockAdministrators,
  lockSubordinate,
  passwordWeaknessOf,
  queueAccountNotice,
  queueAdministratorNotice,
  renewHash,
  replaceDemonstrationPassword,
  requireOwnPassword,
  revokeAccess,
  setPassword,
  spendHashingTime,
  suspendAccount,
  updateOwnFields,
  updateOwnProfile,
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
    // Anybody can have opened it with the address of the person whom an administrator adds.
    if (!input.selfRegistered) await removeUnconfirmedAccount(tx, actor, input.email);
    // Where the site asks for two, an administrator is a member until a second one has confirmed it.
    const id = await insertUser(tx, { ...input, role: 'USER' });
    const isProposed = role !== 'USER' && (await proposeNew(tx, actor, { id, role }));
    const given = isProposed ? 'USER' : role;
    await appendAudit(tx, actor, {
      action: 'user.create',
      target: { kind: 'user', id },
      subjectId: id,
      changes: { role: { to: given }, selfRegistered: { to: input.selfRegistered } },
    });
    return id;
  };
  return within ? write(within) : transaction(write);
}

/** @returns whether the rights of a new administrator wait for a second one to confirm */
async function proposeNew(
  tx: Transaction,
  actor: Actor,
  { id, role }: { id: string; role: MemberRole },
): Promise<boolean> {
  await lockAdministrators(tx);
  // The rights of who acts may have gone while it waited.
  const acting = await requireStillAdministrator(tx, actor);
  const person = { id, role: 'USER' } as const;
  const proposed = { person, change: { kind: 'role', role } } as const;
  if (await proposeIfNeeded(tx, acting, proposed)) return true;
  await tx.update(users).set({ role }).where(eq(users.id, id));
  await queueAdministratorNotice(tx, { about: id, by: actor.id, kind: 'administrator-made' });
  return false;
}

/**
 * The callable `updateUserAsAdmin` (spec section 7): the only way for an administrator to change a
 * user record. A new role ends the person's sessions, and is told to the person and to the others who
 * administrate; where the site asks for two administrators, it is proposed to a second one first.
 * @returns the key of the message shown as success notice
 * @throws AppError `error.not-found`, `error.rank`, `error.reason-required` (a new role needs one),
 *   `error.last-administrator`, `error.changed-meanwhile` (changed by someone else meanwhile),
 *   `error.username-taken`, `error.account.nobody-to-confirm`, `error.account.already-proposed`
 */
export async function updateUserAsAdmin(
  actor: Actor,
  payload: UpdateUserAsAdminPayload,
  circumstances: UpdateCircumstances = {},
): Promise<'success.proposed' | 'success.updated-user'> {
  authorise(actor, 'user.update');
  const { user, publicProfile } = updateUserAsAdminSchema.parse(payload);
  const tried = {
    action: 'user.update' as const,
    target: { kind: 'user', id: user.id },
    subjectId: user.id,
    reason: circumstances.reason,
  };
  return keepingRefusals(actor, tried, () =>
    transaction(async (tx) => {
      const { acting, person } = await lockSubordinate(tx, actor, user.id);
      if (circumstances.version !== undefined && circumstances.version !== person.version)
        throw new AppError('error.changed-meanwhile');
      const isOtherRole = user.role !== person.role;
      if (isOtherRole && !isWithinRank(acting.role, user.role)) throw new AppError('error.rank');
      if (isOtherRole && !circumstances.reason) throw new AppError('error.reason-required');
      const change = { kind: 'role', role: user.role } as const;
      const proposed = { person, change, reason: circumstances.reason };
      const isProposed = isOtherRole && (await proposeIfNeeded(tx, acting, proposed));
      const isNewRole = isOtherRole && !isProposed;
      await writeNames(tx, user, { updatedBy: acting.id });
      if (isNewRole) await changeRole(tx, acting, { person, role: user.role });
      if (publicProfile) await createProfile(tx, person, publicProfile);
      const isNewName = user.firstName !== person.firstName || user.lastName !== person.lastName;
      await appendAudit(tx, acting, {
        ...tried,
        ...(isNewRole ? { action: 'user.update-role' as const } : {}),
        changes: {
          ...(isNewRole ? { role: { from: person.role, to: user.role } } : {}),
          // The fact of a change without the name: audit entries are kept for good and hold no names.
          ...(isNewName ? { name: { to: 'changed' } } : {}),
          ...(publicProfile ? { publicProfile: { to: 'set' } } : {}),
        },
      });
      return isProposed ? 'success.proposed' : 'success.updated-user';
    }),
  );
}

/**
 * Gives a person another role. Other rights need a new sign-in, more of them as well (OWASP ASVS 5.0
 * 7.2.4, 7.4.2). For other front doors, which authorise, under the lock.
 * @throws AppError `error.last-administrator`
 */
export async function changeRole(
  tx: Transaction,
  acting: SignedInActor,
  { person, role }: { person: { id: string }; role: MemberRole },
): Promise<void> {
  const userId = person.id;
  if (role === 'USER') await requireRemainingAdministrator(tx, userId);
  await tx
    .update(users)
    .set({
      role,
      updatedBy: acting.id,
      updatedAt: new Date(),
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId));
  // A suspension that was proposed waits on: by stepping down nobody escapes it.
  await dropProposals(tx, userId, 'role');
  if (role === 'USER') await dropApprovals(tx, userId);
  await revokeAccess(tx, userId, { invitation: true });
  await queueAccountNotice(tx, { userId, kind: 'role-changed' });
  const kind = role === 'USER' ? 'role-changed' : 'administrator-made';
  await queueAdministratorNotice(tx, { about: userId, by: acting.id, kind });
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

/** Marks an account's address as confirmed. For other front doors, inside their transaction. */
export async function confirmEmail(tx: Transaction, userId: string): Promise<void> {
  await tx.update(signInAccounts).set({ emailVerified: true }).where(eq(signInAccounts.id, userId));
}
