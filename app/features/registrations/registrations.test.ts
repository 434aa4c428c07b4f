import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { getEvent } from '~/features/events/events.server';
import { actorOf, actorWithRole } from '../../../test/actors';
import { outboxMails, tokenInLastMail } from '../../../test/outbox';
import { executeRetention } from '../data-rights/data-rights.server';
import { getInvitation, inviteGuest, registerGuest } from './guests.server';
import { getCertificate, listAttendees } from './participants.server';
import { registrationTokenOf } from './registration-links.server';
import { registrationSchema } from './registration-schemas';
import { keepUpRegistrations } from './registration-upkeep.server';
import {
  cancelRegistration,
  changeRegistration,
  findOwnRegistration,
  getOffer,
  register,
  setConsents,
} from './registrations.server';

const { eventInvitations, eventRegistrations: registrations, events, mails } = schema;
const admin = actorWithRole('ADMIN');
const day = 24 * 3_600_000;

const input = (fields: object = {}) => ({
  mode: 'on-site' as const,
  needs: null,
  listConsent: false,
  photoConsent: false,
  answers: [],
  ...fields,
});

/** Local wall time in UTC some days from now. */
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 16);

function makeOpenEvent(fields: object = {}) {
  return makeEvent(db(), {
    zone: 'UTC',
    startsAt: inDays(20),
    endsAt: inDays(20.2),
    registration: 'internal',
    ...fields,
  });
}

const people = (count: number): Promise<SignedInActor[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, number) =>
      actorOf(await makeUser(db(), { lastName: `Person ${number}` })),
    ),
  );

async function statesOf(eventId: string) {
  const rows = await db().select().from(registrations).where(eq(registrations.eventId, eventId));
  return new Map(rows.map(({ userId, guestEmail, status }) => [userId ?? guestEmail, status]));
}

const numberOf = (states: Map<unknown, string>, status: string) =>
  [...states.values()].filter((one) => one === status).length;

