import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser, paragraphs } from '~/db/factories.server';
import { getEvent } from '~/features/events/events.server';
import { parseForm } from '~/lib/form';
import { actorOf, actorWithRole } from '../../../test/actors';
import { outboxMails } from '../../../test/outbox';
import {
  createEvent,
  getEventForEditing,
  listEventsForEditing,
  saveEvent,
} from './event-editor.server';
import { type EventInput, eventLists, eventSchema, type Step, stepSchema } from './event-schemas';
import { takeEventStep } from './event-steps.server';
import { repeatedTimes } from './event-times.server';
import { valuesOf } from './event-values';
import { publishDueEvents } from './publish-events.job.server';

const { events, eventRegistrations, mails } = schema;
const admin = actorWithRole('ADMIN');

const typed = {
  intent: 'save',
  version: '0',
  visibility: 'public',
  title: 'A seminar in Vienna',
  summary: 'What it is about.',
  type: 'seminar',
  startsAt: '2027-03-04T09:00',
  endsAt: '2027-03-04T17:00',
  zone: 'Europe/Vienna',
  mode: 'hybrid',
  city: 'Vienna',
  country: 'AT',
  joinUrl: 'https://join.example/room',
  organiser: 'The association',
  contact: 'events@association.example',
  partners: 'One\nTwo\n',
  registration: 'internal',
  closesAt: '2027-02-20T18:00',
  capacityOnSite: '20',
  waitingList: 'on',
  attendeeList: 'participants',
  body: 'A text.',
  sessions: JSON.stringify([
    {
      startsAt: '2027-03-04T09:00',
      endsAt: '2027-03-04T10:00',
      title: 'Opening',
      room: 'Hall',
      speakers: 'A; B',
    },
  ]),
  questions: JSON.stringify([
    { id: 'meal', label: 'Meal?', kind: 'choice', options: 'Fish; None', required: true },
  ]),
  documents: JSON.stringify([{ label: 'Paper', url: '/files/paper' }]),
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('workingLanguages', 'en');
  form.append('workingLanguages', 'fr');
  return form;
}

const read = (fields: Record<string, string> = {}) =>
  parseForm(eventSchema, formOf({ ...typed, ...fields }), eventLists);

function inputOf(fields: Record<string, string> = {}): EventInput {
  const form = read(fields);
  if (!form.ok) throw new Error(JSON.stringify(form.fieldErrors));
  return form.data;
}

async function make(fields: Record<string, string> = {}) {
  const saved = await createEvent(admin, inputOf(fields));
  if (!saved.ok) throw new Error(JSON.stringify(saved.fieldErrors));
  return getEventForEditing(admin, saved.id);
}

