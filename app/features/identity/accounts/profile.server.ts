import { eq, isNull, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction, isUniqueViolation } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { newId } from '~/lib/new-id';
import { association } from '~/platform/association.server';
import type { CreateUserPayload } from './account-schemas';
import { isReservedName, usernameFrom } from './username';

const { profilePictures, profiles, users } = schema;

/** How often a name with another number is tried when the plain one is taken. */
const tries = 20;

type NewProfile = Pick<CreateUserPayload, 'firstName' | 'lastName'> &
  Partial<Pick<CreateUserPayload, 'publicProfile'>>;

/**
 * The profile record of a new user, when public profiles are on (spec section 3).
 * @returns its id, or null while public profiles are off
 * @throws AppError `error.username-taken` for a name that was chosen
 */
export async function insertProfile(tx: Transaction, input: NewProfile): Promise<string | null> {
  if (!config().flags.publicProfiles) return null;
  const chosen = input.publicProfile?.username;
  for (let number = 1; number <= tries; number += 1) {
    const suffix = number === 1 ? undefined : (number - 1) ** 2 * 7 + number;
    const username = chosen ?? usernameFrom(input, suffix);
    if (isReserved(username)) break;
    const [profile] = await tx
      .insert(profiles)
      .values({
        username,
        useGravatar: input.publicProfile?.useGravatar ?? false,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (profile) return profile.id;
    if (chosen) break;
  }
  if (chosen) throw new AppError('error.username-taken');
  return insertProfile(tx, {
    ...input,
    publicProfile: { username: `member-${newId().slice(-12)}`, useGravatar: false },
  });
}

const isReserved = (username: string) => isReservedName(username, association().shortName);

/**
 * Makes a profile record for everybody who has never had one, when public profiles are on: on a
 * site that is older than the setting no account could sign in otherwise. Repeating it changes
 * nothing; a record that was deleted is not made again, because the reference to it stays.
 */
export async function createMissingProfiles(): Promise<void> {
  if (!config().flags.publicProfiles) return;
  await transaction(async (tx) => {
    const people = await tx
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(isNull(users.publicProfile))
      .orderBy(users.createdAt, users.id)
      .for('update');
    for (const person of people) {
      const publicProfile = await insertProfile(tx, person);
      await tx.update(users).set({ publicProfile }).where(eq(users.id, person.id));
    }
  });
}

type Appearance = { username: string; useGravatar: boolean };
/** What only the person chooses. */
type OwnChoice = { pictureAgreed?: boolean; inForum?: boolean | undefined };

/**
 * Sets how a person appears, and makes the profile record when it is missing.
 * @throws AppError `error.username-taken`
 */
export async function createProfile(
  tx: Transaction,
  person: { id: string; firstName: string; lastName: string; publicProfile: string | null },
  input: Appearance,
): Promise<void> {
  const { id, publicProfile } = person;
  if (publicProfile && (await changeProfile(tx, { id, publicProfile }, input))) return;
  const inserted = await insertProfile(tx, { ...person, publicProfile: input });
  if (inserted) await tx.update(users).set({ publicProfile: inserted }).where(eq(users.id, id));
}

/** Deletes the fetched picture of a person who no longer wants one or has another e-mail address. */
export async function forgetPicture(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(profilePictures).where(eq(profilePictures.userId, userId));
}

/**
 * Changes username and gravatar flag, and what the person has chosen.
 * @returns whether there is such a record
 * @throws AppError `error.username-taken`
 */
export async function changeProfile(
  tx: Transaction,
  person: { id: string; publicProfile: string },
  { useGravatar, pictureAgreed, ...shown }: Appearance & OwnChoice,
): Promise<boolean> {
  const before = await tx
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, person.publicProfile));
  // Who has one from before it was reserved can still change the rest.
  const isNew = before[0]?.username !== shown.username;
  if (isNew && isReserved(shown.username)) throw new AppError('error.username-taken');
  if (!useGravatar) await forgetPicture(tx, person.id);
  // Without gravatar nobody is asked about it, and what was chosen before stays.
  const picture = config().flags.gravatar ? { useGravatar, pictureAgreed } : {};
  const changed = await tx
    .update(profiles)
    .set({ ...shown, ...picture, updatedAt: new Date(), version: sql`${profiles.version} + 1` })
    .where(eq(profiles.id, person.publicProfile))
    .returning({ id: profiles.id })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('error.username-taken', { cause: error });
      throw error;
    });
  return changed.length > 0;
}

export type PublicProfile = {
  username: string;
  useGravatar: boolean;
  /** Derived: an address of this site, once the person has agreed; never one of the service. */
  gravatarUrl: string | null;
  inForum: boolean;
};

/**
 * How a person appears to others (spec section 3): the profile record, or, when public profiles are
 * off, what follows from the user: the e-mail address as the name and the gravatar setting.
 */
export async function findPublicProfile(userId: string): Promise<PublicProfile | null> {
  const { publicProfiles, gravatar } = config().flags;
  const [row] = await db()
    .select({ email: users.email, profile: profiles })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(eq(users.id, userId));
  if (!row) return null;
  const pictureAddress = gravatar ? `/profile-picture/${userId}` : null;
  if (!publicProfiles)
    return {
      username: row.email,
      useGravatar: gravatar,
      gravatarUrl: pictureAddress,
      inForum: false,
    };
  if (!row.profile) return null;
  const { username, useGravatar, pictureAgreed, inForum } = row.profile;
  const isAgreed = useGravatar && pictureAgreed;
  return { username, useGravatar, gravatarUrl: isAgreed ? pictureAddress : null, inForum };
}

/** Every public profile with its person (spec section 7), for the list of users. */
export async function listProfiles(actor: Actor) {
  authorise(actor, 'user.list');
  if (!config().flags.publicProfiles) return [];
  return db()
    .select({
      userId: users.id,
      username: profiles.username,
      useGravatar: profiles.useGravatar,
    })
    .from(profiles)
    .innerJoin(users, eq(users.publicProfile, profiles.id))
    .orderBy(profiles.username);
}
