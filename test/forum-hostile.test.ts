import { beforeAll, describe, expect, test } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { createRoutesStub } from 'react-router';
import type { SignedInActor } from '~/actor';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { saveCategory } from '~/features/forum/categories.server';
import { listComments } from '~/features/forum/comments.server';
import { newCommentSchema } from '~/features/forum/forum-schemas';
import { searchForum } from '~/features/forum/forum-search.server';
import { createTopic, postComment } from '~/features/forum/posting.server';
import { getTopic } from '~/features/forum/topics.server';
import { flagSchema } from '~/features/moderation/flag-schemas';
import { newId } from '~/lib/new-id';
import type { RichText } from '~/lib/rich-text';
import { plainText } from '~/lib/rich-text-words';
import { readRichText, textToRichText } from '~/lib/rich-text-input';
import { RichTextView } from '~/ui/rich-text';

const limits = { maximum: 20_000 };
const tags = [
  'script',
  'img',
  'svg',
  'iframe',
  'object',
  'embed',
  'style',
  'link',
  'meta',
  'base',
  'form',
  'video',
  'audio',
  'math',
  'details',
  'marquee',
  'template',
  'noscript',
  'body',
  'input',
];
const handlers = [
  'onload',
  'onerror',
  'onclick',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onbegin',
  'onanimationstart',
  'onpointerdown',
  'oninput',
];

/** Typed as plain text: kept as the words they are, and shown as words. */
const asText = [
  ...tags.map((tag) => `<${tag} src=x href=javascript:alert(1)>alert(1)</${tag}>`),
  ...handlers.map((handler) => `<p ${handler}="alert(1)" autofocus>words</p>`),
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</textarea><script>alert(1)</script>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<%= 7*7 %>',
  '=HYPERLINK("https://evil.example","x")',
  "'; drop table forum_comments; --",
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'a\u200Bb\u200Cc\u200Dd\uFEFFe',
  '\u202Egnp.exe\u202C',
  '\u2066isolated\u2069',
  '\u0301'.repeat(500) + 'zalgo',
  '👩‍⚖️'.repeat(200),
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{"type":"doc","content":[]}',
  '__proto__',
  '[click](javascript:alert(1))',
];

const link = (href: unknown) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
    },
  ],
});
const node = (inner: unknown) => ({ type: 'doc', content: [inner] });
const text = { type: 'text', text: 'x' };

/** Sent as the editor's JSON: refused. */
const refused: unknown[] = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '',
    1,
    null,
    {},
    ['https://x.example'],
  ].map(link),
  node({ type: 'script', content: [text] }),
  node({ type: 'paragraph', attrs: { onclick: 'alert(1)' }, content: [text] }),
  node({ type: 'paragraph', attrs: { style: 'x' } }),
  node({ type: 'paragraph', attrs: { indent: 9 } }),
  node({ type: 'paragraph', attrs: { indent: -1 } }),
  node({ type: 'paragraph', content: [{ type: 'image', attrs: { src: 'https://evil.example' } }] }),
  node({
    type: 'paragraph',
    content: [{ ...text, marks: [{ type: 'textStyle', attrs: { color: 'red' } }] }],
  }),
  node({
    type: 'paragraph',
    content: [{ ...text, marks: [{ type: 'bold', attrs: { class: 'x' } }] }],
  }),
  node({ type: 'paragraph', content: [{ ...text, html: '<b>' }] }),
  node({ type: 'paragraph', content: 'x' }),
  node({ type: 'paragraph', content: [{ type: 'text', text: 1 }] }),
  node({ type: 'heading', attrs: { level: 2 }, content: [text] }),
  node({ type: 'codeBlock', content: [text] }),
  node({ type: 'bulletList', content: [text] }),
  node({ type: 'bulletList', content: [] }),
  node({ type: 'listItem', content: [{ type: 'paragraph' }] }),
  node({ type: 'doc', content: [] }),
  node({ type: 'constructor' }),
  node({ type: '__proto__' }),
  { type: 'doc' },
  { type: 'doc', content: {} },
  { type: 'doc', content: [], extra: 1 },
  { type: 'doc', content: [] },
  [],
  'words',
  7,
  null,
];

