import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { beginPasskey, proofOf, removePasskey } from './passkey.server';
import { beginEnrolment, getOwnProtection } from './second-factor.server';

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

test('where a passkey is the second factor, the password alone changes none', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const actor = actorOf(person);
  const headers = await signedInHeaders(person.email, true);
  const key = { publicKey: 'key', counter: 0, deviceType: 'singleDevice', backedUp: false };
  const [passkey] = await db()
    .insert(schema.passkeys)
    .values({ ...key, userId: person.id, credentialID: person.id })
    .returning();
  const id = passkey?.id ?? '';
  const madeUp = JSON.stringify({ step: 'verify', response: { id: person.id } });
  for (const answer of [undefined, 'no JSON', madeUp]) {
    const proof = proofOf({ password: goodPassword, code: '123456', passkey: answer }, headers);
    for (const change of [
      () => beginEnrolment(actor, proof),
      () => beginPasskey(actor, proof, headers),
      () => removePasskey(actor, { id, ...proof }, headers),
    ])
      await expect(change()).rejects.toMatchObject({
        code: expect.stringMatching(/^error\.auth\/(passkey-not-confirmed|too-many-requests)$/),
      });
  }
  expect(await getOwnProtection(actor)).toMatchObject({ passkeys: [{ id }] });
  expect(await db().$count(schema.secondFactors)).toBe(0);
});
