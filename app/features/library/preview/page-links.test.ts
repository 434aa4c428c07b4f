import { expect, test } from 'vitest';
import { type PageLink, placeLinks } from './page-links';

const link = (words: string, href = `/decisions/${words}`): PageLink => ({ words, href });

/** Each part with its words and where it leads. */
const linkedIn = (items: string[], links: PageLink[]) =>
  placeLinks(items, links).map(({ item, from, to, ...part }) => [
    items[item]?.slice(from, to),
    part.link.href,
  ]);

test.each([
  ['within an item', ['See C-300/21, above.'], 'C-300/21', ['C-300/21']],
  ['over two items', ['See C-300', '/21.'], 'C-300/21', ['C-300', '/21']],
  ['with another dash', ['See C\u2011300/21.'], 'C-300/21', ['C\u2011300/21']],
  [
    'broken at the end of a line',
    ['the Grund-\n', 'verordnung'],
    'Grundverordnung',
    ['Grund', 'verordnung'],
  ],
  ['with more blanks', ['Art. 82  GDPR'], 'Art. 82 GDPR', ['Art. 82  GDPR']],
  [
    'with accents written in another way',
    ['De\u0301cision 5'],
    'D\u00E9cision 5',
    ['De\u0301cision 5'],
  ],
  ['behind letters of two units', ['\u{1D49C} C-1/2'], 'C-1/2', ['C-1/2']],
])('words are found %s', (_, items, words, parts) => {
  expect(linkedIn(items, [link(words)])).toEqual(
    parts.map((part) => [part, `/decisions/${words}`]),
  );
});

test('the same words lead where each of them does, in the order of the text', () => {
  const links = [
    link('Article 6', '/provisions/gdpr/6'),
    link('C-1/02'),
    link('Article 6', '/provisions/echr/6'),
  ];
  expect(linkedIn(['Article 6, C-1/02, ', 'Article 6'], links)).toEqual([
    ['Article 6', '/provisions/gdpr/6'],
    ['C-1/02', '/decisions/C-1/02'],
    ['Article 6', '/provisions/echr/6'],
  ]);
});

test('words that are not there are left out, and those behind them are found', () => {
  expect(linkedIn(['C-1/02'], [link('C-9/99'), link(' '), link('C-1/02')])).toEqual([
    ['C-1/02', '/decisions/C-1/02'],
  ]);
});
