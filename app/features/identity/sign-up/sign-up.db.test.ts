import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { translations } from '~/i18n/translations.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { configure, configureRealPasswordCost } from '../../../../tests/support/database/configure';
import { outboxMails, queuedJobs, tokenInLastMail } from '../../../../tests/support/mail/outbox';
import { goodPassword, trySignIn } from '../../../../tests/support/people/sign-in';
import { issueToken } from '~/features/identity/sign-in/one-time-token.server';
import { signUpSchema } from '~/features/identity/sign-in/sign-in-schemas';
import {
  confirmAddress,
  isConfirmLinkUsable,
  refusedPassword,
  removeUnconfirmedAccounts,
  sendSignUpMail,
  signUp,
} from './sign-up.server';

const { mails, oneTimeTokens, profiles, signInAccounts, users } = schema;
const jobData = z.strictObject({ email: z.string(), userId: z.string().optional() });
const open = 'selfRegistration';

let lastNumber = 0;
function newcomer() {
  lastNumber += 1;
  const email = `newcomer-${lastNumber}@court.example`;
  return { firstName: 'Nora', lastName: 'Neu', email, password: goodPassword };
}

const register = (input = newcomer(), actor: Actor = anonymous) =>
  signUp(actor, input, `203.0.113.${lastNumber}`);

const recordOf = (email: string) => db().select().from(users).where(eq(users.email, email));

/** Runs the background job of the newest registration. */
async function sendMailOfLast(email: string): Promise<void> {
  const data = (await queuedJobs(sendSignUpMail.name)).map((job) => jobData.parse(job));
  const last = data.findLast((job) => job.email === email);
  if (!last) throw new Error('no job was queued');
  await sendSignUpMail.run(last);
}

beforeEach(() => configure({ FLAGS: open }));

describe('while self-registration is off', () => {
  test('nobody can register, administrators neither', async () => {
    configure();
    const input = newcomer();
    for (const actor of [anonymous, actorWithRole('ADMIN'), actorWithRole('DEV')]) {
      await expect(signUp(actor, input, '203.0.113.200')).rejects.toMatchObject({
        code: 'error.auth/operation-not-allowed',
      });
    }
    expect(await recordOf(input.email)).toEqual([]);
  });
});

test('one person gets three mails an hour of the form, whoever fills it in from wherever', async () => {
  const { email } = await makeUser(db());
  for (let time = 0; time < 15; time += 1) await sendSignUpMail.run({ email });
  expect(await db().$count(mails, eq(mails.recipient, email))).toBe(3);
});

describe('registering', () => {
  test('makes a user with the role USER who can sign in once the address is confirmed', async () => {
    const input = newcomer();
    await register(input);
    expect(await recordOf(input.email)).toMatchObject([
      { role: 'USER', firstName: 'Nora', lastName: 'Neu', publicProfile: null },
    ]);
    await expect(trySignIn(input)).rejects.toMatchObject({ code: 'error.auth/invalid-credential' });
    await sendMailOfLast(input.email);
    const token = await tokenInLastMail('confirm-email');
    await confirmAddress(anonymous, { token, password: input.password });
    expect(await trySignIn(input)).not.toEqual([]);
  });

  test('gives the role USER also when an administrator fills in the form', async () => {
    const input = newcomer();
    await register(input, actorWithRole('DEV'));
    expect(await recordOf(input.email)).toMatchObject([{ role: 'USER' }]);
  });

  test('makes a profile as well while public profiles are on', async () => {
    configure({ FLAGS: `${open},publicProfiles` });
    const input = newcomer();
    await register(input);
    const [user] = await recordOf(input.email);
    const [profile] = await db()
      .select()
      .from(profiles)
      .where(eq(profiles.id, user?.publicProfile ?? user?.id ?? ''));
    expect(profile).toMatchObject({ username: 'nora.neu', useGravatar: false });
  });

  test('refuses a weak password and makes nothing', async () => {
    for (const password of ['short', 'passwordpassword', 'I am Nora and wrote this']) {
      const input = { ...newcomer(), password };
      await expect(register({ ...input, firstName: 'Nora' })).rejects.toMatchObject({
        code: 'error.auth/weak-password',
      });
      expect(await recordOf(input.email)).toEqual([]);
    }
  });

  test('is refused to an address that asks too often', async () => {
    const existing = await makeUser(db());
    const again = () => signUp(anonymous, { ...newcomer(), email: existing.email }, '198.51.100.1');
    for (let time = 0; time < 20; time += 1) await again();
    await expect(again()).rejects.toMatchObject({ code: 'error.auth/too-many-requests' });
  });
});