function calendarIn(mail: { calendar: { content: string } | null } | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ''));
  const [event] = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  if (!event) throw new Error('no event in the mail');
  return { method: calendar.getFirstPropertyValue('method'), event };
}

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('places', () => {
  test('twenty at once on one place: one has it, nineteen wait in an order of their own', async () => {
    const { id, slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const members = await people(20);
    const given = await Promise.all(members.map((actor) => register(actor, slug, input())));
    expect(given.filter((status) => status === 'confirmed')).toHaveLength(1);
    expect(given.filter((status) => status === 'waitlisted')).toHaveLength(19);
    const rows = await db().select().from(registrations).where(eq(registrations.eventId, id));
    expect(rows.map(({ queueNumber }) => queueNumber).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, position) => position + 1),
    );
    expect(rows.find(({ status }) => status === 'confirmed')?.queueNumber).toBe(1);
  });

  test('ten give up at once while five come: nobody has a place too many, all are filled', async () => {
    const { id, slug } = await makeOpenEvent({ capacityOnSite: 10 });
    const members = await people(20);
    for (const actor of members) await register(actor, slug, input());
    const late = await people(5);
    await Promise.all([
      ...members.slice(0, 10).map((actor) => cancelRegistration(actor, { slug })),
      ...late.map((actor) => register(actor, slug, input())),
    ]);
    const states = await statesOf(id);
    expect(numberOf(states, 'confirmed')).toBe(10);
    expect(numberOf(states, 'cancelled')).toBe(10);
    for (const actor of members.slice(10)) expect(states.get(actor.id)).toBe('confirmed');
    for (const actor of late) expect(states.get(actor.id)).toBe('waitlisted');
  });

  test('the same person at the same moment has one registration', async () => {
    const { id, slug } = await makeOpenEvent();
    const [actor] = await people(1);
    if (!actor) throw new Error('nobody');
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => register(actor, slug, input())),
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
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    expect(await register(a, slug, input())).toBe('confirmed');
    await expect(register(b, slug, input())).rejects.toMatchObject({
      code: 'error.registration.full',
    });
    expect(await register(b, slug, input({ mode: 'online' }))).toBe('confirmed');
    await expect(changeRegistration(a, { slug }, input({ mode: 'online' }))).rejects.toMatchObject({
      code: 'error.registration.full',
    });
    await cancelRegistration(b, { slug });
    await changeRegistration(a, { slug }, input({ mode: 'online' }));
    expect(await register(c, slug, input())).toBe('confirmed');
  });

  test('who changes the way of taking part leaves the place to the next', async () => {
    const { slug } = await makeOpenEvent({ mode: 'hybrid', capacityOnSite: 1 });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, input());
    expect(await register(b, slug, input())).toBe('waitlisted');
    await changeRegistration(a, { slug }, input({ mode: 'online' }));
    expect((await findOwnRegistration(b, { slug }))?.registration.status).toBe('confirmed');
    expect(await outboxMails('registration-moved-up')).toHaveLength(1);
  });

  test('who gives up and comes again is last', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    for (const actor of [a, b, c]) await register(actor, slug, input());
    await cancelRegistration(b, { slug });
    expect(await register(b, slug, input())).toBe('waitlisted');
    await cancelRegistration(a, { slug });
    expect((await findOwnRegistration(c, { slug }))?.registration.status).toBe('confirmed');
    expect(await findOwnRegistration(b, { slug })).toMatchObject({ waitingBefore: 0 });
  });

  test('places that come free with a deleted account are given by the job', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1 });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, input());
    await register(b, slug, input());
    await db().delete(registrations).where(eq(registrations.userId, a.id));
    await keepUpRegistrations();
    await keepUpRegistrations();
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
    const [actor] = await people(1);
    if (!actor) throw new Error('nobody');
    await expect(register(actor, slug, input())).rejects.toMatchObject({
      code: 'error.registration.closed',
    });
  });

  test('an event one may not see is not there; visitors do not register', async () => {
    const draft = await makeOpenEvent({ status: 'draft' });
    const members = await makeOpenEvent({ visibility: 'members' });
    const [actor] = await people(1);
    if (!actor) throw new Error('nobody');
    const notFound = { code: 'error.not-found' };
    await expect(register(actor, draft.slug, input())).rejects.toMatchObject(notFound);
    await expect(register(anonymous, members.slug, input())).rejects.toMatchObject(notFound);
    await expect(getOffer(anonymous, members.slug)).rejects.toMatchObject(notFound);
    expect(await register(actor, members.slug, input())).toBe('confirmed');
  });

  test('one withdraws until the deadline, twice is once, and not afterwards', async () => {
    const { slug, id } = await makeOpenEvent({ closesAt: inDays(2) });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, input());
    await register(b, slug, input());
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
    await setConsents(b, { slug }, { listConsent: true, photoConsent: false });
    expect(await findOwnRegistration(b, { slug })).toMatchObject({
      mayChange: false,
      registration: { listConsent: true, photoConsent: false, status: 'confirmed' },
    });
  });

  test('nobody else’s registration is found', async () => {
    const { slug } = await makeOpenEvent();
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, input());
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
    const [actor] = await people(1);
    if (!actor) throw new Error('nobody');
    await register(actor, slug, input());
    const token = await tokenInLastMail('registration-confirmed');
    const own = await findOwnRegistration(anonymous, { token });
    expect(token).toBe(registrationTokenOf(own?.registration.id ?? ''));
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await db().select().from(registrations);
    expect(JSON.stringify(row)).not.toContain(token);
    await cancelRegistration(anonymous, { token });
    expect((await findOwnRegistration(actor, { slug }))?.registration.status).toBe('cancelled');
  });
});

