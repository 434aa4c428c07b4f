/**
 * Rows as one short string, for the data of a page: each column is written once instead of in every
 * row, and a value that all rows share once altogether. The framework's own encoding of hundreds of
 * objects takes longer than making the page.
 */
export type PackedRows = { rows: string };

type Columns = {
  length: number;
  /** What all rows have in common. */
  same: Record<string, unknown>;
  columns: Record<string, unknown[]>;
};

/** @param rows plain data as JSON knows it, all with the same keys */
export function packRows(rows: readonly object[]): PackedRows {
  const packed: Columns = { length: rows.length, same: {}, columns: {} };
  const records = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
  for (const key of records[0]?.keys() ?? []) {
    const values = records.map((record) => record.get(key));
    const [first] = values;
    const isSame = !isTree(first) && values.every((value) => value === first);
    if (isSame) packed.same[key] = first;
    else packed.columns[key] = values;
  }
  return { rows: JSON.stringify(packed) };
}

const isTree = (value: unknown) => typeof value === 'object' && value !== null;

/** The rows as they were; `Row` is what `packRows` was given, by the word of the caller. */
export function unpackRows<Row extends object>({ rows }: PackedRows): Row[] {
  const { length, same, columns }: Columns = JSON.parse(rows);
  const all = Object.entries(columns);
  return Array.from({ length }, (_, number) => {
    const row: Row = JSON.parse('{}');
    Object.assign(row, same);
    for (const [key, values] of all) Object.assign(row, { [key]: values[number] });
    return row;
  });
}
