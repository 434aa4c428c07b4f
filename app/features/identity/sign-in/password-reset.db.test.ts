import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import { makeUser } from '~/db/factories.server';
import { auditActions } from '../../../../tests/support/people/applications';
import { outboxMails, queuedJobs, tokenInLastMail } from '../../../../tests/support/mail/outbox';
import { goodPassword, signedInHeaders, trySignIn } from '../../../../tests/support/people/sign-in';
import { issueToken } from './one-time-token.server';
import { resolveSession } from './session.server';
import {
  isResetLinkUsable,
  requestPasswordReset,
  resetPassword,
  sendResetLink,
} from './sign-in.server';

const { oneTimeTokens } = schema;
const newPassword = 'meadow violin harbour quartz';
const over = { code: 'error.auth/expired-action-code', status: 410 };

let user: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  user = await makeUser(db(), { password: goodPassword });
});

/** Runs the background job. @returns the secret in the mail */
async function resetLinkFor(email: string): Promise<string> {
  await sendResetLink.run({ email });
  return tokenInLastMail('reset-password');
}

/** The links that were sent are eleven minutes old now. */
const elevenMinutesLater = () =>
  db()
    .update(oneTimeTokens)
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) });

const reset = (token: string, password = newPassword) =>
  resetPassword(anonymous, { token, password });

