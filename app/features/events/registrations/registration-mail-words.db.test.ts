import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import {
  addRegistration,
  decideRegistration,
  moveRegistration,
} from '~/features/events/registration-admin/registration-admin.server';
import { inviteGuest } from '~/features/events/registration-links/guests.server';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { actorWithRole } from '../../../../tests/support/people/actors';
import {
  calendarIn,
  inDays,
  makeOpenEvent,
  makePeople,
  placeInput,
} from '../../../../tests/support/texts/registrations';
import { notifyParticipants } from './registration-mails.server';
import { cancelRegistration, register } from './registrations.server';

const { eventRegistrations: registrations, events, mails } = schema;
const admin = actorWithRole('ADMIN');
const hall = { venue: 'The great hall', city: 'Bruges' };

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

const makeGuest = (eventId: string, fields: object = {}) =>
  makeRegistration(db(), { eventId, guestName: 'G', guestEmail: 'g@guest.example', ...fields });

async function registerOne(slug: string, fields: object = {}) {
  const [actor] = await makePeople(1);
  if (!actor) throw new Error('nobody');
  await register(actor, slug, placeInput(fields));
  return actor;
}

describe('a mail about a hybrid event', () => {
  test('says how one takes part, and names the place to those who come there', async () => {
    const { slug } = await makeOpenEvent({ mode: 'hybrid', ...hall });
    await registerOne(slug);
    await registerOne(slug, { mode: 'online' });
    const [onSite, online] = await outboxMails('registration-confirmed');
    expect(onSite?.text).toContain('How you take part: on site');
    expect(onSite?.text).toContain(hall.venue);
    expect(calendarIn(onSite).event.location).toContain(hall.venue);
    expect(online?.text).toContain('How you take part: online');
    expect(JSON.stringify(online)).not.toMatch(/great hall|Bruges/);
    expect(calendarIn(online).event.location).toBeNull();
  });

  test('says that the secretariat has moved the registration', async () => {
    const { id } = await makeOpenEvent({ mode: 'hybrid', ...hall });
    const { id: moved } = await makeGuest(id);
    const move = { mode: 'online', version: 1, beyondCapacity: false } as const;
    await moveRegistration(admin, moved, move);
    const [mail] = await outboxMails();
    expect(mail?.text).toContain('The secretariat has changed how you take part.');
    expect(mail?.text).toContain('How you take part: online');
    expect(mail?.text).not.toContain(hall.venue);
  });

  test.each([
    { capacityOnline: 1, isLeft: true },
    { capacityOnline: 0, isLeft: false },
  ])('says what is full, and of $capacityOnline free places online', async (one) => {
    const { capacityOnline, isLeft } = one;
    const { slug } = await makeOpenEvent({ mode: 'hybrid', capacityOnSite: 0, capacityOnline });
    await registerOne(slug);
    const [mail] = await outboxMails('registration-waitlisted');
    expect(mail?.text).toContain('All places on site are taken.');
    expect(mail?.text.includes('There are places left online.')).toBe(isLeft);
  });
});

test('a mail about an event in one way says nothing of how one takes part', async () => {
  const { slug } = await makeOpenEvent({ capacityOnSite: 0, ...hall });
  await registerOne(slug);
  const [mail] = await outboxMails('registration-waitlisted');
  expect(mail?.text).toContain('All places at this event are taken.');
  expect(mail?.text).toContain(hall.venue);
  expect(mail?.text).not.toContain('How you take part');
});

test('a link says what can still be done with the registration', async () => {
  const event = await makeOpenEvent();
  const actor = await registerOne(event.slug);
  const [confirmed] = await outboxMails('registration-confirmed');
  expect(confirmed?.text).toContain('See, change or withdraw your registration:');
  await cancelRegistration(actor, event);
  await makeGuest(event.id);
  const cancelled = { ...event, status: 'cancelled' as const };
  await transaction((tx) => notifyParticipants(tx, cancelled, { template: 'event-cancelled' }));
  const all = await outboxMails();
  const last = all.filter(({ template }) => template.endsWith('cancelled'));
  expect(last).toHaveLength(2);
  for (const { text } of last) {
    expect(text).toContain('See your registration:');
    expect(text).not.toContain('change or withdraw');
  }
});

test('a guest is greeted by name in the invitation', async () => {
  const { id } = await makeOpenEvent();
  const guest = { name: 'Gesa Gast', email: 'gesa@guest.example', court: null, country: null };
  await inviteGuest(admin, id, guest);
  const [mail] = await outboxMails('registration-invitation');
  expect(mail?.text).toContain('Gesa Gast');
});

test('a guest who was declined is said to be so, not to be registered', async () => {
  const { id } = await makeOpenEvent();
  const { guestEmail } = await makeGuest(id, { status: 'declined' });
  const guest = { name: 'G', email: guestEmail ?? '', court: null, country: null };
  await expect(inviteGuest(admin, id, guest)).rejects.toThrow('error.registration.declined');
});

test('nobody is written to about an event that is over', async () => {
  const { id } = await makeOpenEvent({ startsAt: inDays(-2), endsAt: inDays(-1) });
  const { id: waiting } = await makeGuest(id, { status: 'pending' });
  await decideRegistration(admin, waiting, { decision: 'confirm' });
  await decideRegistration(admin, waiting, { decision: 'cancel' });
  const late = { email: 'late@guest.example', name: 'Late', court: null, country: null };
  await addRegistration(admin, id, { ...late, mode: 'on-site', beyondCapacity: false });
  const rows = await db().select().from(registrations).where(eq(registrations.eventId, id));
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'confirmed']);
  expect(await outboxMails()).toEqual([]);
});
