import { expect, test } from 'vitest';
import { initialsOf } from './initials';

test.each([
  ['Märta Ängsholm', 'MÄ'],
  ['Siobhán Ní Mhaolcheir', 'SM'],
  ['Ruxandra Ștefănoiu-Dealu', 'RȘ'],
  ['  Kyriaki   Thalassinou ', 'KT'],
  // The accent is a letter of its own there.
  ['Élodie de la Tour'.normalize('NFD'), 'ÉT'.normalize('NFD')],
  ['Παναγιώτης Αθανασίου', 'ΠΑ'],
  ['judge john doe (retired)', 'JD'],
  ['Plato', 'P'],
  ['', ''],
])('%s is drawn as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
