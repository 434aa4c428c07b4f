import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './text-diff';

const side = (parts: ReturnType<typeof diffWords>, left: 'removed' | 'added') =>
  parts
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('');

test('says what was taken out and what was put in', () => {
  expect(diffWords('the court held that', 'the grand chamber held that')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'court' },
    { kind: 'added', text: 'grand chamber' },
    { kind: 'same', text: ' held that' },
  ]);
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('either text can be read out of it again', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'dd'), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [before, after] = [a.join(''), b.join('')];
      const parts = diffWords(before, after);
      expect(side(parts, 'removed')).toBe(before);
      expect(side(parts, 'added')).toBe(after);
    }),
  );
});
