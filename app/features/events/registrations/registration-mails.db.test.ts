import { eq } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import { closeMailTransport, deliverMail } from '~/platform/mail/mail.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { outboxMails, tokenInLastMail } from '../../../../tests/support/mail/outbox';
import {
  calendarIn,
  inDays,
  makeOpenEvent,
  makePeople,
  placeInput,
} from '../../../../tests/support/texts/registrations';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import {
  getInvitation,
  inviteGuest,
  registerGuest,
} from '~/features/events/registration-links/guests.server';
import { registrationSchema } from './registration-schemas';
import { startSmtpServer } from '../../../../tests/support/mail/smtp-server';
import { maintainRegistrations } from './registration-maintenance.server';
import {
  cancelRegistration,
  findOwnRegistration,
  listUpcomingRegistrations,
  register,
} from './registrations.server';

const { eventInvitations, eventRegistrations: registrations, events, mails } = schema;
const admin = actorWithRole('ADMIN');
const day = 24 * 3_600_000;

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('guests', () => {
  const guest = { name: 'Gesa Gast', email: 'gesa@guest.example', court: 'A court', country: 'DE' };

  test('are asked by mail, register once by the link, and need no approval', async () => {
    const { id } = await makeOpenEvent({ visibility: 'members', approval: true });
    await inviteGuest(admin, id, guest);
    const token = await tokenInLastMail('registration-invitation');
    expect(await getInvitation(anonymous, token)).toMatchObject({ guest: { name: 'Gesa Gast' } });
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => registerGuest(anonymous, token, placeInput())),
    );
    const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    const own = await findOwnRegistration(anonymous, done[0] ?? { token: '' });
    expect(own?.registration).toMatchObject({ status: 'confirmed', guestCourt: 'A court' });
    const used = { code: 'error.registration.invitation-used', status: 404 };
    await expect(getInvitation(anonymous, token)).rejects.toMatchObject(used);
    await expect(inviteGuest(admin, id, guest)).rejects.toMatchObject({
      code: 'error.registration.known',
    });
  });

  test('who have withdrawn can be asked again, and register again', async () => {
    const { id } = await makeOpenEvent();
    await inviteGuest(admin, id, guest);
    const token = await tokenInLastMail('registration-invitation');
    const own = await registerGuest(anonymous, token, placeInput());
    await cancelRegistration(anonymous, own);
    await expect(registerGuest(anonymous, token, placeInput())).rejects.toMatchObject({
      code: 'error.registration.invitation-used',
    });
    await inviteGuest(admin, id, guest);
    const again = await tokenInLastMail('registration-invitation');
    await registerGuest(anonymous, again, placeInput());
    expect((await findOwnRegistration(anonymous, own))?.registration.status).toBe('confirmed');
    expect(await db().$count(registrations)).toBe(1);
  });

  test('answer from the moment at which a scheduled event is public', async () => {
    const { id } = await makeOpenEvent();
    await inviteGuest(admin, id, guest);
    const token = await tokenInLastMail('registration-invitation');
    const schedule = (publishAt: Date) =>
      db().update(events).set({ status: 'scheduled', publishAt }).where(eq(events.id, id));
    await schedule(new Date(Date.now() + day));
    const notFound = { code: 'error.not-found' };
    await expect(getInvitation(anonymous, token)).rejects.toMatchObject(notFound);
    await expect(registerGuest(anonymous, token, placeInput())).rejects.toMatchObject(notFound);
    await schedule(new Date());
    const own = await registerGuest(anonymous, token, placeInput());
    expect(await findOwnRegistration(anonymous, own)).toMatchObject({ mayChange: true });
  });

  test('who are members have one place, however they come', async () => {
    const { id, slug } = await makeOpenEvent();
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    const asGuest = { ...guest, email: actor.email };
    await inviteGuest(admin, id, asGuest);
    const token = await tokenInLastMail('registration-invitation');
    await register(actor, slug, placeInput());
    await expect(registerGuest(anonymous, token, placeInput())).rejects.toMatchObject({
      code: 'error.registration.own-known',
    });
    await expect(inviteGuest(admin, id, asGuest)).rejects.toMatchObject({
      code: 'error.registration.known',
    });
    await cancelRegistration(actor, { slug });
    await registerGuest(anonymous, token, placeInput());
    const rows = await db().select().from(registrations);
    expect(rows).toMatchObject([{ userId: actor.id, guestEmail: null, status: 'confirmed' }]);
  });

  test('who became members since do not register twice', async () => {
    const { id, slug } = await makeOpenEvent();
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    const given = { guestName: 'G', guestEmail: actor.email };
    const { id: earlier } = await makeRegistration(db(), { eventId: id, ...given });
    await expect(register(actor, slug, placeInput())).rejects.toMatchObject({
      code: 'error.registration.own-known',
    });
    const [, other] = await makePeople(2);
    if (!other) throw new Error('nobody');
    expect(await findOwnRegistration(other, { slug })).toBeNull();
    expect(await findOwnRegistration(actor, { slug })).toMatchObject({ registration: given });
    expect(await listUpcomingRegistrations(actor, 'en')).toMatchObject([{ slug }]);
    await db()
      .update(registrations)
      .set({ status: 'cancelled' })
      .where(eq(registrations.id, earlier));
    await register(actor, slug, placeInput());
    expect((await findOwnRegistration(actor, { slug }))?.registration.guestName).toBeNull();
  });

  test('are invited by administrators only; an unknown link answers 404', async () => {
    const { id } = await makeOpenEvent();
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      await expect(inviteGuest(actorWithRole(role), id, guest)).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
    await expect(registerGuest(anonymous, 'unknown', placeInput())).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });
});

