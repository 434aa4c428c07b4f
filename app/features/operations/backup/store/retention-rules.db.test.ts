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

test('the newest is always kept, and never more than the rules say', () => {
  const rules = fc.record({
    daily: fc.integer({ min: 1, max: 40 }),
    weekly: fc.nat({ max: 20 }),
    monthly: fc.nat({ max: 20 }),
  });
  const moments = fc.array(
    fc.date({ min: new Date(0), max: new Date('2100'), noInvalidDate: true }),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(moments, rules, (dates, rule) => {
      const nights = dates.map(nameOfNight);
      const { kept } = select(nights, rule);
      expect(kept.has(nights.toSorted().at(-1) ?? '')).toBe(true);
      expect(kept.size).toBeLessThanOrEqual(rule.daily + rule.weekly + rule.monthly);
    }),
  );
});
