import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration } from '~/db/factories.server';
import { getEvent } from '~/features/events/events.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { makeDraft, nextYear, step } from '../../../../tests/support/texts/event-form';
import { getEventForEditing, listEventsForEditing } from '~/features/events/editor/editor.server';
import { readStep } from './event-step-form.server';
import { takeEventStep } from './event-steps.server';
import { followZones } from './follow-zones.job.server';
import { publishDueEvents } from './publish-events.job.server';

const { events, eventRegistrations, mails } = schema;
const admin = actorWithRole('ADMIN');

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

test('the moments of an event to come follow the rules of its zone, those of the past stay', async () => {
  const wrong = (time: string) => new Date(Date.parse(time) + 3_600_000);
  const opensAt = `${nextYear}-01-10T09:00:00`;
  const ahead = await makeEvent(db(), {
    zone: 'Europe/Brussels',
    startsAt: `${nextYear}-07-01T09:00:00`,
    endsAt: `${nextYear}-07-01T17:00:00`,
    opensAt,
  });
  const over = await makeEvent(db(), {
    zone: 'Europe/Brussels',
    startsAt: '2025-07-01T09:00:00',
    endsAt: '2025-07-01T17:00:00',
  });
  await db()
    .update(events)
    .set({ startsAtInstant: wrong('2025-07-01T07:00:00Z') })
    .where(eq(events.id, over.id));
  await db()
    .update(events)
    .set({
      startsAtInstant: wrong(`${nextYear}-07-01T07:00:00Z`),
      opensAtInstant: wrong(`${nextYear}-01-10T08:00:00Z`),
    })
    .where(eq(events.id, ahead.id));
  await followZones.run({});
  const read = async (id: string) => {
    const [event] = await db().select().from(events).where(eq(events.id, id));
    return event;
  };
  expect(await read(ahead.id)).toMatchObject({
    startsAtInstant: new Date(`${nextYear}-07-01T07:00:00Z`),
    endsAtInstant: new Date(`${nextYear}-07-01T15:00:00Z`),
    opensAtInstant: new Date(`${nextYear}-01-10T08:00:00Z`),
    closesAtInstant: null,
  });
  expect(await read(over.id)).toMatchObject({ startsAtInstant: wrong('2025-07-01T07:00:00Z') });
});

