import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { auth } from '~/platform/auth.server';
import { configure } from '../../../../tests/support/database/configure';
import { readCookies } from '../../../../tests/support/people/cookies';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { endSessionsOf, resolveSession } from './session.server';

const { signInSessions, users } = schema;
const expired = { actor: anonymous, lost: 'error.auth/session-expired' };

let user: Awaited<ReturnType<typeof makeUser>>;
let headers: Headers;

async function signInAnew(): Promise<void> {
  // Before all tests of a group the settings of the test before are still there.
  configure();
  user = await makeUser(db(), { password: goodPassword });
  headers = await signedInHeaders(user.email);
}

const withSessionOnly = (all: Headers) =>
  new Headers({ cookie: /__Host-session=[^;]*/.exec(all.get('cookie') ?? '')?.[0] ?? '' });

/** The same request with another session cookie. */
function withCookie(change: (value: string) => string): Headers {
  const cookie = headers.get('cookie') ?? '';
  return new Headers({ cookie: cookie.replace(/(?<=__Host-session=)[^;]*/, change) });
}

describe('a session', () => {
  beforeAll(signInAnew);

  test('is found by its cookie', async () => {
    expect(await resolveSession(headers)).toMatchObject({ actor: { id: user.id, role: 'USER' } });
  });

  test('is noted as used once an hour, also when it ends with the browser', async () => {
    const hours = (number: number) => new Date(Date.now() - number * 3_600_000);
    const lastUse = async () => {
      const [row] = await db()
        .select({ at: signInSessions.updatedAt })
        .from(signInSessions)
        .where(eq(signInSessions.userId, user.id));
      return row?.at.getTime() ?? 0;
    };
    for (const [hoursAgo, isNoted] of [
      [0.5, false],
      [2, true],
    ] as const) {
      const before = hours(hoursAgo);
      await db()
        .update(signInSessions)
        .set({ updatedAt: before })
        .where(eq(signInSessions.userId, user.id));
      await resolveSession(headers);
      expect((await lastUse()) > before.getTime(), `after ${hoursAgo} hours`).toBe(isNoted);
    }
  });

  test('that nobody claims is no loss', async () => {
    expect(await resolveSession(new Headers())).toEqual({ actor: anonymous, cookies: [] });
    const others = new Headers({ cookie: 'lang=en; session=abc; __Host-notice=a' });
    expect(await resolveSession(others)).toEqual({ actor: anonymous, cookies: [] });
  });

  test.each([
    ['garbage', () => 'garbage'],
    ['nothing', () => ''],
    ['bad percent-encoding', () => '%E0%A4%A'],
    ['a dot', () => '.'],
    ['a NUL', () => 'a%00b.c'],
    ['a token without signature', (value: string) => value.split('.')[0] ?? ''],
    ['a signature without token', (value: string) => `.${value.split('.')[1]}`],
    [
      'another token under the signature',
      (value: string) => `${'a'.repeat(32)}.${value.split('.')[1]}`,
    ],
    ['SQL', () => encodeURIComponent("' or 1=1 --.a")],
    ['a very long value', () => 'a'.repeat(10_000)],
  ])('cannot be had with %s', async (_name, change) => {
    const found = await resolveSession(withCookie(change));
    expect(found).toMatchObject(expired);
    const cleared = readCookies(found.cookies)['__Host-session'];
    expect(cleared).toEqual({
      value: '',
      maxAge: 0,
      attributes: new Set(['path=/', 'httponly', 'secure', 'samesite=lax']),
    });
    expect((await resolveSession(headers)).actor.id).toBe(user.id);
  });

  test('cannot be had with a forged signature', async () => {
    const forged = withCookie((value) => {
      const [token, signature = ''] = decodeURIComponent(value).split('.');
      const other = signature.startsWith('A') ? 'B' : 'A';
      return encodeURIComponent(`${token}.${other}${signature.slice(1)}`);
    });
    expect(await resolveSession(forged)).toMatchObject(expired);
    expect((await resolveSession(headers)).actor.id).toBe(user.id);
  });

  test('has the role of this moment', async () => {
    for (const role of ['ADMIN', 'DEV', 'USER'] as const) {
      await db().update(users).set({ role }).where(eq(users.id, user.id));
      expect((await resolveSession(headers)).actor.role).toBe(role);
    }
  });
});

