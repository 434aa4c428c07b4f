import { describe, expect, test } from 'vitest';
import { outline } from '../../tests/support/site/outline';
import { parseHtml } from '../../tests/support/site/parse-html';
import { storedText } from './editor-text';
import { richTextFromPasted } from './pasting/pasted-text';
import { plainText } from './plain-text';
import { isFormatted, mergePlainText, plainFieldText } from './plain-text-merge';
import { type CellBlock, type RichText, richTextSchema } from './rich-text';
import { readRichText } from './rich-text-input';
import { tableOf } from './tables';

const paragraph = (text: string): CellBlock => ({
  type: 'paragraph',
  ...(text ? { content: [{ type: 'text', text }] } : {}),
});
const tableText = (...rows: string[][]): RichText => ({
  type: 'doc',
  content: tableOf(rows.map((row) => row.map((words) => [paragraph(words)]))),
});
const grid = (rows: number, columns: number) =>
  tableText(...Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'x')));

const limits = { maximum: 60_000, hasTables: true };
const read = (value: unknown, how = limits) => readRichText(JSON.stringify(value), 'json', how);

describe('a table in a text', () => {
  test('is taken as large as it may be, and refused with what it may be, no larger', () => {
    for (const [rows, columns] of [
      [100, 6],
      [50, 12],
      [1, 1],
    ] as const) {
      expect(read(grid(rows, columns)).ok, `${rows} × ${columns}`).toBe(true);
    }
    for (const [rows, columns] of [
      [101, 1],
      [2, 13],
      [61, 10],
      [4000, 2],
    ] as const) {
      const refused = { ok: false, error: 'form.table-too-large' };
      expect(read(grid(rows, columns)), `${rows} × ${columns}`).toEqual(refused);
      expect(richTextSchema.safeParse(grid(rows, columns)).success).toBe(false);
    }
  });

  test('is refused however many rows it has', () => {
    const content = Array.from({ length: 400_000 }, () => 0);
    const refused = { ok: false, error: 'form.table-too-large' };
    expect(read({ type: 'doc', content: [{ type: 'table', content }] })).toEqual(refused);
  });

  test('is one of many that are too long together, which is what the refusal says', () => {
    const [table] = grid(100, 6).content;
    const document = (many: number) => ({ type: 'doc', content: Array(many).fill(table) });
    expect(read(document(8)).ok).toBe(true);
    expect(read(document(10))).toEqual({ ok: false, error: 'form.too-long' });
  });

  test('is refused where texts have none, as in comments', () => {
    const refused = { ok: false, error: 'form.invalid' };
    expect(read(grid(2, 2), { ...limits, hasTables: false })).toEqual(refused);
  });

  const head = { type: 'tableHeader', content: [paragraph('a')] };
  const cell = { type: 'tableCell', content: [paragraph('b')] };
  const row = (...content: unknown[]) => ({ type: 'tableRow', content });
  const table = (...content: unknown[]) => ({ type: 'table', content });
  test.each<[string, unknown]>([
    ['without rows', table()],
    ['with an empty row', table(row())],
    ['without headers', table(row(cell), row(cell))],
    ['with headers further down', table(row(head), row(head))],
    ['with rows of different lengths', table(row(head, head), row(cell))],
    ['with an empty cell that holds nothing', table(row({ ...head, content: [] }))],
    ['with cells that span', table(row({ ...head, attrs: { colspan: 1000 } }))],
    ['with a style', { ...table(row(head)), attrs: { style: 'color: red' } }],
    ['in a cell', table(row({ ...head, content: [table(row(head))] }))],
    ['in a quotation', { type: 'blockquote', content: [table(row(head))] }],
    [
      'in a list',
      { type: 'bulletList', content: [{ type: 'listItem', content: [table(row(head))] }] },
    ],
    [
      'with a heading in a cell',
      table(row({ ...head, content: [{ type: 'heading', attrs: { level: 2 } }] })),
    ],
    [
      'with a link to a script',
      table(
        row({
          ...head,
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'a',
                  marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
                },
              ],
            },
          ],
        }),
      ),
    ],
    ['with words in place of rows', { type: 'table', content: 'rows' }],
  ])('%s is refused', (_name, block) => {
    expect(read({ type: 'doc', content: [block] })).toEqual({ ok: false, error: 'form.invalid' });
  });

  test('is read as a line for each row', () => {
    const text = tableText(['Court', 'Year'], ['CJEU', '2014']);
    expect(plainText(text)).toBe('Court | Year\nCJEU | 2014');
  });
});

