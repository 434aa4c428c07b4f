import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { outboxMails, tokenInLastMail } from '../../../../tests/support/mail/outbox';
import {
  inDays,
  makeOpenEvent,
  makePeople,
  changePlace,
  placeInput,
} from '../../../../tests/support/texts/registrations';
import { findRegistrationsNow } from '~/features/events/public-pages/registration-now.server';
import { notifyParticipants } from './registration-mails.server';
import { registrationTokenOf } from '~/features/events/registration-links/registration-links.server';
import { maintainRegistrations } from './registration-maintenance.server';
import {
  cancelRegistration,
  changeRegistration,
  findOwnRegistration,
  getOffer,
  register,
  setConsents,
} from './registrations.server';

const { eventRegistrations: registrations, events, mails } = schema;
async function statesOf(eventId: string) {
  const rows = await db().select().from(registrations).where(eq(registrations.eventId, eventId));
  return new Map(rows.map(({ userId, guestEmail, status }) => [userId ?? guestEmail, status]));
}

const numberOf = (states: Map<unknown, string>, status: string) =>
  [...states.values()].filter((one) => one === status).length;

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('places', () => {
  test('twenty at once on one place: one has it, nineteen wait in an order of their own', async () => {
    const { id, slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const members = await makePeople(20);
    const given = await Promise.all(members.map((actor) => register(actor, slug, placeInput())));
    expect(given.filter(({ status }) => status === 'confirmed')).toHaveLength(1);
    expect(given.filter(({ status }) => status === 'waitlisted')).toHaveLength(19);
    const rows = await db().select().from(registrations).where(eq(registrations.eventId, id));
    expect(rows.map(({ queueNumber }) => queueNumber).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, position) => position + 1),
    );
    expect(rows.find(({ status }) => status === 'confirmed')?.queueNumber).toBe(1);
  });

  test('ten give up at once while five come: nobody has a place too many, all are filled', async () => {
    const { id, slug } = await makeOpenEvent({ capacityOnSite: 10 });
    const members = await makePeople(20);
    for (const actor of members) await register(actor, slug, placeInput());
    const late = await makePeople(5);
    await Promise.all([
      ...members.slice(0, 10).map((actor) => cancelRegistration(actor, { slug })),
      ...late.map((actor) => register(actor, slug, placeInput())),
    ]);
    const states = await statesOf(id);
    expect(numberOf(states, 'confirmed')).toBe(10);
    expect(numberOf(states, 'cancelled')).toBe(10);
    for (const actor of members.slice(10)) expect(states.get(actor.id)).toBe('confirmed');
    for (const actor of late) expect(states.get(actor.id)).toBe('waitlisted');
  });

  test('the same person at the same moment has one registration', async () => {
    const { id, slug } = await makeOpenEvent();
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => register(actor, slug, placeInput())),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await statesOf(id)).size).toBe(1);
    expect(await outboxMails('registration-confirmed')).toHaveLength(1);
  });

  test('each way of taking part has its own; without a waiting list the full one refuses', async () => {
    const { slug } = await makeOpenEvent({
      mode: 'hybrid',
      capacityOnSite: 1,
      capacityOnline: 1,
      waitingList: false,
    });
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    expect(await register(a, slug, placeInput())).toMatchObject({ status: 'confirmed' });
    await expect(register(b, slug, placeInput())).rejects.toMatchObject({
      code: 'error.registration.full',
    });
    expect(await register(b, slug, placeInput({ mode: 'online' }))).toMatchObject({
      status: 'confirmed',
    });
    await expect(changePlace(a, slug, { mode: 'online' })).rejects.toMatchObject({
      code: 'error.registration.full',
    });
    await cancelRegistration(b, { slug });
    await changePlace(a, slug, { mode: 'online' });
    expect(await register(c, slug, placeInput())).toMatchObject({ status: 'confirmed' });
  });

  test('what was changed elsewhere is not overwritten by a form that was opened before', async () => {
    const { slug } = await makeOpenEvent({ attendeeList: 'participants' });
    const [a] = await makePeople(1);
    if (!a) throw new Error('nobody');
    const agreed = { listConsent: 'participants', photoConsent: true } as const;
    await register(a, slug, placeInput(agreed));
    const kept = async () => (await findOwnRegistration(a, { slug }))?.registration;
    const opened = (await kept())?.version ?? 0;
    await setConsents(a, { slug }, { listConsent: null, photoConsent: false });
    const input = placeInput({ ...agreed, needs: 'A ramp' });
    await expect(changeRegistration(a, { slug }, { version: opened, input })).rejects.toMatchObject(
      { code: 'error.registration.changed' },
    );
    expect(await kept()).toMatchObject({ listConsent: false, photoConsent: false, needs: null });
    await changePlace(a, slug, { needs: 'A ramp' });
    expect(await kept()).toMatchObject({ listConsent: false, needs: 'A ramp' });
    await setConsents(a, { slug }, { ...agreed, removeNeeds: true });
    expect(await kept()).toMatchObject({ listConsent: true, photoConsent: true, needs: null });
    await changePlace(a, slug, { ...agreed, needs: 'A ramp' });
    await cancelRegistration(a, { slug });
    expect(await kept()).toMatchObject({ photoConsent: false, needs: null, answers: [] });
  });

  test('who changes the way of taking part leaves the place to the next', async () => {
    const { slug } = await makeOpenEvent({ mode: 'hybrid', capacityOnSite: 1 });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, placeInput());
    expect(await register(b, slug, placeInput())).toMatchObject({ status: 'waitlisted' });
    await changePlace(a, slug, { mode: 'online' });
    expect((await findOwnRegistration(b, { slug }))?.registration.status).toBe('confirmed');
    expect(await outboxMails('registration-moved-up')).toHaveLength(1);
    // The new way is in the mail and in its calendar entry; other answers are no news to their author.
    expect(await outboxMails('registration-confirmed')).toHaveLength(2);
    await changePlace(a, slug, { mode: 'online', needs: 'A ramp' });
    expect(await outboxMails('registration-confirmed')).toHaveLength(2);
  });

  test('while an event is running, places move up as long as one may register', async () => {
    const running = { startsAt: inDays(-0.1), endsAt: inDays(1.2), closesAt: inDays(1) };
    const { id, slug } = await makeOpenEvent({ ...running, capacityOnSite: 1 });
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    for (const actor of [a, b, c]) await register(actor, slug, placeInput());
    await cancelRegistration(a, { slug });
    expect((await statesOf(id)).get(b.id)).toBe('confirmed');
    // And by the job, where a place came free with an account.
    await db().delete(registrations).where(eq(registrations.userId, b.id));
    await maintainRegistrations(new Date());
    expect((await statesOf(id)).get(c.id)).toBe('confirmed');
  });

  test('who gives up and comes again is last', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    for (const actor of [a, b, c]) await register(actor, slug, placeInput());
    await cancelRegistration(b, { slug });
    expect(await register(b, slug, placeInput())).toMatchObject({ status: 'waitlisted' });
    await cancelRegistration(a, { slug });
    expect((await findOwnRegistration(c, { slug }))?.registration.status).toBe('confirmed');
    expect(await findOwnRegistration(b, { slug })).toMatchObject({ waitingBefore: 0 });
  });

  test('whose account is suspended waits before nobody, and keeps no place from others', async () => {
    const { id, slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    for (const actor of [a, b, c]) await register(actor, slug, placeInput());
    expect(await findOwnRegistration(c, { slug })).toMatchObject({ waitingBefore: 1 });
    const { users } = schema;
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, b.id));
    expect(await findOwnRegistration(c, { slug })).toMatchObject({ waitingBefore: 0 });
    for (const actor of [c, a]) await cancelRegistration(actor, { slug });
    const shown = await db().select().from(events).where(eq(events.id, id));
    expect((await findRegistrationsNow(a, shown)).get(id)).toMatchObject({
      state: 'few',
      free: 1,
    });
  });

  test('places that come free with a deleted account are given by the job', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, placeInput());
    await register(b, slug, placeInput());
    await db().delete(registrations).where(eq(registrations.userId, a.id));
    await maintainRegistrations();
    await maintainRegistrations();
    expect((await findOwnRegistration(b, { slug }))?.registration.status).toBe('confirmed');
    expect(await outboxMails('registration-moved-up')).toHaveLength(1);
  });
});

