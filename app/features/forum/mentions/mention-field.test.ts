import { expect, test } from 'vitest';
import { chosenName } from './mention-field';

const names = ['Miro Exemple', 'Mara Exemple', 'Mara Exemple-Roux'];

test.each([
  ['Miro Exemple', 'Miro Exemple'],
  ['miro exemple', 'Miro Exemple'],
  [' Miro  Exemple ', 'Miro Exemple'],
  ['miro', 'Miro Exemple'],
  ['roux mara', 'Mara Exemple-Roux'],
  ['mara exemple', 'Mara Exemple'],
  ['mara', undefined],
  ['Nobody', undefined],
])('"%s" means %s', (typed, name) => {
  expect(chosenName(names, typed)).toBe(name);
});

test('the only name found before more was typed is not taken for another', () => {
  expect(chosenName(['Miro Exemple'], 'Mirjam')).toBeUndefined();
});
