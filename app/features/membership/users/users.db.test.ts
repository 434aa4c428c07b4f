import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { anonymous, type MemberRole } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { isInvitationUsable } from '~/features/identity/sign-in/sign-in.server';
import { association } from '~/platform/association.server';
import { goodPassword } from '../../../../tests/support/people/sign-in';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import { findBrokenAuditEntry } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { exportList } from '~/pages/list-exports/list-exports.server';
import { userFilterOf } from './user-schemas';
import { actOnAccount, getUser, listUsers } from './users.server';

const { auditEntries, signInSessions, users } = schema;

type Person = Awaited<ReturnType<typeof makeUser>>;

async function person(role: MemberRole, fields: Parameters<typeof makeUser>[1] = {}) {
  const made = await makeUser(db(), { role, ...fields });
  await db()
    .insert(signInSessions)
    .values({ userId: made.id, token: newId(), expiresAt: new Date(Date.now() + 3_600_000) });
  return made;
}

const sessionsOf = ({ id }: Person) => db().$count(signInSessions, eq(signInSessions.userId, id));

async function roleOf({ id }: Person) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  return row?.suspendedAt ? 'suspended' : row?.role;
}

const entriesAbout = (id: string, action: string) =>
  db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, action)));

const payload = (target: Person, role: MemberRole) => ({
  user: { id: target.id, firstName: 'Neu', lastName: 'Name', role },
});
const reason = { reason: 'elected to the board' };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

beforeEach(async () => {
  await db().delete(schema.mails);
  await db().delete(signInSessions);
  await db().delete(users);
});

/** Who got a mail of this template, and what it says. */
async function mailsOf(template: string) {
  const { mails } = schema;
  return db()
    .select({ userId: mails.userId, text: mails.text })
    .from(mails)
    .where(eq(mails.template, template));
}

describe('an administrator does not act unseen', () => {
  test('a new administrator and the others are told, and who did it is not', async () => {
    const [acting, other, target] = [
      await person('ADMIN'),
      await person('ADMIN'),
      await person('USER'),
    ];
    await updateUserAsAdmin(actorOf(acting), payload(target, 'ADMIN'), reason);
    expect(await mailsOf('account-notice')).toMatchObject([
      { userId: target.id, text: expect.stringContaining('has changed the role') },
    ]);
    expect(await mailsOf('administrator-notice')).toMatchObject([
      { userId: other.id, text: expect.stringContaining(`/user/${target.id}`) },
    ]);
  });

  test('a suspension is told to the person and the other administrators', async () => {
    const [acting, other, target] = [
      await person('ADMIN'),
      await person('DEV'),
      await person('USER'),
    ];
    await actOnAccount(actorOf(acting), target.id, { intent: 'suspend', ...reason });
    expect(await mailsOf('account-notice')).toMatchObject([
      { userId: target.id, text: expect.stringContaining('has suspended your account') },
    ]);
    expect(await mailsOf('administrator-notice')).toMatchObject([{ userId: other.id }]);
    const [notice] = await mailsOf('account-notice');
    expect(notice?.text).toContain(`write to ${association().email}`);
    expect(notice?.text, 'what a suspended person cannot do').not.toMatch(/password|http|was you/);
  });

  test('who comes back from a suspension can sign in, by a new invitation where there is no password', async () => {
    const admin = actorOf(await person('ADMIN'));
    const invited = await person('USER');
    const member = await person('USER', { password: goodPassword });
    for (const { id } of [invited, member]) {
      await actOnAccount(admin, id, { intent: 'suspend', ...reason });
      await db().delete(schema.mails);
      await actOnAccount(admin, id, { intent: 'reactivate', ...reason });
      const [invitation, ...others] = await mailsOf('invitation');
      const [notice] = await mailsOf('account-notice');
      expect(notice?.text).not.toMatch(/change your password|was you/);
      expect(others).toEqual([]);
      if (id === member.id) {
        expect(invitation).toBeUndefined();
        expect(notice?.text).toMatch(/You can sign in again[\s\S]*\/login/);
      } else {
        expect(notice?.text).toContain('Another e-mail has the link');
        const token = /invitation\/([\w-]+)/.exec(invitation?.text ?? '')?.[1] ?? '';
        expect(await isInvitationUsable(anonymous, token)).toBe(true);
      }
    }
  });
});

