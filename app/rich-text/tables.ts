import type { Block, CellBlock, NestedBlock, Table } from './rich-text';

/** What a table may have at most: more is a file to download, not something to read in a text. */
export const tableLimits = { rows: 100, columns: 12, cells: 600 };

type Rows = { content: readonly { content: readonly unknown[] }[] };

/** Whether a table is small enough. */
export const isTableWithinLimits = ({ content }: Rows): boolean =>
  content.every((row) => isSizeWithinLimits(content.length, row.content.length));

export const isSizeWithinLimits = (rows: number, columns: number): boolean =>
  rows <= tableLimits.rows && columns <= tableLimits.columns && rows * columns <= tableLimits.cells;

/** What is in each cell of a row. */
export type CellContents = readonly (readonly CellBlock[])[];

/**
 * A table of these rows. The first row holds the headers of the columns; shorter rows are filled up.
 * Without a cell there is no table.
 */
export function tableOf(rows: readonly CellContents[]): Table[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return [];
  const content = rows.map((row, place) => ({
    type: 'tableRow' as const,
    content: Array.from({ length: columns }, (_, column) => ({
      type: place === 0 ? ('tableHeader' as const) : ('tableCell' as const),
      content: row[column]?.length ? [...row[column]] : [{ type: 'paragraph' as const }],
    })),
  }));
  return [{ type: 'table', content }];
}

/** Blocks as a cell may hold them: headings become paragraphs, quotations their words. */
export function cellBlocks(blocks: readonly NestedBlock[]): CellBlock[] {
  return blocks.flatMap((block): CellBlock[] => {
    if (block.type === 'blockquote') return cellBlocks(block.content);
    if (block.type !== 'heading') return [block];
    return [{ type: 'paragraph', ...(block.content ? { content: block.content } : {}) }];
  });
}

/** The blocks that lists, quotations and cells may hold. */
export const nestedOnly = (blocks: readonly Block[]): NestedBlock[] =>
  blocks.filter((block) => block.type !== 'table' && block.type !== 'picture');
