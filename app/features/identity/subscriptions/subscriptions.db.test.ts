import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import type { MailingList } from '~/lib/mailing-lists';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { deleteOwnAccount } from '~/features/compliance/data-rights/data-rights.server';
import { actorOf } from '../../../../tests/support/people/actors';
import {
  linkInLastMail,
  outboxMails,
  tokenInLastMail,
} from '../../../../tests/support/mail/outbox';
import {
  confirmSubscription,
  getOwnSubscription,
  isSubscriptionConfirmable,
  rejoinList,
  requestSubscription,
  setOwnLists,
  subscriptionFor,
} from './subscriptions.server';
import { parseForm } from '~/lib/forms/form';
import { subscribeForm, unsubscribeForm } from './subscription-schemas';
import { findSubscription, type Press, pressUnsubscribe } from './unsubscribing.server';

const { mails, subscriptions, throttles, users } = schema;
const email = 'ada@court.example';
const from = '10.0.0.1';

const ask = (list: ('newsletter' | 'events')[] = ['newsletter'], address = from) =>
  requestSubscription(anonymous, { email, list, language: 'en' }, address);
const rowOf = async (address = email) =>
  (await db().select().from(subscriptions).where(eq(subscriptions.email, address)))[0];
const subscribe = async (list: ('newsletter' | 'events')[] = ['newsletter']) => {
  await ask(list);
  return confirmSubscription(anonymous, await tokenInLastMail('confirm-subscription'));
};
const press = (id: string, what: Press) =>
  pressUnsubscribe(anonymous, { id, press: what, clientAddress: from });
const isSubscriber = async (id: string) =>
  (await db().select().from(users).where(eq(users.id, id)))[0]?.emailSubscriber;

beforeEach(async () => {
  await db().delete(schema.signInAccounts);
  await db().delete(users);
  await db().delete(subscriptions);
  await db().delete(mails);
  await db().delete(throttles);
});

describe('a visitor’s subscription', () => {
  test('is in the language in which it was asked for last, before mails began', async () => {
    const askIn = (language: 'en' | 'fr' | 'de') =>
      requestSubscription(anonymous, { email, list: ['newsletter'], language }, from);
    await askIn('en');
    await askIn('fr');
    const id = await confirmSubscription(anonymous, await tokenInLastMail('confirm-subscription'));
    expect(await rowOf()).toMatchObject({ status: 'active', language: 'fr' });
    // Anybody can fill in the form with this address.
    await askIn('de');
    expect(await rowOf()).toMatchObject({ language: 'fr' });
    await press(id, { intent: 'leave-all' });
    await db().delete(mails);
    await askIn('de');
    await confirmSubscription(anonymous, await tokenInLastMail('confirm-subscription'));
    expect(await rowOf()).toMatchObject({ status: 'active', language: 'de' });
  });

  test('begins with the press behind the link, once', async () => {
    await ask(['newsletter', 'events']);
    expect(await rowOf()).toMatchObject({ status: 'pending', lists: [], confirmedAt: null });
    const token = await tokenInLastMail('confirm-subscription');
    for (let time = 0; time < 5; time += 1) {
      expect(await isSubscriptionConfirmable(anonymous, token)).toBe(true);
    }
    expect(await rowOf()).toMatchObject({ status: 'pending' });
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => confirmSubscription(anonymous, token)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const row = await rowOf();
    expect(row).toMatchObject({ status: 'active', lists: ['newsletter', 'events'] });
    expect(row?.confirmedAt).toBeInstanceOf(Date);
    expect(row?.consentVersion).toMatch(/^\d{4}-\d{2}$/);
    expect(row?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await isSubscriptionConfirmable(anonymous, token)).toBe(false);
  });

  test('is asked for with the same answer whether the address is known', async () => {
    const id = await subscribe();
    await expect(ask()).resolves.toBeUndefined();
    expect((await outboxMails('subscribed-already')).at(-1)?.text).toContain(id);
    expect(await rowOf()).toMatchObject({ status: 'active', lists: ['newsletter'] });
    await ask(['events']);
    expect(await rowOf()).toMatchObject({ status: 'active', lists: ['newsletter'] });
    expect(await outboxMails('confirm-subscription')).toHaveLength(2);
  });

  test('cannot be used to fill a mailbox, nor asked for without end', async () => {
    for (let time = 0; time < 6; time += 1) await ask(['newsletter'], `10.2.${time}.1`);
    expect(await outboxMails()).toHaveLength(3);
    const others = Array.from({ length: 21 }, (_, i) =>
      requestSubscription(
        anonymous,
        { email: `p${i}@court.example`, list: ['newsletter'], language: 'en' },
        '10.9.9.9',
      ),
    );
    const refused = (await Promise.allSettled(others)).filter(
      ({ status }) => status === 'rejected',
    );
    expect(refused).toHaveLength(1);
  });

  test('is not confirmed after its time', async () => {
    await ask();
    await db()
      .update(subscriptions)
      .set({ confirmUntil: new Date(Date.now() - 1000) });
    const token = await tokenInLastMail('confirm-subscription');
    await expect(confirmSubscription(anonymous, token)).rejects.toThrow('expired-action-code');
  });
});

