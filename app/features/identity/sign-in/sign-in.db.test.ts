import { hashPassword as hashAsBefore } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { configure, configureRealPasswordCost } from '../../../../tests/support/database/configure';
import { cookieHeader, readCookies } from '../../../../tests/support/people/cookies';
import { goodPassword, signedInHeaders, trySignIn } from '../../../../tests/support/people/sign-in';
import { hashPassword } from '~/platform/password-hash.server';
import { resolveSession } from './session.server';
import { signInSchema } from './sign-in-schemas';
import { signOut } from './sign-in.server';

const { signInAccounts, signInMethods, signInSessions, users, profiles } = schema;
const bound = ['path=/', 'httponly', 'secure', 'samesite=lax'];
const days = (count: number) => count * 24 * 3_600_000;

function sessionsOf(userId: string) {
  return db().select().from(signInSessions).where(eq(signInSessions.userId, userId));
}

describe('signing in', () => {
  test('works with the right password, whatever the case of the address', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const input = signInSchema.parse({
      email: ` ${user.email.toUpperCase()}`,
      password: goodPassword,
    });
    const headers = cookieHeader(await trySignIn(input));
    const { actor, lost } = await resolveSession(headers);
    expect(actor).toEqual({
      id: user.id,
      role: 'USER',
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
    });
    expect(lost).toBeUndefined();
  });

  test('unknown account, wrong password, no password and unconfirmed address look the same', async () => {
    const [known, unconfirmed, withoutPassword] = [
      await makeUser(db(), { password: goodPassword }),
      await makeUser(db(), { password: goodPassword, emailVerified: false }),
      await makeUser(db()),
    ];
    const refusals = await Promise.allSettled([
      trySignIn({ email: known.email, password: `${goodPassword}!` }),
      trySignIn({ email: known.email, password: '' }),
      trySignIn({ email: 'nobody@court.example' }),
      trySignIn({ email: unconfirmed.email }),
      trySignIn({ email: unconfirmed.email, password: 'wrong' }),
      trySignIn({ email: withoutPassword.email }),
      trySignIn({ email: "' or 1=1 --" }),
    ]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 'rejected',
        reason: { code: 'error.auth/invalid-credential', status: 401 },
      });
    }
    expect(await db().$count(signInSessions, eq(signInSessions.userId, known.id))).toBe(0);
    expect(await sessionsOf(unconfirmed.id)).toEqual([]);
  });

  test('costs as much for an unknown account as for a wrong password', async () => {
    configureRealPasswordCost();
    const user = await makeUser(db(), { password: goodPassword });
    const cost = async (email: string) => {
      const before = process.cpuUsage();
      await trySignIn({ email, password: 'wrong', from: '198.51.100.7' }).catch(() => undefined);
      return process.cpuUsage(before).user;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      known.push(await cost(user.email));
      unknown.push(await cost('nobody@court.example'));
    }
    // Hashing is nearly all of it: without it an unknown account would cost a tenth.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  test('is put off when too many sign in at once, and works afterwards', async () => {
    configureRealPasswordCost();
    const user = await makeUser(db(), { password: goodPassword });
    const others = Array.from({ length: 42 }, () => hashPassword(goodPassword));
    await expect(trySignIn({ email: user.email })).rejects.toMatchObject({
      code: 'error.auth/busy',
      status: 503,
    });
    await Promise.all(others);
    await expect(trySignIn({ email: user.email })).resolves.toBeDefined();
  });

  test('keeps a password of before as passwords are kept now', async () => {
    configureRealPasswordCost();
    const user = await makeUser(db(), { password: goodPassword });
    const ofUser = eq(signInMethods.userId, user.id);
    await db()
      .update(signInMethods)
      .set({ password: await hashAsBefore(goodPassword) })
      .where(ofUser);
    const kept = async () =>
      (await db().select({ hash: signInMethods.password }).from(signInMethods).where(ofUser))[0]
        ?.hash;
    await expect(trySignIn({ email: user.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'error.auth/invalid-credential',
    });
    expect(await kept()).not.toMatch(/^scrypt:/);
    await trySignIn({ email: user.email });
    const renewed = await kept();
    expect(renewed).toMatch(/^scrypt:16384:8:5:/);
    await trySignIn({ email: user.email });
    expect(await kept()).toBe(renewed);
  });

  test('the session is new each time, and its secret is nowhere but in the cookie', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const [one, other] = [
      readCookies(await trySignIn({ email: user.email })),
      readCookies(await trySignIn({ email: user.email })),
    ];
    const [first, second] = [one['__Host-session']?.value, other['__Host-session']?.value];
    expect(first).toMatch(/^.{32,}$/);
    expect(second).not.toBe(first);
    const sessions = await sessionsOf(user.id);
    expect(sessions).toHaveLength(2);
    for (const session of sessions) expect(session.ipAddress || null).toBeNull();
  });
});

