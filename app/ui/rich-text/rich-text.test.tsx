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