describe('the link of a mail', () => {
  test('shows the masked address and the lists, and changes nothing', async () => {
    const id = await subscribe(['newsletter', 'events']);
    const before = await rowOf();
    for (let time = 0; time < 5; time += 1) {
      expect(await findSubscription(anonymous, id)).toEqual({
        email: 'a•••@c•••.example',
        status: 'active',
        lists: ['newsletter', 'events'],
        undo: [],
      });
    }
    expect(await rowOf()).toEqual(before);
  });

  test('ends one list or all, and takes it back for 30 days', async () => {
    const id = await subscribe(['newsletter', 'events']);
    await press(id, { intent: 'leave', lists: ['events'] });
    expect(await rowOf()).toMatchObject({ status: 'active', lists: ['newsletter'] });
    await press(id, { intent: 'leave-all' });
    await press(id, { intent: 'leave-all' });
    expect(await rowOf()).toMatchObject({ status: 'unsubscribed', lists: [] });
    expect((await findSubscription(anonymous, id))?.undo).toEqual(['events', 'newsletter']);
    expect(await press(id, { intent: 'undo' })).toBe(true);
    expect(await rowOf()).toMatchObject({ status: 'active', lists: ['events', 'newsletter'] });
    // Pressed twice: what was asked for does not hold by it.
    expect(await press(id, { intent: 'undo' })).toBe(false);
    await press(id, { intent: 'leave-all' });
    await db()
      .update(subscriptions)
      .set({ leftAt: new Date(Date.now() - 31 * 24 * 3_600_000) });
    expect(await press(id, { intent: 'undo' })).toBe(false);
    expect(await press(id, { intent: 'leave-all' })).toBe(true);
    expect(await rowOf()).toMatchObject({ status: 'unsubscribed' });
  });

  test('pauses and resumes', async () => {
    const id = await subscribe();
    await press(id, { intent: 'pause' });
    expect(await rowOf()).toMatchObject({ status: 'paused', lists: ['newsletter'] });
    await press(id, { intent: 'resume' });
    expect(await rowOf()).toMatchObject({ status: 'active' });
  });

  test('that rest go on resting when a list is taken back', async () => {
    const id = await subscribe(['newsletter', 'events']);
    await press(id, { intent: 'pause' });
    await press(id, { intent: 'leave', lists: ['events'] });
    await press(id, { intent: 'undo' });
    expect(await findSubscription(anonymous, id)).toMatchObject({
      status: 'paused',
      lists: ['newsletter', 'events'],
    });
  });

  test('of an unknown or impossible id answers like any other, and says nothing', async () => {
    await subscribe();
    for (const id of ['f'.repeat(64), 'x', '', '../..', '\0', 'É'.repeat(64)]) {
      expect(await findSubscription(anonymous, id)).toBeNull();
      expect(await press(id, { intent: 'leave-all' })).toBe(true);
      expect(await press(id, { intent: 'undo' })).toBe(false);
    }
    expect(await rowOf()).toMatchObject({ status: 'active' });
  });

  test('cannot be pressed without end from one address', async () => {
    const tries = Array.from({ length: 301 }, () => press('x', { intent: 'leave-all' }));
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
  });
});

