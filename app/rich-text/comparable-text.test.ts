import { expect, test } from 'vitest';
import { paragraphs } from '~/db/factories.server';
import { comparableText } from './comparable-text';
import type { NestedBlock, RichText, RichTextMark } from './rich-text';
import { tableOf } from './tables';

const doc = (...content: RichText['content']): RichText => ({ type: 'doc', content });
const said = (text: string, ...marks: RichTextMark[]): NestedBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
});
const linkTo = (href: string) => doc(said('the guide', { type: 'link', attrs: { href } }));
const item = { type: 'listItem' as const, content: [said('first')] };

test('a table is compared row by row', () => {
  const cell = (text: string) => paragraphs(text).content;
  const table = tableOf([
    [cell('Country'), cell('Requests')],
    [cell('Belgium'), cell('12')],
  ]);
  const body = doc(...paragraphs('Before').content, ...table);
  expect(comparableText(body)).toBe('Before\n\nCountry | Requests\nBelgium | 12');
});

test('an address behind words, a picture and each kind of list and emphasis is a difference', () => {
  const picture = (id: string) =>
    doc({ type: 'picture', attrs: { id, width: 10, height: 10, alt: 'A court' } });
  const texts = [
    doc(said('the guide')),
    linkTo('/one'),
    linkTo('/two'),
    doc(said('the guide', { type: 'bold' })),
    doc(said('the guide', { type: 'italic' })),
    doc({
      type: 'paragraph',
      attrs: { indent: 1 },
      content: [{ type: 'text', text: 'the guide' }],
    }),
    doc({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'the guide' }] }),
    doc({ type: 'blockquote', content: [said('the guide')] }),
    doc({ type: 'bulletList', content: [item] }),
    doc({ type: 'orderedList', content: [item] }),
    doc({ type: 'orderedList', attrs: { start: 3 }, content: [item] }),
    picture('0192f0c8-0000-7000-8000-000000000001'),
    picture('0192f0c8-0000-7000-8000-000000000002'),
  ];
  const lines = texts.map(comparableText);
  expect(new Set(lines).size).toBe(texts.length);
  expect(lines[1]).toBe('the guide </one>');
});