describe('steps', () => {
  test('a scheduled event is published by the job when its time has come, once', async () => {
    const { id, slug } = await makeDraft();
    await expect(
      step(id, { intent: 'schedule', publishAt: '2020-01-01T09:00' }),
    ).rejects.toMatchObject({ code: 'error.event.not-possible' });
    const scheduled = await step(id, { intent: 'schedule', publishAt: `${nextYear}-01-10T09:00` });
    expect(scheduled.publishAt).toEqual(new Date(`${nextYear}-01-10T08:00:00Z`));
    await publishDueEvents(new Date(`${nextYear}-01-10T07:59:00Z`));
    await expect(getEvent(anonymous, slug)).rejects.toMatchObject({ code: 'error.not-found' });
    const due = new Date(`${nextYear}-01-10T08:00:00Z`);
    await Promise.all([publishDueEvents(due), publishDueEvents(due)]);
    expect(await getEvent(anonymous, slug)).toMatchObject({ status: 'published', version: 3 });
  });

  test('a scheduled event is published from its moment on, for the secretariat as for readers', async () => {
    const { id } = await makeDraft({ title: 'Due' });
    await db()
      .update(events)
      .set({ status: 'scheduled', publishAt: new Date(Date.now() - 1000) })
      .where(eq(events.id, id));
    await expect(step(id, { intent: 'unschedule' })).rejects.toMatchObject({
      code: 'error.event.not-possible',
    });
    expect(await getEventForEditing(admin, id)).toMatchObject({ status: 'published' });
    const titles = async (show: 'drafts' | 'past' | 'upcoming') =>
      (await listEventsForEditing(admin, { show, type: '', search: '' })).rows.map(
        ({ title }) => title,
      );
    expect(await titles('drafts')).toEqual([]);
    expect([...(await titles('upcoming')), ...(await titles('past'))]).toEqual(['Due']);
  });

  test('what does not follow from the state is refused', async () => {
    const { id } = await makeDraft();
    for (const intent of ['unschedule', 'restore'] as const) {
      await expect(step(id, { intent })).rejects.toMatchObject({
        code: 'error.event.not-possible',
      });
    }
    await step(id, { intent: 'publish' });
    await expect(step(id, { intent: 'delete' })).rejects.toMatchObject({
      code: 'error.event.not-possible',
    });
    await step(id, { intent: 'withdraw', reason: 'Announced by mistake.' });
    expect((await step(id, { intent: 'restore' })).status).toBe('published');
  });

  test('a draft is deleted; one with registrations is not', async () => {
    const { id } = await makeDraft();
    await takeEventStep(admin, id, { intent: 'delete', version: 1 });
    expect(await db().$count(events, eq(events.id, id))).toBe(0);
    const other = await makeEvent(db(), { status: 'draft' });
    await makeRegistration(db(), { eventId: other.id, guestName: 'G', guestEmail: 'g@x.example' });
    await expect(step(other.id, { intent: 'delete' })).rejects.toMatchObject({
      code: 'error.event.has-registrations',
    });
    expect(await db().$count(eventRegistrations)).toBe(1);
  });

  test('the list has what is coming, what was, and what is not public yet', async () => {
    await makeDraft({ title: 'A draft' });
    await makeEvent(db(), {
      title: 'Coming',
      startsAt: `${nextYear}-06-01T09:00`,
      endsAt: `${nextYear}-06-01T10:00`,
    });
    await makeEvent(db(), {
      title: 'Was',
      startsAt: '2025-06-01T09:00',
      endsAt: '2025-06-01T10:00',
    });
    const titles = async (show: 'upcoming' | 'past' | 'drafts' | 'all', search = '') =>
      (await listEventsForEditing(admin, { show, type: '', search })).rows.map(
        ({ title }) => title,
      );
    expect(await titles('upcoming')).toEqual(['Coming']);
    expect(await titles('past')).toEqual(['Was']);
    expect(await titles('drafts')).toEqual(['A draft']);
    expect(await titles('all', 'coming')).toEqual(['Coming']);
  });

  test('the list counts the people of each event', async () => {
    const [one, other] = [await makeEvent(db()), await makeEvent(db())];
    const guest = (eventId: string, name: string, status: 'confirmed' | 'waitlisted') =>
      makeRegistration(db(), { eventId, guestName: name, guestEmail: name, status });
    await guest(one.id, 'a', 'confirmed');
    await guest(one.id, 'b', 'confirmed');
    await guest(one.id, 'c', 'waitlisted');
    await guest(other.id, 'a', 'confirmed');
    const { rows } = await listEventsForEditing(admin, { show: 'all', type: '', search: '' });
    const counts = new Map(rows.map((row) => [row.id, [row.confirmed, row.pending, row.waiting]]));
    expect(counts.get(one.id)).toEqual([2, 0, 1]);
    expect(counts.get(other.id)).toEqual([1, 0, 0]);
  });
});

test('what a step lacks is said at its field, and what was typed comes back', () => {
  const read = (fields: [string, string][]) => {
    const form = new FormData();
    for (const [name, text] of [...fields, ['version', '1'] as const]) form.append(name, text);
    return readStep(form);
  };
  expect(read([['intent', 'schedule']])).toMatchObject({
    answer: { step: { intent: 'schedule', fieldErrors: { publishAt: 'form.required' } } },
  });
  const past = '2020-01-01T09:00';
  expect(
    read([
      ['intent', 'schedule'],
      ['publishAt', past],
    ]),
  ).toMatchObject({
    answer: {
      step: { fieldErrors: { publishAt: 'form.moment-ahead' }, values: { publishAt: past } },
    },
  });
  const reasons = ['Annulé, hélas', 'x'.repeat(1001)];
  const cancelled = read([
    ['intent', 'cancel'],
    ['reason', ''],
    ...['fr', 'de'].map((language): [string, string] => ['languages', language]),
    ...reasons.map((reason): [string, string] => ['reasons', reason]),
  ]);
  expect(cancelled).toMatchObject({
    answer: { step: { intent: 'cancel', reasons, fieldErrors: { 'reasons.1': 'form.too-long' } } },
  });
  expect(cancelled).toHaveProperty('answer.step.fieldErrors.reason');
  expect(read([['intent', 'no such step']])).toEqual({
    ok: false,
    answer: { error: 'error.invalid-input' },
  });
});
