import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import { listEventsForEditing } from '~/features/events/editor/editor.server';
import { eventFilterSchema } from '~/features/events/editor/event-schemas';
import { getEvent } from '~/features/events/events.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  inDays,
  makeOpenEvent,
  makePeople,
  placeInput,
} from '../../../../tests/support/texts/registrations';
import { step } from '../../../../tests/support/texts/event-form';
import { getCertificate, listAttendees } from '~/features/events/participants/participants.server';
import {
  cancelRegistration,
  findOwnRegistration,
  getOffer,
  listUpcomingRegistrations,
  register,
} from './registrations.server';

const { eventRegistrations: events, mails } = schema;

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('what is shown to whom', () => {
  const joinUrl = 'https://join.example/secret-room';

  test('the link to join goes to confirmed online participants alone, and into no mail', async () => {
    const places = { mode: 'hybrid', capacityOnSite: 1, capacityOnline: 1 } as const;
    const { id, slug } = await makeOpenEvent({ joinUrl, ...places });
    const online = placeInput({ mode: 'online' });
    const [onSite] = await makePeople(1);
    if (!onSite) throw new Error('nobody');
    expect(await register(onSite, slug, placeInput())).toMatchObject({ status: 'confirmed' });
    expect(await findOwnRegistration(onSite, { slug })).toMatchObject({ joinUrl: null });
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    await register(a, slug, online);
    await register(b, slug, online);
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
    const over = { endsAtInstant: new Date(Date.now() - 1) };
    await db().update(schema.events).set(over).where(eq(schema.events.id, id));
    expect(await seen(b)).not.toContain('secret-room');
  });

  test('a registration for an event that does not take place is shown as that', async () => {
    const [a] = await makePeople(1);
    if (!a) throw new Error('nobody');
    const { id, slug } = await makeOpenEvent();
    await register(a, slug, placeInput());
    const shown = async () => (await listUpcomingRegistrations(a, 'en'))[0];
    expect(await shown()).toMatchObject({ isCancelled: false });
    await db()
      .update(schema.events)
      .set({ status: 'cancelled', cancelledReason: 'The hall is closed.' })
      .where(eq(schema.events.id, id));
    expect(await shown()).toMatchObject({ isCancelled: true, changeUntil: null });
  });

  test('the list names only who agreed, and is there for those whom the event lets', async () => {
    const [a, b, c] = await makePeople(3);
    if (!a || !b || !c) throw new Error('nobody');
    const lists = {
      nobody: { participant: null, member: null },
      participants: { participant: 1, member: null },
      members: { participant: 1, member: 1 },
    };
    for (const attendeeList of ['nobody', 'participants', 'members'] as const) {
      const { slug } = await makeOpenEvent({ attendeeList });
      await register(a, slug, placeInput({ listConsent: 'members' }));
      await register(b, slug, placeInput());
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

  test('the certificate is for people marked as having attended', async () => {
    const { id, slug } = await makeOpenEvent({ startsAt: inDays(-3), endsAt: inDays(-2) });
    const [a, b] = await makePeople(2);
    if (!a || !b) throw new Error('nobody');
    await makeRegistration(db(), { eventId: id, userId: a.id, status: 'attended' });
    await makeRegistration(db(), { eventId: id, userId: b.id });
    expect(await getCertificate(a, { slug })).toMatchObject({
      name: `${a.firstName} ${a.lastName}`,
    });
    await expect(getCertificate(b, { slug })).rejects.toMatchObject({ code: 'error.not-found' });
  });

  test('who was there cannot withdraw afterwards, and keeps the certificate', async () => {
    const { id, slug } = await makeOpenEvent({ startsAt: inDays(-1), closesAt: inDays(2) });
    const [a] = await makePeople(1);
    if (!a) throw new Error('nobody');
    await makeRegistration(db(), { eventId: id, userId: a.id, status: 'attended' });
    await expect(cancelRegistration(a, { slug })).rejects.toMatchObject({
      code: 'error.registration.not-possible',
    });
    expect(await findOwnRegistration(a, { slug })).toMatchObject({
      registration: { status: 'attended' },
    });
  });

  test('no certificate is given of an event that did not take place', async () => {
    const { id, slug } = await makeOpenEvent({ startsAt: inDays(-3), endsAt: inDays(-2) });
    const [actor] = await makePeople(1);
    if (!actor) throw new Error('nobody');
    await makeRegistration(db(), { eventId: id, userId: actor.id, status: 'attended' });
    expect(await findOwnRegistration(actor, { slug })).toMatchObject({ isCertified: true });
    await step(id, { intent: 'cancel', reason: 'The hall was closed.' });
    expect(await findOwnRegistration(actor, { slug })).toMatchObject({ isCertified: false });
    await expect(getCertificate(actor, { slug })).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });
});

test('the list of events counts those who were there among the confirmed', async () => {
  const { id: eventId } = await makeOpenEvent({ startsAt: inDays(-2), endsAt: inDays(-1) });
  for (const [number, status] of (['attended', 'confirmed', 'cancelled'] as const).entries()) {
    const guest = { guestName: 'G', guestEmail: `g${number}@guest.example` };
    await makeRegistration(db(), { eventId, status, ...guest });
  }
  const filter = eventFilterSchema.parse({ show: 'past' });
  const { rows } = await listEventsForEditing(actorWithRole('ADMIN'), filter);
  expect(rows.find(({ id }) => id === eventId)).toMatchObject({ confirmed: 2 });
});
