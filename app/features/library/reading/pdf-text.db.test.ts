import { expect, test } from 'vitest';
import { readPdfText } from '~/features/library/reading/pdf-text.server';
import { lineOf, pdfOf } from '../../../../tests/support/files/pdf-file';
import { stored } from '../../../../tests/support/files/stored-file';

test('the words of a page', async () => {
  const { pages, pageCount } = await readPdfText(stored(pdfOf(lineOf('Article 15 gives access'))));
  expect(pages.map((page) => page.trim())).toEqual(['Article 15 gives access']);
  expect(pageCount).toBe(1);
});

test('of a page made to be endless as much as is kept; the site goes on meanwhile', async () => {
  const file = pdfOf(lineOf('words and words'), 400_000);
  expect(file.length).toBeLessThan(100_000);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  const { pages } = await readPdfText(stored(file));
  clearInterval(turning);
  expect(pages[0]).toHaveLength(200_000);
  // Reading it takes seconds; one that holds up the site leaves no turn.
  expect(turns).toBeGreaterThan(50);
});

test.each([
  ['memory', { time: 60_000, memory: 110_000_000, answer: 1_000 }, 'takes too much memory'],
  ['time', { time: 300, memory: Infinity, answer: 1_000 }, 'takes too long'],
])('a file that takes too much %s is given up', async (_name, most, why) => {
  const file = pdfOf(' '.repeat(1_000), 300_000);
  expect(file.length).toBeLessThan(1_000_000);
  await expect(readPdfText(stored(file), most)).rejects.toThrow(why);
});

test('what is damaged is refused', async () => {
  await expect(readPdfText(stored(Buffer.from('%PDF-1.7 and nothing else')))).rejects.toThrow(
    'cannot be read',
  );
});
