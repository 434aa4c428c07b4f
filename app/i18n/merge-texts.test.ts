import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts';

test('the texts of all areas become one map for each language', () => {
  const files = {
    '../layout/texts/en.json': { 'header.menu': 'Menu' },
    '../layout/texts/fr.json': { 'header.menu': 'Menu' },
    '../features/forum/texts/en.json': { 'forum.title': 'Forum' },
  };
  expect(mergeTexts(files)).toEqual({
    en: { 'header.menu': 'Menu', 'forum.title': 'Forum' },
    fr: { 'header.menu': 'Menu' },
  });
});

test('a key in two files is refused', () => {
  const files = {
    'a/texts/en.json': { 'menu.open': 'Open' },
    'b/texts/en.json': { 'menu.open': 'Open' },
  };
  expect(() => mergeTexts(files)).toThrow('b/texts/en.json: menu.open');
});