describe('a table in a plain field', () => {
  const text: RichText = {
    type: 'doc',
    content: [paragraph('Before'), ...tableText(['A', ''], ['', 'B']).content, paragraph('After')],
  };

  test('is told to be one, and stays where its lines do', () => {
    expect(isFormatted(text)).toBe(true);
    const shown = plainFieldText(text);
    expect(mergePlainText(text, shown)).toEqual(text);
    expect(mergePlainText(text, shown.replace('After', 'Below'))).toEqual({
      ...text,
      content: [...text.content.slice(0, 2), paragraph('Below')],
    });
  });

  test('becomes words where they are changed', () => {
    const changed = mergePlainText(text, plainFieldText(text).replace('| B', '| C'));
    expect(outline(changed)).toEqual(['Before', 'A |⏎| C', 'After']);
  });
});

test('the editor’s table is stored as a rectangle with its headers above, whatever it was', () => {
  const cell = (type: string, text: string, attrs = {}) => ({
    type,
    attrs: { colspan: 1, rowspan: 1, colwidth: null, ...attrs },
    content: [paragraph(text)],
  });
  const document = {
    type: 'doc',
    content: [
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('tableCell', 'a'), cell('tableHeader', 'b')] },
          { type: 'tableRow', content: [cell('tableHeader', 'c', { colwidth: [9] })] },
        ],
      },
      { type: 'paragraph' },
    ],
  };
  expect(storedText(document)).toEqual(tableText(['a', 'b'], ['c', '']));
});

describe('a table of a clipboard', () => {
  const pasted = (html: string, options = {}) =>
    outline(richTextFromPasted(parseHtml(html), { hasTables: true, ...options }));

  test.each([
    {
      name: 'Word: a table is one, without the bold of its headers',
      html: `<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Court</b></p></td><td><p class=MsoNormal><b><u>Year</u></b></p></td></tr><tr><td><p class=MsoNormal><b>CJEU</b></p></td><td><p class=MsoNormal>2014</p></td></tr></table>`,
      expected: ['|Court|<u>Year</u>|', '|<b>CJEU</b>|2014|'],
    },
    {
      name: 'with a caption and parts',
      html: '<table><caption>Cases</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody><tfoot><tr><td>3</td><td>4</td></tr></tfoot></table>',
      expected: ['Cases', '|A|B|', '|1|2|', '|3|4|'],
    },
    {
      name: 'cells over several columns and rows leave the others empty',
      html: '<table><tr><td colspan=2>A</td><td>B</td></tr><tr><td rowspan=2>C</td><td>D</td><td>E</td></tr><tr><td>F</td><td>G</td></tr></table>',
      expected: ['|A||B|', '|C|D|E|', '||F|G|'],
    },
    {
      name: 'headings, quotations and lists in cells',
      html: '<table><tr><th><h2>A</h2></th><th>B</th></tr><tr><td><blockquote>C</blockquote></td><td><ul><li>D</li><li>E</li></ul></td></tr></table>',
      expected: ['|A|B|', '|C|- D⏎- E|'],
    },
    {
      name: 'a layout is none',
      html: '<table><tr><td><table><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table></td><td>E</td></tr><tr><td>F</td><td>G</td></tr></table>',
      expected: ['|A|B|', '|C|D|', 'E', 'F | G'],
    },
    {
      name: 'nor one that says that it keeps a layout',
      html: '<table role=presentation><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table>',
      expected: ['A | B', 'C | D'],
    },
    {
      name: 'in a list it is lines',
      html: '<ul><li><table><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table></li></ul>',
      expected: ['- A | B', '  C | D'],
    },
  ])('$name', ({ html, expected }) => {
    expect(pasted(html)).toEqual(expected);
  });

  test('that is too large becomes lines, and that is said', () => {
    for (const attributes of ['colspan=1000000', 'rowspan=1000000 colspan=99']) {
      let isTold = false;
      const html = `<table><tr><td ${attributes}>A</td></tr><tr><td>B</td><td>C</td></tr></table>`;
      const lines = pasted(html, { onLargeTable: () => (isTold = true) });
      expect(lines, attributes).toEqual(['A', 'B | C']);
      expect(isTold).toBe(true);
    }
  });
});
