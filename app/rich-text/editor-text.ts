import {
  type Block,
  type CellBlock,
  type ListItem,
  type NestedBlock,
  numberedFrom,
  pictureOf,
  type RichText,
  type RichTextMark,
  safeHref,
} from './rich-text';
import { cellBlocks, tableOf } from './tables';

/**
 * The editor's document as it is stored: the editor gives nodes and marks more attributes than a
 * rich text has (a link's target, the kind of a list's numbers), and these are left out.
 */
export function storedText(document: unknown): RichText {
  const blocks = contentOf(document).flatMap((node): Block[] => {
    const type = isObject(node) ? node.type : null;
    if (type === 'table') return storedTable(node);
    return type === 'picture' ? storedPicture(node) : storedBlock(node);
  });
  // The empty paragraphs after the last words are room to write in, not text.
  while (isEmptyParagraph(blocks.at(-1))) blocks.pop();
  return { type: 'doc', content: blocks };
}

function isEmptyParagraph(block: Block | undefined): boolean {
  return block?.type === 'paragraph' && !block.content?.length;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is in a node that the schema has not checked yet. */
export function contentOf(node: unknown): unknown[] {
  return isObject(node) && Array.isArray(node.content) ? node.content : [];
}

function attributesOf(node: unknown): Record<string, unknown> {
  return isObject(node) && isObject(node.attrs) ? node.attrs : {};
}

/** A picture with the words that it has. */
function storedPicture(node: unknown): Block[] {
  const { caption, ...attrs } = attributesOf(node);
  const picture = pictureOf(caption ? { ...attrs, caption } : attrs);
  return picture ? [picture] : [];
}

/** Rows of the same length, of which the first one is of headers. */
function storedTable(node: unknown): Block[] {
  const rows = contentOf(node).map((row) => contentOf(row).map(storedCell));
  return tableOf(rows);
}

function storedCell(node: unknown): CellBlock[] {
  return cellBlocks(contentOf(node).flatMap(storedBlock));
}

function storedBlock(node: unknown): NestedBlock[] {
  if (!isObject(node)) return [];
  const { type } = node;
  if (type === 'paragraph') {
    const indent = Number(attributesOf(node).indent ?? 0);
    const content = inlinesOf(node);
    return [
      {
        type,
        ...(indent > 0 ? { attrs: { indent } } : {}),
        ...(content.length > 0 ? { content } : {}),
      },
    ];
  }
  if (type === 'heading') {
    const level = attributesOf(node).level === 3 ? (3 as const) : (2 as const);
    return [{ type, attrs: { level }, content: inlinesOf(node) }];
  }
  if (type === 'blockquote') {
    const content = contentOf(node).flatMap(storedBlock);
    return content.length > 0 ? [{ type, content }] : [];
  }
  if (type === 'bulletList' || type === 'orderedList') {
    const content = contentOf(node).flatMap(storedItem);
    if (content.length === 0) return [];
    if (type === 'bulletList') return [{ type, content }];
    return [{ type, ...numberedFrom(Number(attributesOf(node).start ?? 1)), content }];
  }
  return [];
}

function storedItem(node: unknown): ListItem[] {
  const content = contentOf(node).flatMap(storedBlock);
  return content.length > 0 ? [{ type: 'listItem', content }] : [];
}

type Inline = NonNullable<Extract<Block, { type: 'paragraph' }>['content']>[number];

function inlinesOf(node: unknown): Inline[] {
  return contentOf(node).flatMap((inline): Inline[] => {
    if (!isObject(inline)) return [];
    if (inline.type === 'hardBreak') return [{ type: 'hardBreak' }];
    if (typeof inline.text !== 'string' || inline.text === '') return [];
    const marks = Array.isArray(inline.marks) ? inline.marks.flatMap(storedMark) : [];
    return [{ type: 'text', text: inline.text, ...(marks.length > 0 ? { marks } : {}) }];
  });
}

function storedMark(mark: unknown): RichTextMark[] {
  if (!isObject(mark)) return [];
  switch (mark.type) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike':
    case 'superscript':
    case 'subscript':
      return [{ type: mark.type }];
    case 'link': {
      const href = safeHref.safeParse(attributesOf(mark).href);
      return href.success ? [{ type: 'link', attrs: { href: href.data } }] : [];
    }
    default:
      return [];
  }
}
