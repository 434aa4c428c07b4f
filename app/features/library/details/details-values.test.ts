import { expect, test } from 'vitest';
import { valuesOf } from './details-values';

test('the court is proposed as the author of a judgment, unless someone has named another one', () => {
  const described = { version: 1, title: '', description: '', language: null, tags: [] };
  const other = { schema: 1, kind: 'other' } as const;
  const document = { ...described, metadata: other };
  const authorOf = (author: string | null, court?: string) =>
    valuesOf({ ...document, author }, court ? { court } : {})['author'];
  expect(authorOf(null, 'Hoge Raad')).toBe('Hoge Raad');
  expect(authorOf('Berta Beispiel', 'Hoge Raad')).toBe('Berta Beispiel');
  expect(authorOf('Ada Example')).toBe('Ada Example');
});
