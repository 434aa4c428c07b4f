import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anonymous, commandLine, type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { setPassword } from '~/features/identity/accounts/accounts.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { issueToken } from '~/features/identity/sign-in/one-time-token.server';
import { setOwnLists } from '~/features/identity/subscriptions/subscriptions.server';
import { newSubscriptionId } from '~/features/identity/subscriptions/subscription-links.server';
import {
  type Press,
  pressUnsubscribe,
} from '~/features/identity/subscriptions/unsubscribing.server';
import type { MailingList } from '~/lib/mailing-lists';
import { runRetention } from '~/features/compliance/data-rights/data-rights.server';
import { acceptInvitation } from '~/features/identity/sign-in/sign-in.server';
import { countApplicationsFor } from '~/features/membership/membership.server';
import { addUser } from '~/features/membership/users/users.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { outboxMails, tokenInLastMail } from '../../../../tests/support/mail/outbox';
import {
  applicationNow,
  approve,
  looked,
  onlyTwoAdministrators,
  verifiedApplication,
} from '../../../../tests/support/people/applications';
import { inviteAgain } from './application-decision.server';
import { getApplication, listApplications, queueFilterSchema } from './application-queue.server';
import {
  assignApplication,
  setFeeStatus,
  takeCharge,
  verifyJudicialStatus,
} from './application-review.server';

const { users } = schema;
const password = 'a fairly long password here';
const email = 'alba@court.example';

let ada: SignedInActor;
let devi: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
});

const suspend = (id: string | null) =>
  db()
    .update(users)
    .set({ suspendedAt: new Date() })
    .where(eq(users.id, id ?? ''));

async function invited() {
  const id = await verifiedApplication(ada);
  await approve(id, ada, devi);
  const { userId } = await applicationNow(id);
  return { id, userId };
}

test('who is suspended is not invited again, and comes in by no invitation', async () => {
  const { id, userId } = await invited();
  expect(await getApplication(ada, id)).toMatchObject({ mayInvite: true });
  const token = await tokenInLastMail('invitation');
  await suspend(userId);
  await expect(inviteAgain(ada, await looked(id))).rejects.toThrow('error.application.suspended');
  expect(await getApplication(ada, id)).toMatchObject({ mayInvite: false });
  await expect(acceptInvitation(anonymous, { token, password }, async () => {})).rejects.toThrow(
    'error.auth/expired-action-code',
  );
  expect(await outboxMails('invitation')).toHaveLength(1);
});

test('an invitation is sent again five times a day at most', async () => {
  const { id } = await invited();
  for (const _ of [2, 3, 4, 5]) await inviteAgain(ada, await looked(id));
  await expect(inviteAgain(ada, await looked(id))).rejects.toThrow('error.mail.enough');
  expect(await outboxMails('invitation')).toHaveLength(5);
});

test('what is assigned to somebody who no longer administrates waits for the others', async () => {
  const { id } = await makeApplication(db(), { status: 'under-review', assignedTo: devi.id });
  const listed = async (state: string) =>
    (await listApplications(ada, queueFilterSchema.parse({ state }))).rows;
  expect(await countApplicationsFor(ada)).toMatchObject({ waiting: 0 });
  expect(await listed('waiting')).toEqual([]);
  expect(await listed('open')).toMatchObject([{ id, assignee: expect.stringContaining('Devi') }]);
  await suspend(devi.id);
  expect(await countApplicationsFor(ada)).toMatchObject({ waiting: 1 });
  expect(await listed('waiting')).toMatchObject([{ id, assignee: null }]);
});

test('the account that the applicant has made meanwhile becomes the member’s', async () => {
  const id = await verifiedApplication(ada, { email, consents: { newsletter: '2026-11' } });
  const account = await makeUser(db(), { email });
  await approve(id, ada, devi);
  expect(await applicationNow(id)).toMatchObject({ status: 'invited', userId: account.id });
  expect(await outboxMails('invitation')).toHaveLength(1);
});

test.each<[string, Press, MailingList[], MailingList[]]>([
  [
    'the newsletter',
    { intent: 'leave', lists: ['newsletter'] },
    ['newsletter', 'events'],
    ['events'],
  ],
  ['every list', { intent: 'leave-all' }, ['events'], []],
  ['another list', { intent: 'leave', lists: ['events'] }, ['events'], ['newsletter']],
])('an approval after leaving %s respects it', async (_what, press, before, after) => {
  const consents = { newsletter: '2026-11' };
  const application = await verifiedApplication(ada, { email, consents });
  const id = newSubscriptionId();
  await db().delete(schema.subscriptions);
  await db()
    .insert(schema.subscriptions)
    .values({ id, email, consentVersion: '2026-11', status: 'active', lists: before });
  await pressUnsubscribe(anonymous, { id, press, clientAddress: '192.0.2.7' });
  const own = eq(schema.subscriptions.email, email);
  // What is left of it is forgotten after 30 days; an approval may be later.
  await db()
    .update(schema.subscriptions)
    .set({ leftAt: sql`now() - interval '31 days'` });
  await runRetention(commandLine);
  await approve(application, ada, devi);
  const [kept] = await db().select().from(schema.subscriptions).where(own);
  expect(kept?.lists ?? []).toEqual(after);
});

