import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isUuid } from '~/lib/is-uuid';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { authorise } from '~/policy/permissions';
import { findPublicProfile } from './profile.server';

const { profilePictures, profiles, users } = schema;

/** The one service that pictures come from. */
const pictureService = 'https://gravatar.com';
const timeoutMs = 2_000;
const maxBytes = 200_000;
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

type Picture = { picture: Buffer; mediaType: string };

/**
 * A person's picture, kept by the site so that no browser contacts the service.
 * @param service where pictures come from; another one in tests
 * @throws AppError `error.not-found` when there is none, pictures are off, or the person has not
 *   agreed to them
 */
export async function findProfilePicture(
  actor: Actor,
  userId: string,
  service = pictureService,
): Promise<Picture> {
  authorise(actor, 'profile-picture.read');
  const { gravatar, publicProfiles } = config().flags;
  // Where there are no profiles nobody could agree, so that nothing is asked of the service.
  const isPossible = gravatar && publicProfiles && isUuid(userId);
  const isWanted = isPossible && (await findPublicProfile(userId))?.gravatarUrl;
  if (!isWanted) throw new AppError('error.not-found');
  const [kept] = await db()
    .select()
    .from(profilePictures)
    .where(eq(profilePictures.userId, userId));
  const oldest = Date.now() - retentionPeriods.profilePicture * 24 * 3_600_000;
  const picture =
    kept && kept.fetchedAt.getTime() > oldest ? kept : await fetchAndKeep(userId, service);
  if (!picture.picture || !picture.mediaType) throw new AppError('error.not-found');
  return { picture: picture.picture, mediaType: picture.mediaType };
}

async function fetchAndKeep(userId: string, service: string) {
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, userId));
  const found = user ? await fetchPicture(user.email, service) : null;
  const row = {
    picture: found?.picture ?? null,
    mediaType: found?.mediaType ?? null,
    fetchedAt: new Date(),
  };
  return transaction(async (tx) => {
    // Who withdraws, or moves to another address, while the service answers: nothing is kept then.
    const [agreed] = await tx
      .select({ email: users.email })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.publicProfile))
      .where(
        and(eq(users.id, userId), eq(profiles.useGravatar, true), eq(profiles.pictureAgreed, true)),
      )
      .for('share');
    if (!agreed || agreed.email !== user?.email) throw new AppError('error.not-found');
    await tx
      .insert(profilePictures)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: profilePictures.userId, set: row });
    return row;
  });
}

/** HEAD tells whether there is one (spec section 7); the service gets the hash and nothing else. */
async function fetchPicture(email: string, service: string): Promise<Picture | null> {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  const address = `${service}/avatar/${hash}?d=404&s=160`;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const head = await fetch(address, { method: 'HEAD', redirect: 'error', signal });
    if (!head.ok) return null;
    const response = await fetch(address, { redirect: 'error', signal });
    const mediaType = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    const size = Number(response.headers.get('content-length') ?? maxBytes + 1);
    if (!response.ok || !pictureTypes.includes(mediaType) || size > maxBytes) return null;
    const picture = Buffer.from(await response.arrayBuffer());
    return picture.length > maxBytes ? null : { picture, mediaType };
  } catch {
    // Away, too slow or leading elsewhere: as good as none.
    return null;
  }
}
