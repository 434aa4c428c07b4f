import { expect, test } from 'vitest';
import { makeTotpSecret, matchingTotpStep, totpCode } from './one-time-password.server';

/** RFC 6238 appendix B, the last six of the eight digits; the secret is "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code of second %i is that of the standard', (second, code) => {
  expect(totpCode(secret, Math.floor(second / 30))).toBe(code);
});

test('a code counts for half a minute longer than the app shows it, and never before', () => {
  const now = new Date(1_234_567_890_000);
  const step = Math.floor(1_234_567_890 / 30);
  for (const [offset, expected] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, null],
    [2, null],
  ] as const) {
    expect(matchingTotpStep(secret, totpCode(secret, step + offset), now)).toBe(expected);
  }
  expect(matchingTotpStep(secret, '12345', now)).toBeNull();
});

test('a new secret has 160 bits in letters that can be typed', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});
