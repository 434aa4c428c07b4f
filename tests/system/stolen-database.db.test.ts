import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { goodPassword, signedInHeaders } from '../support/people/sign-in';

/** What a thief makes of a row of the table of sessions: the cookie, signed as the site signs it. */
function forgedCookie(token: string, secret: string): Headers {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return new Headers({ cookie: `__Host-session=${encodeURIComponent(`${token}.${signature}`)}` });
}

test('who reads a row of the table of sessions cannot use it, not even with the secret', async () => {
  const user = await makeUser(db(), { password: goodPassword, role: 'DEV' });
  const own = await signedInHeaders(user.email);
  const [row] = await db()
    .select()
    .from(schema.signInSessions)
    .where(eq(schema.signInSessions.userId, user.id));
  const { secret = '' } = config();
  const [token = ''] = decodeURIComponent(
    /__Host-session=([^;]*)/.exec(own.get('cookie') ?? '')?.[1] ?? '',
  ).split('.');
  // The forgery is sound: with the token itself it would open the account.
  expect((await resolveSession(forgedCookie(token, secret))).actor.id).toBe(user.id);
  expect(JSON.stringify(row)).not.toContain(token);
  expect((await resolveSession(forgedCookie(row?.token ?? '', secret))).actor).toEqual(anonymous);
  expect((await resolveSession(own)).actor.id).toBe(user.id);
});
