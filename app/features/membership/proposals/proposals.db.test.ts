import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLine, type MemberRole } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { listAuditEntriesAbout } from '~/features/identity/audit/audit.server';
import { listOwnAuditEntries } from '~/features/identity/audit/audit-log.server';
import { suspendAccount, updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import {
  countProposals,
  foreseeConfirmation,
  listProposals,
  refuseProposal,
  withdrawProposal,
} from '~/features/identity/proposals/proposals.server';
import { actOnAccount, addAdministrator, addUser } from '~/features/membership/users/users.server';
import { configure } from '../../../../tests/support/database/configure';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { confirmProposal } from './proposals.server';

const { accountProposals, auditEntries, mails, secondFactors, users } = schema;
type Person = Awaited<ReturnType<typeof makeUser>>;

let ada: Person;
let devi: Person;
let member: Person;

const person = (role: MemberRole) => makeUser(db(), { role });

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(users);
  configure({ FLAGS: 'twoAdministrators' });
  [ada, devi, member] = [await person('ADMIN'), await person('DEV'), await person('USER')];
});

const reason = 'Elected to the board';
const promote = (by: Person, of: Person, role: MemberRole = 'ADMIN') =>
  updateUserAsAdmin(
    actorOf(by),
    { user: { id: of.id, firstName: of.firstName, lastName: of.lastName, role } },
    { reason },
  );
type Intent = Parameters<typeof actOnAccount>[2]['intent'];
const act = (by: Person, of: Person, intent: Intent) =>
  actOnAccount(actorOf(by), of.id, { intent, reason });
const suspend = (by: Person, of: Person) => act(by, of, 'suspend');

const hasTwoSteps = async ({ id }: Person) =>
  (await db().$count(secondFactors, eq(secondFactors.userId, id))) > 0;
const enrol = ({ id: userId }: Person) =>
  db().insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt: new Date() });
const suspendAlone = ({ id: userId }: Person) =>
  transaction((tx) => suspendAccount(tx, commandLine, { userId, at: new Date() }));

async function stateOf({ id }: { id: string }) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  return row?.suspendedAt ? 'suspended' : row?.role;
}
async function openId(by: Person): Promise<string> {
  const [proposal] = await listProposals(actorOf(by));
  return proposal?.id ?? '';
}
const mailed = async (template: string) => {
  const rows = await db()
    .select({ userId: mails.userId })
    .from(mails)
    .where(eq(mails.template, template));
  return new Set(rows.map(({ userId }) => userId));
};
const audited = (of: Person, action: string) =>
  db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, of.id), eq(auditEntries.action, action)));