describe('mails', () => {
  test('carry the event for calendars: one identifier, a number that rises, an end', async () => {
    const { slug } = await makeOpenEvent({ capacityOnSite: 1, title: 'A public seminar' });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await register(a, slug, placeInput());
    await register(b, slug, placeInput());
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

  test('arrive at a real mail server as an invitation that calendar programs accept', async () => {
    const server = await startSmtpServer();
    configure({ SMTP_URL: server.address, MAIL_FROM: 'office@association.example' });
    try {
      const { slug } = await makeOpenEvent({ title: 'Jornada pública, sesión 1' });
      const [actor] = await makePeople(1);
      if (!actor) throw new Error('nobody');
      await register(actor, slug, placeInput());
      const [row] = await outboxMails();
      await deliverMail.run({ mailId: row?.id ?? '' });
      const mail = await simpleParser(server.received[0]?.source ?? '');
      expect(server.received[0]?.recipients).toEqual([actor.email]);
      const part = mail.attachments.find(({ contentType }) => contentType === 'text/calendar');
      expect(part?.headers.get('content-type')).toMatchObject({ params: { method: 'REQUEST' } });
      const { event } = calendarIn({ calendar: { content: part?.content.toString() ?? '' } });
      expect(event.summary).toBe('Jornada pública, sesión 1');
      expect(event.organizer.toLowerCase()).toBe('mailto:office@association.example');
    } finally {
      closeMailTransport();
      await server.close();
    }
  });

  test('say nothing of an event for members but when it is', async () => {
    const slug = 'twilight';
    await makeOpenEvent({ visibility: 'members', title: 'Twilight', slug, venue: 'Villa' });
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    await register(actor, slug, placeInput({ needs: 'Vegetarian' }));
    const [mail] = await outboxMails();
    expect(JSON.stringify(mail)).not.toMatch(/twilight|villa|vegetarian/i);
    expect(calendarIn(mail).event.startDate.year).toBeGreaterThan(2025);
  });

  test('remind participants once, two days before', async () => {
    const { id } = await makeOpenEvent({ startsAt: inDays(1.5), endsAt: inDays(1.7) });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    const updatedAt = new Date(Date.now() - 5 * day);
    await makeRegistration(db(), { eventId: id, userId: a.id, updatedAt });
    await makeRegistration(db(), { eventId: id, userId: b.id, updatedAt, status: 'pending' });
    await Promise.all([maintainRegistrations(), maintainRegistrations()]);
    await maintainRegistrations();
    const reminders = await outboxMails('registration-reminder');
    expect(reminders.map(({ recipient }) => recipient)).toEqual([a.email]);
    expect(calendarIn(reminders[0]).method).toBe('REQUEST');
  });

  const after = (days: number) => new Date(Date.now() + days * day);

  test('remind again when the event has been put off since', async () => {
    const { id } = await makeOpenEvent({ startsAt: inDays(1.5), endsAt: inDays(1.7) });
    const [person] = await makePeople(1);
    const updatedAt = new Date(Date.now() - 5 * day);
    await makeRegistration(db(), { eventId: id, userId: person?.id, updatedAt });
    await maintainRegistrations();
    await db()
      .update(schema.events)
      .set({ startsAtInstant: after(20), endsAtInstant: after(21) })
      .where(eq(schema.events.id, id));
    await maintainRegistrations();
    expect(await outboxMails('registration-reminder')).toHaveLength(1);
    for (const days of [18.5, 18.6]) await maintainRegistrations(after(days));
    expect(await outboxMails('registration-reminder')).toHaveLength(2);
  });

  test('remind a day later after a recent change', async () => {
    const { id } = await makeOpenEvent({ startsAt: inDays(1.5), endsAt: inDays(1.7) });
    const [person] = await makePeople(1);
    const updatedAt = new Date(Date.now() - day / 2);
    await makeRegistration(db(), { eventId: id, userId: person?.id, updatedAt });
    await maintainRegistrations();
    expect(await outboxMails('registration-reminder')).toEqual([]);
    await maintainRegistrations(after(0.6));
    expect(await outboxMails('registration-reminder')).toHaveLength(1);
  });

  test('remind who was suspended when that ends in time', async () => {
    const { id } = await makeOpenEvent({ startsAt: inDays(1.5), endsAt: inDays(2) });
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    const updatedAt = new Date(Date.now() - 5 * day);
    await makeRegistration(db(), { eventId: id, userId: actor.id, updatedAt });
    const suspend = (suspendedAt: Date | null) =>
      db().update(schema.users).set({ suspendedAt }).where(eq(schema.users.id, actor.id));
    await suspend(new Date());
    await maintainRegistrations();
    expect(await outboxMails('registration-reminder')).toEqual([]);
    await suspend(null);
    await maintainRegistrations();
    await maintainRegistrations();
    const reminders = await outboxMails('registration-reminder');
    expect(reminders.map(({ recipient }) => recipient)).toEqual([actor.email]);
  });
});

describe('the nightly maintenance', () => {
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
    await maintainRegistrations();
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
      listConsent: null,
      photoConsent: false,
      answers: [
        { id: 'why', question: 'Why?', answer: 'Because' },
        { id: 'meal', question: 'Meal', answer: 'B' },
      ],
    });
  });

  test('says to whom one agrees to be named, and takes a tick that does not say it for none', () => {
    const agreed = (listConsent: string) =>
      registrationSchema(questions).parse({ ...base, listConsent }).listConsent;
    expect(['participants', 'members', 'on'].map(agreed)).toEqual([
      'participants',
      'members',
      null,
    ]);
  });

  test('takes needs, which may tell of a person’s health, with explicit consent alone', () => {
    const given = { ...base, needs: 'A ramp' };
    const form = registrationSchema(questions);
    expect(form.safeParse(given).error?.issues).toMatchObject([{ path: ['needsConsent'] }]);
    expect(form.parse({ ...given, needsConsent: 'on' }).needs).toBe('A ramp');
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
