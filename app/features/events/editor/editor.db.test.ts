import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeRegistration, makeUser, paragraphs } from '~/db/factories.server';
import { findDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { getEvent } from '~/features/events/events.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import {
  inputOf,
  makeDraft,
  nextYear,
  readEvent,
  step,
} from '../../../../tests/support/texts/event-form';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  createEvent,
  eventDraftPlace,
  getEventForEditing,
  listEventsForEditing,
  saveEvent,
} from './editor.server';
import { takeEventStep } from '~/features/events/publication/event-steps.server';
import { repeatedTimes } from '~/features/events/publication/event-times.server';
import { valuesOf } from './event-content';

const { events, mails } = schema;
const admin = actorWithRole('ADMIN');

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(schema.redirects);
  await db().delete(events);
});

describe('an event', () => {
  test('is made as a draft with every field, and read back into the form', async () => {
    const event = await makeDraft();
    expect(event).toMatchObject({
      slug: 'a-seminar-in-vienna',
      status: 'draft',
      startsAt: `${nextYear}-03-04 09:00:00`,
      startsAtInstant: new Date(`${nextYear}-03-04T08:00:00Z`),
      closesAtInstant: new Date(`${nextYear}-02-20T17:00:00Z`),
      capacityOnSite: 20,
      capacityOnline: null,
      partners: ['One', 'Two'],
      workingLanguages: ['en', 'fr'],
      sessions: [{ title: 'Opening', room: 'Hall', speakers: ['A', 'B'] }],
      questions: [{ id: 'meal', options: ['Fish', 'None'], required: true }],
      documents: [{ label: 'Paper', url: '/files/paper' }],
      body: paragraphs('A text.'),
    });
    // As a browser sends it: boxes that are not ticked stay out.
    const sent = Object.entries(valuesOf(event)).filter(
      ([name, text]) => text !== '' && name !== 'workingLanguages',
    );
    const values = Object.fromEntries(sent);
    const again = inputOf({ ...values, intent: 'save', baseVersion: '1', body: 'A text.' });
    expect(again).toEqual({
      ...inputOf({ baseVersion: '1', language: 'en' }),
      slug: 'a-seminar-in-vienna',
    });
    await expect(getEvent(anonymous, event.slug)).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });

  test('is made once, however often the same form arrives', async () => {
    const input = inputOf({ id: randomUUID() });
    const made = await Promise.all([createEvent(admin, input), createEvent(admin, input)]);
    expect(made).toEqual([
      { ok: true, id: input.id },
      { ok: true, id: input.id },
    ]);
    const other = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    await expect(createEvent(other, input)).rejects.toMatchObject({
      code: 'error.invalid-input',
    });
  });

  test('of the same title gets an address of its own, even at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => createEvent(admin, inputOf({}))));
    const rows = await db().select({ slug: events.slug }).from(events);
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(4);
  });

  test('of two that are given one address at the same moment, one is refused', async () => {
    const drafts = [await makeDraft(), await makeDraft()];
    const saved = await Promise.allSettled(
      drafts.map(({ id, version }) =>
        saveEvent(admin, id, inputOf({ slug: 'wanted', baseVersion: String(version) })),
      ),
    );
    const refused = saved.filter((result) => result.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'error.event.slug-taken' } }]);
  });

  test('of the same title gets an address of its own; a taken one is refused', async () => {
    const first = await makeDraft();
    const second = await makeDraft();
    expect(second.slug).not.toBe(first.slug);
    await expect(createEvent(admin, inputOf({ slug: first.slug }))).rejects.toMatchObject({
      code: 'error.event.slug-taken',
    });
  });

  test.each([
    [
      'the clock skips the time',
      { startsAt: '2027-03-28T02:30', endsAt: '2027-03-28T09:00', closesAt: '', sessions: '' },
      'startsAt',
      'form.time-skipped',
    ],
    ['there is no such zone', { zone: 'Europe/Wien-West' }, 'zone', 'form.zone'],
    ['an offset is no zone', { zone: '+01:00' }, 'zone', 'form.zone'],
    [
      'it ends before it begins',
      { endsAt: `${nextYear}-03-04T08:00` },
      'endsAt',
      'form.ends-before',
    ],
    [
      'it closes after the end',
      { closesAt: `${nextYear}-03-09T08:00` },
      'closesAt',
      'form.closes-late',
    ],
    [
      'it opens after it closes',
      { opensAt: `${nextYear}-02-21T08:00` },
      'opensAt',
      'form.opens-late',
    ],
    [
      'a session is on another day',
      { endsAt: `${nextYear}-03-05T17:00`, startsAt: `${nextYear}-03-05T09:00` },
      'sessions',
      'form.session-outside',
    ],
  ])('is refused when %s', async (_why, fields, name, error) => {
    expect(await createEvent(admin, inputOf(fields))).toEqual({
      ok: false,
      fieldErrors: expect.objectContaining({ [name]: error }),
    });
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(161) }, 'title'],
    [{ startsAt: `${nextYear}-02-30T09:00` }, 'startsAt'],
    [{ city: '' }, 'city'],
    [{ registration: 'external' }, 'externalUrl'],
    [{ joinUrl: 'javascript:alert(1)' }, 'joinUrl'],
    [{ documents: JSON.stringify([{ label: 'x', url: 'javascript:alert(1)' }]) }, 'documents'],
    [{ sessions: '{' }, 'sessions'],
    [{ sessions: '[{"title":"x","extra":1}]' }, 'sessions'],
    [
      {
        questions: JSON.stringify([{ id: 'a', label: 'One?', kind: 'choice', options: 'A' }]),
      },
      'questions',
    ],
    [{ capacityOnSite: '-1' }, 'capacityOnSite'],
    [{ slug: 'overview' }, 'slug'],
    [{ status: 'published' }, ''],
  ])('%j is refused beside its field, and what was typed is kept', (typed, name) => {
    const form = readEvent(typed);
    expect(form.ok).toBe(false);
    if (form.ok) return;
    const fields = Object.keys(form.fieldErrors).map((field) => field.replace(/\..*/, ''));
    expect(new Set(fields)).toEqual(new Set([name]));
    expect(form.values).toMatchObject({ summary: 'What it is about.' });
  });

  test('at an ambiguous hour uses the first occurrence and says so', () => {
    const times = { opensAt: null, closesAt: null, allDay: false, zone: 'Europe/Vienna' };
    const on = (startsAt: string) =>
      repeatedTimes({ ...times, startsAt, endsAt: '2027-11-02T09:00:00' });
    expect(on('2027-10-31T02:30:00')).toEqual(['startsAt']);
    expect(on('2027-10-31T03:30:00')).toEqual([]);
  });

  test('is there for administrators only', async () => {
    const { id } = await makeDraft();
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      const actor = actorWithRole(role);
      const filter = { show: 'all', type: '', search: '' } as const;
      const notFound = { code: 'error.not-found' };
      await expect(listEventsForEditing(actor, filter)).rejects.toMatchObject(notFound);
      await expect(getEventForEditing(actor, id)).rejects.toMatchObject(notFound);
      await expect(createEvent(actor, inputOf())).rejects.toMatchObject(notFound);
      await expect(saveEvent(actor, id, inputOf())).rejects.toMatchObject(notFound);
      await expect(
        takeEventStep(actor, id, { intent: 'publish', version: 1 }),
      ).rejects.toMatchObject(notFound);
    }
  });
});