describe('a session that was there before', () => {
  test('is neither taken over nor left open, whatever account it was', async () => {
    const owner = await makeUser(db(), { password: goodPassword });
    const attacker = await makeUser(db(), { password: goodPassword });
    for (const before of [owner, attacker]) {
      const planted = await signedInHeaders(before.email);
      const elsewhere = await signedInHeaders(before.email);
      const own = cookieHeader(await trySignIn({ email: owner.email, headers: planted }));
      expect((await resolveSession(own)).actor.id).toBe(owner.id);
      expect((await resolveSession(planted)).lost).toBe('error.auth/session-expired');
      expect((await resolveSession(elsewhere)).actor.id).toBe(before.id);
    }
  });

  test('stays when the sign-in fails, and a made-up one is never accepted', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const before = await signedInHeaders(user.email);
    const wrong = { email: user.email, password: 'not the password', headers: before };
    await expect(trySignIn(wrong)).rejects.toThrow('error.auth/invalid-credential');
    expect((await resolveSession(before)).actor.id).toBe(user.id);
    const madeUp = new Headers({ cookie: '__Host-session=chosen.by-an-attacker' });
    const cookies = readCookies(await trySignIn({ email: user.email, headers: madeUp }));
    expect(cookies['__Host-session']?.value).not.toContain('chosen');
    expect((await resolveSession(madeUp)).actor.id).toBeNull();
  });
});

describe('the session cookie', () => {
  test('lasts thirty days when the person stays signed in', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const cookies = readCookies(await trySignIn({ email: user.email, keepSignedIn: true }));
    expect(Object.keys(cookies)).toEqual(['__Host-session']);
    expect(cookies['__Host-session']?.maxAge).toBe(days(30) / 1000);
    expect(cookies['__Host-session']?.attributes).toEqual(new Set(bound));
    const [session] = await sessionsOf(user.id);
    expect(Number(session?.expiresAt) - Date.now()).toBeGreaterThan(days(30) - 60_000);
  });

  test('ends with the browser, and after a day, when not', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const cookies = readCookies(await trySignIn({ email: user.email }));
    expect(Object.keys(cookies).toSorted()).toEqual(['__Host-session', '__Host-session-only']);
    for (const cookie of Object.values(cookies)) {
      expect(cookie.maxAge).toBeNull();
      expect(cookie.attributes).toEqual(new Set(bound));
    }
    const [session] = await sessionsOf(user.id);
    expect(Number(session?.expiresAt) - Date.now()).toBeLessThanOrEqual(days(1));
  });

  test('is renewed once a day while it is used, for those who stay signed in', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const headers = await signedInHeaders(user.email, true);
    expect((await resolveSession(headers)).cookies).toEqual([]);
    await db()
      .update(signInSessions)
      .set({
        expiresAt: new Date(Date.now() + days(28)),
        updatedAt: new Date(Date.now() - days(2)),
      })
      .where(eq(signInSessions.userId, user.id));
    const renewed = readCookies((await resolveSession(headers)).cookies)['__Host-session'];
    expect(renewed?.maxAge).toBeGreaterThan(days(29) / 1000);
    expect(renewed?.attributes).toEqual(new Set(bound));
    const [session] = await sessionsOf(user.id);
    expect(Number(session?.expiresAt) - Date.now()).toBeGreaterThan(days(29));
  });
});

describe('without a record', () => {
  test('of the user ends all sessions and prevents sign-in', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    await db().delete(users).where(eq(users.id, user.id));
    await expect(trySignIn({ email: user.email })).rejects.toMatchObject({
      code: 'error.firestore/account-not-found',
    });
    expect(await sessionsOf(user.id)).toEqual([]);
  });

  test('of the profile nobody gets in while public profiles are on', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    configure({ FLAGS: 'publicProfiles' });
    await expect(trySignIn({ email: user.email })).rejects.toMatchObject({
      code: 'error.firestore/account-not-found',
    });
    expect(await sessionsOf(user.id)).toEqual([]);
    const [profile] = await db().insert(profiles).values({ username: 'alba' }).returning();
    await db().update(users).set({ publicProfile: profile?.id }).where(eq(users.id, user.id));
    expect(await trySignIn({ email: user.email })).not.toEqual([]);
  });

  test('of the account ends its sessions', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const headers = await signedInHeaders(user.email);
    await db().delete(signInAccounts).where(eq(signInAccounts.id, user.id));
    expect(await resolveSession(headers)).toMatchObject({
      actor: anonymous,
      lost: 'error.auth/session-expired',
    });
  });
});

describe('signing out', () => {
  test('ends this session, clears the cookies and leaves other devices alone', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const here = await signedInHeaders(user.email);
    const elsewhere = await signedInHeaders(user.email, true);
    const { actor } = await resolveSession(here);
    const cookies = readCookies(await signOut(actor, here));
    for (const name of ['__Host-session', '__Host-session-only']) {
      expect(cookies[name]?.maxAge, name).toBe(0);
      expect(cookies[name]?.value, name).toBe('');
      expect(cookies[name]?.attributes, name).toEqual(new Set(bound));
    }
    expect((await resolveSession(here)).lost).toBe('error.auth/session-expired');
    expect((await resolveSession(elsewhere)).actor.id).toBe(user.id);
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test('is harmless for those who are not signed in', async () => {
    await expect(signOut(anonymous, new Headers())).resolves.toBeDefined();
    await expect(
      signOut(anonymous, new Headers({ cookie: '__Host-session=a.b' })),
    ).resolves.toBeDefined();
  });
});

test('the form takes what it knows and nothing else', () => {
  const complete = { email: 'ada@court.example', password: 'a' };
  expect(signInSchema.parse({ ...complete, keepSignedIn: 'on' }).keepSignedIn).toBe(true);
  expect(signInSchema.safeParse({ ...complete, role: 'ADMIN' }).success).toBe(false);
  expect(signInSchema.safeParse({ ...complete, keepSignedIn: 'true' }).success).toBe(false);
  expect(signInSchema.safeParse({ ...complete, redirectUrl: 'a'.repeat(2001) }).success).toBe(
    false,
  );
});
