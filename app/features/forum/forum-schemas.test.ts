import { expect, test } from 'vitest';
import { parseForm } from '~/lib/forms/form';
import { newId } from '~/lib/new-id';
import type { CellBlock, RichText } from '~/rich-text/rich-text';
import { tableOf } from '~/rich-text/tables';
import {
  editCommentSchema,
  newCommentSchema,
  newTopicSchema,
  topicLinksSchema,
  topicLists,
} from './forum-schemas';

const words: CellBlock = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] };
const fieldsOf = (...content: RichText['content']) => ({
  body: JSON.stringify({ type: 'doc', content }),
  bodyFormat: 'json',
});
const topic = { id: newId(), category: 'a', title: 'A title of a topic' };

test.each([
  ['a topic', newTopicSchema, topic],
  ['a comment', newCommentSchema, { intent: 'reply', id: newId() }],
  ['an edited comment', editCommentSchema, { intent: 'edit', version: '1' }],
])('%s has neither tables nor headings', (_name, schema, fields) => {
  expect(schema.safeParse({ ...fields, ...fieldsOf(words) }).success).toBe(true);
  const heading = { type: 'heading', attrs: { level: 2 }, content: [] } as const;
  for (const block of [...tableOf([[[words]]]), { ...heading, content: [] }])
    expect(schema.safeParse({ ...fields, ...fieldsOf(block, words) }).success).toBe(false);
});

test.each([
  [
    ['Consent', 'old  law', 'consent'],
    ['consent', 'old law'],
  ],
  [
    ['Consent, old law', ''],
    ['consent', 'old law'],
  ],
  ['consent, old law', ['consent', 'old law']],
  [undefined, []],
])('tags %j of a topic are %j', (tags, expected) => {
  const result = newTopicSchema.safeParse({ ...topic, tags, ...fieldsOf(words) });
  expect(result.data?.tags).toEqual(expected);
});

test('too many tags are refused as a whole, one that is too long at its field', () => {
  const problemsOf = (tags: string[]) => {
    const result = newTopicSchema.safeParse({ ...topic, tags, ...fieldsOf(words) });
    return result.error?.issues.map(({ message, path }) => [path.join('.'), message]);
  };
  expect(problemsOf(['a', 'b', 'c, d', 'e', 'f'])).toEqual([['tags', 'form.too-many']]);
  expect(problemsOf(['a', 'b'.repeat(41)])).toEqual([['tags.1', 'form.too-long']]);
});

test('ten addresses of a topic are taken, and eleven refused with the right number', () => {
  const problemOf = (count: number) => {
    const links = Array.from({ length: count }, (_, number) => `/events/${number}`).join('\n');
    return topicLinksSchema.safeParse({ intent: 'link', links }).error?.issues[0]?.message;
  };
  expect([problemOf(10), problemOf(11)]).toEqual([undefined, 'form.too-many-links']);
});

test('an edited comment says nothing of tags where its form has none', () => {
  const edit = { intent: 'edit', version: '1', ...fieldsOf(words) };
  expect(editCommentSchema.parse(edit).tags).toBeUndefined();
});

test('all that is missing in a topic is said at once, as something to fill in', () => {
  const form = new FormData();
  for (const [name, text] of Object.entries({ id: newId(), category: 'a', title: ' ', body: '' }))
    form.set(name, text);
  expect(parseForm(newTopicSchema, form, topicLists)).toMatchObject({
    ok: false,
    fieldErrors: { title: 'form.required', body: 'form.required' },
  });
});