describe('a reset link', () => {
  test('sets a new password, and the old one does not work any more', async () => {
    const token = await resetLinkFor(user.email);
    expect(await reset(token)).toBeNull();
    expect(await trySignIn({ email: user.email, password: newPassword })).not.toEqual([]);
    await expect(trySignIn({ email: user.email })).rejects.toMatchObject({
      code: 'error.auth/invalid-credential',
    });
  });

  test('issued twenty times at the same moment: one of them works', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () =>
        transaction((tx) =>
          issueToken(tx, { purpose: 'reset-password', userId: user.id, minutes: 60 }),
        ),
      ),
    );
    const usable = await Promise.all(tokens.map((token) => isResetLinkUsable(anonymous, token)));
    expect(usable.filter(Boolean)).toHaveLength(1);
    expect(await db().$count(oneTimeTokens, eq(oneTimeTokens.userId, user.id))).toBe(1);
  });

  test('is used once by twenty at once, and issuing another meanwhile stops nobody', async () => {
    const token = await resetLinkFor(user.email);
    await elevenMinutesLater();
    const passwords = Array.from({ length: 20 }, (_, number) => `${newPassword} ${number}`);
    const ends = await Promise.all([
      ...passwords.map((password) =>
        reset(token, password).then(
          (weakness) => weakness ?? password,
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        ),
      ),
      sendResetLink.run({ email: user.email }),
    ]);
    const winners = ends.filter((end) => passwords.some((password) => password === end));
    expect(winners.length, 'at most one').toBeLessThanOrEqual(1);
    expect(new Set(ends.slice(0, 20))).toEqual(new Set([...winners, over.code]));
    const [winner] = winners;
    if (winner) expect(await trySignIn({ email: user.email, password: winner })).not.toEqual([]);
    expect(await isResetLinkUsable(anonymous, await tokenInLastMail('reset-password'))).toBe(true);
  });

  test('gives a first password to an account without one', async () => {
    const invited = await makeUser(db());
    expect(await reset(await resetLinkFor(invited.email))).toBeNull();
    expect(await trySignIn({ email: invited.email, password: newPassword })).not.toEqual([]);
  });

  test('ends all sessions of the account and none of others', async () => {
    const other = await makeUser(db(), { password: goodPassword });
    const [here, there, others] = [
      await signedInHeaders(user.email),
      await signedInHeaders(user.email, true),
      await signedInHeaders(other.email),
    ];
    await reset(await resetLinkFor(user.email));
    expect((await resolveSession(here)).lost).toBe('error.auth/session-expired');
    expect((await resolveSession(there)).lost).toBe('error.auth/session-expired');
    expect((await resolveSession(others)).actor.id).toBe(other.id);
    expect(await auditActions(user.id)).toEqual(['user.reset-password']);
    expect(await auditActions(other.id)).toEqual([]);
  });

  test('works once', async () => {
    const token = await resetLinkFor(user.email);
    await reset(token);
    await expect(reset(token, goodPassword)).rejects.toMatchObject(over);
    expect(await isResetLinkUsable(anonymous, token)).toBe(false);
  });

  test('works for one of twenty at the same moment', async () => {
    const token = await resetLinkFor(user.email);
    const passwords = Array.from({ length: 20 }, (_, number) => `${newPassword} ${number}`);
    const outcomes = await Promise.allSettled(passwords.map((password) => reset(token, password)));
    const [winner, ...others] = passwords.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    expect(others).toEqual([]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(over);
    }
    expect(await trySignIn({ email: user.email, password: winner })).not.toEqual([]);
  });

  test('can be opened by robots any number of times', async () => {
    const token = await resetLinkFor(user.email);
    for (let time = 0; time < 3; time += 1) {
      expect(await isResetLinkUsable(anonymous, token)).toBe(true);
    }
    expect(await reset(token)).toBeNull();
  });

  test('is over after an hour', async () => {
    const token = await resetLinkFor(user.email);
    const [row] = await db().select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
    const minutes = (Number(row?.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    await db()
      .update(oneTimeTokens)
      .set({ expiresAt: new Date(Date.now() - 1) });
    expect(await isResetLinkUsable(anonymous, token)).toBe(false);
    await expect(reset(token)).rejects.toMatchObject(over);
    expect(await trySignIn({ email: user.email })).not.toEqual([]);
  });

  test('dies when a newer one is sent', async () => {
    const first = await resetLinkFor(user.email);
    await elevenMinutesLater();
    const second = await resetLinkFor(user.email);
    expect(second).not.toBe(first);
    await expect(reset(first)).rejects.toMatchObject(over);
    expect(await reset(second)).toBeNull();
  });

  test('is for this purpose only', async () => {
    const token = await transaction((tx) =>
      issueToken(tx, { purpose: 'confirm-email', userId: user.id, minutes: 60 }),
    );
    expect(await isResetLinkUsable(anonymous, token)).toBe(false);
    await expect(reset(token)).rejects.toMatchObject(over);
  });

  test('is kept as a hash, and has 256 bits', async () => {
    const token = await resetLinkFor(user.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = JSON.stringify(await db().select().from(oneTimeTokens));
    expect(rows).not.toContain(token);
    const [row] = await db().select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
    await expect(reset(row?.hash ?? '')).rejects.toMatchObject(over);
  });

  test.each(['', 'a', 'a'.repeat(10_000), "' or 1=1 --", '%00'])(
    'cannot be guessed: %#',
    async (token) => {
      await resetLinkFor(user.email);
      await expect(reset(token)).rejects.toMatchObject(over);
    },
  );

  test('stays usable when the password is refused', async () => {
    const token = await resetLinkFor(user.email);
    const headers = await signedInHeaders(user.email);
    expect(await reset(token, 'too short')).toBe('too-short');
    expect(await reset(token, 'password1234')).toBe('common');
    expect(await reset(token, `${user.lastName} and more words`)).toBe('contains-personal');
    expect(await reset(token, 'a'.repeat(129))).toBe('too-long');
    expect((await resolveSession(headers)).actor.id).toBe(user.id);
    expect(await isResetLinkUsable(anonymous, token)).toBe(true);
    expect(await reset(token)).toBeNull();
  });

  test('of a suspended account works no more, and no other is sent', async () => {
    const token = await resetLinkFor(user.email);
    await elevenMinutesLater();
    await db()
      .update(schema.users)
      .set({ suspendedAt: new Date() })
      .where(eq(schema.users.id, user.id));
    await expect(reset(token)).rejects.toMatchObject(over);
    const before = await outboxMails('reset-password');
    await sendResetLink.run({ email: user.email });
    expect(await outboxMails('reset-password')).toHaveLength(before.length);
  });

  test('of an unconfirmed account confirms the address: only its owner reads the mail', async () => {
    const late = await makeUser(db(), { emailVerified: false });
    expect(await reset(await resetLinkFor(late.email))).toBeNull();
    expect(await trySignIn({ email: late.email, password: newPassword })).not.toEqual([]);
  });
});

describe('asking for a link', () => {
  test('does the same for known and unknown addresses', async () => {
    for (const email of [user.email, 'nobody@court.example']) {
      await expect(requestPasswordReset(anonymous, email, '203.0.113.1')).resolves.toBeUndefined();
      expect(await queuedJobs(sendResetLink.name)).toContainEqual({ email });
    }
    expect(await outboxMails()).toEqual([]);
  });

  test('sends nothing to an unknown address', async () => {
    const before = await db().$count(oneTimeTokens);
    await sendResetLink.run({ email: 'nobody@court.example' });
    expect(await db().$count(oneTimeTokens)).toBe(before);
    expect(await outboxMails()).toEqual([]);
  });

  test('sends at most three mails an hour, and the last link stays good', async () => {
    for (let time = 0; time < 5; time += 1) {
      await sendResetLink.run({ email: user.email });
      await elevenMinutesLater();
    }
    expect(await outboxMails('reset-password')).toHaveLength(3);
    expect(await reset(await tokenInLastMail('reset-password'))).toBeNull();
  });

  test('does not replace a link that has just been sent', async () => {
    await sendResetLink.run({ email: user.email });
    const token = await tokenInLastMail('reset-password');
    await sendResetLink.run({ email: user.email });
    expect(await outboxMails('reset-password')).toHaveLength(1);
    expect(await isResetLinkUsable(anonymous, token)).toBe(true);
    expect(await reset(token)).toBeNull();
    await sendResetLink.run({ email: user.email });
    expect(await outboxMails('reset-password')).toHaveLength(2);
  });

  test('is refused to an address that asks too often', async () => {
    const ask = () => requestPasswordReset(anonymous, 'nobody@court.example', '203.0.113.2');
    for (let time = 0; time < 20; time += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'error.auth/too-many-requests' });
  });

  test('goes to the address on record with a link to this site', async () => {
    await sendResetLink.run({ email: user.email.toUpperCase() });
    const [mail] = await outboxMails('reset-password');
    expect(mail?.recipient).toBe(user.email);
    expect(mail?.userId).toBe(user.id);
    expect(mail?.subject).toBe('A new password for Data Protection Judges');
    expect(mail?.text).toMatch(/https:\/\/association\.example\/reset-password\/[\w-]{43}\s/);
  });

  beforeEach(async () => {
    await db().delete(schema.mails);
  });
});

test('the nightly job removes links a day after their end, and no others', async () => {
  await db().delete(oneTimeTokens);
  const other = await makeUser(db());
  await resetLinkFor(user.email);
  await resetLinkFor(other.email);
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await db()
    .update(oneTimeTokens)
    .set({ expiresAt: longAgo })
    .where(eq(oneTimeTokens.userId, other.id));
  await executeRetention();
  expect(await db().select().from(oneTimeTokens)).toMatchObject([{ userId: user.id }]);
  await db().update(oneTimeTokens).set({ usedAt: longAgo });
  await executeRetention();
  expect(await db().$count(oneTimeTokens)).toBe(0);
});
