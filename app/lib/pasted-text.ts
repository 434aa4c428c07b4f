import type { Block, ListItem, RichText, RichTextMark } from './rich-text';
import { type InlineText, marksWithin, PastedWords, tidyMarks } from './pasted-words';

/**
 * What a clipboard holds as HTML, as a tree that any parser can make: word processors, mail
 * programs and PDF readers. The result has only what rich texts allow: headings become bold
 * paragraphs, lists stay lists, footnote marks become superscripts, all else becomes its words.
 */
export type PastedElement = {
  tag: string;
  attributes: Record<string, string>;
  children: PastedNode[];
};
export type PastedNode = string | PastedElement;

type Options = { hasHeadings?: boolean };

/** A line of a list that a word processor writes as a paragraph with a level. */
type ListLine = { level: number; isOrdered: boolean; content: InlineText[] };
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

export function richTextFromPasted(nodes: readonly PastedNode[], options: Options = {}): RichText {
  return { type: 'doc', content: grouped(piecesOf(nodes, [], options)) };
}

const isListLine = (piece: Piece): piece is { line: ListLine } => 'line' in piece;

/** The blocks of these nodes, in order; words outside of any block make paragraphs. */
function piecesOf(nodes: readonly PastedNode[], marks: RichTextMark[], options: Options): Piece[] {
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
      const note = footnoteMark(node);
      if (note) words.add(note, [{ type: 'superscript' }]);
      else for (const child of node.children) walk(child, marksWithin(node, around));
    }
  };
  for (const node of nodes) walk(node, marks);
  flush();
  return pieces;
}

function piecesOfBlock(element: PastedElement, marks: RichTextMark[], options: Options): Piece[] {
  const level = /^h([1-6])$/.exec(element.tag)?.[1];
  if (level || /\bMso(Title|Heading\d?)\b/.test(element.attributes.class ?? '')) {
    return headingPieces(element, marks, { ...options, level: Number(level ?? 1) });
  }
  switch (element.tag) {
    case 'ul':
    case 'ol': {
      // Numbered headings arrive as lists; they are headings all the same.
      if (hasHeadingsOnly(element)) return piecesOf(element.children, marks, options);
      const items = itemsOf(element, marks, options);
      const type = element.tag === 'ol' ? 'orderedList' : 'bulletList';
      return items.length === 0 ? [] : [{ type, content: items }];
    }
    case 'blockquote': {
      const content = grouped(piecesOf(element.children, marks, options));
      return content.length === 0 ? [] : [{ type: 'blockquote', content }];
    }
    case 'tr': {
      return rowPieces(element, marks, options);
    }
    default:
      return paragraphPieces(element, marksWithin(element, marks), options);
  }
}

function headingPieces(
  element: PastedElement,
  marks: RichTextMark[],
  options: Options & { level: number },
): Piece[] {
  const level = options.level <= 2 ? (2 as const) : (3 as const);
  return piecesOf(element.children, marks, options).map((piece) => {
    if (isListLine(piece) || piece.type !== 'paragraph') return piece;
    const content = piece.content?.map((inline) => asHeadingWords(inline, options));
    return options.hasHeadings
      ? { type: 'heading', attrs: { level }, content }
      : { ...piece, content };
  });
}

/** Bold in a paragraph that was a heading; plain in a heading, which is bold by itself. */
function asHeadingWords(inline: InlineText, { hasHeadings }: Options): InlineText {
  if (inline.type !== 'text') return inline;
  const { marks = [], ...plain } = inline;
  const others = marks.filter(({ type }) => type !== 'bold');
  const kept = hasHeadings ? others : tidyMarks([...others, { type: 'bold' }]);
  return kept.length > 0 ? { ...plain, marks: kept } : plain;
}

/** The cells of a row, in one line: rich texts have no tables. */
function rowPieces(element: PastedElement, marks: RichTextMark[], options: Options): Piece[] {
  const cells = element.children
    .filter((child) => typeof child !== 'string')
    .map((cell) => grouped(piecesOf([cell], marks, options)))
    .map((blocks) =>
      blocks.flatMap((block) =>
        'content' in block && block.type === 'paragraph' ? (block.content ?? []) : [],
      ),
    )
    .filter((content) => content.length > 0);
  if (cells.length === 0) return [];
  const content = cells.flatMap((cell, position) =>
    position === 0 ? cell : [{ type: 'text' as const, text: ' | ' }, ...cell],
  );
  return [{ type: 'paragraph', content }];
}

