import { expect, test } from 'vitest';
import { replaceCitations } from './cited-in-text';

const keysIn = (text: string): string[] => {
  const keys: string[] = [];
  replaceCitations(text, (words, key) => {
    keys.push(key);
    return words;
  });
  return keys;
};

test.each([
  ['see ECLI:EU:C:2014:317.', 'ECLIEUC2014317'],
  ['(EU:C:2014:317, paragraph 80)', 'ECLIEUC2014317'],
  ['ecli:de:bverfg:1983:rs19831215.1bvr020983', 'ECLIDEBVERFG1983RS198312151BVR020983'],
  ['in Case C-131/12, the Court', 'C131/12'],
  ['Rechtssache C‑131/12', 'C131/12'],
  ['C-413/23 P', 'C413/23'],
  ['дело С-340/21', 'C340/21'],
  ['BVerfG, 1 BvR 209/83', '1BVR209/83'],
  ['BGH, VI ZR 10/24', 'VIZR10/24'],
  ['zaaknummer C/09/550982', 'C/09/550982'],
  ['application no. 58170/13', '58170/13'],
  ['As in Schrems II, the Court', 'name:Schrems II'],
])('%s names a decision', (text, key) => {
  expect(keysIn(text)).toEqual([key]);
});

test.each([
  'Regulation (EU) 2016/679',
  'Directive 95/46/EC',
  'Regulation No 1408/71',
  'XC-131/12',
  'C-131/123',
  'Google Spain',
  'in 24/7 operation',
])('%s names none for certain', (text) => {
  expect(keysIn(text)).toEqual([]);
});

test('only what is cited is replaced', () => {
  const text = 'Joined Cases C-203/15 and C-698/15 (Tele2).';
  expect(replaceCitations(text, (words, key) => `[${words}|${key}]`)).toBe(
    'Joined Cases [C-203/15|C203/15] and [C-698/15|C698/15] (Tele2).',
  );
});