describe('saving', () => {
  test('too late is refused, of several at once one gets through', async () => {
    const { id } = await makeDraft();
    const tries = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((title) =>
        saveEvent(admin, id, inputOf({ title, baseVersion: '1' })),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('error.changed-meanwhile');
    }
  });

  async function withParticipants() {
    const { id } = await makeDraft({ capacityOnSite: '1' });
    await step(id, { intent: 'publish' });
    const [a, b] = await Promise.all([makeUser(db()), makeUser(db())]);
    const eventId = id;
    await makeRegistration(db(), { eventId, userId: a.id });
    await makeRegistration(db(), { eventId, userId: b.id, status: 'waitlisted' });
    return { id, a: actorOf(a), b: actorOf(b) };
  }

  const calendarOf = (mail: { calendar: { content: string } | null } | undefined) => {
    const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ''));
    const [event] = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
    return { method: calendar.getFirstPropertyValue('method'), event };
  };

  test('a new time is sent to participants with a higher calendar sequence', async () => {
    const { id, a, b } = await withParticipants();
    const fields = { capacityOnSite: '1', startsAt: `${nextYear}-03-04T10:00`, baseVersion: '2' };
    await saveEvent(admin, id, inputOf(fields));
    const told = await outboxMails('registration-changed');
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [a.email, b.email].toSorted(),
    );
    const { method, event } = calendarOf(told[0]);
    expect(method).toBe('REQUEST');
    expect(event?.sequence).toBe(1);
    expect(event?.startDate.toString()).toBe(`${nextYear}-03-04T10:00:00`);
  });

  test('a minor correction or another text sends no notification', async () => {
    const { id } = await withParticipants();
    await saveEvent(admin, id, inputOf({ capacityOnSite: '1', feeText: 'Free', baseVersion: '2' }));
    const quiet = {
      capacityOnSite: '1',
      title: 'A seminar at Vienna',
      quiet: 'on',
      baseVersion: '3',
    };
    await saveEvent(admin, id, inputOf(quiet));
    expect(await outboxMails('registration-changed')).toEqual([]);
    expect((await getEventForEditing(admin, id)).icsSequence).toBe(1);
  });

  test('more places let those who wait move up', async () => {
    const { id, b } = await withParticipants();
    await saveEvent(admin, id, inputOf({ capacityOnSite: '2', baseVersion: '2' }));
    const moved = await outboxMails('registration-moved-up');
    expect(moved.map(({ recipient }) => recipient)).toEqual([b.email]);
  });

  test('a way of taking part that people have chosen stays', async () => {
    const { id } = await withParticipants();
    expect(await saveEvent(admin, id, inputOf({ mode: 'online', baseVersion: '2' }))).toMatchObject(
      {
        fieldErrors: { mode: 'form.mode-in-use' },
      },
    );
  });

  test('the old address of a published event leads to the new one', async () => {
    const { id, slug } = await makeDraft();
    await saveEvent(admin, id, inputOf({ slug: 'second', baseVersion: '1' }));
    expect(await findRedirect(anonymous, `/events/${slug}`)).toBeNull();
    await step(id, { intent: 'publish' });
    await saveEvent(admin, id, inputOf({ slug: 'third', baseVersion: '3' }));
    expect(await getEvent(anonymous, 'third')).toMatchObject({ slug: 'third' });
    expect(await findRedirect(anonymous, '/events/second')).toBe('/events/third');
  });

  test('a cancellation is sent to all participants with the reason and a calendar update', async () => {
    const { id } = await withParticipants();
    const event = await step(id, { intent: 'cancel', reason: 'The hall is closed.' });
    expect(event).toMatchObject({ status: 'cancelled', cancelledReason: 'The hall is closed.' });
    const told = await outboxMails('registration-event-cancelled');
    expect(told).toHaveLength(2);
    expect(told[0]?.text).toContain('The hall is closed.');
    const calendar = calendarOf(told[0]);
    expect(calendar.method).toBe('CANCEL');
    expect(calendar.event?.sequence).toBe(1);
  });
});

