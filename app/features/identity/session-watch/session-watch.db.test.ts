import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { startLive, stopLive } from '~/platform/live.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { sessionStream } from './session-watch.server';

const { signInSessions, users } = schema;
const address = 'https://association.example/session/watch';

beforeAll(() => startLive());
afterAll(() => stopLive());

test.each(['error.firestore/account-not-found', null] as const)(
  'a page that comes after its session was lost hears why (%s)',
  async (lost) => {
    const request = new Request(address);
    const words = await sessionStream({ actor: anonymous, request }, lost).text();
    expect(words).toContain(`event: over\ndata: ${lost ?? 'error.auth/session-expired'}`);
  },
);

test.each<[string, string, (userId: string) => Promise<unknown>]>([
  [
    'is ended in the database',
    'error.auth/session-expired',
    (userId) => db().delete(signInSessions).where(eq(signInSessions.userId, userId)),
  ],
  [
    'is over by its age, which nobody announces',
    'error.auth/session-expired',
    (userId) =>
      db()
        .update(signInSessions)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(signInSessions.userId, userId)),
  ],
  [
    'ends with the account',
    'error.firestore/account-not-found',
    (userId) => db().delete(users).where(eq(users.id, userId)),
  ],
])('an open page hears within five seconds that the session %s', async (_how, code, end) => {
  const person = await makeUser(db(), { password: goodPassword });
  const headers = await signedInHeaders(person.email);
  const request = new Request(address, { headers });
  const said = sessionStream({ actor: actorOf(person), request }, null).text();
  // It was found living when the page opened.
  await pause(500);
  const begun = performance.now();
  await end(person.id);
  expect(await said).toContain(`event: over\ndata: ${code}`);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