describe('with the address of an existing account', () => {
  test('the answer is the same and the account stays as it was', async () => {
    const input = newcomer();
    const first = await register(input);
    const [before] = await recordOf(input.email);
    expect(await register({ ...input, firstName: 'Mallory' })).toEqual(first);
    expect(await recordOf(input.email)).toEqual([before]);
    expect(await db().$count(signInAccounts, eq(signInAccounts.email, input.email))).toBe(1);
  });

  test('the owner gets a hint instead of a link', async () => {
    await db().delete(mails);
    const user = await makeUser(db(), { password: goodPassword });
    await register({ ...newcomer(), email: user.email });
    await sendMailOfLast(user.email);
    const [mail, ...others] = await outboxMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'address-in-use', recipient: user.email });
    expect(mail?.text).toContain('https://association.example/login');
    expect(mail?.text).not.toContain('confirm-email');
    expect(await db().$count(oneTimeTokens, eq(oneTimeTokens.userId, user.id))).toBe(0);
  });

  test('the password is judged as for a new one, before the address is looked up', async () => {
    const user = await makeUser(db());
    await expect(
      register({ ...newcomer(), email: user.email, password: 'short' }),
    ).rejects.toMatchObject({ code: 'error.auth/weak-password' });
  });

  test('the answer costs as much as for a new one', async () => {
    configureRealPasswordCost();
    const cost = async (input: ReturnType<typeof newcomer>) => {
      const before = process.cpuUsage();
      await register(input);
      return process.cpuUsage(before).user;
    };
    const [fresh, known]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      const input = newcomer();
      fresh.push(await cost(input));
      known.push(await cost(input));
    }
    // Hashing the password is nearly all of it.
    expect(Math.min(...known)).toBeGreaterThan(Math.min(...fresh) / 3);
  });

  test('of ten at the same moment one makes the account, and none fails', async () => {
    const input = newcomer();
    await Promise.all(Array.from({ length: 10 }, () => register(input)));
    expect(await recordOf(input.email)).toHaveLength(1);
    const jobs = (await queuedJobs(sendSignUpMail.name)).map((job) => jobData.parse(job));
    const own = jobs.filter(({ email }) => email === input.email);
    expect(own).toHaveLength(10);
    expect(own.filter(({ userId }) => userId)).toHaveLength(1);
  });
});

describe('the link that confirms an address', () => {
  test('works once, for a day, and can be opened by robots', async () => {
    const input = newcomer();
    await register(input);
    await sendMailOfLast(input.email);
    const token = await tokenInLastMail('confirm-email');
    const [row] = await db()
      .select()
      .from(oneTimeTokens)
      .orderBy(desc(oneTimeTokens.createdAt))
      .limit(1);
    expect(Math.round((Number(row?.expiresAt) - Date.now()) / 3_600_000)).toBe(24);
    expect(await isConfirmLinkUsable(anonymous, token)).toBe(true);
    expect(await isConfirmLinkUsable(anonymous, token)).toBe(true);
    await expect(trySignIn(input)).rejects.toMatchObject({ code: 'error.auth/invalid-credential' });
    // Whoever reads the mails of the address, and did not open the account, has not its password.
    await expect(
      confirmAddress(anonymous, { token, password: 'not the password' }),
    ).rejects.toMatchObject({ code: 'error.auth/wrong-password' });
    await expect(trySignIn(input)).rejects.toMatchObject({ code: 'error.auth/invalid-credential' });
    const sent = { token, password: input.password };
    await confirmAddress(anonymous, sent);
    expect(await isConfirmLinkUsable(anonymous, token)).toBe(false);
    await expect(confirmAddress(anonymous, sent)).rejects.toMatchObject({
      code: 'error.auth/expired-action-code',
    });
  });

  test('takes eight passwords in a quarter of an hour, and not the right one after them', async () => {
    const input = newcomer();
    await register(input);
    await sendMailOfLast(input.email);
    const token = await tokenInLastMail('confirm-email');
    for (let tried = 0; tried < 8; tried += 1)
      await expect(
        confirmAddress(anonymous, { token, password: 'not the password' }),
      ).rejects.toMatchObject({ code: 'error.auth/wrong-password' });
    await expect(
      confirmAddress(anonymous, { token, password: input.password }),
    ).rejects.toMatchObject({ code: 'error.auth/too-many-requests' });
  });

  test('is for this purpose only', async () => {
    const user = await makeUser(db(), { emailVerified: false });
    const token = await transaction((tx) =>
      issueToken(tx, { purpose: 'reset-password', userId: user.id, minutes: 60 }),
    );
    const sent = { token, password: 'any password at all' };
    await expect(confirmAddress(anonymous, sent)).rejects.toMatchObject({
      code: 'error.auth/expired-action-code',
    });
  });

  test('is not sent when the account is gone meanwhile', async () => {
    await db().delete(mails);
    await sendSignUpMail.run({ email: 'gone@court.example' });
    const other = await makeUser(db());
    await sendSignUpMail.run({ email: other.email, userId: newId() });
    expect(await outboxMails()).toEqual([]);
  });
});

