import type { PastedElement, PastedNode } from './pasted-text';
import { type CellBlock, type RichTextMark, safeHref } from '../rich-text';

export type InlineText =
  | { type: 'text'; text: string; marks?: RichTextMark[] }
  | { type: 'hardBreak' };

type MarkedElement = { tag: string; attributes: Record<string, string> };
type PlainMark = Exclude<RichTextMark['type'], 'link'>;

const markOfTag: Record<string, PlainMark> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  sup: 'superscript',
  sub: 'subscript',
};

const markOfStyle: readonly (readonly [RegExp, PlainMark])[] = [
  [/(?<![\w-])font-weight:\s*(bold|bolder|[6-9]00)/i, 'bold'],
  [/(?<![\w-])font-style:\s*(italic|oblique)/i, 'italic'],
  [/(?<![\w-])text-decoration[a-z-]*:[^;]*\bunderline/i, 'underline'],
  [/(?<![\w-])text-decoration[a-z-]*:[^;]*\bline-through/i, 'strike'],
  [/(?<![\w-])vertical-align:\s*super/i, 'superscript'],
  [/(?<![\w-])vertical-align:\s*sub(?!\w)/i, 'subscript'],
];

const isUnsaid: readonly (readonly [RegExp, PlainMark])[] = [
  [/(?<![\w-])font-weight:\s*(normal|[1-4]00)/i, 'bold'],
  [/(?<![\w-])font-style:\s*normal/i, 'italic'],
  [/(?<![\w-])text-decoration[a-z-]*:\s*none/i, 'underline'],
];

/** The marks of what stands within an element: its tag's, its style's, and those around it. */
export function marksWithin(
  { tag, attributes }: MarkedElement,
  around: readonly RichTextMark[],
): RichTextMark[] {
  const style = attributes.style ?? '';
  const names = new Set<PlainMark>();
  const ownMark = markOfTag[tag];
  if (ownMark) names.add(ownMark);
  for (const [pattern, name] of markOfStyle) if (pattern.test(style)) names.add(name);
  const unsaid = isUnsaid.filter(([pattern]) => pattern.test(style)).map(([, name]) => name);
  for (const name of unsaid) names.delete(name);
  const marks = around.filter((mark) => mark.type === 'link' || !unsaid.includes(mark.type));
  for (const type of names) {
    if (!marks.some((mark) => mark.type === type)) marks.push({ type });
  }
  const href = tag === 'a' ? linkTarget(attributes.href) : null;
  if (!href) return marks;
  // A link is underlined as it is.
  return [
    ...marks.filter(({ type }) => type !== 'link' && type !== 'underline'),
    { type: 'link', attrs: { href } },
  ];
}

function linkTarget(href: string | undefined): string | null {
  const result = safeHref.safeParse(href?.trim());
  return result.success && !result.data.startsWith('#') ? result.data : null;
}

const order: readonly RichTextMark['type'][] = [
  'link',
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
];

/** The marks in the one order in which they are stored. */
export function normalizeMarks(marks: readonly RichTextMark[]): RichTextMark[] {
  const isLink = marks.some(({ type }) => type === 'link');
  return marks
    .filter(({ type }) => !(isLink && type === 'underline'))
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
}

/** Collects words and line breaks, and gives them as paragraphs with the blanks of HTML removed. */
export class PastedWords {
  #content: InlineText[] = [];

  add(text: string, marks: readonly RichTextMark[]): void {
    // A soft hyphen is a matter of the page the text comes from.
    const words = text.replaceAll('\u00AD', '').replaceAll(/[\s\u00A0]+/g, ' ');
    if (words === '') return;
    const own = normalizeMarks(marks);
    const last = this.#content.at(-1);
    const isAfterSpace = !last || last.type === 'hardBreak' || last.text.endsWith(' ');
    const added = isAfterSpace ? words.trimStart() : words;
    if (added === '') return;
    if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(own)) {
      last.text += added;
    } else {
      this.#content.push({ type: 'text', text: added, ...(own.length > 0 ? { marks: own } : {}) });
    }
  }

  addBreak(): void {
    this.#content.push({ type: 'hardBreak' });
  }

  /** What was collected: two breaks in a row begin a paragraph, a single one stays. */
  takeParagraphs(): InlineText[][] {
    const paragraphs: InlineText[][] = [[]];
    this.#content.forEach((inline, position) => {
      const isDouble =
        inline.type === 'hardBreak' && this.#content[position - 1]?.type === 'hardBreak';
      if (isDouble) paragraphs.push([]);
      else paragraphs.at(-1)?.push(inline);
    });
    this.#content = [];
    return paragraphs.map(trimmed).filter((content) => content.length > 0);
  }
}

