import { describe, expect, test } from 'vitest';
import { type RichText, richTextSchema, safeHref } from './rich-text';
import { plainText, splitAtHeading } from './plain-text';

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const whole = (...content: unknown[]) => ({ type: 'doc', content });
const linked = (href: unknown, more: object = {}) =>
  whole(paragraph({ ...text('here'), marks: [{ type: 'link', attrs: { href, ...more } }] }));

const isAccepted = (value: unknown) => richTextSchema.safeParse(value).success;

/** Blocks in blocks, `levels` of them below the document. */
function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let inner: unknown = paragraph(text('deep'));
  for (let level = 1; level < levels; level += 1) inner = wrap(inner);
  return whole(inner);
}
const quote = (inner: unknown) => ({ type: 'blockquote', content: [inner] });
const list = (inner: unknown) => ({
  type: 'bulletList',
  content: [{ type: 'listItem', content: [inner] }],
});

describe('the schema of rich texts', () => {
  test('knows no code, so that nothing is highlighted as such', () => {
    const code = { type: 'codeBlock', attrs: { language: 'js' }, content: [text('1')] };
    expect(isAccepted(whole(code))).toBe(false);
    expect(isAccepted(whole(paragraph({ ...text('1'), marks: [{ type: 'code' }] })))).toBe(false);
  });

  test('accepts everything the editor makes', () => {
    const marks = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript'];
    const value = whole(
      { type: 'heading', attrs: { level: 2 }, content: [text('Heading')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('Smaller')] },
      paragraph(...marks.map((type) => ({ ...text(type), marks: [{ type }] }))),
      { type: 'paragraph', attrs: { indent: 8 }, content: [text('a'), { type: 'hardBreak' }] },
      { type: 'paragraph' },
      quote(paragraph(text('quoted'))),
      list(paragraph(text('item'))),
      { type: 'orderedList', content: [{ type: 'listItem', content: [list(paragraph())] }] },
    );
    expect(richTextSchema.parse(value)).toEqual(value);
    expect(isAccepted(whole())).toBe(true);
  });

  test.each([
    ['no document', paragraph(text('a'))],
    ['an unknown block', whole({ type: 'iframe', attrs: { src: 'https://evil.example' } })],
    ['an image', whole({ type: 'image', attrs: { src: 'https://evil.example/pixel.gif' } })],
    ['a script', whole({ type: 'script', content: [text('alert(1)')] })],
    ['HTML beside the content', whole({ ...paragraph(), innerHTML: '<b>a</b>' })],
    ['an unknown attribute', whole({ ...paragraph(), attrs: { onclick: 'alert(1)' } })],
    ['an attribute of the document', { ...whole(), attrs: {} }],
    ['an unknown mark', whole(paragraph({ ...text('a'), marks: [{ type: 'highlight' }] }))],
    [
      'an attribute of a mark',
      whole(paragraph({ ...text('a'), marks: [{ type: 'bold', attrs: {} }] })),
    ],
    ['a number of what has none', whole({ ...list(paragraph()), attrs: { start: 2 } })],
    [
      'a number that is none',
      whole({ ...list(paragraph()), type: 'orderedList', attrs: { start: '41" onclick="' } }),
    ],
    ['a heading of the page', whole({ type: 'heading', attrs: { level: 1 }, content: [] })],
    ['a heading without level', whole({ type: 'heading', content: [text('a')] })],
    ['too much indentation', whole({ type: 'paragraph', attrs: { indent: 9 } })],
    ['half an indentation', whole({ type: 'paragraph', attrs: { indent: 1.5 } })],
    ['text in no paragraph', whole(text('a'))],
    ['a paragraph in a paragraph', whole(paragraph(paragraph(text('a'))))],
    ['a list without items', whole({ type: 'bulletList', content: [] })],
    ['a list with a paragraph for an item', whole({ type: 'bulletList', content: [paragraph()] })],
    ['an item without list', whole({ type: 'listItem', content: [paragraph()] })],
    ['empty text', whole(paragraph(text('')))],
    ['text that is none', whole(paragraph({ type: 'text', text: { toString: 'a' } }))],
    ['NUL', whole(paragraph(text('a\u0000b')))],
    ['a control character', whole(paragraph(text('a\u0007b')))],
    ['half a character', whole(paragraph(text('a\uD800b')))],
    [
      'nine marks',
      whole(
        paragraph({ ...text('a'), marks: Array.from({ length: 9 }, () => ({ type: 'bold' })) }),
      ),
    ],
    ['a list instead of an object', []],
    ['nothing', null],
    ['a text', '<script>alert(1)</script>'],
  ])('refuses %s', (_name, value) => {
    expect(isAccepted(value)).toBe(false);
  });

  test.each([
    'https://curia.europa.eu/juris/documents.jsf?num=C-311/18',
    'HTTP://example.org',
    'mailto:secretariat@association.example',
    '/article/one#section-2',
    '#section-2',
  ])('accepts a link to %s', (href) => {
    expect(isAccepted(linked(href))).toBe(true);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\u0000:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    'javascript%3Aalert(1)',
    'feed:javascript:alert(1)',
    'view-source:javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html;base64,PHNjcmlwdD4=',
    ' data:text/html,x',
    'vbscript:msgbox(1)',
    'vbs\ncript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    'about:blank',
    'ftp://example.org',
    'https:evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'http\t://evil.example',
    'https://example.org/\u0000',
    'evil.example',
    '',
    `https://example.org/${'a'.repeat(2000)}`,
    null,
    42,
  ])('refuses a link to %j', (href) => {
    expect(isAccepted(linked(href))).toBe(false);
  });

  test('refuses what else a link could carry', () => {
    for (const name of ['target', 'onclick', 'class', 'style', 'rel']) {
      expect(isAccepted(linked('https://example.org', { [name]: 'a' }))).toBe(false);
    }
    expect(safeHref.safeParse('https://example.org').success).toBe(true);
  });
});