describe('what is being written', () => {
  const written = (place: string, baseVersion: string) => ({
    place,
    version: 0,
    mark: randomUUID(),
    known: [],
    body: JSON.stringify(paragraphs('Half a sentence')),
    fields: { title: 'Not yet', baseVersion },
  });

  test('is kept until it is saved, for its writer alone', async () => {
    const [one, two] = [
      actorOf(await makeUser(db(), { role: 'ADMIN' })),
      actorOf(await makeUser(db(), { role: 'ADMIN' })),
    ];
    const begun = eventDraftPlace(null);
    for (const actor of [one, two]) await saveDraft(actor, written(begun, '0'));
    const made = await createEvent(one, inputOf());
    if (!made.ok) throw new Error('not made');
    expect(await findDraft(one, begun)).toBeNull();
    expect(await findDraft(two, begun)).toMatchObject({ fields: { title: 'Not yet' } });
    const place = eventDraftPlace(made.id);
    for (const actor of [one, two]) await saveDraft(actor, written(place, '1'));
    await saveEvent(one, made.id, inputOf({ baseVersion: '1' }));
    expect(await findDraft(one, place)).toBeNull();
    // The other one is asked: the event has been saved since that draft was begun.
    expect(await findDraft(two, place)).toMatchObject({ fields: { baseVersion: '1' } });
    await expect(
      saveEvent(two, made.id, inputOf({ title: 'Late', baseVersion: '1' })),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
  });

  test('goes on from a step that its own writer takes', async () => {
    const writer = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    const { id } = await makeDraft();
    const place = eventDraftPlace(id);
    await saveDraft(writer, written(place, '1'));
    await takeEventStep(writer, id, { intent: 'publish', version: 1 });
    expect(await findDraft(writer, place)).toMatchObject({ fields: { baseVersion: '2' } });
    expect(await saveEvent(writer, id, inputOf({ baseVersion: '2' }))).toMatchObject({ ok: true });
  });
});