describe('without the server function', () => {
  const direct = `${open},serverFunctionRegistration=off`;

  test('a password has to be defined', async () => {
    configure({ FLAGS: direct });
    const { password: _, ...input } = newcomer();
    await expect(signUp(anonymous, input, '203.0.113.250')).rejects.toThrow(
      new Error('Password is not defined'),
    );
    expect(await recordOf(input.email)).toEqual([]);
  });

  test('a complete registration works as with it', async () => {
    configure({ FLAGS: direct });
    const input = newcomer();
    await register(input);
    expect(await recordOf(input.email)).toMatchObject([{ role: 'USER' }]);
  });

  test('the form says what the specification says', () => {
    const { password: _, ...input } = newcomer();
    expect(refusedPassword(input)).toBe('form.password-not-defined');
    expect(translations.en['form.password-not-defined']).toBe('Password is not defined');
    configure({ FLAGS: direct });
    expect(refusedPassword(input)).toBe('form.password-not-defined');
    expect(refusedPassword({ ...input, password: 'short' })).toBe('form.password-too-short');
    expect(refusedPassword({ ...input, password: goodPassword })).toBeNull();
  });
});

test.each(['role', 'selfRegistered', 'emailVerified', 'publicProfile', 'id', 'createdBy'])(
  'the form refuses the field %s',
  (name) => {
    expect(signUpSchema.safeParse(newcomer()).success).toBe(true);
    expect(signUpSchema.safeParse({ ...newcomer(), [name]: 'ADMIN' }).success).toBe(false);
  },
);

test('an account that was never confirmed is gone after a week, and no other', async () => {
  configure({ FLAGS: `${open},publicProfiles` });
  const named = () => ({ ...newcomer(), firstName: 'Nils' });
  const [early, late, confirmed, barred] = [named(), named(), named(), named()];
  for (const input of [early, late, confirmed, barred]) {
    await register(input);
    await sendMailOfLast(input.email);
  }
  const invited = await makeUser(db());
  const accountOf = (email: string) => eq(signInAccounts.email, email);
  await db().update(signInAccounts).set({ emailVerified: true }).where(accountOf(confirmed.email));
  const daysAgo = (days: number) => ({ createdAt: new Date(Date.now() - days * 86_400_000) });
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.email, barred.email));
  for (const { email } of [early, confirmed, invited, barred])
    await db().update(signInAccounts).set(daysAgo(7.1)).where(accountOf(email));
  await db().update(signInAccounts).set(daysAgo(6.9)).where(accountOf(late.email));
  const [user] = await recordOf(early.email);
  const before = await db().$count(profiles);
  await removeUnconfirmedAccounts();
  await removeUnconfirmedAccounts();
  expect(await recordOf(early.email)).toEqual([]);
  expect(await db().$count(signInAccounts, accountOf(early.email))).toBe(0);
  expect(await db().$count(profiles)).toBe(before - 1);
  expect((await outboxMails()).map(({ recipient }) => recipient)).not.toContain(early.email);
  for (const { email } of [late, confirmed, invited, barred])
    expect(await recordOf(email), email).toHaveLength(1);
  const { auditEntries } = schema;
  const purged = and(
    eq(auditEntries.action, 'user.purge'),
    eq(auditEntries.targetId, user?.id ?? ''),
  );
  expect(await db().$count(auditEntries, purged)).toBe(1);
  // The address is free again.
  await register(early);
  expect(await recordOf(early.email)).toHaveLength(1);
});