describe('the limits of rich texts', () => {
  test('sixty levels are accepted, some more are not', () => {
    expect(isAccepted(nested(60, quote))).toBe(true);
    expect(isAccepted(nested(65, quote))).toBe(false);
    expect(isAccepted(nested(30, list))).toBe(true);
    expect(isAccepted(nested(33, list))).toBe(false);
  });

  test.each([
    ['quotations', quote],
    ['lists', list],
    ['unknown nodes', (inner: unknown) => ({ type: 'table', content: [inner] })],
    ['attributes', (inner: unknown) => ({ type: 'paragraph', attrs: { indent: inner } })],
    ['lists of lists', (inner: unknown) => [inner]],
  ])('ten thousand levels of %s end in a refusal, not in a crash', (_name, wrap) => {
    const result = richTextSchema.safeParse(nested(10_000, wrap));
    expect(result.error?.issues[0]?.message).toBe('is too long or nested too deeply');
  });

  test('a million characters are accepted, more are not', () => {
    const long = (length: number) => whole(paragraph(text('a'.repeat(length))));
    expect(isAccepted(long(999_000))).toBe(true);
    expect(isAccepted(long(1_000_001))).toBe(false);
    const wide = (count: number) => whole(...Array.from({ length: count }, () => paragraph()));
    expect(isAccepted(wide(10_000))).toBe(true);
    expect(isAccepted(wide(50_000))).toBe(false);
  });
});

describe('reading a rich text', () => {
  const example: RichText = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'One ' },
          { type: 'text', text: 'two' },
        ],
      },
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [{ type: 'paragraph' }] },
          {
            type: 'listItem',
            content: [
              {
                type: 'paragraph',
                content: [
                  { type: 'text', text: 'a' },
                  { type: 'hardBreak' },
                  { type: 'text', text: 'b' },
                ],
              },
            ],
          },
        ],
      },
    ],
  };

  test('plainText keeps the words together and the blocks apart', () => {
    expect(plainText(example)).toBe('One two\nTitle\n\na\nb');
  });

  test('splitAtHeading parts what stands before the first heading', () => {
    const { lead, rest } = splitAtHeading(example);
    expect(plainText(lead)).toBe('One two');
    expect(rest.content).toEqual(example.content.slice(1));
    expect(splitAtHeading(lead)).toEqual({ lead, rest: { type: 'doc', content: [] } });
  });
});
