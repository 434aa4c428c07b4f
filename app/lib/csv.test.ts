import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv';

/** Reads RFC 4180 as a spreadsheet program does. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  field.lastIndex = 1;
  let row: string[] = [];
  for (let found = field.exec(text); found; found = field.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('a table is written with a byte-order mark and quoted where it has to be', () => {
  const rows = [
    ['name', 'n'],
    ['Ada, "the first"', 1],
    ['two\r\nlines', null],
    ['été', -2],
  ];
  expect(toCsv(rows)).toBe(
    '\uFEFFname,n\r\n"Ada, ""the first""",1\r\n"two\r\nlines",\r\nété,-2\r\n',
  );
  expect(toCsv([])).toBe('\uFEFF\r\n');
});

test.each([
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  [';-1', ";'-1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['a;b\n=1+1', "a;b\n'=1+1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  ['a; =1+1', "a; '=1+1"],
])('%j is no formula where lines are split at semicolons, tabs or breaks', (text, safe) => {
  expect(toCsv([[text]])).toBe(`\uFEFF"${safe}"\r\n`);
});

test('an innocent semicolon is quoted and stays', () => {
  expect(toCsv([['a; b', 1]])).toBe('\uFEFF"a; b",1\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('%j is no formula', (text) => {
  expect(readCsv(toCsv([[text]]))).toEqual([[`'${text}`]]);
});

test('a reader gets back every text, and no cell begins a formula', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\r', '\n', '=', '-', '\t', 'é'),
  });
  const row = fc.array(cell, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const read = readCsv(toCsv(rows));
      expect(
        read.map((cells) =>
          cells.map((text) => text.replaceAll(/(^|[;\t\r\n])'(?=[=+\-@\t\r])/g, '$1')),
        ),
      ).toEqual(rows);
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]|[;\t\r\n][=+\-@]/);
    }),
  );
});
