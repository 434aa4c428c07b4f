import type { Block, RichText } from './rich-text';
import { plainText } from './plain-text';

/*
 * Rich texts where there is no editor: a plain field whose paragraphs are separated by empty lines.
 */

/** NFC, and without the control characters that PostgreSQL or a reader cannot take. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.normalize('NFC').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}

/** The paragraphs of a plain text; an empty line separates them. */
function paragraphsIn(text: string): string[] {
  return cleanText(text.replaceAll(/\r\n?/g, '\n'))
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter((paragraph) => paragraph !== '');
}

function blockOf(paragraph: string): Block {
  return {
    type: 'paragraph' as const,
    content: paragraph
      .split('\n')
      .flatMap((line, position) => [
        ...(position > 0 ? [{ type: 'hardBreak' as const }] : []),
        ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
      ]),
  };
}

/** Plain text as paragraphs: an empty line separates them, a line break stays one. */
export function textToRichText(text: string): RichText {
  return { type: 'doc', content: paragraphsIn(text).map(blockOf) };
}

/** A rich text as the content of a plain field. */
export function plainFieldText(text: RichText): string {
  return text.content.map((block) => plainText(block)).join('\n\n');
}

/** Whether a rich text has more than a plain field shows: marks, links, lists, quotations … */
export function isFormatted({ content }: RichText): boolean {
  return content.some(
    (block) =>
      block.type !== 'paragraph' ||
      (block.attrs?.indent ?? 0) > 0 ||
      (block.content ?? []).some((inline) => inline.type === 'text' && inline.marks?.length),
  );
}

/** A block with the empty paragraphs after it, which a plain field does not show. */
type Group = { paragraphs: string[]; blocks: Block[] };

/** The paragraphs of the plain field for each block. */
function groupsOf(text: RichText): Group[] {
  const waiting = paragraphsIn(plainFieldText(text));
  const groups: Group[] = [];
  let before: Block[] = [];
  for (const block of text.content) {
    const paragraphs = waiting.splice(0, paragraphsIn(plainText(block)).length);
    const last = groups.at(-1);
    if (paragraphs.length > 0) {
      groups.push({ paragraphs, blocks: [...before, block] });
      before = [];
    } else if (last) last.blocks.push(block);
    else before.push(block);
  }
  return groups;
}

const isAt = (place: number, typed: readonly string[], { paragraphs }: Group) =>
  paragraphs.every((paragraph, offset) => typed[place + offset] === paragraph);

/** A separator that no paragraph contains. */
const keyOf = (paragraphs: readonly string[]) => paragraphs.join('\n\n');

/**
 * Merges the text of a plain field into `base`. Unchanged paragraphs, lists and quotations, moved
 * ones included, keep the formatting that the field does not show; the others become plain
 * paragraphs.
 */
export function mergePlainText(base: RichText, text: string): RichText {
  const typed = paragraphsIn(text);
  const groups = groupsOf(base);
  const content: Block[] = [];
  let start = 0;
  let place = 0;
  for (let group = groups[start]; group && isAt(place, typed, group); group = groups[start]) {
    content.push(...group.blocks);
    place += group.paragraphs.length;
    start += 1;
  }
  const after: Block[] = [];
  let end = typed.length;
  while (groups.length > start) {
    const group = groups.at(-1);
    const from = end - (group?.paragraphs.length ?? 0);
    if (!group || from < place || !isAt(from, typed, group)) break;
    after.unshift(...group.blocks);
    end = from;
    groups.pop();
  }
  content.push(...mergeChangedParagraphs(groups.slice(start), typed.slice(place, end)), ...after);
  return { type: 'doc', content };
}

/** Merges the part between the first and the last change, wherever its paragraphs are now. */
function mergeChangedParagraphs(groups: readonly Group[], typed: readonly string[]): Block[] {
  const byWords = new Map<string, Group[]>();
  for (const group of groups) {
    const key = keyOf(group.paragraphs);
    const same = byWords.get(key);
    if (same) same.push(group);
    else byWords.set(key, [group]);
  }
  const lengths = [...new Set(groups.map(({ paragraphs }) => paragraphs.length))].toSorted(
    (a, b) => b - a,
  );
  const content: Block[] = [];
  for (let place = 0; place < typed.length;) {
    const found = lengths
      .map((length) => byWords.get(keyOf(typed.slice(place, place + length))))
      .find((same) => same && same.length > 0)
      ?.shift();
    content.push(...(found?.blocks ?? [blockOf(typed[place] ?? '')]));
    place += found?.paragraphs.length ?? 1;
  }
  return content;
}

/** As `mergePlainText`, of words in the middle of being typed: a blank at their end stays. */
export function mergeUnfinishedText(base: RichText, text: string): RichText {
  const { content } = mergePlainText(base, text);
  const [blank = ''] = /\s*$/.exec(text) ?? [];
  const last = content.at(-1);
  if (blank === '' || !last) return { type: 'doc', content };
  if (blank.includes('\n')) return { type: 'doc', content: [...content, { type: 'paragraph' }] };
  if (last.type !== 'paragraph') return { type: 'doc', content };
  const inlines = last.content ?? [];
  const end = inlines.at(-1);
  if (end?.type !== 'text') return { type: 'doc', content };
  const longer = { ...end, text: end.text + blank };
  return {
    type: 'doc',
    content: [...content.slice(0, -1), { ...last, content: [...inlines.slice(0, -1), longer] }],
  };
}