test.each<[string, MailingList[], boolean]>([
  ['never had it', ['events'], true],
  ['leaves it', ['newsletter', 'events'], false],
])(
  'of who %s, settings without the newsletter keep the applied consent or not',
  async (_who, before, keeps) => {
    await db().delete(schema.subscriptions);
    const application = await verifiedApplication(ada, {
      email,
      consents: { newsletter: '2026-11' },
    });
    const own = actorOf(await makeUser(db(), { email }));
    await setOwnLists(own, before);
    await setOwnLists(own, ['events']);
    const { consents } = await applicationNow(application);
    expect('newsletter' in consents).toBe(keeps);
  },
);

test('who has got a password since the invitation is a member when invited again', async () => {
  const { id } = await invited();
  const { userId } = await applicationNow(id);
  await transaction((tx) => setPassword(tx, { userId: userId ?? '' }, password));
  expect(await inviteAgain(ada, await looked(id))).toBe('active');
  expect(await applicationNow(id)).toMatchObject({ status: 'active' });
});

test('who has a password already is a member at once, and keeps it', async () => {
  const id = await verifiedApplication(ada, { email });
  const account = await makeUser(db(), { email, password: 'slow herons over the estuary' });
  await approve(id, ada, devi);
  expect(await applicationNow(id)).toMatchObject({ status: 'active', userId: account.id });
  expect(await outboxMails('invitation')).toEqual([]);
  expect(await outboxMails('application-welcome')).toHaveLength(1);
});

test.each([
  ['unconfirmed and suspended', { emailVerified: false, suspendedAt: new Date() }],
  ['suspended', { suspendedAt: new Date() }],
  ['an administrator’s', { role: 'ADMIN' as const }],
])('an account that is %s does not become the member’s', async (_what, fields) => {
  const id = await verifiedApplication(ada, { email });
  await makeUser(db(), { email, ...fields });
  await approve(id, ada);
  await expect(approve(id, devi)).rejects.toThrow('error.auth/email-already-in-use');
});

test('an account that somebody opened with the applicant’s address does not stop the approval', async () => {
  const id = await verifiedApplication(ada, { email });
  const opened = await makeUser(db(), { email, password, emailVerified: false });
  const confirmation = { purpose: 'confirm-email', userId: opened.id, minutes: 60 } as const;
  await transaction((tx) => issueToken(tx, confirmation));
  await approve(id, ada, devi);
  const { userId } = await applicationNow(id);
  expect(userId).not.toBe(opened.id);
  expect(await outboxMails('invitation')).toHaveLength(1);
  const { oneTimeTokens, signInAccounts, signInMethods } = schema;
  expect(await db().$count(users, eq(users.id, opened.id))).toBe(0);
  expect(await db().$count(oneTimeTokens, eq(oneTimeTokens.userId, opened.id))).toBe(0);
  // No password is there until the invitation is accepted.
  const own = await db().select().from(signInAccounts).where(eq(signInAccounts.email, email));
  expect(own).toMatchObject([{ id: userId, emailVerified: true }]);
  expect(await db().$count(signInMethods, eq(signInMethods.userId, userId ?? ''))).toBe(0);
});

test('no account is made for the address of an open application', async () => {
  await makeApplication(db(), { status: 'under-review', email });
  const person = { email, firstName: 'Alba', lastName: 'Beispiel', role: 'USER' } as const;
  await expect(addUser(ada, person)).rejects.toThrow('error.application.open');
  const other = await addUser(ada, { ...person, email: 'other@court.example' });
  expect(await db().$count(users, eq(users.id, other))).toBe(1);
});

test('after the decision nothing is verified or assigned, and no fee is noted before it', async () => {
  const { id } = await invited();
  const late = 'error.changed-meanwhile';
  await expect(verifyJudicialStatus(ada, await looked(id), 'Register')).rejects.toThrow(late);
  await expect(assignApplication(ada, await looked(id), ada.id)).rejects.toThrow(late);
  expect(await takeCharge(ada, [await looked(id)])).toBe(false);
  await setFeeStatus(ada, await looked(id), 'paid');
  expect(await applicationNow(id)).toMatchObject({ feeStatus: 'paid', assignedTo: null });
  const undecided = await verifiedApplication(ada);
  await expect(setFeeStatus(ada, await looked(undecided), 'paid')).rejects.toThrow(late);
});

test('an approval does not outlast the verification on which it rested', async () => {
  const id = await verifiedApplication(ada);
  await approve(id, ada);
  await verifyJudicialStatus(devi, await looked(id), 'Asked the president of the court');
  expect(await applicationNow(id)).toMatchObject({ firstApprovedBy: null, firstApprovedAt: null });
  const said = await db()
    .select({ changes: schema.auditEntries.changes })
    .from(schema.auditEntries)
    .where(eq(schema.auditEntries.action, 'application.verify'));
  expect(said.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ firstApprovedBy: { to: null } }),
  );
});
