import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { calendarFile, type CalendarEntry } from './calendar-file.server';
import { isZone, instantOf, wallTimeOccurrence, zoneNames } from '~/lib/time/zoned-time.server';

const entry = (fields: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'event@association.example',
  sequence: 0,
  title: 'An event',
  address: 'https://association.example/events/an-event',
  startsAt: '2027-05-20T09:00:00',
  endsAt: '2027-05-20T17:00:00',
  zone: 'Europe/Vienna',
  allDay: false,
  state: 'confirmed',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-02-01T00:00:00Z'),
  ...fields,
});

const file = (entries: CalendarEntry[], method: 'PUBLISH' | 'REQUEST' | 'CANCEL' = 'PUBLISH') =>
  calendarFile({ name: 'Events', method, entries });

/** The events of a file as an independent reader understands them. */
function readEvents(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part)),
  };
}

/** What tells moments as the wall clock of a zone shows them, by the runtime's own calendar. */
function wallClockOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (moment: Date) => format.format(moment).replace(' ', 'T');
}

describe('a calendar file', () => {
  test('has folded lines and escaped texts, which a reader puts together again', () => {
    const title = 'Räte, Richter; und "Rechte" \\ ' + 'ein sehr langer Titel – '.repeat(8).trim();
    const description = 'First line\nSecond line, with; signs';
    const text = file([entry({ title, description })]);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
    const [event] = readEvents(text).events;
    expect(event?.summary).toBe(title);
    expect(event?.description).toBe(description);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
  });

  test('ends every line with a line break, the last and those of no event included', () => {
    for (const text of [file([]), file([entry()]), file([entry()], 'REQUEST')]) {
      expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });

  test('says who is invited, under the same identifier, with a number that was raised', () => {
    const people = {
      organiser: { name: 'The association', email: 'events@association.example' },
      attendee: { name: 'Alba Beispiel', email: 'alba@court.example' },
    };
    const invitation = readEvents(file([entry(people)], 'REQUEST'));
    expect(invitation.calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(invitation.events[0]?.organizer).toBe('mailto:events@association.example');
    expect(String(invitation.events[0]?.attendees[0]?.getFirstValue()).toLowerCase()).toBe(
      'mailto:alba@court.example',
    );
    const end = readEvents(file([entry({ ...people, sequence: 3, state: 'cancelled' })], 'CANCEL'));
    expect(end.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(end.events[0]?.uid).toBe(invitation.events[0]?.uid);
    expect(end.events[0]?.sequence).toBe(3);
    expect(end.events[0]?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  test('holds whole days as dates, the end being the day after', () => {
    const days = { allDay: true, startsAt: '2027-01-15T00:00:00', endsAt: '2027-01-16T23:59:00' };
    const text = file([entry(days)]);
    expect(text).toContain('DTSTART;VALUE=DATE:20270115');
    expect(text).toContain('DTEND;VALUE=DATE:20270117');
  });

  test('is the same as long as nothing changes', () => {
    expect(file([entry()])).toBe(file([entry()]));
  });
});

/** The moments from 2025 to 2030 at which the offset of a zone changes, found by the runtime alone. */
function changesOf(zone: string): Date[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (time: number) =>
    format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value;
  const day = 24 * 3_600_000;
  const changes: Date[] = [];
  for (let time = Date.UTC(2025, 0, 1); time < Date.UTC(2031, 0, 1); time += 7 * day) {
    let [low, high] = [time, time + 7 * day];
    if (offsetAt(low) === offsetAt(high)) continue;
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetAt(middle) === offsetAt(low)) low = middle;
      else high = middle;
    }
    changes.push(new Date(high));
  }
  return changes;
}

const minute = 60_000;
/** Before, at and after a change: in minutes. */
const around = [
  -1500, -181, -121, -91, -61, -31, -1, 0, 1, 29, 30, 59, 60, 61, 119, 120, 180, 1500,
];

test('wall time, moment and calendar file agree in every zone around every change of the clock', () => {
  let checked = 0;
  let skipped = 0;
  let twice = 0;
  // Collected, since each of a hundred thousand calls of `expect` takes longer than what it compares.
  const faults: string[] = [];
  for (const zone of zoneNames()) {
    const wallClock = wallClockOf(zone);
    const changes = changesOf(zone);
    const moments = changes.length > 0 ? changes : [new Date('2027-06-15T12:00:00Z')];
    const wallTimes = new Set(
      moments.flatMap((change) =>
        around.flatMap((minutes) => {
          const near = new Date(change.getTime() + minutes * minute);
          const clock = wallClock(near);
          // An hour on: where the clock goes forward, times that are not there are met.
          const next = new Date(Date.parse(`${clock}Z`) + 60 * minute).toISOString().slice(0, 16);
          return [clock, next];
        }),
      ),
    );
    const entries = [...wallTimes].map((startsAt) => {
      const occurrence = wallTimeOccurrence(startsAt, zone);
      if (occurrence === 'skipped') skipped += 1;
      if (occurrence === 'twice') twice += 1;
      return { startsAt, occurrence };
    });
    const real = entries.filter(({ occurrence }) => occurrence !== 'skipped');
    const text = file(
      real.map(({ startsAt }) => entry({ uid: startsAt, startsAt, endsAt: startsAt, zone })),
    );
    const { events } = readEvents(text);
    expect(events).toHaveLength(real.length);
    for (const [position, { startsAt, occurrence }] of real.entries()) {
      const moment = instantOf(startsAt, zone);
      const event = events[position];
      const what = `${startsAt} in ${zone}, ${occurrence}`;
      if (wallClock(moment) !== startsAt) faults.push(`moment of ${what}`);
      if (event?.startDate.toString().slice(0, 16) !== startsAt) faults.push(`entry of ${what}`);
      // A reader may take either of two moments with the same wall time; RFC 5545 names the first.
      if (occurrence === 'once' && event?.startDate.toJSDate().getTime() !== moment.getTime()) {
        faults.push(`moment of the entry of ${what}`);
      }
      checked += 1;
    }
    for (const { startsAt, occurrence } of entries) {
      if (occurrence !== 'skipped') continue;
      const isLater = wallClock(instantOf(startsAt, zone)) > startsAt;
      if (!isLater) faults.push(`${startsAt} in ${zone}, skipped`);
    }
  }
  expect(faults).toEqual([]);
  expect(zoneNames().length).toBeGreaterThan(400);
  expect(checked).toBeGreaterThan(10_000);
  expect(skipped).toBeGreaterThan(500);
  expect(twice).toBeGreaterThan(500);
});

describe('names of zones', () => {
  test.each(['Europe/Brussels', 'UTC', 'Europe/Kyiv', 'America/Port-au-Prince', 'Etc/GMT+1'])(
    '%s is one',
    (name) => expect(isZone(name)).toBe(true),
  );
  test.each(['', '+01:00', 'Europe/Brussel', 'Brussels', 'Europe/Brussels\n', '../etc'])(
    '%j is none',
    (name) => expect(isZone(name)).toBe(false),
  );
});
