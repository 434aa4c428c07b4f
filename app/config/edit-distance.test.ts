import { expect, test } from 'vitest';
import { editDistance } from './edit-distance';

test.each([
  ['', '', 0],
  ['schrems', 'schrems', 0],
  ['schrmes', 'schrems', 1],
  ['lindqist', 'lindqvist', 1],
  ['controler', 'controller', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('from %s to %s', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps);
  expect(editDistance(b, a)).toBe(steps);
});
