import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { findPublicProfile, updateOwnProfile } from '~/features/identity/accounts/accounts.server';
import {
  acceptInvitation,
  findOwnSessionId,
  issueToken,
  signIn,
} from '~/features/identity/sign-in/sign-in.server';
import { listOwnSecurityEvents } from '~/features/identity/security-log/security-log.server';
import { actOnAccount } from '~/features/membership/users/users.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { confirmEmailChange, findEmailChange, requestEmailChange } from './email-change.server';
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './settings.server';

const password = 'seven quiet lanterns';
const newPassword = 'eight louder trumpets';
const { emailChanges, mails, oneTimeTokens, profiles, users } = schema;

type Person = Awaited<ReturnType<typeof makeUser>>;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
let addresses = 0;

async function browserOf(person: { email: string }, secret = password): Promise<Headers> {
  addresses += 1;
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36';
  const cookies = await signIn(
    anonymous,
    { email: person.email, password: secret, keepSignedIn: true },
    { headers: new Headers({ 'user-agent': agent }), clientAddress: `10.1.${addresses}.1` },
  );
  return new Headers({ cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') });
}

const isSignedInWith = async (headers: Headers) => (await findOwnSessionId(headers)) !== null;

let person: Person;
beforeEach(async () => {
  person = await makeUser(db(), { password });
});

/** Ends of sessions among the security events that the person sees. */
async function ownEnds() {
  const events = await listOwnSecurityEvents(actorOf(person));
  return events.filter(({ event }) => event === 'session.end').map(({ detail }) => detail);
}

describe('the sessions', () => {
  test('are listed with their device, and each can be ended by its owner alone', async () => {
    const [here, there] = [await browserOf(person), await browserOf(person)];
    const stranger = await makeUser(db(), { password });
    await browserOf(stranger);
    const list = await listOwnSessions(actorOf(person), here);
    expect(list).toHaveLength(2);
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(list[0]).toMatchObject({ browser: 'Chrome', system: 'Linux' });
    expect(JSON.stringify(list)).not.toContain('token');
    const other = list.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await endOwnSession(actorOf(stranger), other);
    expect(await isSignedInWith(there)).toBe(true);
    await endOwnSession(actorOf(person), other);
    // Pressed again, in another tab for instance, there is nothing left to end.
    await endOwnSession(actorOf(person), other);
    expect(await isSignedInWith(there)).toBe(false);
    expect(await isSignedInWith(here)).toBe(true);
    expect(await ownEnds()).toEqual(['one-device']);
  });

  test('on all other devices can be ended together', async () => {
    const [here, one, two] = [
      await browserOf(person),
      await browserOf(person),
      await browserOf(person),
    ];
    await endOtherSessions(actorOf(person), here);
    expect([
      await isSignedInWith(here),
      await isSignedInWith(one),
      await isSignedInWith(two),
    ]).toEqual([true, false, false]);
    expect(await ownEnds()).toEqual(['other-devices']);
  });
});

describe('a new password', () => {
  test('needs the present one, ends the other sessions and sends an e-mail', async () => {
    const [here, there] = [await browserOf(person), await browserOf(person)];
    const actor = actorOf(person);
    const wrong = { currentPassword: 'not it at all', newPassword };
    expect(await codeOf(changeOwnPassword(actor, wrong, here))).toBe('error.auth/wrong-password');
    const weak = { currentPassword: password, newPassword: 'short' };
    expect(await changeOwnPassword(actor, weak, here)).toBe('too-short');
    expect(await isSignedInWith(there)).toBe(true);
    expect(await changeOwnPassword(actor, { currentPassword: password, newPassword }, here)).toBe(
      null,
    );
    expect([await isSignedInWith(here), await isSignedInWith(there)]).toEqual([true, false]);
    expect(await codeOf(browserOf(person))).toBe('error.auth/invalid-credential');
    expect(await codeOf(browserOf(person, newPassword))).toBe('done');
    const notices = await db().select().from(mails).where(eq(mails.userId, person.id));
    expect(notices.map(({ text }) => text).join()).toContain('The password of your account');
  });

  test('ends the links that lead into the account, as its suspension does', async () => {
    const purposes = ['reset-password', 'invitation', 'second-step'] as const;
    const issued = () =>
      transaction(async (tx) => {
        for (const purpose of [...purposes, 'appeal'] as const)
          await issueToken(tx, { purpose, userId: person.id, minutes: 60 });
      });
    const left = async () => {
      const { userId, purpose } = oneTimeTokens;
      const rows = await db().select({ purpose }).from(oneTimeTokens).where(eq(userId, person.id));
      return rows.map((row) => row.purpose);
    };
    await issued();
    const here = await browserOf(person);
    await changeOwnPassword(actorOf(person), { currentPassword: password, newPassword }, here);
    expect(await left()).toEqual(['appeal']);
    await issued();
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    await actOnAccount(admin, person.id, { intent: 'suspend', reason: 'To be looked at' });
    expect(await left()).toEqual(['appeal']);
  });

  test('by an invitation ends the sessions, and is told where there was one before', async () => {
    const invited = await makeUser(db());
    for (const one of [person, invited]) {
      const token = await transaction((tx) =>
        issueToken(tx, { purpose: 'invitation', userId: one.id, minutes: 60 }),
      );
      const here = one === person ? await browserOf(person) : null;
      const input = { token, password: newPassword };
      expect(await acceptInvitation(anonymous, input, async () => undefined)).toBeNull();
      if (here) expect(await isSignedInWith(here)).toBe(false);
      const notices = await db().select().from(mails).where(eq(mails.userId, one.id));
      const told = notices.map(({ text }) => text).join();
      expect(told.includes('The password of your account')).toBe(one === person);
    }
  });

  test('cannot be guessed at an open browser', async () => {
    const here = await browserOf(person);
    const guess = () =>
      codeOf(changeOwnPassword(actorOf(person), { currentPassword: 'guess', newPassword }, here));
    const outcomes: string[] = [];
    for (let count = 0; count < 9; count += 1) outcomes.push(await guess());
    expect(outcomes.at(7)).toBe('error.auth/wrong-password');
    expect(outcomes.at(8)).toBe('error.auth/too-many-requests');
  });
});

describe('another address', () => {
  const wanted = (email: string) => ({ email, currentPassword: password });

  /** The secrets in the links that were mailed, by side. */
  async function links() {
    const rows = await db().select().from(mails).where(eq(mails.template, 'email-change'));
    const found = rows.flatMap(({ text, recipient }) => {
      const [, side, token] = /confirm-email-change\/(old|new)\/([\w-]+)/.exec(text) ?? [];
      return side && token ? [{ side, token, recipient }] : [];
    });
    const tokenOf = (side: string) => found.findLast((link) => link.side === side)?.token ?? '';
    return { found, old: tokenOf('old'), new: tokenOf('new') };
  }

  beforeEach(async () => {
    await db().delete(mails);
  });

  test('holds when both have agreed, in either order, each link once', async () => {
    await requestEmailChange(actorOf(person), wanted('moved@court.example'));
    const { found, ...tokens } = await links();
    expect(found.map(({ recipient }) => recipient).toSorted()).toEqual(
      ['moved@court.example', person.email].toSorted(),
    );
    for (let robot = 0; robot < 5; robot += 1)
      expect(await findEmailChange(anonymous, 'new', tokens.new)).toBe('moved@court.example');
    expect(await confirmEmailChange(anonymous, 'new', tokens.new)).toBe(false);
    expect(await codeOf(browserOf({ email: 'moved@court.example' }))).not.toBe('done');
    expect(await codeOf(confirmEmailChange(anonymous, 'old', tokens.new))).toBe(
      'error.auth/expired-action-code',
    );
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(confirmEmailChange(anonymous, 'old', tokens.old))),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await codeOf(browserOf({ email: 'moved@court.example' }))).toBe('done');
    const [row] = await db().select().from(users).where(eq(users.id, person.id));
    expect(row?.email).toBe('moved@court.example');
    const told = await db().select().from(mails).where(eq(mails.template, 'account-notice'));
    expect(told.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining([person.email, 'moved@court.example']),
    );
  });

  test('is not one’s own, whatever its case, and what is under way goes on', async () => {
    await requestEmailChange(actorOf(person), wanted('moving@court.example'));
    for (const own of [person.email, person.email.toUpperCase()])
      expect(await requestEmailChange(actorOf(person), wanted(own))).toBe('form.own-email');
    const { found, ...tokens } = await links();
    expect(found).toHaveLength(2);
    expect(await findEmailChange(anonymous, 'old', tokens.old)).toBe('moving@court.example');
  });

  test('of someone else looks the same and never comes true', async () => {
    const other = await makeUser(db());
    expect(await codeOf(requestEmailChange(actorOf(person), wanted(other.email)))).toBe('done');
    const { found } = await links();
    expect(found.map(({ recipient }) => recipient)).toEqual([person.email]);
  });

  test('an earlier link does not agree to a later address, and mails and page name the address', async () => {
    await requestEmailChange(actorOf(person), wanted('first@court.example'));
    const earlier = await links();
    const other = await makeUser(db());
    await requestEmailChange(actorOf(person), wanted(other.email));
    expect(await findEmailChange(anonymous, 'new', earlier.new)).toBeNull();
    expect(await codeOf(confirmEmailChange(anonymous, 'new', earlier.new))).toBe(
      'error.auth/expired-action-code',
    );
    const later = await links();
    expect(await findEmailChange(anonymous, 'old', later.old)).toBe(other.email);
    const rows = await db()
      .select()
      .from(mails)
      .where(eq(mails.template, 'email-change'))
      .orderBy(mails.createdAt, mails.id);
    expect(rows.at(-1)?.text).toContain(other.email);
  });

  test('taken by someone meanwhile is refused and changes nothing', async () => {
    await requestEmailChange(actorOf(person), wanted('taken@court.example'));
    await makeUser(db(), { email: 'taken@court.example' });
    const tokens = await links();
    await confirmEmailChange(anonymous, 'new', tokens.new);
    expect(await codeOf(confirmEmailChange(anonymous, 'old', tokens.old))).toBe(
      'error.auth/email-already-in-use',
    );
    const [row] = await db().select().from(users).where(eq(users.id, person.id));
    expect(row?.email).toBe(person.email);
  });

  test('is asked for by the password and runs out', async () => {
    const without = { email: 'x@court.example', currentPassword: 'no' };
    expect(await codeOf(requestEmailChange(actorOf(person), without))).toBe(
      'error.auth/wrong-password',
    );
    await requestEmailChange(actorOf(person), wanted('late@court.example'));
    const tokens = await links();
    await db()
      .update(emailChanges)
      .set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await codeOf(confirmEmailChange(anonymous, 'old', tokens.old))).toBe(
      'error.auth/expired-action-code',
    );
  });
});

