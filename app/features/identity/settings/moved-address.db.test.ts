import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { newSubscriptionId } from '~/features/identity/subscriptions/subscription-links.server';
import { setOwnLists } from '~/features/identity/subscriptions/subscriptions.server';
import { anonymous } from '~/policy/actor';
import { whileAnother } from '../../../../tests/support/database/while-another';
import { actorOf } from '../../../../tests/support/people/actors';
import { confirmEmailChange, requestEmailChange } from './email-change.server';

/** What happens to an address while a person moves there. */

const { eventRegistrations, mails, signInAccounts, subscriptions, users } = schema;
const currentPassword = 'seven quiet lanterns';
let person: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  await db().delete(mails);
  person = await makeUser(db(), { password: currentPassword });
});

/** Asks for another address, to which the new one agrees. @returns the move, which the old one makes */
async function nearlyMoved(email: string): Promise<() => Promise<boolean>> {
  await requestEmailChange(actorOf(person), { email, currentPassword });
  const sent = await db().select().from(mails).where(eq(mails.template, 'email-change'));
  const texts = sent.map(({ text }) => text).join('\n');
  const tokenOf = (side: 'old' | 'new') =>
    new RegExp(`confirm-email-change/${side}/([\\w-]+)`).exec(texts)?.[1] ?? '';
  await confirmEmailChange(anonymous, 'new', tokenOf('new'));
  return () => confirmEmailChange(anonymous, 'old', tokenOf('old'));
}

test('it is refused when somebody else takes it at the same moment', async () => {
  const email = 'wanted-by-two@court.example';
  const move = await nearlyMoved(email);
  const other = await makeUser(db());
  const isOther = eq(signInAccounts.id, other.id);
  const outcome = await whileAnother(
    (tx) => tx.update(signInAccounts).set({ email }).where(isOther),
    move,
  );
  expect(outcome).toMatchObject({ reason: { code: 'error.auth/email-already-in-use' } });
});

test('it has one subscription, that of the person, when a visitor subscribes it at the same moment', async () => {
  const email = 'subscribed@court.example';
  const move = await nearlyMoved(email);
  await setOwnLists(actorOf(person), ['newsletter']);
  const id = newSubscriptionId();
  const visitor = { id, email, consentVersion: '1', status: 'pending' } as const;
  const outcome = await whileAnother((tx) => tx.insert(subscriptions).values(visitor), move);
  expect(outcome).toMatchObject({ value: true });
  const rows = await db().select().from(subscriptions).where(eq(subscriptions.email, email));
  expect(rows).toMatchObject([{ userId: person.id, lists: ['newsletter'] }]);
});

test('it gets the lists that the person sets at the same moment', async () => {
  const email = 'moved-with-lists@court.example';
  await setOwnLists(actorOf(person), ['newsletter']);
  const outcome = await whileAnother(
    (tx) => tx.update(users).set({ email }).where(eq(users.id, person.id)),
    () => setOwnLists(actorOf(person), ['events']),
  );
  expect(outcome).toMatchObject({ status: 'fulfilled' });
  const isOwn = eq(subscriptions.userId, person.id);
  const rows = await db().select().from(subscriptions).where(isOwn);
  expect(rows).toMatchObject([{ email, lists: ['events'] }]);
});

test.each([
  ['cancelled', 'confirmed', 'the one of before'],
  ['waitlisted', 'confirmed', 'the one of before'],
  ['pending', 'cancelled', 'the one of now'],
  ['confirmed', 'confirmed', 'the one of now'],
] as const)(
  'a guest who registered %s and %s under two addresses keeps %s',
  async (now, before, kept) => {
    const email = `twice-${now}@court.example`;
    const { id: eventId } = await makeEvent(db());
    await makeRegistration(db(), {
      eventId,
      guestEmail: email,
      status: now,
      guestName: 'the one of now',
    });
    await makeRegistration(db(), {
      eventId,
      guestEmail: person.email,
      status: before,
      guestName: 'the one of before',
    });
    await db().update(users).set({ email }).where(eq(users.id, person.id));
    const left = await db()
      .select()
      .from(eventRegistrations)
      .where(eq(eventRegistrations.eventId, eventId));
    expect(left).toMatchObject([{ guestEmail: email, guestName: kept }]);
  },
);