describe('who may do what to whom', () => {
  const roles = ['USER', 'ADMIN', 'DEV'] as const;
  const rank = { USER: 0, ADMIN: 1, DEV: 2 };

  test.each(roles.flatMap((by) => roles.flatMap((from) => roles.map((to) => ({ by, from, to })))))(
    '$by makes a $from a $to',
    async ({ by, from, to }) => {
      await person('DEV');
      const actor = actorOf(await person(by));
      const target = await person(from);
      const mayAct = by !== 'USER' && rank[by] >= rank[from] && rank[by] >= rank[to];
      const outcome = await codeOf(updateUserAsAdmin(actor, payload(target, to), reason));
      const refusal = by === 'USER' ? 'error.not-found' : 'error.rank';
      expect(outcome).toBe(mayAct ? 'done' : refusal);
      expect(await roleOf(target)).toBe(mayAct ? to : from);
      const isNew = mayAct && to !== from;
      expect(await sessionsOf(target), 'sessions end with another role').toBe(isNew ? 0 : 1);
    },
  );

  test.each(roles.flatMap((by) => roles.map((of) => ({ by, of }))))(
    '$by suspends a $of',
    async ({ by, of }) => {
      await person('DEV');
      const actor = actorOf(await person(by));
      const target = await person(of);
      const act = { intent: 'suspend', reason: 'asked for in writing' } as const;
      const mayAct = by !== 'USER' && rank[by] >= rank[of];
      const refusal = by === 'USER' ? 'error.not-found' : 'error.rank';
      expect(await codeOf(actOnAccount(actor, target.id, act))).toBe(mayAct ? 'done' : refusal);
      expect(await roleOf(target)).toBe(mayAct ? 'suspended' : of);
      expect(await sessionsOf(target)).toBe(mayAct ? 0 : 1);
    },
  );

  test('neither members nor visitors learn that a person exists', async () => {
    const target = await person('USER');
    const member = actorOf(await person('USER'));
    const act = { intent: 'end-sessions', reason: 'curiosity alone' } as const;
    const filter = userFilterOf(new URL('https://association.example/'));
    for (const actor of [member, anonymous]) {
      for (const id of [target.id, newId(), 'not-an-id']) {
        expect(await codeOf(getUser(actor, id))).toBe('error.not-found');
        expect(await codeOf(actOnAccount(actor, id, act))).toBe('error.not-found');
      }
      await expect(async () => listUsers(actor, filter)).rejects.toThrow('error.not-found');
      const taken = exportList(actor, 'users', { query: '', reason: 'why not' });
      await expect(taken).rejects.toThrow('error.not-found');
    }
    const admin = actorOf(await person('ADMIN'));
    expect(await codeOf(getUser(admin, newId()))).toBe('error.not-found');
    expect(await codeOf(getUser(admin, 'not-an-id'))).toBe('error.not-found');
  });
});