const broken = [
  '',
  '{',
  '[[[[',
  'undefined',
  '{"type":"doc","content":[',
  '{"type":"doc",'.repeat(1000),
];

test('the collection has at least 94 payloads', () => {
  expect(asText.length + refused.length + broken.length).toBeGreaterThanOrEqual(94);
});

/** What a browser would make of the text on a page. */
function markupOf(body: RichText): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => createElement(RichTextView, { text: body }) },
  ]);
  return renderToStaticMarkup(createElement(Stub));
}

describe('as plain text', () => {
  test.each(asText)('%j', (payload) => {
    const result = readRichText(payload, 'text', limits);
    const body = result.ok ? result.text : textToRichText('');
    expect(result.ok).toBe(true);
    expect(plainText(body)).toBe(payload.normalize('NFC'));
    const elements = [...markupOf(body).matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name);
    expect(elements.every((name) => name === 'div' || name === 'p')).toBe(true);
  });
});

describe('as the editor’s JSON', () => {
  test.each(refused.map((payload) => [JSON.stringify(payload).slice(0, 80), payload] as const))(
    '%s',
    (_name, payload) => {
      expect(readRichText(JSON.stringify(payload), 'json', limits).ok).toBe(false);
    },
  );
  test.each(broken)('broken: %.40s', (payload) => {
    expect(readRichText(payload, 'json', limits).ok).toBe(false);
  });
});

describe('through the front door', () => {
  let actor: SignedInActor;
  let topicId: string;
  beforeAll(async () => {
    const user = await makeUser(db(), {
      role: 'ADMIN',
      firstName: '\u202Eevil',
      lastName: '<b>x</b>',
    });
    actor = {
      id: user.id,
      role: 'ADMIN',
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
    };
    await saveCategory(actor, null, {
      name: 'Any',
      slug: 'any',
      description: '',
      position: 1,
      readUSER: true,
      writeUSER: true,
      archived: false,
      mailsMayQuote: true,
    });
    topicId = await createTopic(actor, {
      id: newId(),
      category: 'any',
      title: '<script>alert(1)</script>',
      tags: [],
      concernsPendingCase: false,
      body: textToRichText('findme first'),
    });
  });

  test('each is stored and given back as the words it is, in the topic and in the search', async () => {
    for (const payload of asText.slice(0, 23)) {
      const input = newCommentSchema.parse({
        intent: 'reply',
        id: newId(),
        body: `findme ${payload}`,
      });
      await postComment(actor, topicId, input);
    }
    const comments = await listComments(actor, await getTopic(actor, topicId), 1);
    const said = comments.slice(1).map(({ body }) => body && plainText(body));
    expect(said).toEqual(asText.slice(0, 23).map((payload) => `findme ${payload}`));
    const { results } = await searchForum(actor, 'findme');
    expect(results.length).toBeGreaterThan(10);
    expect(
      results.flatMap(({ extract }) => extract).every(({ text }) => typeof text === 'string'),
    ).toBe(true);
  });

  test('the forms refuse what they do not know', () => {
    const form = { intent: 'reply', id: newId(), body: 'x' };
    expect(newCommentSchema.safeParse({ ...form, authorId: newId() }).success).toBe(false);
    expect(newCommentSchema.safeParse({ ...form, position: '1' }).success).toBe(false);
    expect(newCommentSchema.safeParse({ ...form, id: 'x' }).success).toBe(false);
    const flag = { reason: 'spam', explanation: '', passage: '' };
    expect(flagSchema.safeParse({ ...flag, reporterId: newId() }).success).toBe(false);
    expect(flagSchema.safeParse({ ...flag, explanation: 'a\u0000b' }).success).toBe(false);
    expect(flagSchema.safeParse({ ...flag, reason: 'illegal' }).success).toBe(false);
  });
});
