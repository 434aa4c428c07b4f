import { hashPassword } from 'better-auth/crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { newId } from '~/lib/new-id';
import { authorise, can } from '~/permissions';
import { type CreateUserPayload, createUserSchema, type ownNameSchema } from './account-schemas';
import { type PasswordWeakness, passwordWeakness } from './common-password.server';

const { profiles, signInAccounts, signInMethods, users } = schema;

/** All user records by name, for the administration. */
export function listUsers(actor: Actor) {
  authorise(actor, 'user.list');
  return db()
    .select({
      id: users.id,
      createdAt: users.createdAt,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
    })
    .from(users)
    .orderBy(asc(users.lastName), asc(users.firstName));
}

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
 *   `error.auth/operation-not-allowed` (self-registration is off)
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
  const write = (tx: Transaction) => insertUser(tx, { ...input, role });
  return within ? write(within) : transaction(write);
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

async function insertProfile(tx: Transaction, input: CreateUserPayload): Promise<string | null> {
  if (!config().flags.publicProfiles) return null;
  const [profile] = await tx
    .insert(profiles)
    .values({
      username:
        input.publicProfile?.username ?? `${input.firstName} ${input.lastName}`.slice(0, 40),
      useGravatar: input.publicProfile?.useGravatar ?? false,
    })
    .returning({ id: profiles.id });
  return profile?.id ?? null;
}

/** Why a person's new password is refused, or null. */
export function passwordWeaknessOf(
  password: string,
  person: { email: string; firstName: string; lastName: string },
): PasswordWeakness | null {
  return passwordWeakness(password, {
    email: person.email,
    names: [
      person.firstName,
      person.lastName,
      config().association.shortName,
      config().association.name,
    ],
  });
}

/**
 * Gives a person a new password. For other front doors, inside their transaction.
 * @returns null when done, else why the password is refused
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  password: string,
): Promise<PasswordWeakness | null> {
  const [person] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) throw new AppError('error.firestore/account-not-found');
  const weakness = passwordWeaknessOf(password, person);
  if (!weakness) await writePassword(tx, userId, password);
  return weakness;
}

/** Sets the password of a demonstration account, which follows no rules but the operator's. */
export async function replaceDemonstrationPassword(
  userId: string,
  password: string,
): Promise<void> {
  if (!config().demonstration.enabled) throw new AppError('error.not-found');
  await transaction((tx) => writePassword(tx, userId, password));
}

async function writePassword(tx: Transaction, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  const isPassword = and(
    eq(signInMethods.userId, userId),
    eq(signInMethods.providerId, 'credential'),
  );
  const changed = await tx
    .update(signInMethods)
    .set({ password: hash, updatedAt: new Date() })
    .where(isPassword)
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

/** Takes as long as storing a new password does, so that time tells nothing about an address. */
export async function spendHashingTime(password: string): Promise<void> {
  await hashPassword(password);
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
  await transaction(async (tx) => {
    await tx
      .update(users)
      .set({
        ...input,
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, actor.id));
    await tx
      .update(signInAccounts)
      .set({ name: `${input.firstName} ${input.lastName}`, updatedAt: new Date() })
      .where(eq(signInAccounts.id, actor.id));
  });
}
