import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay';

test.each([
  [0, 500, 1_000, 1_500],
  [1, 1_000, 2_000, 3_000],
  [2, 2_000, 4_000, 6_000],
  [10, 512_000, 1_024_000, 1_536_000],
  [13, 4_096_000, 8_192_000, 12_288_000],
  // Four hours at most, whatever chance says.
  [14, 8_192_000, 14_400_000, 14_400_000],
  [15, 14_400_000, 14_400_000, 14_400_000],
  [2_000, 14_400_000, 14_400_000, 14_400_000],
])('after %i retries: from %i, usually %i, to %i milliseconds', (retries, least, usual, most) => {
  expect([0, 0.5, 1].map((random) => retryDelay(retries, random))).toEqual([least, usual, most]);
});

test('chance spreads those who failed together', () => {
  const waits = Array.from({ length: 200 }, () => retryDelay(4));
  expect(new Set(waits).size).toBeGreaterThan(150);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(8_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(24_000);
});
