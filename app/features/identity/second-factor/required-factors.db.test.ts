import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { findOwnSessionId, resolveSession } from '~/features/identity/sign-in/session.server';
import { configure } from '../../../../tests/support/database/configure';
import { cookieHeader } from '../../../../tests/support/people/cookies';
import { enrol, password } from '../../../../tests/support/people/enrol';
import { trySignIn } from '../../../../tests/support/people/sign-in';

const { signInSessions } = schema;

describe('where the site asks members for a second factor', () => {
  test('a member is led to set one up before anything else', async () => {
    const person = await makeUser(db(), { password });
    const headers = cookieHeader(await trySignIn({ email: person.email, password }));
    expect((await resolveSession(headers)).mustEnrol).toBeUndefined();
    configure({ FLAGS: 'requireMemberSecondFactor' });
    expect(await resolveSession(headers)).toMatchObject({ mustEnrol: true });
    await enrol(person, await findOwnSessionId(headers));
    expect((await resolveSession(headers)).mustEnrol).toBeUndefined();
  });
});

describe('where administrators are to use passkeys', () => {
  test('one without a passkey comes in to make one, one with a passkey uses it', async () => {
    configure({ FLAGS: 'passkeysForAdministrators' });
    const person = await makeUser(db(), { password });
    const admin = await makeUser(db(), { password, role: 'ADMIN' });
    const headers = cookieHeader(await trySignIn({ email: admin.email, password }));
    expect(await resolveSession(headers)).toMatchObject({
      actor: { role: 'USER' },
      mustEnrol: true,
    });
    const key = { publicKey: 'key', counter: 0, deviceType: 'singleDevice', backedUp: false };
    for (const { id } of [admin, person])
      await db()
        .insert(schema.passkeys)
        .values({ ...key, userId: id, credentialID: id });
    expect(await resolveSession(headers)).toMatchObject({ actor: { role: 'ADMIN' } });
    await expect(trySignIn({ email: admin.email, password })).rejects.toMatchObject({
      code: 'error.auth/passkey-required',
    });
    expect(await db().$count(signInSessions, eq(signInSessions.userId, admin.id))).toBe(1);
    // Members are free.
    await trySignIn({ email: person.email, password });
  });
});
