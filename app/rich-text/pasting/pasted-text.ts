import { type ListLine, listsOf, readListMarker } from './pasted-lists';
import { numberedMark } from './pasted-footnotes';
import { readPastedTable } from './pasted-tables';
import {
  asHeadingWords,
  hasHeadingsOnly,
  headingLevel,
  indentOf,
  isHidden,
  joined,
  listMarker,
  marksWithin,
  PastedWords,
  withoutBold,
} from './pasted-words';
import {
  type Block,
  type ListItem,
  type NestedBlock,
  numberedFrom,
  type RichText,
  type RichTextMark,
} from '../rich-text';
import { cellBlocks, isTableWithinLimits, nestedOnly, tableOf } from '../tables';

/**
 * What a clipboard holds as HTML, as a tree that any parser can make: word processors, mail
 * programs and PDF readers. The result has only what rich texts allow: headings become bold
 * paragraphs, lists stay lists, tables tables where the text may have them, footnote marks become
 * superscripts, all else becomes its words.
 */
export type PastedElement = {
  tag: string;
  attributes: Record<string, string>;
  children: PastedNode[];
};
export type PastedNode = string | PastedElement;

export type PasteOptions = {
  hasHeadings?: boolean;
  hasTables?: boolean;
  /** Of the footnotes that are in a list of their own (`takeFootnotes`). */
  noteNumbers?: ReadonlyMap<string, number>;
  /** Called for a table that is larger than a text may have; its rows become lines. */
  onLargeTable?: () => void;
};

type Piece = Block | { line: ListLine };

const ignored = new Set(
  'script style head title meta link xml template noscript svg math img object iframe form button select input textarea video audio canvas col colgroup o:smarttagtype'.split(
    ' ',
  ),
);
const blockTags = new Set(
  'html body p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table thead tbody tfoot tr td th caption section article header footer main aside nav figure figcaption address center hr fieldset details summary'.split(
    ' ',
  ),
);

export function richTextFromPasted(
  nodes: readonly PastedNode[],
  options: PasteOptions = {},
): RichText {
  return { type: 'doc', content: grouped(piecesOf(nodes, [], options)) };
}

/** The blocks within a list, a quotation or a cell, which hold no tables. */
const nestedBlocks = (
  nodes: readonly PastedNode[],
  marks: RichTextMark[],
  options: PasteOptions,
): NestedBlock[] => nestedOnly(grouped(piecesOf(nodes, marks, { ...options, hasTables: false })));

const isListLine = (piece: Piece): piece is { line: ListLine } => 'line' in piece;

/** The blocks of these nodes, in order; words outside of any block make paragraphs. */
function piecesOf(
  nodes: readonly PastedNode[],
  marks: RichTextMark[],
  options: PasteOptions,
): Piece[] {
  const pieces: Piece[] = [];
  const words = new PastedWords();
  const flush = () => {
    for (const content of words.takeParagraphs()) pieces.push({ type: 'paragraph', content });
  };
  const walk = (node: PastedNode, around: RichTextMark[]): void => {
    if (typeof node === 'string') {
      words.add(node, around);
      return;
    }
    if (ignored.has(node.tag) || isHidden(node)) return;
    if (node.tag === 'br') words.addBreak();
    else if (blockTags.has(node.tag)) {
      flush();
      pieces.push(...piecesOfBlock(node, around, options));
    } else {
      const note = numberedMark(node, options.noteNumbers);
      if (note) words.add(note, [{ type: 'superscript' }]);
      else for (const child of node.children) walk(child, marksWithin(node, around));
    }
  };
  for (const node of nodes) walk(node, marks);
  flush();
  return pieces;
}

function piecesOfBlock(
  element: PastedElement,
  marks: RichTextMark[],
  options: PasteOptions,
): Piece[] {
  const level = headingLevel(element);
  if (level) return headingPieces(element, marks, { ...options, level });
  switch (element.tag) {
    case 'ul':
    case 'ol': {
      // Numbered headings arrive as lists; they are headings all the same.
      if (hasHeadingsOnly(element)) return piecesOf(element.children, marks, options);
      const lines = webLines(element, marks, options);
      if (lines) return lines;
      const content = itemsOf(element, marks, options);
      if (content.length === 0) return [];
      if (element.tag === 'ul') return [{ type: 'bulletList', content }];
      return [{ type: 'orderedList', ...numberedFrom(startOf(element)), content }];
    }
    case 'blockquote': {
      const content = nestedBlocks(element.children, marks, options);
      return content.length === 0 ? [] : [{ type: 'blockquote', content }];
    }
    case 'table':
      return tablePieces(element, marks, options);
    case 'tr': {
      return rowPieces(element, marks, options);
    }
    default:
      return paragraphPieces(element, marksWithin(element, marks), options);
  }
}

const startOf = ({ attributes }: PastedElement) => Number.parseInt(attributes.start ?? '1', 10);

/**
 * The lines of a list as Word for the web writes it, which puts each item into a list of its own
 * and says its level; null for other lists.
 */
