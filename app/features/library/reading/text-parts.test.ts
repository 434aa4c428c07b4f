import { expect, test } from 'vitest';
import { inBatches, inParts } from './text-parts.server';

test('a line may end with a carriage return alone, and there may be nothing but line ends', () => {
  expect(inParts('one\rtwo\r\nthree\nfour')).toEqual(['one\ntwo\nthree\nfour']);
  expect(inParts('\r'.repeat(1_000_000))).toEqual([]);
});

test('parts end where a paragraph ends, whatever sign ends it', () => {
  const paragraph = 'x'.repeat(5_000);
  for (const lineEnd of ['\n', '\r', '\r\n']) {
    expect(inParts([paragraph, paragraph].join(lineEnd)), lineEnd).toEqual([paragraph, paragraph]);
  }
});

test('a paragraph longer than a part is cut between its characters', () => {
  const parts = inParts(`x${'😀'.repeat(20_000)}`);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('')).toBe(`x${'😀'.repeat(20_000)}`);
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
});

test('long pages are kept few at a time, short ones many, each once and in order', () => {
  const sizesOf = (pages: string[]) => {
    const batches = [...inBatches(pages)];
    expect(batches.flatMap(({ parts }) => parts)).toEqual(pages);
    for (const { before, parts } of batches) expect(pages.indexOf(parts[0] ?? '')).toBe(before);
    return batches.map(({ parts }) => parts.length);
  };
  const pagesOf = (count: number, length: number) =>
    Array.from({ length: count }, (_, number) => `${number} `.padEnd(length, 'x'));
  expect(sizesOf(pagesOf(3, 195_000))).toEqual([1, 1, 1]);
  expect(sizesOf(pagesOf(5, 90_000))).toEqual([2, 2, 1]);
  expect(sizesOf(pagesOf(250, 10))).toEqual([100, 100, 50]);
  expect(sizesOf([...pagesOf(1, 10), 'y'.repeat(300_000)])).toEqual([1, 1]);
  expect(sizesOf([])).toEqual([]);
});