describe('the public profile', () => {
  const withProfile = async (username: string) => {
    const [profile] = await db().insert(profiles).values({ username }).returning();
    return makeUser(db(), { publicProfile: profile?.id });
  };

  test('is derived from the user while public profiles are off', async () => {
    expect(await findPublicProfile(person.id)).toEqual({
      username: person.email,
      inForum: false,
      useGravatar: false,
      gravatarUrl: null,
    });
    const input = { username: 'anyone', useGravatar: false };
    expect(await codeOf(updateOwnProfile(actorOf(person), input))).toBe('error.not-found');
  });

  test('has a name that is unique whatever the case, and imitates none', async () => {
    configure({ FLAGS: 'publicProfiles,gravatar' });
    await withProfile('Portia.B');
    const mine = actorOf(await withProfile('mine'));
    const rename = (username: string) =>
      codeOf(updateOwnProfile(mine, { username, useGravatar: true }));
    expect(await rename('portia.b')).toBe('error.username-taken');
    expect(await rename('ｐortia.B')).toBe('error.username-taken');
    for (const reserved of [
      'Administrator',
      'Ad-min.1',
      'Secr\u00E9tariat',
      'former.member',
      'data.protection-judges',
    ])
      expect(await rename(reserved), reserved).toBe('error.username-taken');
    for (const refused of ['ab', 'x'.repeat(31)])
      expect(await rename(refused), refused).toContain('form.username-length');
    for (const refused of ['pоrtia', 'a b c', '.dot', '<b>x</b>', 'é\u0000x'])
      expect(await rename(refused), refused).toContain('form.username-letters');
    for (const fine of ['Åse_1', 'Ελένη', 'судья', 'o.k-7'])
      expect(await rename(fine)).toBe('done');
    expect(await findPublicProfile(mine.id ?? '')).toMatchObject({
      username: 'o.k-7',
      useGravatar: true,
      gravatarUrl: `/profile-picture/${mine.id}`,
    });
  });
});
