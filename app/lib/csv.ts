/**
 * A table as CSV (RFC 4180) with a byte-order mark, so that spreadsheet programs read UTF-8. Cells
 * that a spreadsheet would take for a formula are defused with an apostrophe (CWE-1236), also where
 * one would begin after a semicolon, a tab or a line break: some split the lines there.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' ? defused(text) : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const defused = (text: string) =>
  text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll(/([;\t\r\n] *)(?=[=+\-@])/g, "$1'");
