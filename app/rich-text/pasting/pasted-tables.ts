import type { PastedElement, PastedNode } from './pasted-text';
import { tableLimits } from '../tables';

/** A cell of a pasted table; null: one that a neighbour goes over. */
type Cell = PastedElement | null;

/** What was pasted as a table: the words above it, and its cells row by row. */
export type PastedTable = { captions: PastedElement[]; rows: Cell[][] };

const elementsIn = (children: readonly PastedNode[]): PastedElement[] =>
  children.filter((child) => typeof child !== 'string');

/**
 * The cells of a table of facts; null for one that only keeps a layout in shape: of a single row or
 * column, or with tables in it. Cells that go over several rows or columns leave the others empty.
 */
export function readPastedTable(table: PastedElement): PastedTable | null {
  if (/^(presentation|none)$/.test(table.attributes.role ?? '')) return null;
  if (elementsIn(table.children).some(hasTable)) return null;
  const captions = elementsIn(table.children).filter(({ tag }) => tag === 'caption');
  const rows = cellsOf(rowsIn(table));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return rows.length < 2 || columns < 2 ? null : { captions, rows };
}

const hasTable = (element: PastedElement): boolean =>
  element.tag === 'table' || elementsIn(element.children).some(hasTable);

const rowsIn = (element: PastedElement): PastedElement[] =>
  elementsIn(element.children).flatMap((child) => {
    if (child.tag === 'tr') return [child];
    return /^(thead|tbody|tfoot)$/.test(child.tag) ? rowsIn(child) : [];
  });

/** How far a cell goes, no further than what is refused anyhow. */
function spanOf({ attributes }: PastedElement, name: 'colspan' | 'rowspan', most: number): number {
  const span = Number.parseInt(attributes[name] ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(1, span), most + 1);
}

function cellsOf(rows: readonly PastedElement[]): Cell[][] {
  const grid: Cell[][] = rows.map(() => []);
  rows.forEach((row, place) => {
    let column = 0;
    for (const cell of elementsIn(row.children).filter(({ tag }) => /^t[dh]$/.test(tag))) {
      while (grid[place]?.[column] !== undefined) column += 1;
      const width = spanOf(cell, 'colspan', tableLimits.columns);
      const height = spanOf(cell, 'rowspan', tableLimits.rows);
      for (const covered of grid.slice(place, place + height)) {
        for (let offset = 0; offset < width; offset += 1) covered[column + offset] = null;
      }
      grid[place]?.splice(column, 1, cell);
      column += width;
    }
  });
  return grid.filter((row) => row.length > 0).map((row) => Array.from(row, (cell) => cell ?? null));
}