describe('who may, and when', () => {
  test.each([
    ['before it opens', { opensAt: inDays(1) }],
    ['after it has closed', { closesAt: inDays(-1) }],
    ['after the beginning', { startsAt: inDays(-1), endsAt: inDays(1) }],
    ['when there is none', { registration: 'none' }],
    ['when it is elsewhere', { registration: 'external' }],
    ['for a cancelled event', { status: 'cancelled' }],
  ])('nobody registers %s', async (_when, fields) => {
    const { slug } = await makeOpenEvent(fields);
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    await expect(register(actor, slug, placeInput())).rejects.toMatchObject({
      code: 'error.registration.closed',
    });
  });

  test('an event one may not see is not there; visitors do not register', async () => {
    const draft = await makeOpenEvent({ status: 'draft' });
    const members = await makeOpenEvent({ visibility: 'members' });
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    const notFound = { code: 'error.not-found' };
    await expect(register(actor, draft.slug, placeInput())).rejects.toMatchObject(notFound);
    await expect(register(anonymous, members.slug, placeInput())).rejects.toMatchObject(notFound);
    await expect(getOffer(anonymous, members.slug)).rejects.toMatchObject(notFound);
    expect(await register(actor, members.slug, placeInput())).toMatchObject({
      status: 'confirmed',
    });
  });

  test('a scheduled event is open from its moment on, before any job has noted it', async () => {
    const joinUrl = 'https://join.example/room';
    const { id, slug } = await makeOpenEvent({ joinUrl, mode: 'online', capacityOnline: 1 });
    const online = { mode: 'online' };
    const schedule = (publishAt: Date) =>
      db().update(events).set({ status: 'scheduled', publishAt }).where(eq(events.id, id));
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await schedule(new Date(Date.now() + 3_600_000));
    const notFound = { code: 'error.not-found' };
    await expect(register(a, slug, placeInput(online))).rejects.toMatchObject(notFound);
    await schedule(new Date());
    expect(await register(a, slug, placeInput(online))).toMatchObject({ status: 'confirmed' });
    expect(await register(b, slug, placeInput(online))).toMatchObject({ status: 'waitlisted' });
    const token = await tokenInLastMail('registration-confirmed');
    for (const own of [
      await findOwnRegistration(a, { slug }),
      await findOwnRegistration(anonymous, { token }),
    ]) {
      expect(own).toMatchObject({ event: { status: 'published' }, mayChange: true, joinUrl });
    }
    await setConsents(a, { slug }, { listConsent: 'members', photoConsent: false });
    await changePlace(a, slug, { ...online, needs: 'Vegetarian' });
    await cancelRegistration(a, { slug });
    expect((await findOwnRegistration(b, { slug }))?.registration.status).toBe('confirmed');
    await schedule(new Date(Date.now() + 3_600_000));
    expect(await findOwnRegistration(b, { slug })).toBeNull();
  });

  test('one withdraws until the deadline, twice is once, and not afterwards', async () => {
    const { slug, id } = await makeOpenEvent({ closesAt: inDays(2) });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, placeInput());
    await register(b, slug, placeInput());
    await cancelRegistration(a, { slug });
    await cancelRegistration(a, { slug });
    expect(await outboxMails('registration-cancelled')).toHaveLength(1);
    await db()
      .update(events)
      .set({ closesAtInstant: new Date(Date.now() - 1000) })
      .where(eq(events.id, id));
    await expect(cancelRegistration(b, { slug })).rejects.toMatchObject({
      code: 'error.registration.closed',
    });
    await setConsents(b, { slug }, { listConsent: 'members', photoConsent: false });
    expect(await findOwnRegistration(b, { slug })).toMatchObject({
      mayChange: false,
      registration: { listConsent: true, photoConsent: false, status: 'confirmed' },
    });
  });

  test('another person’s registration is not found', async () => {
    const { slug } = await makeOpenEvent();
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, placeInput());
    expect(await findOwnRegistration(b, { slug })).toBeNull();
    await expect(cancelRegistration(b, { slug })).rejects.toMatchObject({
      code: 'error.not-found',
    });
    for (const token of ['', 'unknown', '0'.repeat(64)]) {
      await expect(findOwnRegistration(anonymous, { token })).rejects.toMatchObject({
        code: 'error.not-found',
      });
      await expect(cancelRegistration(anonymous, { token })).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
  });

  test('the link of the mail withdraws without a session; the database alone does not give it', async () => {
    const { slug } = await makeOpenEvent();
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    await register(actor, slug, placeInput());
    const token = await tokenInLastMail('registration-confirmed');
    const own = await findOwnRegistration(anonymous, { token });
    expect(token).toBe(registrationTokenOf(own?.registration.id ?? ''));
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await db().select().from(registrations);
    expect(JSON.stringify(row)).not.toContain(token);
    await cancelRegistration(anonymous, { token });
    expect((await findOwnRegistration(actor, { slug }))?.registration.status).toBe('cancelled');
  });

  test('the link leads nowhere, and no mail is sent, while the account is suspended', async () => {
    const { id, slug } = await makeOpenEvent({ visibility: 'members' });
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    await register(actor, slug, placeInput());
    const token = await tokenInLastMail('registration-confirmed');
    const suspend = (suspendedAt: Date | null) =>
      db().update(schema.users).set({ suspendedAt }).where(eq(schema.users.id, actor.id));
    await suspend(new Date());
    const notFound = { code: 'error.not-found' };
    await expect(findOwnRegistration(anonymous, { token })).rejects.toMatchObject(notFound);
    await expect(cancelRegistration(anonymous, { token })).rejects.toMatchObject(notFound);
    const tell = () =>
      transaction(async (tx) => {
        const [event] = await tx.select().from(schema.events).where(eq(schema.events.id, id));
        if (event) await notifyParticipants(tx, event, { template: 'changed', changeReason: null });
      });
    const mailed = async () =>
      (await outboxMails()).filter(({ recipient }) => recipient === actor.email).length;
    const before = await mailed();
    await tell();
    expect(await mailed()).toBe(before);
    await suspend(null);
    await tell();
    expect(await mailed()).toBe(before + 1);
    // The event is for members: by the link alone its page is not to be had.
    expect(await findOwnRegistration(anonymous, { token })).toMatchObject({
      event: { slug },
      maySeeEvent: false,
    });
    expect(await findOwnRegistration(actor, { token })).toMatchObject({ maySeeEvent: true });
  });
});
