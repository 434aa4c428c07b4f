import { showOnce } from './shown-once';

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

/** What was packed or unpacked here is at hand: the page that is made of it need not read it again. */
const known = new WeakMap<PackedRows, readonly object[]>();

/** What was made of rows that are kept, which come again and again. */
const packedOnce = new WeakMap<readonly object[], { written: string; packed: PackedRows }>();

/** All that the rows say, of those that are sent without what the page shows. */
const whole = new WeakMap<PackedRows, string>();

/** All that the rows say, as one string. */
export const rowsAsText = (from: PackedRows): string => whole.get(from) ?? from.rows;

/**
 * @param rows plain data as JSON knows it, all with the same keys; not to be changed any more
 * @param written the column, if any, whose values are null or JSON already, as the database wrote
 * it: it is not written again. Here it stays JSON, in the browser it is what that says, or an empty
 * text where the page that came shows it.
 */
export function packRows(rows: readonly object[], written = ''): PackedRows {
  const once = packedOnce.get(rows);
  if (once?.written === written) return once.packed;
  const packed = pack(rows, written);
  packedOnce.set(rows, { written, packed });
  return packed;
}

function pack(rows: readonly object[], written: string): PackedRows {
  const packed: Columns = { length: rows.length, same: {}, columns: {} };
  for (const [key, first] of Object.entries(rows[0] ?? {})) {
    if (key === written) continue;
    const values = rows.map((row): unknown => Reflect.get(row, key));
    const isSame = !isTree(first) && values.every((value) => value === first);
    if (isSame) packed.same[key] = first;
    else packed.columns[key] = values;
  }
  const facts = JSON.stringify(packed);
  if (written === '') return knownAs(rows, facts);
  const values = rows.map((row): unknown => Reflect.get(row, written));
  const column = values.map((value) => (typeof value === 'string' ? value : 'null'));
  const text = knownAs(rows, withColumn(facts, written, column));
  const shown = column.map((value) => (value === 'null' ? value : '""'));
  const sent = knownAs(rows, withColumn(facts, written, shown));
  whole.set(sent, text.rows);
  showOnce(text, sent);
  return text;
}

function knownAs(rows: readonly object[], text: string): PackedRows {
  const packed = { rows: text };
  known.set(packed, rows);
  return packed;
}

/** Puts a column of JSON at the end of the columns, which are the end. */
function withColumn(packed: string, key: string, values: readonly string[]): string {
  if (values.length === 0) return packed;
  const before = packed.slice(0, -2);
  const comma = before.endsWith('{') ? '' : ',';
  return `${before}${comma}${JSON.stringify(key)}:[${values.join(',')}]}}`;
}

const isTree = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * The rows as they were. `Row` is what `packRows` was given, by the word of the caller. They are the
 * same ones each time, so they are not to be changed.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as said, by the caller's word
export function unpackRows<Row extends object>(from: PackedRows): readonly Row[];
export function unpackRows(from: PackedRows): readonly object[] {
  const atHand = known.get(from);
  if (atHand) return atHand;
  const { length, same, columns }: Columns = JSON.parse(from.rows);
  const all = Object.entries(columns);
  const rows = Array.from({ length }, (_, number) => {
    const row: object = { ...same };
    for (const [key, values] of all) Object.assign(row, { [key]: values[number] });
    return row;
  });
  known.set(from, rows);
  return rows;
}
