/** What attackers and broken programs send as the text of a comment. */

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
export const hostileTexts = [
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

/** Lists within lists, as JSON. */
const nested = (levels: number) =>
  `{"type":"doc","content":[${'{"type":"bulletList","content":[{"type":"listItem","content":['.repeat(levels)}{"type":"paragraph"}${']}]}'.repeat(levels)}]}`;

/** Sent as the editor's JSON: refused. */
export const refusedDocuments: unknown[] = [
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
  JSON.parse('{"type":"doc","content":[],"__proto__":{"isAdmin":true}}'),
  { type: 'doc' },
  { type: 'doc', content: {} },
  { type: 'doc', content: [], extra: 1 },
  { type: 'doc', content: [] },
  [],
  'words',
  7,
  null,
];

export const brokenDocuments = [
  '',
  '{',
  '[[[[',
  'undefined',
  '{"type":"doc","content":[',
  '{"type":"doc",'.repeat(1000),
  nested(21),
  nested(4_000),
  nested(10_000),
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] }],
  }),
];