describe('what is shown to whom', () => {
  const joinUrl = 'https://join.example/secret-room';

  test('the link to join goes to confirmed participants alone, and into no mail', async () => {
    const { slug } = await makeOpenEvent({ joinUrl, capacityOnSite: 1 });
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    await register(a, slug, input());
    await register(b, slug, input());
    const seen = async (actor: SignedInActor) =>
      JSON.stringify([
        await findOwnRegistration(actor, { slug }),
        await getOffer(actor, slug),
        await getEvent(actor, slug),
      ]);
    expect((await findOwnRegistration(a, { slug }))?.joinUrl).toBe(joinUrl);
    expect(await seen(b)).not.toContain('secret-room');
    expect(await seen(c)).not.toContain('secret-room');
    expect(JSON.stringify(await getEvent(anonymous, slug))).not.toContain('secret-room');
    await cancelRegistration(a, { slug });
    expect(await seen(a)).not.toContain('secret-room');
    expect((await findOwnRegistration(b, { slug }))?.joinUrl).toBe(joinUrl);
    expect(JSON.stringify(await outboxMails())).not.toContain('secret-room');
  });

  test('the list names only who agreed, and is there for those whom the event lets', async () => {
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    const lists = {
      nobody: { participant: null, member: null },
      participants: { participant: 1, member: null },
      members: { participant: 1, member: 1 },
    };
    for (const attendeeList of ['nobody', 'participants', 'members'] as const) {
      const { slug } = await makeOpenEvent({ attendeeList });
      await register(a, slug, input({ listConsent: true }));
      await register(b, slug, input());
      const count = (actor: SignedInActor) =>
        listAttendees(actor, { slug }).then(
          ({ attendees }) => attendees.length,
          () => null,
        );
      expect([attendeeList, await count(b), await count(c)]).toEqual([
        attendeeList,
        lists[attendeeList].participant,
        lists[attendeeList].member,
      ]);
      await expect(listAttendees(anonymous, { slug })).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
  });

  test('the certificate is for whoever was marked as having attended', async () => {
    const { id, slug } = await makeOpenEvent({ startsAt: inDays(-3), endsAt: inDays(-2) });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await makeRegistration(db(), { eventId: id, userId: a.id, status: 'attended' });
    await makeRegistration(db(), { eventId: id, userId: b.id });
    expect(await getCertificate(a, { slug })).toMatchObject({
      name: `${a.firstName} ${a.lastName}`,
    });
    await expect(getCertificate(b, { slug })).rejects.toMatchObject({ code: 'error.not-found' });
  });
});

describe('guests', () => {
  const guest = { name: 'Gesa Gast', email: 'gesa@guest.example', court: 'A court', country: 'DE' };

  test('are asked by mail, register once by the link, and need no approval', async () => {
    const { id } = await makeOpenEvent({ visibility: 'members', approval: true });
    await inviteGuest(admin, id, guest);
    const token = await tokenInLastMail('registration-invitation');
    expect(await getInvitation(anonymous, token)).toMatchObject({ guest: { name: 'Gesa Gast' } });
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => registerGuest(anonymous, token, input())),
    );
    const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    const own = await findOwnRegistration(anonymous, { token: done[0] ?? '' });
    expect(own?.registration).toMatchObject({ status: 'confirmed', guestCourt: 'A court' });
    await expect(getInvitation(anonymous, token)).rejects.toMatchObject({
      code: 'error.not-found',
    });
    await expect(inviteGuest(admin, id, guest)).rejects.toMatchObject({
      code: 'error.registration.known',
    });
  });

  test('are invited by administrators only; a link that nobody sent leads nowhere', async () => {
    const { id } = await makeOpenEvent();
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      await expect(inviteGuest(actorWithRole(role), id, guest)).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
    await expect(registerGuest(anonymous, 'unknown', input())).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });
});

