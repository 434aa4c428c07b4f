import { expect, test } from 'vitest';
import { paragraphs } from '~/db/factories.server';
import { tableOf } from '~/rich-text/tables';
import { comparableBody } from './content-lines';

test('a table is compared row by row', () => {
  const cell = (text: string) => paragraphs(text).content;
  const table = tableOf([
    [cell('Country'), cell('Requests')],
    [cell('Belgium'), cell('12')],
  ]);
  const body = { type: 'doc' as const, content: [...paragraphs('Before').content, ...table] };
  expect(comparableBody(body)).toBe('Before\n\nCountry | Requests\nBelgium | 12');
});