function webLines(
  list: PastedElement,
  marks: RichTextMark[],
  options: PasteOptions,
): Piece[] | null {
  const items = list.children.filter((child) => typeof child !== 'string');
  if (items.length === 0 || !items.every(({ attributes }) => attributes['data-aria-level'])) {
    return null;
  }
  const isOrdered = list.tag === 'ol';
  return items.flatMap((item, position) => {
    const level = Number(item.attributes['data-aria-level']) || 1;
    const numbers = isOrdered ? [startOf(list) + position] : [];
    return piecesOf(item.children, marks, options).map((piece) =>
      !isListLine(piece) && piece.type === 'paragraph'
        ? { line: { level, isOrdered, numbers, content: piece.content ?? [] } }
        : piece,
    );
  });
}

function headingPieces(
  element: PastedElement,
  marks: RichTextMark[],
  options: PasteOptions & { level: number },
): Piece[] {
  const level = options.level <= 2 ? (2 as const) : (3 as const);
  const marker = listMarker(element)
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim();
  // A heading is referred to by its number.
  const number = /\d/.test(marker) ? [{ type: 'text' as const, text: `${marker} ` }] : [];
  return piecesOf(element.children, marks, options).map((piece, position) => {
    if (isListLine(piece) || piece.type !== 'paragraph') return piece;
    const words = [...(position === 0 ? number : []), ...(piece.content ?? [])];
    const content = joined(words.map((inline) => asHeadingWords(inline, options)));
    return options.hasHeadings
      ? { type: 'heading', attrs: { level }, content }
      : { ...piece, content };
  });
}

/** A table, with its caption as a paragraph before it; lines where the text has no tables. */
function tablePieces(
  element: PastedElement,
  marks: RichTextMark[],
  options: PasteOptions,
): Piece[] {
  const asLines = () => paragraphPieces(element, marksWithin(element, marks), options);
  const pasted = options.hasTables ? readPastedTable(element) : null;
  if (!pasted) return asLines();
  const inCells = { ...options, hasHeadings: false };
  const [table] = tableOf(
    pasted.rows.map((row, place) =>
      row.map((cell) => {
        if (!cell) return [];
        const blocks = cellBlocks(nestedBlocks(cell.children, marksWithin(cell, marks), inCells));
        return place === 0 ? blocks.map(withoutBold) : blocks;
      }),
    ),
  );
  if (!table) return [];
  if (isTableWithinLimits(table)) return [...piecesOf(pasted.captions, marks, options), table];
  options.onLargeTable?.();
  return asLines();
}

/**
 * The cells of a row, in one line, where there is no table. Where a cell holds more than a line,
 * as in mails that a table keeps in shape, what it holds stays as it is.
 */
function rowPieces(element: PastedElement, marks: RichTextMark[], options: PasteOptions): Piece[] {
  const blocks = element.children
    .filter((child) => typeof child !== 'string')
    .map((cell) => grouped(piecesOf([cell], marks, options)))
    .filter((cell) => cell.length > 0);
  const isLine = blocks.every((cell) => cell.length === 1 && cell[0]?.type === 'paragraph');
  if (!isLine) return blocks.flat();
  const cells = blocks.map(([cell]) => (cell?.type === 'paragraph' ? (cell.content ?? []) : []));
  if (cells.length === 0) return [];
  const content = cells.flatMap((cell, position) =>
    position === 0 ? cell : [{ type: 'text' as const, text: ' | ' }, ...cell],
  );
  return [{ type: 'paragraph', content }];
}

/** Paragraphs; one that a word processor marks as a line of a list becomes such a line. */
function paragraphPieces(
  element: PastedElement,
  marks: RichTextMark[],
  options: PasteOptions,
): Piece[] {
  const style = element.attributes.style ?? '';
  const listLevel = /mso-list:\s*\S+\s+level(\d+)/i.exec(style)?.[1];
  const pieces = piecesOf(element.children, marks, options);
  if (listLevel && element.tag === 'p') {
    const kind = readListMarker(listMarker(element));
    return pieces.map((piece) =>
      !isListLine(piece) && piece.type === 'paragraph'
        ? { line: { level: Number(listLevel), ...kind, content: piece.content ?? [] } }
        : piece,
    );
  }
  const indent = element.tag === 'p' ? indentOf(style) : 0;
  if (indent === 0) return pieces;
  return pieces.map((piece) =>
    !isListLine(piece) && piece.type === 'paragraph' ? { ...piece, attrs: { indent } } : piece,
  );
}

/** Items of a list; a list directly in a list, as some programs write, belongs to the item before. */
function itemsOf(list: PastedElement, marks: RichTextMark[], options: PasteOptions): ListItem[] {
  const items: ListItem[] = [];
  for (const child of list.children) {
    if (typeof child === 'string' && child.trim() === '') continue;
    const isItem = typeof child !== 'string' && child.tag === 'li';
    const blocks = nestedBlocks(isItem ? child.children : [child], marks, options);
    const last = items.at(-1);
    const isNested = blocks.every(({ type }) => type === 'bulletList' || type === 'orderedList');
    if (blocks.length === 0) continue;
    if (last && isNested) last.content.push(...blocks);
    else
      items.push({
        type: 'listItem',
        content: isNested ? [{ type: 'paragraph' }, ...blocks] : blocks,
      });
  }
  return items;
}

/** Lines of lists that follow each other, as lists within lists. */
function grouped(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  let lines: ListLine[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push(...listsOf(lines));
    lines = [];
  };
  for (const piece of pieces) {
    if (isListLine(piece)) lines.push(piece.line);
    else {
      flush();
      blocks.push(piece);
    }
  }
  flush();
  return blocks;
}