describe('mails', () => {
  test('carry the event for calendars: one identifier, a number that rises, an end', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1, title: 'A public seminar' });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, input());
    await register(b, slug, input());
    await cancelRegistration(a, { slug });
    const [waiting] = await outboxMails('registration-waitlisted');
    const [moved] = await outboxMails('registration-moved-up');
    const [cancelled] = await outboxMails('registration-cancelled');
    const first = calendarIn(waiting);
    const second = calendarIn(moved);
    expect(first.method).toBe('REQUEST');
    expect(first.event.component.getFirstPropertyValue('status')).toBe('TENTATIVE');
    expect(second.method).toBe('REQUEST');
    expect(second.event.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(second.event.uid).toBe(first.event.uid);
    expect(second.event.sequence).toBeGreaterThan(first.event.sequence);
    expect(second.event.summary).toBe('A public seminar');
    const end = calendarIn(cancelled);
    expect(end.method).toBe('CANCEL');
    expect(end.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(moved?.recipient).toBe(b.email);
    expect(moved?.subject).not.toContain('seminar');
  });

  test('say nothing of an event for members but when it is', async () => {
    const { slug } = await makeOpenEvent({
      visibility: 'members',
      title: 'Secret',
      venue: 'Villa',
    });
    const [actor] = await people(1);
    if (!actor) throw new Error('nobody');
    await register(actor, slug, input({ needs: 'Vegetarian' }));
    const [mail] = await outboxMails();
    expect(JSON.stringify(mail)).not.toMatch(/Secret|Villa|Vegetarian/);
    expect(calendarIn(mail).event.startDate.year).toBeGreaterThan(2025);
  });

  test('remind once, two days before, whoever has a place', async () => {
    const { id } = await makeOpenEvent({ startsAt: inDays(1.5), endsAt: inDays(1.7) });
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    const updatedAt = new Date(Date.now() - 5 * day);
    await makeRegistration(db(), { eventId: id, userId: a.id, updatedAt });
    await makeRegistration(db(), { eventId: id, userId: b.id, updatedAt, status: 'pending' });
    await Promise.all([keepUpRegistrations(), keepUpRegistrations()]);
    await keepUpRegistrations();
    const reminders = await outboxMails('registration-reminder');
    expect(reminders.map(({ recipient }) => recipient)).toEqual([a.email]);
    expect(calendarIn(reminders[0]).method).toBe('REQUEST');
  });
});

describe('what goes by itself', () => {
  test('needs and answers 30 days after the event, the registration after two years', async () => {
    const said = {
      needs: 'Vegetarian',
      answers: [{ id: 'q', question: 'Dinner?', answer: 'yes' }],
    };
    const recent = await makeOpenEvent({ startsAt: inDays(-29), endsAt: inDays(-29) });
    const over = await makeOpenEvent({ startsAt: inDays(-31), endsAt: inDays(-31) });
    const old = await makeOpenEvent({ startsAt: inDays(-731), endsAt: inDays(-731) });
    for (const { id: eventId } of [recent, over, old]) {
      await makeRegistration(db(), { eventId, guestName: 'G', guestEmail: 'g@x.example', ...said });
      await db()
        .insert(eventInvitations)
        .values({ eventId, name: 'G', email: 'g@x.example', linkHash: eventId });
    }
    await keepUpRegistrations();
    await executeRetention();
    const left = await db().select().from(registrations);
    expect(
      new Map(left.map(({ eventId, needs, answers }) => [eventId, [needs, answers.length]])),
    ).toEqual(
      new Map([
        [recent.id, ['Vegetarian', 1]],
        [over.id, [null, 0]],
      ]),
    );
    expect(await db().$count(eventInvitations)).toBe(1);
  });
});

describe('the form', () => {
  const questions = [
    { id: 'why', label: 'Why?', kind: 'text' as const, options: [], required: true },
    { id: 'meal', label: 'Meal', kind: 'choice' as const, options: ['A', 'B'], required: false },
  ];
  const base = { intent: 'register', mode: 'online', 'question-why': 'Because' };

  test('takes the event’s own questions, and consents that are off until ticked', () => {
    expect(registrationSchema(questions).parse({ ...base, 'question-meal': 'B' })).toEqual({
      mode: 'online',
      needs: null,
      listConsent: false,
      photoConsent: false,
      answers: [
        { id: 'why', question: 'Why?', answer: 'Because' },
        { id: 'meal', question: 'Meal', answer: 'B' },
      ],
    });
  });

  test.each([
    ['a missing answer', { 'question-why': '' }],
    ['a choice that is not offered', { 'question-meal': 'C' }],
    ['a question that was not asked', { 'question-other': 'x' }],
    ['a field that is not in the form', { status: 'confirmed' }],
    ['another way of taking part', { mode: 'hybrid' }],
  ])('refuses %s', (_what, fields) => {
    expect(registrationSchema(questions).safeParse({ ...base, ...fields }).success).toBe(false);
  });
});