describe('how long a session lasts', () => {
  const day = 24 * 3_600_000;
  const rowOf = async () => {
    const [row] = await db()
      .select()
      .from(signInSessions)
      .where(eq(signInSessions.userId, user.id));
    if (!row) throw new Error('There is no session');
    return row;
  };
  /** As if it had been begun and used some days ago. */
  async function begunDaysAgo(days: number, left: number): Promise<void> {
    const [createdAt, expiresAt] = [
      new Date(Date.now() - days * day),
      new Date(Date.now() + left * day),
    ];
    await db()
      .update(signInSessions)
      .set({ createdAt, updatedAt: createdAt, expiresAt })
      .where(eq(signInSessions.userId, user.id));
  }

  test('is a day where nobody asked for more, also without the cookie that says so', async () => {
    user = await makeUser(db(), { password: goodPassword });
    headers = withSessionOnly(await signedInHeaders(user.email));
    const { expiresAt } = await rowOf();
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + day);
    expect(await resolveSession(headers)).toMatchObject({ actor: { id: user.id }, cookies: [] });
    // Nor does the library itself lengthen it, wherever it looks at a session.
    await auth().api.getSession({ headers });
    expect((await rowOf()).expiresAt).toEqual(expiresAt);
  });

  test('is twelve hours for an administrator, who asks for more in vain', async () => {
    user = await makeUser(db(), { password: goodPassword, role: 'ADMIN' });
    headers = await signedInHeaders(user.email, true);
    const { expiresAt, createdAt } = await rowOf();
    expect(expiresAt.getTime() - createdAt.getTime()).toBeLessThanOrEqual(day / 2);
    await begunDaysAgo(0.51, 20);
    expect(await resolveSession(headers)).toMatchObject(expired);
    expect(await db().$count(signInSessions, eq(signInSessions.userId, user.id))).toBe(0);
  });

  test('is ninety days at most for a member, however often it is used', async () => {
    user = await makeUser(db(), { password: goodPassword });
    headers = await signedInHeaders(user.email, true);
    await begunDaysAgo(70, 3);
    expect((await resolveSession(headers)).actor.id).toBe(user.id);
    const { createdAt, expiresAt } = await rowOf();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(90 * day);
    const answer = await resolveSession(headers);
    expect(answer, 'it is not renewed at every request then').toMatchObject({ cookies: [] });
    await begunDaysAgo(91, 3);
    expect(await resolveSession(headers)).toMatchObject(expired);
  });

  test('is thirty days from the last day of use where it was asked for', async () => {
    user = await makeUser(db(), { password: goodPassword });
    headers = await signedInHeaders(user.email, true);
    await begunDaysAgo(2, 28);
    const { actor, cookies } = await resolveSession(headers);
    expect(actor.id).toBe(user.id);
    expect(readCookies(cookies)['__Host-session']?.maxAge).toBe((30 * day) / 1000);
    expect((await rowOf()).expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * day);
  });
});

describe('the end of a session', () => {
  beforeEach(signInAnew);

  test('comes after its time', async () => {
    await db()
      .update(signInSessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(signInSessions.userId, user.id));
    expect(await resolveSession(headers)).toMatchObject(expired);
    expect(await db().$count(signInSessions, eq(signInSessions.userId, user.id))).toBe(0);
  });

  test('comes on every device when the user record is gone', async () => {
    const elsewhere = await signedInHeaders(user.email, true);
    await db().delete(users).where(eq(users.id, user.id));
    expect(await resolveSession(headers)).toMatchObject({
      actor: anonymous,
      lost: 'error.firestore/account-not-found',
    });
    expect(await db().$count(signInSessions, eq(signInSessions.userId, user.id))).toBe(0);
    expect(await resolveSession(elsewhere)).toMatchObject(expired);
  });

  test('comes when the profile record is missing while public profiles are on', async () => {
    configure({ FLAGS: 'publicProfiles' });
    expect(await resolveSession(headers)).toMatchObject({
      actor: anonymous,
      lost: 'error.firestore/account-not-found',
    });
  });

  test('comes at once when it is ended, and not for others', async () => {
    const other = await makeUser(db(), { password: goodPassword });
    const others = await signedInHeaders(other.email);
    await endSessionsOf(user.id);
    expect(await resolveSession(headers)).toMatchObject(expired);
    expect((await resolveSession(others)).actor.id).toBe(other.id);
  });
});
