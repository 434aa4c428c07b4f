import { eq, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { config } from '~/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { newId } from '~/lib/new-id';
import type { CreateUserPayload } from './account-schemas';
import { usernameFrom } from './username';

const { profiles, users } = schema;

/** How often a name with another number is tried when the plain one is taken. */
const tries = 20;

type NewProfile = Pick<CreateUserPayload, 'firstName' | 'lastName' | 'publicProfile'>;

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
    const [profile] = await tx
      .insert(profiles)
      .values({
        username: chosen ?? usernameFrom(input, suffix),
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

/** Changes username and gravatar flag. @throws AppError `error.username-taken` */
export async function changeProfile(
  tx: Transaction,
  profileId: string,
  input: { username: string; useGravatar: boolean },
): Promise<void> {
  await tx
    .update(profiles)
    .set({ ...input, updatedAt: new Date(), version: sql`${profiles.version} + 1` })
    .where(eq(profiles.id, profileId))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('error.username-taken', { cause: error });
      throw error;
    });
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === '23505';
}

export type PublicProfile = { username: string; useGravatar: boolean; gravatarUrl: string | null };

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
    return { username: row.email, useGravatar: gravatar, gravatarUrl: pictureAddress };
  if (!row.profile) return null;
  const { username, useGravatar } = row.profile;
  return { username, useGravatar, gravatarUrl: useGravatar ? pictureAddress : null };
}