describe('a member’s subscription', () => {
  test('and the user record say the same, whichever is written', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    expect(await rowOf()).toMatchObject({ userId: person.id, status: 'active' });
    const row = await rowOf();
    await press(row?.id ?? '', { intent: 'leave-all' });
    expect(await isSubscriber(person.id)).toBe(false);
    await press(row?.id ?? '', { intent: 'undo' });
    expect(await isSubscriber(person.id)).toBe(true);
    await setOwnLists(actorOf(person), ['newsletter']);
    await db().update(users).set({ emailSubscriber: false }).where(eq(users.id, person.id));
    expect(await rowOf()).toMatchObject({ status: 'unsubscribed', lists: [] });
    await setOwnLists(actorOf(person), ['newsletter', 'events']);
    expect(await isSubscriber(person.id)).toBe(true);
    await setOwnLists(actorOf(person), ['events']);
    expect(await isSubscriber(person.id)).toBe(false);
    expect((await getOwnSubscription(actorOf(person))).lists).toEqual(['events']);
    expect((await findSubscription(anonymous, row?.id ?? ''))?.undo).toEqual(['newsletter']);
    await db().update(users).set({ emailSubscriber: true }).where(eq(users.id, person.id));
    expect(await rowOf()).toMatchObject({ lists: ['events', 'newsletter'], id: row?.id });
    const [now] = await db().select().from(users).where(eq(users.id, person.id));
    expect(now?.version, 'a form that is open elsewhere can still be saved').toBe(person.version);
  });

  test('takes over what the visitor had, and goes along with a new address', async () => {
    const id = await subscribe(['newsletter', 'events']);
    const person = await makeUser(db(), { email });
    expect(await isSubscriber(person.id)).toBe(true);
    const other = 'new@court.example';
    await requestSubscription(
      anonymous,
      { email: other, list: ['newsletter'], language: 'en' },
      from,
    );
    await db().update(users).set({ email: other }).where(eq(users.id, person.id));
    expect(await rowOf(other)).toMatchObject({ id, userId: person.id, status: 'active' });
    expect(await rowOf()).toBeUndefined();
  });

  const digestFor = (person: { id: string; email: string }, list: MailingList = 'forum-digest') =>
    transaction((tx) => subscriptionFor(tx, person, list));
  const longAgo = () =>
    db()
      .update(subscriptions)
      .set({ leftAt: new Date(Date.now() - 40 * 24 * 3_600_000) });

  test('left as a whole is not begun by the first digest, however long ago', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    await press((await rowOf())?.id ?? '', { intent: 'leave-all' });
    await longAgo();
    expect(await digestFor(person)).toBeNull();
    expect(await digestFor(person, 'following')).toBeNull();
    expect(await rowOf()).toMatchObject({ status: 'unsubscribed', lists: [] });
    await rejoinList(actorOf(person), 'forum-digest');
    expect(await digestFor(person)).toBe((await rowOf())?.id);
  });

  test('keeps a digest as left when another list is left long after it', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    const id = (await digestFor(person)) ?? '';
    await press(id, { intent: 'leave', lists: ['forum-digest'] });
    await longAgo();
    await press(id, { intent: 'leave', lists: ['newsletter'] });
    expect(await digestFor(person)).toBeNull();
    // Leaving one list says nothing about the others.
    expect(await digestFor(person, 'following')).toBe(id);
  });

  test('gives back what was left, and nothing that was not wanted before', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    const id = (await rowOf())?.id ?? '';
    await setOwnLists(actorOf(person), ['newsletter', 'following']);
    await press(id, { intent: 'leave-all' });
    expect((await findSubscription(anonymous, id))?.undo).toEqual(['newsletter', 'following']);
    await press(id, { intent: 'undo' });
    expect(await rowOf()).toMatchObject({ lists: ['newsletter', 'following'] });
    expect(await digestFor(person)).toBeNull();
    expect(await digestFor(person, 'following')).toBe(id);
  });

  test('takes a list left unticked in the settings as not wanted', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    await setOwnLists(actorOf(person), ['newsletter', 'following']);
    expect(await digestFor(person)).toBeNull();
    expect(await digestFor(person, 'following')).toBe((await rowOf())?.id);
    await setOwnLists(actorOf(person), ['forum-digest']);
    expect(await digestFor(person)).toBe((await rowOf())?.id);
  });

  test('shows its lists when e-mails bounced, and saving them starts again', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    await db().update(subscriptions).set({ status: 'bounced', bouncedAt: new Date() });
    const own = await getOwnSubscription(actorOf(person));
    expect(own).toEqual({ status: 'bounced', lists: ['newsletter'] });
    await setOwnLists(actorOf(person), own.lists);
    expect(await rowOf()).toMatchObject({ status: 'active', bouncedAt: null });
  });

  test('stays paused when lists are saved, until it is resumed', async () => {
    const person = await makeUser(db(), { email, emailSubscriber: true });
    await press((await rowOf())?.id ?? '', { intent: 'pause' });
    await setOwnLists(actorOf(person), ['newsletter', 'events']);
    expect(await rowOf()).toMatchObject({ status: 'paused', lists: ['newsletter', 'events'] });
    await setOwnLists(actorOf(person), ['events'], { isResuming: true });
    expect(await rowOf()).toMatchObject({ status: 'active', lists: ['events'] });
  });

  test('is not for visitors', async () => {
    await expect(getOwnSubscription(anonymous)).rejects.toThrow('error.not-found');
    await expect(setOwnLists(anonymous, ['events'])).rejects.toThrow('error.not-found');
  });

  test('is removed with the account', async () => {
    const password = 'seven quiet lanterns';
    const person = await makeUser(db(), { email, emailSubscriber: true, password });
    await deleteOwnAccount(actorOf(person), { password, removeComments: false });
    expect(await rowOf()).toBeUndefined();
  });
});

test('the selected lists can be left only when one is selected', () => {
  const parse = (fields: [string, string][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return parseForm(unsubscribeForm, form, ['list']);
  };
  expect(parse([['intent', 'leave']])).toMatchObject({ fieldErrors: { list: 'form.choose-one' } });
  for (const intent of ['leave-all', 'undo', 'pause', 'resume']) {
    expect(parse([['intent', intent]])).toMatchObject({ ok: true });
  }
  expect(parse([['List-Unsubscribe', 'One-Click']])).toMatchObject({ ok: true });
});

test('a subscription without a list asks for a choice', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ email, agreed: 'on' })) form.set(name, value);
  expect(parseForm(subscribeForm, form, ['list'])).toMatchObject({
    fieldErrors: { list: 'form.choose-one' },
  });
});

test('no link of these mails acts when it is opened', async () => {
  await ask();
  expect((await linkInLastMail('confirm-subscription')).pathname).toMatch(
    /^\/newsletter\/confirm\//,
  );
});
