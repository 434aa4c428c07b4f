import { expect, test } from 'vitest';
import { chooseCoding, pageCodings } from './content-coding';

/** RFC 9110 section 12.5.3. */
test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=0.2, gzip;q=0.1, identity;q=0.9', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'zstd'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=2', 'identity'],
  ['gzip;q=x', 'identity'],
  ['deflate', 'identity'],
  ['identity;q=0', 'identity'],
  ['gzip ; Q=0.8 , br ; q=0.9', 'br'],
])('the coding for %j is %s', (header, coding) => {
  expect(chooseCoding(header, pageCodings)).toBe(coding);
  expect(chooseCoding(header, pageCodings)).toBe(coding);
});

test('only what is offered is chosen', () => {
  expect(chooseCoding('br, zstd, gzip', ['gzip'])).toBe('gzip');
  expect(chooseCoding('br', ['gzip'])).toBe('identity');
});
