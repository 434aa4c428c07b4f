import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { writeNames } from './account-names.server';
import { ownProfileSchema } from './account-schemas';
import type { OwnFields } from '~/features/identity/settings/own-fields';
import { changeProfile } from './profile.server';

const { users } = schema;

/**
 * Changes what the actor says of himself, first and last name among it (spec section 6).
 * @param version of the record that the person had before them; absent, it is not compared
 * @throws AppError `error.changed-meanwhile`
 */
export async function updateOwnFields(
  actor: Actor,
  { firstName, lastName, ...others }: OwnFields,
  version?: number,
): Promise<void> {
  authorise(actor, 'user.update-own');
  if (!isSignedIn(actor)) return;
  const { id } = actor;
  await transaction(async (tx) => {
    await lockOwn(tx, id, version);
    await writeNames(tx, { id, firstName, lastName }, { ...others, updatedBy: id });
  });
}

/**
 * Changes the actor's own username and gravatar flag (spec section 6), when public profiles are on.
 * @param version as with `updateOwnFields`
 * @throws AppError `error.not-found` (they are off), `error.username-taken`,
 *   `error.changed-meanwhile`
 */
export async function updateOwnProfile(
  actor: Actor,
  payload: z.output<typeof ownProfileSchema>,
  version?: number,
): Promise<void> {
  authorise(actor, 'user.update-own');
  const input = ownProfileSchema.parse(payload);
  if (!config().flags.publicProfiles || !isSignedIn(actor)) throw new AppError('error.not-found');
  const { id } = actor;
  await transaction(async (tx) => {
    const { publicProfile } = await lockOwn(tx, id, version);
    if (!publicProfile) throw new AppError('error.not-found');
    const chosen = { ...input, pictureAgreed: input.useGravatar };
    await changeProfile(tx, { id, publicProfile }, chosen);
    // The profile goes with its user: an administrator's older page would write over it.
    await tx
      .update(users)
      .set({ version: sql`${users.version} + 1`, updatedAt: new Date(), updatedBy: id })
      .where(eq(users.id, id));
  });
}

/**
 * The actor's record, locked, so that concurrent changes do not overwrite one another.
 * @throws AppError `error.changed-meanwhile`
 */
async function lockOwn(tx: Transaction, id: string, version: number | undefined) {
  const [user] = await tx
    .select({ publicProfile: users.publicProfile, version: users.version })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  if (!user) throw new AppError('error.not-found');
  if (version !== undefined && version !== user.version)
    throw new AppError('error.changed-meanwhile');
  return user;
}
