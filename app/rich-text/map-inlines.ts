import type { Block, NestedBlock, RichText, Table } from './rich-text';

export type Inlines = NonNullable<Extract<Block, { type: 'paragraph' }>['content']>;
type Change = (inlines: Inlines) => Inlines;

/** The same text with the words of each paragraph and heading changed, wherever they stand. */
export function mapInlines({ type, content }: RichText, change: Change): RichText {
  return {
    type,
    content: content.map((block) => {
      if (block.type === 'picture') return block;
      return block.type === 'table' ? changedTable(block, change) : changed(block, change);
    }),
  };
}

const changedTable = (table: Table, change: Change): Table => ({
  ...table,
  content: table.content.map((row) => ({
    ...row,
    content: row.content.map((cell) => ({
      ...cell,
      content: cell.content.map((inner) => changed(inner, change)),
    })),
  })),
});

function changed<Kind extends NestedBlock>(block: Kind, change: Change): Kind;
function changed(block: NestedBlock, change: Change): NestedBlock {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.content ? { ...block, content: change(block.content) } : block;
    case 'blockquote':
      return { ...block, content: block.content.map((inner) => changed(inner, change)) };
    case 'bulletList':
    case 'orderedList':
      return {
        ...block,
        content: block.content.map((item) => ({
          ...item,
          content: item.content.map((inner) => changed(inner, change)),
        })),
      };
  }
}
