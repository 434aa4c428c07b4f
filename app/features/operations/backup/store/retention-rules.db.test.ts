import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOfNight } from './backup-format.server';
import { type RetentionRules, selectNights } from './retention-rules.server';

const hour = 3_600_000;
const nightly = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    nameOfNight(new Date(Date.UTC(2026, 0, 1, 2, 30) + index * 24 * hour)),
  );

const select = (nights: readonly string[], rules: RetentionRules) =>
  selectNights(
    nights.map((night) => ({ night, version: 'one' })),
    rules,
  );

test('the newest of so many days, weeks and months are kept', () => {
  const nights = nightly(400);
  const { kept, daily } = select(nights, { daily: 14, weekly: 8, monthly: 12 });
  expect([...daily].toSorted()).toEqual(nights.slice(-14));
  // 2027-02-04 is a Thursday: the 14 days hold the newest of three weeks and of two months.
  expect(kept.size).toBe(14 + 5 + 10);
  expect(kept.has('2026-12-31T02-30-00.000Z')).toBe(true);
  expect(kept.has('2027-01-10T02-30-00.000Z')).toBe(true);
});

test('of several on a day the last one is kept', () => {
  const nights = ['2026-05-01T02-30-00.000Z', '2026-05-01T14-00-00.000Z'];
  const { kept } = select(nights, { daily: 7, weekly: 0, monthly: 0 });
  expect([...kept]).toEqual(['2026-05-01T14-00-00.000Z']);
});

test('of a day on which the site was upgraded the last one of each version is kept', () => {
  const nights = [
    { night: '2026-05-01T02-30-00.000Z', version: 'old' },
    { night: '2026-05-01T14-00-00.000Z', version: 'old' },
    { night: '2026-05-01T14-30-00.000Z', version: 'new' },
    { night: '2026-05-01T16-00-00.000Z', version: 'new' },
  ];
  const { kept, daily } = selectNights(nights, { daily: 1, weekly: 0, monthly: 0 });
  expect([...kept].toSorted()).toEqual(['2026-05-01T14-00-00.000Z', '2026-05-01T16-00-00.000Z']);
  expect(daily).toEqual(kept);
});

test('the newest is always kept, and of each day no more than it has versions', () => {
  const rules = fc.record({
    daily: fc.integer({ min: 1, max: 40 }),
    weekly: fc.nat({ max: 20 }),
    monthly: fc.nat({ max: 20 }),
  });
  const madeWithin = (min: Date, max: Date) =>
    fc.uniqueArray(
      fc.record({
        night: fc.date({ min, max, noInvalidDate: true }).map(nameOfNight),
        version: fc.constantFrom('one', 'two', 'three', null),
      }),
      { minLength: 1, maxLength: 60, selector: ({ night }) => night },
    );
  const made = fc.oneof(
    madeWithin(new Date(0), new Date('2100')),
    madeWithin(new Date('2026-01-01'), new Date('2026-01-20')),
  );
  const dayOf = (night: string) => night.slice(0, 10);
  fc.assert(
    fc.property(made, rules, (nights, rule) => {
      const { kept, daily } = selectNights(nights, rule);
      const newest = nights.map(({ night }) => night).toSorted();
      expect(kept.has(newest.at(-1) ?? '')).toBe(true);
      const keptByDay = Map.groupBy(kept, dayOf);
      expect(new Set([...daily].map(dayOf)).size).toBeLessThanOrEqual(rule.daily);
      expect(keptByDay.size).toBeLessThanOrEqual(rule.daily + rule.weekly + rule.monthly);
      for (const [day, ofDay] of keptByDay) {
        const thatDay = nights.filter(({ night }) => dayOf(night) === day);
        const versions = new Set(thatDay.map(({ version }) => version));
        expect(ofDay.length).toBeLessThanOrEqual(versions.size);
      }
    }),
  );
});