describe('where the site asks for two administrators', () => {
  test('a proposal is gone when the account is suspended without it', async () => {
    await promote(ada, member);
    const id = await openId(devi);
    await suspendAlone(member);
    await expect(confirmProposal(actorOf(devi), id)).rejects.toMatchObject({
      code: 'error.not-found',
    });
    expect(await listProposals(actorOf(devi))).toEqual([]);
    expect(await stateOf(member)).toBe('suspended');
  });

  test('a new administrator has the rights when a second one has confirmed them', async () => {
    expect(await promote(ada, member)).toBe('success.proposed');
    expect(await stateOf(member)).toBe('USER');
    expect(await mailed('administrator-notice'), 'the other one is asked').toEqual(
      new Set([devi.id]),
    );
    expect(await mailed('account-notice'), 'nothing has happened to the person').toEqual(
      new Set([]),
    );
    expect(await listProposals(actorOf(devi))).toMatchObject([
      { kind: 'role', role: 'ADMIN', reason, person: { id: member.id }, mayConfirm: true },
    ]);
    expect(await countProposals(actorOf(devi))).toBe(1);
    await confirmProposal(actorOf(devi), await openId(devi));
    expect(await stateOf(member)).toBe('ADMIN');
    expect(await mailed('account-notice')).toEqual(new Set([member.id]));
    expect(await mailed('administrator-notice')).toEqual(new Set([devi.id, ada.id]));
    expect(await audited(member, 'user.propose')).toMatchObject([{ actorId: ada.id }]);
    expect(await audited(member, 'user.update-role')).toMatchObject([
      { actorId: devi.id, changes: { proposedBy: { to: ada.id } }, reason },
    ]);
    expect(await listProposals(actorOf(devi))).toEqual([]);
  });

  test('an account made with the rights of an administrator has them only then', async () => {
    const names = { firstName: 'Nora', lastName: 'Exemple' };
    const input = { ...names, email: 'nora@court.example', role: 'ADMIN' } as const;
    const id = await addUser(actorOf(ada), input);
    expect(await stateOf({ id })).toBe('USER');
    await confirmProposal(actorOf(devi), await openId(devi));
    expect(await stateOf({ id })).toBe('ADMIN');
  });

  test('a suspension takes effect only then, and is told only then', async () => {
    expect(await suspend(ada, member)).toBe('success.proposed');
    expect(await stateOf(member)).toBe('USER');
    expect(await mailed('account-notice')).toEqual(new Set([]));
    await confirmProposal(actorOf(devi), await openId(devi));
    expect(await stateOf(member)).toBe('suspended');
    expect(await mailed('account-notice')).toEqual(new Set([member.id]));
  });

  test.each(['reactivate', 'reset-second-factor'] as const)(
    'what %s means takes effect only then, and is told to all only then',
    async (intent) => {
      await suspendAlone(member);
      await enrol(member);
      expect(await act(ada, member, intent)).toBe('success.proposed');
      expect([await stateOf(member), await hasTwoSteps(member)]).toEqual(['suspended', true]);
      expect(await mailed('administrator-notice')).toEqual(new Set([devi.id]));
      await confirmProposal(actorOf(devi), await openId(devi));
      const changed = { reactivate: ['USER', true], 'reset-second-factor': ['suspended', false] };
      expect([await stateOf(member), await hasTwoSteps(member)]).toEqual(changed[intent]);
      expect(await mailed('account-notice')).toEqual(new Set([member.id]));
      expect(await mailed('administrator-notice')).toEqual(new Set([devi.id, ada.id]));
      expect(await audited(member, `user.${intent}`)).toMatchObject([
        { actorId: devi.id, changes: { proposedBy: { to: ada.id } }, reason },
      ]);
    },
  );

  test('two kinds of change wait for one person, each kind once', async () => {
    await enrol(member);
    expect(await act(ada, member, 'reset-second-factor')).toBe('success.proposed');
    expect(await promote(ada, member)).toBe('success.proposed');
    await expect(act(devi, member, 'reset-second-factor')).rejects.toThrow(
      'error.account.already-proposed',
    );
    const [reset, role] = await listProposals(actorOf(devi));
    expect([reset?.kind, role?.kind]).toEqual(['reset-second-factor', 'role']);
    await confirmProposal(actorOf(devi), reset?.id ?? '');
    expect(await listProposals(actorOf(devi))).toMatchObject([{ id: role?.id }]);
  });

  test('nobody confirms or refuses the own proposal, or what concerns oneself', async () => {
    const third = await person('ADMIN');
    await suspend(ada, third);
    const id = await openId(ada);
    for (const decide of [confirmProposal, refuseProposal]) {
      await expect(decide(actorOf(ada), id)).rejects.toThrow('error.account.own-proposal');
      await expect(decide(actorOf(third), id)).rejects.toThrow('error.own-account');
      await expect(decide(actorOf(member), id)).rejects.toThrow('error.not-found');
    }
    expect(await listProposals(actorOf(third)), 'nor is shown it').toEqual([]);
    const about = (by: Person) => listAuditEntriesAbout(actorOf(by), third.id).then(JSON.stringify);
    expect(await about(devi)).toContain('user.propose');
    expect(await about(third), 'nor finds it in a log').not.toContain('user.propose');
    expect(JSON.stringify(await listOwnAuditEntries(actorOf(third)))).not.toContain('user.propose');
    expect(await stateOf(third)).toBe('ADMIN');
  });

  test('a proposal is refused by another, withdrawn by its author, and decided once', async () => {
    await suspend(ada, member);
    const refused = await openId(ada);
    await refuseProposal(actorOf(devi), refused);
    expect(await mailed('administrator-notice')).toEqual(new Set([devi.id, ada.id]));
    await expect(confirmProposal(actorOf(devi), refused)).rejects.toThrow('error.not-found');
    await suspend(ada, member);
    await expect(suspend(devi, member)).rejects.toThrow('error.account.already-proposed');
    const withdrawn = await openId(ada);
    await expect(withdrawProposal(actorOf(devi), withdrawn)).rejects.toThrow('error.not-found');
    await withdrawProposal(actorOf(ada), withdrawn);
    await suspend(ada, member);
    const id = await openId(ada);
    const both = await Promise.allSettled([
      confirmProposal(actorOf(devi), id),
      refuseProposal(actorOf(devi), id),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a proposal that nobody has decided in seven days lapses', async () => {
    await suspend(ada, member);
    const id = await openId(ada);
    await db()
      .update(accountProposals)
      .set({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await listProposals(actorOf(devi))).toEqual([]);
    await expect(confirmProposal(actorOf(devi), id)).rejects.toThrow('error.not-found');
    expect(await suspend(devi, member), 'and can be made again').toBe('success.proposed');
  });

  test('a proposal of someone who has lost the rights meanwhile cannot be confirmed', async () => {
    await suspend(ada, member);
    const id = await openId(devi);
    await db().update(users).set({ role: 'USER' }).where(eq(users.id, ada.id));
    await expect(confirmProposal(actorOf(devi), id)).rejects.toThrow('error.changed-meanwhile');
    expect(await stateOf(member)).toBe('USER');
  });

  test('what no other administrator may confirm is refused beforehand', async () => {
    const change = { kind: 'suspend' } as const;
    expect(await foreseeConfirmation(actorOf(ada), { person: member, change })).toBe('needed');
    expect(await foreseeConfirmation(actorOf(devi), { person: ada, change })).toBe('nobody');
    await expect(suspend(devi, ada)).rejects.toThrow('error.account.nobody-to-confirm');
    await expect(promote(devi, member, 'DEV'), 'ADMIN cannot make DEV').rejects.toThrow(
      'error.account.nobody-to-confirm',
    );
    expect([await stateOf(ada), await stateOf(member)]).toEqual(['ADMIN', 'USER']);
  });

  test('the only administrator is told so, and acts alone', async () => {
    await db().delete(users).where(eq(users.id, devi.id));
    const change = { kind: 'role', role: 'ADMIN' } as const;
    expect(await foreseeConfirmation(actorOf(ada), { person: member, change })).toBe('alone');
    expect(await promote(ada, member)).toBe('success.updated-user');
    expect(await stateOf(member)).toBe('ADMIN');
  });

  test('one steps down alone, and the operator at the machine needs nobody', async () => {
    expect(await promote(ada, ada, 'USER')).toBe('success.updated-user');
    expect(await stateOf(ada)).toBe('USER');
    const names = { firstName: 'Olga', lastName: 'Exemple' };
    await addAdministrator(commandLine, { ...names, email: 'olga@court.example', role: 'ADMIN' });
    expect(await db().$count(users, eq(users.role, 'ADMIN'))).toBe(1);
  });
});

test('without the setting one administrator is enough, and the others are told', async () => {
  configure({});
  await suspendAlone(member);
  await enrol(member);
  for (const intent of ['reactivate', 'reset-second-factor'] as const) {
    await db().delete(mails);
    expect(await act(ada, member, intent)).toBe(`success.user-${intent}`);
    expect(await mailed('administrator-notice')).toEqual(new Set([devi.id]));
  }
  expect([await stateOf(member), await hasTwoSteps(member)]).toEqual(['USER', false]);
  expect(await promote(ada, member)).toBe('success.updated-user');
  expect(await stateOf(member)).toBe('ADMIN');
});

describe('before it happens, the page names the person', () => {
  const pattern = '/administration/users/:id';
  const edit = (form: Record<string, string>) =>
    askRoute({ actor: actorOf(ada), pattern, params: { id: member.id }, form });

  test.each(['', 'twoAdministrators'])('with FLAGS=%s', async (flags) => {
    configure({ FLAGS: flags });
    const { firstName, lastName, email } = member;
    const named = { name: `${firstName} ${lastName}`, email };
    const confirmation = flags ? 'needed' : 'not-asked';
    const update = { intent: 'update', version: '1', firstName, lastName, role: 'ADMIN', reason };
    expect(await edit(update)).toMatchObject({
      data: { question: { kind: 'role', ...named, from: 'USER', to: 'ADMIN', confirmation } },
    });
    for (const kind of ['suspend', 'reset-second-factor'])
      expect(await edit({ intent: kind, reason })).toMatchObject({
        data: { question: { kind, ...named, confirmation } },
      });
    const form = { firstName: 'Nora', lastName: 'Exemple', email: 'nora@court.example' };
    const created = await askRoute({
      actor: actorOf(ada),
      pattern: '/administration/users/new',
      form: { ...form, role: 'ADMIN' },
    });
    expect(created).toMatchObject({
      data: { question: { kind: 'new', name: 'Nora Exemple', to: 'ADMIN', confirmation } },
    });
    expect([await stateOf(member), await db().$count(users)]).toEqual(['USER', 3]);
    expect(await statusOf(edit({ intent: 'suspend', reason, confirmed: 'suspend' }))).toBe(302);
    expect(await stateOf(member)).toBe(flags ? 'USER' : 'suspended');
  });
});

test('the page asks before what a second administrator has to confirm', async () => {
  const pattern = '/administration/users/:id';
  const send = (form: Record<string, string>) =>
    askRoute({
      actor: actorOf(ada),
      pattern,
      params: { id: member.id },
      form: { reason, ...form },
    });
  await suspendAlone(member);
  await enrol(member);
  for (const intent of ['reactivate', 'reset-second-factor']) {
    expect(await send({ intent })).toMatchObject({
      data: { question: { kind: intent, email: member.email, confirmation: 'needed' } },
    });
    expect(await statusOf(send({ intent, confirmed: intent }))).toBe(302);
  }
  expect(await listProposals(actorOf(devi))).toHaveLength(2);
});

test('a form that was open while a proposal took effect says so', async () => {
  configure({ FLAGS: 'twoAdministrators' });
  await promote(ada, member);
  const [before] = await db().select().from(users).where(eq(users.id, member.id));
  await confirmProposal(actorOf(devi), await openId(devi));
  const { id, firstName, lastName } = member;
  const stale = { user: { id, firstName, lastName, role: 'USER' as const } };
  const circumstances = { reason, version: before?.version ?? 0 };
  await expect(updateUserAsAdmin(actorOf(ada), stale, circumstances)).rejects.toThrow(
    'error.changed-meanwhile',
  );
});

test('the page decides what its buttons say, and tells when another was quicker', async () => {
  const page = { pattern: '/administration/proposals' };
  const send = (by: Person, intent: string, id: string) =>
    askRoute({ ...page, actor: actorOf(by), form: { intent, id } });
  await suspend(ada, member);
  const id = await openId(devi);
  expect(await askRoute({ ...page, actor: actorOf(devi) })).toMatchObject({
    proposals: [{ id, isOwn: false, mayConfirm: true }],
  });
  expect(await askRoute({ ...page, actor: actorOf(ada) })).toMatchObject({
    proposals: [{ id, isOwn: true, mayConfirm: false }],
  });
  expect(await send(ada, 'confirm', id)).toMatchObject({
    data: { error: 'error.account.own-proposal' },
  });
  expect(await statusOf(send(devi, 'confirm', id))).toBe(302);
  expect(await stateOf(member)).toBe('suspended');
  expect(await send(devi, 'refuse', id)).toMatchObject({
    init: { status: 409 },
    data: { error: 'error.changed-meanwhile' },
  });
  expect(await statusOf(send(devi, 'confirm', 'no id'))).toBe(400);
});
