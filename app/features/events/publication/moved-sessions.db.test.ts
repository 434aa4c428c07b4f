import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { createEvent, getEventForEditing, saveEvent } from '~/features/events/editor/editor.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { inputOf, makeDraft, nextYear } from '../../../../tests/support/texts/event-form';
import { findEventProblems } from './event-problems.server';

const admin = actorWithRole('ADMIN');
const day = (text: string, hour: string) => `${nextYear}-${text}T${hour}`;

/** A row of the form. */
const session = (id: string, from: string, to: string) => ({
  id,
  startsAt: from,
  endsAt: to,
  title: id,
  room: '',
  speakers: '',
});
const opening = session('opening', day('03-04', '09:00'), day('03-04', '10:00'));
const cases = session('cases', day('03-04', '10:30'), day('03-04', '12:00'));
const programme = (...rows: ReturnType<typeof session>[]) => ({ sessions: JSON.stringify(rows) });

const tick = { moveSessions: 'on' };

/** Saves what is typed into the form of an event with two sessions. */
async function save(typed: Record<string, string>, ticked: Record<string, string> = tick) {
  const { id } = await makeDraft(programme(opening, cases));
  const fields = { ...programme(opening, cases), baseVersion: '1', ...ticked, ...typed };
  const saved = await saveEvent(admin, id, inputOf(fields));
  const event = await getEventForEditing(admin, id);
  return { saved, event, begins: event.sessions.map(({ startsAt }) => startsAt) };
}
const stays = { moved: 0, areDatesMoved: false };

beforeEach(async () => {
  await db().delete(schema.events);
});

describe('moving an event', () => {
  const toApril = { startsAt: day('04-08', '09:00'), endsAt: day('04-08', '17:00') };

  test('moves its sessions and its deadline; over the change to summer time 9:00 stays 9:00', async () => {
    const { saved, event } = await save(toApril);
    expect(saved).toMatchObject({ ok: true, moved: 2, areDatesMoved: true });
    expect(event).toMatchObject({
      startsAtInstant: new Date(`${nextYear}-04-08T07:00:00Z`),
      sessions: [
        { id: 'opening', startsAt: day('04-08', '09:00:00'), endsAt: day('04-08', '10:00:00') },
        { id: 'cases', startsAt: day('04-08', '10:30:00'), endsAt: day('04-08', '12:00:00') },
      ],
      closesAt: `${nextYear}-03-27 18:00:00`,
      closesAtInstant: new Date(`${nextYear}-03-27T17:00:00Z`),
    });
  });

  test('by hours moves them by the same hours, over midnight as well', async () => {
    const hours = { startsAt: day('03-03', '20:30'), endsAt: day('03-04', '04:30'), closesAt: '' };
    const { begins } = await save(hours);
    expect(begins).toEqual([day('03-03', '20:30:00'), day('03-03', '22:00:00')]);
  });

  test.each([
    ['draft', `${nextYear}-02-05 08:00:00`, true],
    ['published', `${nextYear}-01-01 08:00:00`, false],
  ] as const)(
    'of a %s event opens its registration at %s',
    async (status, opens, areDatesMoved) => {
      const dates = { opensAt: `${nextYear}-01-01T08:00`, closesAt: '' };
      const { id } = await makeDraft({ ...programme(opening), ...dates });
      await db().update(schema.events).set({ status });
      const fields = { ...programme(opening), ...toApril, ...dates, ...tick, baseVersion: '1' };
      const saved = await saveEvent(admin, id, inputOf(fields));
      expect(saved).toMatchObject({ ok: true, moved: 1, areDatesMoved });
      expect(await getEventForEditing(admin, id)).toMatchObject({ opensAt: opens });
    },
  );

  test('leaves what the editor has typed: a session, a new one, a deadline', async () => {
    const evening = { ...cases, startsAt: day('04-08', '15:00'), endsAt: day('04-08', '16:00') };
    const late = session('late', day('04-08', '16:00'), day('04-08', '17:00'));
    const typed = { ...programme(opening, evening, late), closesAt: day('04-01', '12:00') };
    const { saved, event, begins } = await save({ ...toApril, ...typed });
    expect(saved).toMatchObject({ moved: 1, areDatesMoved: false });
    expect(begins).toEqual([
      day('04-08', '09:00:00'),
      day('04-08', '15:00:00'),
      day('04-08', '16:00:00'),
    ]);
    expect(event.closesAt).toBe(`${nextYear}-04-01 12:00:00`);
  });

  test('moves a session whose words were changed', async () => {
    const renamed = programme({ ...opening, title: 'Welcome' }, cases);
    const { saved, event } = await save({ ...toApril, ...renamed });
    expect(saved).toMatchObject({ moved: 2 });
    expect(event.sessions[0]).toMatchObject({
      title: 'Welcome',
      startsAt: day('04-08', '09:00:00'),
    });
  });

  test('to begin after its first session moves the programme', async () => {
    const { begins } = await save({ startsAt: day('03-04', '09:30') });
    expect(begins).toEqual([day('03-04', '09:30:00'), day('03-04', '11:00:00')]);
  });

  test.each([
    ['it becomes longer', { startsAt: day('03-03', '14:00') }],
    ['the zone changes', { zone: 'Europe/Lisbon' }],
    ['only other words change', { title: 'A seminar at Vienna' }],
  ])('leaves the programme where %s', async (_how, typed) => {
    const { saved, event, begins } = await save(typed);
    expect(saved).toMatchObject({ ok: true, ...stays });
    expect(begins).toEqual([day('03-04', '09:00:00'), day('03-04', '10:30:00')]);
    expect(event.closesAt).toBe(`${nextYear}-02-20 18:00:00`);
  });

  test('of whole days goes by days, not by the hour in which they begin', async () => {
    const { saved, event } = await save({ allDay: 'on', startsAt: day('03-04', '09:00') });
    expect(saved).toMatchObject({ ok: true, ...stays });
    const typed = { startsAt: day('03-06', '00:00'), endsAt: day('03-06', '23:59') };
    const rows = programme(opening, cases);
    const fields = { ...rows, ...typed, allDay: 'on', moveSessions: 'on', baseVersion: '2' };
    expect(await saveEvent(admin, event.id, inputOf(fields))).toMatchObject({ moved: 2 });
    const { sessions } = await getEventForEditing(admin, event.id);
    expect(sessions[0]?.startsAt).toBe(day('03-06', '09:00:00'));
  });

  test('without the tick leaves them, and says which lie outside', async () => {
    const { saved } = await save(toApril, {});
    expect(saved).toMatchObject({ fieldErrors: { 'sessions.0': 'form.session-outside' } });
  });

  test('a new event has nothing to move', async () => {
    expect(await createEvent(admin, inputOf({ moveSessions: 'on' }))).toMatchObject({ ok: true });
  });
});

test('what is moved with its event is not said to lie outside', async () => {
  const { id } = await makeDraft(programme(opening, cases));
  const typed = {
    ...programme(opening, cases),
    zone: 'Europe/Vienna',
    startsAt: day('04-08', '09:00'),
    endsAt: day('04-08', '17:00'),
    closesAt: day('02-20', '18:00'),
  };
  const find = (values: Record<string, string>) => findEventProblems(admin, id, values);
  expect(await find(typed)).toMatchObject({ sessions: 'form.session-outside' });
  expect(await find({ ...typed, moveSessions: 'on' })).toEqual({});
});
