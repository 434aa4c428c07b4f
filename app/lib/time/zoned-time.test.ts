import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { instantOf, yearBounds } from './zoned-time.server';

const zones = [
  'Europe/Brussels',
  'Europe/Lisbon',
  'Europe/Athens',
  'Atlantic/Azores',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'UTC',
];

/** What a clock on the wall of a zone shows, by the runtime's own calendar. */
function wallClock(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(moment)
    .replace(' ', 'T');
}

describe('instantOf', () => {
  test.each([
    ['2027-01-15T09:00', 'Europe/Brussels', '2027-01-15T08:00:00.000Z'],
    ['2027-07-15T09:00', 'Europe/Brussels', '2027-07-15T07:00:00.000Z'],
    ['2027-07-15 09:00:00', 'Europe/Brussels', '2027-07-15T07:00:00.000Z'],
    ['2027-07-15T09:00', 'Europe/Athens', '2027-07-15T06:00:00.000Z'],
    // The clock goes from 02:00 to 03:00 on 28 March 2027: 02:30 is not there, 03:30 is meant.
    ['2027-03-28T02:30', 'Europe/Brussels', '2027-03-28T01:30:00.000Z'],
    // It goes back from 03:00 to 02:00 on 31 October 2027: the first 02:30 is meant.
    ['2027-10-31T02:30', 'Europe/Brussels', '2027-10-31T00:30:00.000Z'],
    ['2028-02-29T00:00', 'UTC', '2028-02-29T00:00:00.000Z'],
  ])('%s in %s is %s', (wallTime, zone, moment) => {
    expect(instantOf(wallTime, zone).toISOString()).toBe(moment);
  });

  test.each([
    ['2027-01-15T09:00', 'Europe/Brussel'],
    ['2027-01-15T09:00', ''],
    ['2027-13-01T09:00', 'UTC'],
    ['2027-02-29T09:00', 'UTC'],
    ['2027-01-15T25:00', 'UTC'],
    ['tomorrow', 'UTC'],
  ])('refuses %s in %j', (wallTime, zone) => {
    expect(() => instantOf(wallTime, zone)).toThrow(RangeError);
  });

  test('a wall clock in the zone shows the wall time, except where the clock skips it', () => {
    const minute = fc.integer({
      min: Date.UTC(2020, 0, 1) / 60_000,
      max: Date.UTC(2045, 0, 1) / 60_000,
    });
    fc.assert(
      fc.property(minute, fc.constantFrom(...zones), (minutes, zone) => {
        const wallTime = new Date(minutes * 60_000).toISOString().slice(0, 16);
        const moment = instantOf(wallTime, zone);
        const skipped = Temporal.PlainDateTime.from(wallTime)
          .toZonedDateTime(zone, { disambiguation: 'earlier' })
          .toPlainDateTime();
        const isSkipped = skipped.toString().slice(0, 16) !== wallTime;
        if (isSkipped) expect(wallClock(moment, zone) > wallTime).toBe(true);
        else expect(wallClock(moment, zone)).toBe(wallTime);
        // Of two moments with this wall time it is the first.
        const hourBefore = new Date(moment.getTime() - 3_600_000);
        const halfBefore = new Date(moment.getTime() - 1_800_000);
        expect(wallClock(hourBefore, zone)).not.toBe(wallTime);
        expect(wallClock(halfBefore, zone)).not.toBe(wallTime);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('yearBounds', () => {
  test('are midnights of the zone', () => {
    expect(yearBounds(2026, 'Europe/Brussels')).toEqual({
      from: new Date('2025-12-31T23:00:00Z'),
      to: new Date('2026-12-31T23:00:00Z'),
    });
  });

  test('follow on each other and hold the moments of that year in the zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2100 }),
        fc.constantFrom(...zones),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (year, zone, share) => {
          const { from, to } = yearBounds(year, zone);
          expect(yearBounds(year + 1, zone).from).toEqual(to);
          const inside = new Date(from.getTime() + share * (to.getTime() - from.getTime() - 1));
          expect(wallClock(inside, zone).slice(0, 4)).toBe(String(year));
          expect(wallClock(new Date(from.getTime() - 1), zone).slice(0, 4)).toBe(String(year - 1));
        },
      ),
    );
  });
});
