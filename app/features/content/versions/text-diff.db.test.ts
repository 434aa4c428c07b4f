import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './text-diff';

const side = (parts: ReturnType<typeof diffWords>, left: 'removed' | 'added') =>
  parts
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('');

test('marks deletions and insertions', () => {
  expect(diffWords('the court held that', 'the grand chamber held that')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'court' },
    { kind: 'added', text: 'grand' },
    { kind: 'same', text: ' ' },
    { kind: 'added', text: 'chamber ' },
    { kind: 'same', text: 'held that' },
  ]);
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('shows few changes far apart in a long text as few', () => {
  const paragraph = (number: number) =>
    `Article ${number} ${Array.from({ length: 60 }, (_, word) => `word${number * word}`).join(' ')}`;
  const lines = Array.from({ length: 120 }, (_, number) => paragraph(number));
  const changed = lines.with(0, `${lines[0]} as amended`).toSpliced(118, 1);
  const [before, after] = [lines.join('\n\n'), changed.join('\n\n')];
  const parts = diffWords(before, after);
  expect(parts.filter(({ kind }) => kind === 'added')).toEqual([
    { kind: 'added', text: ' as amended' },
  ]);
  expect(parts.filter(({ kind }) => kind === 'removed')).toHaveLength(1);
  expect(side(parts, 'removed')).toBe(before);
  expect(side(parts, 'added')).toBe(after);
});

test('of long texts without anything in common says so', () => {
  const [before, after] = ['a', 'b'].map((letter) => `${letter} `.repeat(3000));
  expect(diffWords(before ?? '', after ?? '').map(({ kind }) => kind)).toEqual([
    'removed',
    'added',
  ]);
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
