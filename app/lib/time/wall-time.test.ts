import { expect, test } from 'vitest';
import { isDay, isWallTime } from './wall-time';

test.each([
  ['2027-05-20T09:00', true],
  ['2027-05-20T09:00:59', true],
  ['1990-01-01T00:00', true],
  ['2100-12-31T23:59', true],
  ['2028-02-29T00:00', true],
  ['2027-02-29T00:00', false],
  ['2027-02-30T10:00', false],
  ['2027-13-01T10:00', false],
  ['2027-01-01T24:00', false],
  ['2027-01-01T10:60', false],
  ['2027-01-01T10:00:60', false],
  ['0000-01-01T00:00', false],
  ['0001-01-01T00:00', false],
  ['9999-12-31T23:59', false],
  ['10000-01-01T00:00', false],
  ['-000001-01-01T00:00', false],
  ['2027-05-20', false],
  ['2027-05-20T09:00Z', false],
  ['2027-05-20T09:00+02:00', false],
  [' 2027-05-20T09:00', false],
  ['', false],
])('%s is wall time: %s', (text, is) => {
  expect(isWallTime(text)).toBe(is);
});

test.each([
  ['2027-05-20', true],
  ['1900-01-01', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['0000-01-01', false],
  ['0001-01-01', false],
  ['9999-12-31', false],
  ['2027-05-20T09:00', false],
  ['2027-5-2', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
