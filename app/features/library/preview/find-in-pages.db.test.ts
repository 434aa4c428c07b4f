import { expect, test } from 'vitest';
import { findInPages } from './find-in-pages';

const pages = [
  ['The right of ', 'access', ' is a right.'],
  ['Le droit d’accès', '\n', 'de la personne', ' concernée'],
];

test('finds every place, whatever the case and accents', () => {
  expect(findInPages(pages, 'RIGHT')).toEqual([
    { page: 1, from: 0, to: 0 },
    { page: 1, from: 2, to: 2 },
  ]);
  expect(findInPages(pages, 'acces')).toEqual([
    { page: 1, from: 1, to: 1 },
    { page: 2, from: 0, to: 0 },
  ]);
});

test('a phrase may go on over items and line breaks', () => {
  expect(findInPages(pages, 'd’accès  de la personne')).toEqual([{ page: 2, from: 0, to: 2 }]);
});

test('nothing is looked for when nothing is asked', () => {
  expect(findInPages(pages, '  ')).toEqual([]);
  expect(findInPages([], 'right')).toEqual([]);
});
