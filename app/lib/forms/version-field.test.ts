import { expect, test } from 'vitest';
import { versionField } from './version-field';

test.each(['9007199254740991', '2147483648', '-1', '1.5', 'x', '1e400'])(
  'a form begun on version %s is refused, not asked of the database',
  (typed) => {
    expect(versionField.safeParse(typed).success).toBe(false);
  },
);

test('versions are numbers as the database counts them', () => {
  expect(['0', '1', '2147483647'].map((typed) => versionField.parse(typed))).toEqual([
    0, 1, 2_147_483_647,
  ]);
});
