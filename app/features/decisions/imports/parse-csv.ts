/**
 * Reads CSV (RFC 4180) with a line of names: what a cell holds, by the name of its column. Spreadsheets of
 * many countries write semicolons instead of commas. The apostrophe by which an export defuses what a
 * spreadsheet would take for a formula is taken off again.
 */
export function parseCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) =>
      Object.fromEntries(names.map((name, at) => [name.trim(), asBefore(cells[at] ?? '')])),
    );
}

/** As `toCsv` was given it. */
const asBefore = (cell: string) =>
  cell.replace(/^'(?=[=+\-@\t\r])/, '').replaceAll(/([;\t\r\n] *)'(?=[=+\-@])/g, '$1');

/** A cell that merely begins with a quotation mark is meant as it stands. */
const unquoted = (written: string) =>
  /^"[^"]*(?:""[^"]*)*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;

const cells = {
  ',': /("[^"]*(?:""[^"]*)*"|[^,\r\n]*)(,|\r?\n|\r|$)/y,
  ';': /("[^"]*(?:""[^"]*)*"|[^;\r\n]*)(;|\r?\n|\r|$)/y,
};

function cellsOf(text: string): string[][] {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  const cell = cells[separator];
  const rows: string[][] = [];
  let row: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const [whole = '', written = '', end = ''] = cell.exec(text) ?? [];
    if (whole === '') break;
    row.push(unquoted(written));
    if (end === separator && cell.lastIndex < text.length) continue;
    if (end === separator) row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}
