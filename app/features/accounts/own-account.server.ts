import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { authorise } from '~/permissions';
import { writeNames } from './account-names.server';
import { type ownNameSchema, ownProfileSchema } from './account-schemas';
import { changeProfile } from './profile.server';

const { users } = schema;

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
