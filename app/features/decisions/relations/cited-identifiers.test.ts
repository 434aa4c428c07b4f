import { expect, test } from 'vitest';
import { CitedIdentifiers } from './cited-identifiers';

function identifiersIn(pages: string[], own: string[] = []) {
  const read = new CitedIdentifiers();
  for (const page of pages) read.read(page);
  return read.list(new Set(own));
}

test('an ECLI and the numbers before it are one decision, found by the ECLI first', () => {
  const text = 'Digital Rights Ireland (C‑293/12 and C‑594/12, EU:C:2014:238), then C-594/12 alone';
  const keys = ['ECLIEUC2014238', 'C-293/12', 'C-594/12'].map((key) => key.replace('-', ''));
  expect(identifiersIn([text])).toEqual([{ identifier: 'ECLI:EU:C:2014:238', keys }]);
});

test('a number is not that of the ECLI behind another one', () => {
  const text = 'In C-741/21 the Court refers to C-362/14, Schrems, EU:C:2015:650.';
  const found = identifiersIn([text]).map(({ identifier }) => identifier);
  expect(found).toEqual(['C-741/21', 'ECLI:EU:C:2015:650']);
});

test('what is cited on several pages is there once, and the decision itself not at all', () => {
  const pages = ['C-1/20 follows C‑362/14', 'See C-362/14, EU:C:2015:650'];
  const own = identifiersIn(['C-1/20'])[0]?.keys;
  expect(identifiersIn(pages, own).map(({ identifier }) => identifier)).toEqual([
    'ECLI:EU:C:2015:650',
  ]);
});

test('names and provisions alone cite no number', () => {
  expect(identifiersIn(['As in Schrems, Article 82(1) GDPR applies.'])).toEqual([]);
});