function trimmed(content: InlineText[]): InlineText[] {
  const kept = [...content];
  const isBlank = (inline: InlineText | undefined) =>
    inline?.type === 'hardBreak' || (inline?.type === 'text' && inline.text.trim() === '');
  while (isBlank(kept[0])) kept.shift();
  while (isBlank(kept.at(-1))) kept.pop();
  return kept.map((inline, position) => {
    const isBeforeBreak = position === kept.length - 1 || kept[position + 1]?.type === 'hardBreak';
    return inline.type === 'text' && isBeforeBreak
      ? { ...inline, text: inline.text.trimEnd() }
      : inline;
  });
}

/** Bold in a paragraph that was a heading; plain in a heading, which is bold by itself. */
export function asHeadingWords(
  inline: InlineText,
  { hasHeadings }: { hasHeadings?: boolean },
): InlineText {
  if (inline.type !== 'text') return inline;
  const { marks = [], ...plain } = inline;
  const others = marks.filter(({ type }) => type !== 'bold');
  const kept = hasHeadings ? others : normalizeMarks([...others, { type: 'bold' }]);
  return kept.length > 0 ? { ...plain, marks: kept } : plain;
}

/** What is in a header, whose words are bold by themselves. */
export function withoutBold(block: CellBlock): CellBlock {
  if (block.type !== 'paragraph' || !block.content) return block;
  const content = joined(
    block.content.map((inline) => asHeadingWords(inline, { hasHeadings: true })),
  );
  return { ...block, content };
}

/** Neighbours of the same marks as one. */
export function joined(content: readonly InlineText[]): InlineText[] {
  const parts: InlineText[] = [];
  for (const inline of content) {
    const last = parts.at(-1);
    const isSame =
      last?.type === 'text' &&
      inline.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(inline.marks);
    if (isSame) parts[parts.length - 1] = { ...last, text: last.text + inline.text };
    else parts.push(inline);
  }
  return parts;
}

/**
 * What a word processor hides or repeats for programs that know no lists, and the remarks in its
 * margin, which are for those who wrote the text.
 */
export function isHidden({ attributes }: PastedElement): boolean {
  return (
    /mso-list:\s*ignore|display:\s*none|mso-hide:\s*all|mso-element:\s*comment/i.test(
      attributes.style ?? '',
    ) || /\bMsoCommentReference\b|\bmsocomanchor\b/i.test(attributes.class ?? '')
  );
}

export function listMarker(element: PastedElement): string {
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
export function footnoteMark(element: PastedElement): string | null {
  if (element.tag !== 'a' || !footnoteHref.test(element.attributes.href ?? '')) return null;
  return textOf(element).replaceAll(/[[\]\s]/g, '') || null;
}

/** The level of a heading; null for what is none. Word for the web says it of a paragraph. */
export function headingLevel({ tag, attributes }: PastedElement): number | null {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) return Number(level);
  if (attributes.role === 'heading') return Number(attributes['aria-level']) || 1;
  return /\bMso(Title|Heading\d?)\b/.test(attributes.class ?? '') ? 1 : null;
}

/** Whether a list, with the lists in it, holds headings and nothing else. */
export function hasHeadingsOnly({ children }: PastedElement): boolean {
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

const pointsIn: Record<string, number> = { pt: 1, px: 0.75, cm: 28.35, mm: 2.835, in: 72 };

/** Half an inch is one step, as word processors indent. */
export function indentOf(style: string): number {
  const found = /(?:^|;)\s*margin-left:\s*([\d.]+)(pt|px|cm|mm|in)/i.exec(style);
  if (!found) return 0;
  const points = Number(found[1]) * (pointsIn[found[2]?.toLowerCase() ?? ''] ?? 0);
  return Math.min(8, Math.round(points / 36));
}
