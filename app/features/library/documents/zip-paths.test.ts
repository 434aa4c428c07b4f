import { expect, test, vi } from 'vitest';
import { pathsOf } from './zip-paths';

const documentsOf = (titles: readonly string[]) =>
  titles.map((title, number) => {
    const id = String(number);
    return { id, parent: null, folder: false, title, extension: 'txt' };
  });

const namesOf = (titles: readonly string[]) => {
  const members = documentsOf(titles);
  return [...pathsOf(members, new Set(members.map(({ id }) => id))).keys()];
};

test('equal names are told apart by a number that no other name has', () => {
  expect(namesOf(['a', 'A', 'a (2)', 'a', 'a (2)', 'b'])).toEqual([
    'a.txt',
    'A (2).txt',
    'a (2) (2).txt',
    'a (3).txt',
    'a (2) (3).txt',
    'b.txt',
  ]);
});

test('of very many documents of one name each is looked up a few times', () => {
  const look = vi.spyOn(Set.prototype, 'has');
  const names = namesOf(Array.from({ length: 2_000 }, () => 'Judgment'));
  expect(names.at(-1)).toBe('Judgment (2000).txt');
  expect(new Set(names).size).toBe(2_000);
  expect(look.mock.calls.length).toBeLessThan(20_000);
});
