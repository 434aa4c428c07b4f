import { and, eq } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { queueAccountNotice } from '~/features/identity/accounts/accounts.server';
import { deviceName } from '~/features/identity/settings/device-name';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

const { knownDevices } = schema;

/**
 * Remembers the kind of device someone has signed in from, as a keyed hash, and tells the person by
 * mail when there was none like it before. The first sign-in of all is no news.
 */
export async function noteDevice(userId: string, headers: Headers): Promise<void> {
  const { browser, system } = deviceName(headers.get('user-agent'));
  const hash = keyedHash(secret(), 'device', `${userId} ${browser ?? ''} ${system ?? ''}`);
  const seen = await db()
    .update(knownDevices)
    .set({ lastSeenAt: new Date() })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.hash, hash)))
    .returning({ id: knownDevices.id });
  if (seen.length > 0) return;
  await transaction(async (tx) => {
    const isFirst = (await tx.$count(knownDevices, eq(knownDevices.userId, userId))) === 0;
    const added = await tx
      .insert(knownDevices)
      .values({ userId, hash })
      .onConflictDoNothing()
      .returning({ id: knownDevices.id });
    if (!isFirst && added.length > 0) await queueAccountNotice(tx, { userId, kind: 'new-device' });
  });
}