/** Paragraphs; one that a word processor marks as a line of a list becomes such a line. */
function paragraphPieces(element: PastedElement, marks: RichTextMark[], options: Options): Piece[] {
  const style = element.attributes.style ?? '';
  const listLevel = /mso-list:\s*\S+\s+level(\d+)/i.exec(style)?.[1];
  const pieces = piecesOf(element.children, marks, options);
  if (listLevel && element.tag === 'p') {
    const isOrdered = /^[\s(]*(\d+|[a-z]{1,4})[.)]/i.test(listMarker(element));
    return pieces.map((piece) =>
      !isListLine(piece) && piece.type === 'paragraph'
        ? { line: { level: Number(listLevel), isOrdered, content: piece.content ?? [] } }
        : piece,
    );
  }
  const indent = element.tag === 'p' ? indentOf(style) : 0;
  if (indent === 0) return pieces;
  return pieces.map((piece) =>
    !isListLine(piece) && piece.type === 'paragraph' ? { ...piece, attrs: { indent } } : piece,
  );
}

const pointsIn: Record<string, number> = { pt: 1, px: 0.75, cm: 28.35, mm: 2.835, in: 72 };

/** Half an inch is one step, as word processors indent. */
function indentOf(style: string): number {
  const found = /(?:^|;)\s*margin-left:\s*([\d.]+)(pt|px|cm|mm|in)/i.exec(style);
  if (!found) return 0;
  const points = Number(found[1]) * (pointsIn[found[2]?.toLowerCase() ?? ''] ?? 0);
  return Math.min(8, Math.round(points / 36));
}

/** Whether a list, with the lists in it, holds headings and nothing else. */
function hasHeadingsOnly({ children }: PastedElement): boolean {
  const inner = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  return (
    inner.length > 0 &&
    inner.every(
      (child) =>
        typeof child !== 'string' &&
        (/^h[1-6]$/.test(child.tag) || (/^(ul|ol|li)$/.test(child.tag) && hasHeadingsOnly(child))),
    )
  );
}

/** Items of a list; a list directly in a list, as some programs write, belongs to the item before. */
function itemsOf(list: PastedElement, marks: RichTextMark[], options: Options): ListItem[] {
  const items: ListItem[] = [];
  for (const child of list.children) {
    if (typeof child === 'string' && child.trim() === '') continue;
    const isItem = typeof child !== 'string' && child.tag === 'li';
    const blocks = grouped(piecesOf(isItem ? child.children : [child], marks, options));
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
    if (lines.length > 0)
      blocks.push(...listsOf(lines, Math.min(...lines.map(({ level }) => level))));
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

function listsOf(lines: readonly ListLine[], level: number): Block[] {
  const lists: { type: 'bulletList' | 'orderedList'; content: ListItem[] }[] = [];
  let deeper: ListLine[] = [];
  const flush = () => {
    const item = lists.at(-1)?.content.at(-1);
    if (deeper.length > 0 && item) item.content.push(...listsOf(deeper, level + 1));
    deeper = [];
  };
  for (const line of lines) {
    if (line.level > level && lists.length > 0) {
      deeper.push(line);
      continue;
    }
    flush();
    const type = line.isOrdered ? 'orderedList' : 'bulletList';
    const item: ListItem = {
      type: 'listItem',
      content: [{ type: 'paragraph', content: line.content }],
    };
    const last = lists.at(-1);
    if (last?.type === type) last.content.push(item);
    else lists.push({ type, content: [item] });
  }
  flush();
  return lists;
}

/** What a word processor hides or repeats for programs that know no lists. */
function isHidden({ attributes }: PastedElement): boolean {
  return /mso-list:\s*ignore|display:\s*none|mso-hide:\s*all/i.test(attributes.style ?? '');
}

function listMarker(element: PastedElement): string {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (/mso-list:\s*ignore/i.test(child.attributes.style ?? '')) return textOf(child);
    const inner = listMarker(child);
    if (inner) return inner;
  }
  return '';
}

function textOf(node: PastedNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

const footnoteHref =
  /#(_?(ftn|edn)(ref)?\d+|sd(foot|end)note\d+(sym|anc)|fn(ref)?[:-]?\d+|footnote-?(ref-?)?\d+)$/i;

/** The number of a footnote, where the element is the link to it or back. */
function footnoteMark(element: PastedElement): string | null {
  if (element.tag !== 'a' || !footnoteHref.test(element.attributes.href ?? '')) return null;
  return textOf(element).replaceAll(/[[\]\s]/g, '') || null;
}
