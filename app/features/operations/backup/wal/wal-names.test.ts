import { describe, expect, test } from 'vitest';
import {
  baseBackupOf,
  findMissingSegment as findMissing,
  guessSegmentBytes,
  isWalFile,
} from './wal-names';

const megabyte = 2 ** 20;
const findMissingSegment = (names: string[], start: string) =>
  findMissing(names, start, 16 * megabyte);

const named = (...segments: string[]) => segments.map((segment) => `${segment}.gz`);
const one = '0000000100000001000000FE';
const two = '0000000100000001000000FF';
const three = '000000010000000200000000';

describe('the log of a database', () => {
  test('is whole when each segment follows the one before, across a thousand megabytes', () => {
    expect(findMissingSegment(named(three, one, two), one)).toBeNull();
    expect(findMissingSegment(named(one, three), one)).toBe(two);
    expect(findMissingSegment(named('0000000100000000000000FD', three), three)).toBeNull();
  });

  test('lacks the segment that a backup begins with', () => {
    expect(findMissingSegment(named(two, three), one)).toBe(one);
    expect(findMissingSegment([], one)).toBe(one);
  });

  test('is whole where another timeline goes on from the middle', () => {
    const next = ['000000020000000200000000', '000000020000000200000001'];
    const history = '00000002.history.gz';
    expect(findMissingSegment([history, ...named(one, two, three, ...next)], one)).toBeNull();
    const later = '000000020000000200000003';
    expect(findMissingSegment(named(one, two, ...next, later), one)).toBe(
      '000000020000000200000002',
    );
  });
});

test.each([
  [1, '000000010000000000000FFF'],
  [32, '00000001000000000000007F'],
  [1024, '000000010000000000000003'],
])('with segments of %s MB four gigabytes have a number in common', (size, last) => {
  const next = '000000010000000100000000';
  const second = '000000010000000100000001';
  const missing = (...segments: string[]) => findMissing(named(...segments), last, size * megabyte);
  expect(missing(last, next, second)).toBeNull();
  expect(missing(last, second)).toBe(next);
  // Without the key only the names tell of the size.
  expect(guessSegmentBytes(named(last, next, second))).toBe(size * megabyte);
});

test('only finished files of the log are taken', () => {
  const base = `${one}.2026-11-20T02-00-00Z.base.tar.gz`;
  expect(baseBackupOf(base)).toEqual({ start: one, night: '2026-11-20T02-00-00Z' });
  const taken = [base, `${one}.gz`, `${one}.00000028.backup.gz`, `${one}.partial.gz`];
  for (const name of [...taken, '00000002.history.gz']) expect(isWalFile(name), name).toBe(true);
  for (const name of [`${one}.gz.new`, one, `../${one}.gz`, 'notes.gz'])
    expect(isWalFile(name), name).toBe(false);
});