describe('updateUserAsAdmin', () => {
  test('returns the key of the notice, writes the change and the entry with its reason', async () => {
    const admin = actorOf(await person('ADMIN'));
    const target = await person('USER');
    const key = await updateUserAsAdmin(admin, payload(target, 'ADMIN'), reason);
    expect(key).toBe('success.updated-user');
    const [entry, ...others] = await entriesAbout(target.id, 'user.update-role');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actorId: admin.id,
      reason: 'elected to the board',
      changes: { role: { from: 'USER', to: 'ADMIN' } },
    });
    expect(JSON.stringify(entry), 'no names in the log').not.toContain('Neu');
    expect(await findBrokenAuditEntry()).toBeNull();
  });

  test('wants a reason for another role, none for another name', async () => {
    const admin = actorOf(await person('ADMIN'));
    const target = await person('USER');
    expect(await codeOf(updateUserAsAdmin(admin, payload(target, 'ADMIN')))).toBe(
      'error.reason-required',
    );
    expect(await codeOf(updateUserAsAdmin(admin, payload(target, 'USER')))).toBe('done');
  });

  test('refuses whatever else the payload holds', async () => {
    const admin = actorOf(await person('ADMIN'));
    const target = await person('USER');
    const extras = {
      email: 'x@court.example',
      emailVerified: true,
      createdAt: new Date(),
      suspendedAt: null,
    };
    for (const [name, value] of Object.entries({ ...extras, version: 9, publicProfile: newId() })) {
      const { user } = payload(target, 'USER');
      const forged = { user: { ...user, [name]: value } };
      await expect(updateUserAsAdmin(admin, forged, reason), name).rejects.toThrow(ZodError);
    }
    expect(await roleOf(target)).toBe('USER');
  });

  test('refuses a save over someone else’s', async () => {
    const admin = actorOf(await person('ADMIN'));
    const target = await person('USER');
    const seen = { version: target.version };
    expect(await codeOf(updateUserAsAdmin(admin, payload(target, 'USER'), seen))).toBe('done');
    expect(await codeOf(updateUserAsAdmin(admin, payload(target, 'USER'), seen))).toBe(
      'error.changed-meanwhile',
    );
  });
});

describe('the last administrator', () => {
  test('is neither demoted nor suspended, and a suspended one does not count', async () => {
    const last = await person('ADMIN');
    await person('DEV', { suspendedAt: new Date() });
    const demote = updateUserAsAdmin(actorOf(last), payload(last, 'USER'), reason);
    expect(await codeOf(demote)).toBe('error.last-administrator');
    const suspend = actOnAccount(actorOf(last), last.id, { intent: 'suspend', reason: 'leaving' });
    expect(await codeOf(suspend)).toBe('error.own-account');
    expect(await roleOf(last)).toBe('ADMIN');
    // That it was tried is kept.
    const { action, result, reason: why } = auditEntries;
    const kept = db().select({ action, result, why }).from(auditEntries);
    expect(await kept.where(eq(auditEntries.subjectId, last.id))).toEqual([
      { action: 'user.update', result: 'refused', why: 'elected to the board' },
      { action: 'user.suspend', result: 'refused', why: 'leaving' },
    ]);
  });

  test('remains when two demote and suspend each other twenty times at once', async () => {
    const [one, other] = [await person('ADMIN'), await person('ADMIN')];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [by, target] = index % 2 === 0 ? [one, other] : [other, one];
        const suspend = { intent: 'suspend', reason: 'a quarrel' } as const;
        return index % 4 < 2
          ? codeOf(updateUserAsAdmin(actorOf(by), payload(target, 'USER'), reason))
          : codeOf(actOnAccount(actorOf(by), target.id, suspend));
      }),
    );
    const left = [await roleOf(one), await roleOf(other)];
    expect(left.filter((role) => role === 'ADMIN')).toHaveLength(1);
    expect(outcomes).toContain('done');
    expect(await findBrokenAuditEntry()).toBeNull();
  });
});

test('of two administrators who each step down at once one remains', async () => {
  const two = [await person('ADMIN'), await person('DEV')];
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const self = two[index % 2] ?? two[0];
      if (!self) throw new Error('Nobody');
      return codeOf(updateUserAsAdmin(actorOf(self), payload(self, 'USER'), reason));
    }),
  );
  const left = await Promise.all(two.map(roleOf));
  expect(left.filter((role) => role !== 'USER')).toHaveLength(1);
  expect(outcomes).toContain('done');
  expect(outcomes).toContain('error.last-administrator');
});
