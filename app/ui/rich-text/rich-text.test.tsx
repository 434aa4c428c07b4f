import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type RichText, richTextSchema } from '~/rich-text/rich-text';
import { RichTextContent } from './rich-text';

/** The markup of a text that the schema takes. */
function markup(content: unknown[], hasAnchors = false): string {
  const text: RichText = richTextSchema.parse({ type: 'doc', content });
  return renderToStaticMarkup(<RichTextContent text={text} hasAnchors={hasAnchors} />);
}

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

test('every node and mark of the schema has its element', () => {
  const marks = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' };
  for (const [type, element] of Object.entries({
    ...marks,
    superscript: 'sup',
    subscript: 'sub',
  })) {
    expect(markup([paragraph(text('a', { type }))])).toBe(`<p><${element}>a</${element}></p>`);
  }
  const item = { type: 'listItem', content: [paragraph(text('a'))] };
  expect(markup([{ type: 'bulletList', content: [item] }])).toBe('<ul><li><p>a</p></li></ul>');
  expect(markup([{ type: 'orderedList', content: [item] }])).toBe('<ol><li><p>a</p></li></ol>');
  expect(markup([{ type: 'orderedList', attrs: { start: 41 }, content: [item] }])).toBe(
    '<ol start="41"><li><p>a</p></li></ol>',
  );
  expect(markup([{ type: 'blockquote', content: [paragraph(text('a'))] }])).toBe(
    '<blockquote><p>a</p></blockquote>',
  );
  expect(markup([paragraph(text('a'), { type: 'hardBreak' }, text('b'))])).toBe('<p>a<br/>b</p>');
  const heading = (level: number) => ({ type: 'heading', attrs: { level }, content: [text('a')] });
  expect(markup([heading(2), heading(3)])).toBe('<h2>a</h2><h3>a</h3>');
  expect(markup([heading(2), heading(3), heading(2)], true)).toBe(
    '<h2 id="section-1">a</h2><h3>a</h3><h2 id="section-2">a</h2>',
  );
});

test('a table scrolls in a region named after its columns; one without names is just a table', () => {
  const cell = (type: string, words: string) => ({
    type,
    content: [words ? paragraph(text(words)) : paragraph()],
  });
  const table = (head: string, data: string) => ({
    type: 'table',
    content: [
      { type: 'tableRow', content: [cell('tableHeader', head)] },
      { type: 'tableRow', content: [cell('tableCell', data)] },
    ],
  });
  expect(markup([table('a "b"', '<c>')])).toBe(
    '<div data-scroll="true" tabindex="0" role="region" aria-label="a &quot;b&quot;"><table><thead><tr>' +
      '<th scope="col"><p>a &quot;b&quot;</p></th></tr></thead>' +
      '<tbody><tr><td><p>&lt;c&gt;</p></td></tr></tbody></table></div>',
  );
  expect(markup([table('', 'c')])).toMatch(
    /^<div data-scroll="true" tabindex="0"><table><thead><tr><td><p><\/p><\/td><\/tr>/,
  );
});

test('text is text, whatever it looks like', () => {
  expect(markup([paragraph(text('<img src=x onerror="alert(1)">&amp;'))])).toBe(
    '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;</p>',
  );
});

test('links leave the site openly, and tell the other site nothing', () => {
  expect(markup([paragraph(text('a', link('https://curia.europa.eu/?a=1&b="')))])).toBe(
    '<p><a href="https://curia.europa.eu/?a=1&amp;b=&quot;" rel="noreferrer nofollow">a</a></p>',
  );
  expect(markup([paragraph(text('a', link('/about')))])).toBe('<p><a href="/about">a</a></p>');
});