/** Takes a step with the version that is there now. */
async function step(id: string, given: Record<string, string> & { intent: Step['intent'] }) {
  const { version } = await getEventForEditing(admin, id);
  await takeEventStep(admin, id, stepSchema.parse({ version, ...given }));
  return getEventForEditing(admin, id);
}

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('an event', () => {
  test('is made as a draft with every field, and read back into the form', async () => {
    const event = await make();
    expect(event).toMatchObject({
      slug: 'a-seminar-in-vienna',
      status: 'draft',
      startsAt: '2027-03-04 09:00:00',
      startsAtInstant: new Date('2027-03-04T08:00:00Z'),
      closesAtInstant: new Date('2027-02-20T17:00:00Z'),
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
    const again = inputOf({ ...values, intent: 'save', version: '1', body: 'A text.' });
    expect(again).toEqual({ ...inputOf({ version: '1' }), slug: 'a-seminar-in-vienna' });
    await expect(getEvent(anonymous, event.slug)).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });

  test('of the same title gets an address of its own; a taken one is refused', async () => {
    const first = await make();
    const second = await make();
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
    ['it ends before it begins', { endsAt: '2027-03-04T08:00' }, 'endsAt', 'form.ends-before'],
    ['it closes after the end', { closesAt: '2027-03-09T08:00' }, 'closesAt', 'form.closes-late'],
    ['it opens after it closes', { opensAt: '2027-02-21T08:00' }, 'opensAt', 'form.opens-late'],
    [
      'a session is on another day',
      { endsAt: '2027-03-05T17:00', startsAt: '2027-03-05T09:00' },
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
    [{ startsAt: '2027-02-30T09:00' }, 'startsAt'],
    [{ city: '' }, 'city'],
    [{ registration: 'external' }, 'externalUrl'],
    [{ joinUrl: 'javascript:alert(1)' }, 'joinUrl'],
    [{ documents: JSON.stringify([{ label: 'x', url: 'javascript:alert(1)' }]) }, 'documents'],
    [{ sessions: '{' }, 'sessions'],
    [{ sessions: '[{"title":"x","extra":1}]' }, 'sessions'],
    [
      {
        questions: JSON.stringify([
          { id: 'a', label: 'One?', kind: 'choice', options: 'A', required: false },
        ]),
      },
      'questions',
    ],
    [{ capacityOnSite: '-1' }, 'capacityOnSite'],
    [{ slug: 'overview' }, 'slug'],
    [{ status: 'published' }, ''],
  ])('%j is refused beside its field, and what was typed is kept', (fields, name) => {
    const form = read(fields);
    expect(form.ok).toBe(false);
    if (form.ok) return;
    expect(Object.keys(form.fieldErrors)).toEqual([name]);
    expect(form.values).toMatchObject({ summary: 'What it is about.' });
  });

  test('at an hour that comes twice is taken at the first, and that is told', () => {
    const times = { opensAt: null, closesAt: null, allDay: false, zone: 'Europe/Vienna' };
    const on = (startsAt: string) =>
      repeatedTimes({ ...times, startsAt, endsAt: '2027-11-02T09:00:00' });
    expect(on('2027-10-31T02:30:00')).toEqual(['startsAt']);
    expect(on('2027-10-31T03:30:00')).toEqual([]);
  });

  test('is there for administrators only', async () => {
    const { id } = await make();
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
    const { id } = await make();
    const tries = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((title) =>
        saveEvent(admin, id, inputOf({ title, version: '1' })),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('error.changed-meanwhile');
    }
  });

  async function withParticipants() {
    const { id } = await make({ capacityOnSite: '1' });
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

  test('another time is told to participants, with a number that was raised', async () => {
    const { id, a, b } = await withParticipants();
    const fields = { capacityOnSite: '1', startsAt: '2027-03-04T10:00', version: '2' };
    await saveEvent(admin, id, inputOf(fields));
    const told = await outboxMails('registration-changed');
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [a.email, b.email].toSorted(),
    );
    const { method, event } = calendarOf(told[0]);
    expect(method).toBe('REQUEST');
    expect(event?.sequence).toBe(1);
    expect(event?.startDate.toString()).toBe('2027-03-04T10:00:00');
  });

  test('a small correction or another text is told to nobody', async () => {
    const { id } = await withParticipants();
    await saveEvent(admin, id, inputOf({ capacityOnSite: '1', feeText: 'Free', version: '2' }));
    const quiet = { capacityOnSite: '1', title: 'A seminar at Vienna', quiet: 'on', version: '3' };
    await saveEvent(admin, id, inputOf(quiet));
    expect(await outboxMails('registration-changed')).toEqual([]);
    expect((await getEventForEditing(admin, id)).icsSequence).toBe(1);
  });

  test('more places let those who wait move up', async () => {
    const { id, b } = await withParticipants();
    await saveEvent(admin, id, inputOf({ capacityOnSite: '2', version: '2' }));
    const moved = await outboxMails('registration-moved-up');
    expect(moved.map(({ recipient }) => recipient)).toEqual([b.email]);
  });

  test('a way of taking part that people have chosen stays', async () => {
    const { id } = await withParticipants();
    expect(await saveEvent(admin, id, inputOf({ mode: 'online', version: '2' }))).toMatchObject({
      fieldErrors: { mode: 'form.mode-in-use' },
    });
  });

  test('the address stays once the event is published', async () => {
    const { id, slug } = await make();
    await step(id, { intent: 'publish' });
    await saveEvent(admin, id, inputOf({ slug: 'another', version: '2' }));
    expect((await getEventForEditing(admin, id)).slug).toBe(slug);
  });

  test('a cancellation is told to everybody with the reason and an end for calendars', async () => {
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

describe('steps', () => {
  test('a scheduled event is published by the job when its time has come, once', async () => {
    const { id, slug } = await make();
    await expect(
      step(id, { intent: 'schedule', publishAt: '2020-01-01T09:00' }),
    ).rejects.toMatchObject({ code: 'error.event.not-possible' });
    const scheduled = await step(id, { intent: 'schedule', publishAt: '2027-01-10T09:00' });
    expect(scheduled.publishAt).toEqual(new Date('2027-01-10T08:00:00Z'));
    await publishDueEvents(new Date('2027-01-10T07:59:00Z'));
    await expect(getEvent(anonymous, slug)).rejects.toMatchObject({ code: 'error.not-found' });
    const due = new Date('2027-01-10T08:00:00Z');
    await Promise.all([publishDueEvents(due), publishDueEvents(due)]);
    expect(await getEvent(anonymous, slug)).toMatchObject({ status: 'published', version: 3 });
  });

  test('what does not follow from the state is refused', async () => {
    const { id } = await make();
    for (const intent of ['unschedule', 'archive', 'restore'] as const) {
      await expect(step(id, { intent })).rejects.toMatchObject({
        code: 'error.event.not-possible',
      });
    }
    await step(id, { intent: 'publish' });
    await expect(step(id, { intent: 'delete' })).rejects.toMatchObject({
      code: 'error.event.not-possible',
    });
    await step(id, { intent: 'archive' });
    expect((await step(id, { intent: 'restore' })).status).toBe('published');
  });

  test('a draft is deleted; one with registrations is not', async () => {
    const { id } = await make();
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
    await make({ title: 'A draft' });
    await makeEvent(db(), {
      title: 'Coming',
      startsAt: '2027-06-01T09:00',
      endsAt: '2027-06-01T10:00',
    });
    await makeEvent(db(), {
      title: 'Was',
      startsAt: '2025-06-01T09:00',
      endsAt: '2025-06-01T10:00',
    });
    const titles = async (show: 'upcoming' | 'past' | 'drafts' | 'all', search = '') =>
      (await listEventsForEditing(admin, { show, type: '', search })).map(({ title }) => title);
    expect(await titles('upcoming')).toEqual(['Coming']);
    expect(await titles('past')).toEqual(['Was']);
    expect(await titles('drafts')).toEqual(['A draft']);
    expect(await titles('all', 'coming')).toEqual(['Coming']);
  });
});
