import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { beginPasskey } from './passkey.server';

test('a passkey is added with the password, however old the session is', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const headers = await signedInHeaders(person.email, true);
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  await db()
    .update(schema.signInSessions)
    .set({ createdAt: daysFromNow(-2), expiresAt: daysFromNow(28) })
    .where(eq(schema.signInSessions.userId, person.id));
  await expect(
    beginPasskey(actorOf(person), { password: 'not the password' }, headers),
  ).rejects.toMatchObject({
    code: 'error.auth/wrong-password',
  });
  const { options } = await beginPasskey(actorOf(person), { password: goodPassword }, headers);
  expect(options.challenge).not.toBe('');
});