test('what is stored although the schema refuses it does not reach the page', () => {
  const stored = (content: unknown[]): RichText =>
    JSON.parse(JSON.stringify({ type: 'doc', content }));
  const shown = (...content: unknown[]) =>
    renderToStaticMarkup(<RichTextContent text={stored(content)} hasAnchors />);
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\t/evil',
    7,
    null,
  ])
    expect(shown(paragraph(text('a', link(String(href)))))).toBe('<p>a</p>');
  expect(shown(paragraph(text('a', { type: 'link', attrs: { href: { toString: 1 } } })))).toBe(
    '<p>a</p>',
  );
  expect(
    shown({
      type: 'paragraph',
      attrs: { indent: '1" onclick="x', style: 'color: red', onclick: 'x' },
      content: [text('a', { type: 'script' }, { type: 'constructor' })],
    }),
  ).toBe('<p>a</p>');
  const odd = { level: 1, id: 'root', onload: 'x', innerHTML: '<b>' };
  expect(shown({ type: 'heading', attrs: odd, content: [text('a')] })).toBe('<h2>a</h2>');
  expect(shown({ type: 'orderedList', attrs: { start: '1;x' }, content: 'none' })).toBe(
    '<ol></ol>',
  );
  for (const start of [-1, 1.5, 10 ** 9]) {
    expect(shown({ type: 'orderedList', attrs: { start }, content: [] })).toBe('<ol></ol>');
  }
  expect(shown(null, 'a', 7, [], { type: 'heading', attrs: null }, paragraph(null))).toBe(
    '<h2></h2><p></p>',
  );
  const oddCell = {
    attrs: { colspan: '9" onclick="x', style: 'color: red' },
    content: [text('a')],
  };
  expect(
    shown({
      type: 'table',
      attrs: { onload: 'x' },
      content: [{ content: [oddCell] }, null, { content: 7 }],
    }),
  ).toBe(
    '<div data-scroll="true" tabindex="0" role="region" aria-label="a"><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr></tr></tbody></table></div>',
  );
  expect(shown({ type: 'table' }, { type: 'tableRow', content: [text('a')] })).toBe('');
  expect(shown({ type: 'script', content: [text('a')] }, { type: 'iframe' })).toBe('');
  expect(shown({ type: 'paragraph', content: [{ type: 'text', text: { a: 1 } }] })).toBe('<p></p>');
});

test('a link to a place in the page itself is the address of that place', () => {
  expect(markup([paragraph(text('a', link('#part')))])).toBe('<p><a href="#part">a</a></p>');
});

const pictureId = '01890a5d-ac96-774b-bcce-b302099a8057';
const pictureAttrs = { id: pictureId, width: 960, height: 640, alt: 'A "hall" <b>' };

test('a picture has its size, its description and its caption, and is loaded when it comes near', () => {
  const shown = markup([{ type: 'picture', attrs: { ...pictureAttrs, caption: 'Photo: Ann' } }]);
  const set = (format: string) =>
    `/pictures/${pictureId}/480.${format} 480w, /pictures/${pictureId}/960.${format} 960w`;
  const sizes = '(min-width: 44rem) 42rem, 100vw';
  expect(shown).toBe(
    `<figure><picture><source type="image/avif" srcSet="${set('avif')}" sizes="${sizes}"/>` +
      `<source type="image/webp" srcSet="${set('webp')}" sizes="${sizes}"/>` +
      `<img src="/pictures/${pictureId}/960.jpeg" srcSet="${set('jpeg')}" sizes="${sizes}" ` +
      `width="960" height="640" alt="A &quot;hall&quot; &lt;b&gt;" loading="lazy" decoding="async"/>` +
      `</picture><figcaption>Photo: Ann</figcaption></figure>`,
  );
  expect(markup([{ type: 'picture', attrs: pictureAttrs }])).not.toContain('figcaption');
});

test.each<[string, object]>([
  ['an address in place of an id', { id: '//elsewhere.example/x' }],
  ['no description', { alt: '' }],
  ['a description that is no text', { alt: {} }],
  ['a width of its own', { width: '1" onload="alert(1)' }],
  ['a height of its own', { height: -1 }],
])('a stored picture with %s is left out', (_name, wrong) => {
  const attrs: Record<string, unknown> = { ...pictureAttrs, ...wrong };
  const stored = { type: 'doc', content: [{ type: 'picture', attrs }] };
  expect(renderToStaticMarkup(<RichTextContent text={stored} />)).toBe('');
});

test('a picture in a list or quotation is left out, as the schema has none there', () => {
  const nested = { type: 'blockquote', content: [{ type: 'picture', attrs: pictureAttrs }] };
  const stored = { type: 'doc', content: [nested] };
  expect(renderToStaticMarkup(<RichTextContent text={stored} />)).toBe('<blockquote></blockquote>');
});
