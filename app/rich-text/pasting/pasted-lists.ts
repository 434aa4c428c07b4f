import { type ListItem, type NestedBlock, numberedFrom } from '../rich-text';
import type { InlineText } from './pasted-words';

/** A line of a list that a word processor writes as a paragraph with a level. */
export type ListLine = {
  level: number;
  isOrdered: boolean;
  /** What its number may be, the likeliest first; empty: none is said. */
  numbers: readonly number[];
  content: InlineText[];
};

/** Whether a mark before a line is a number or a letter, and which number it may stand for. */
export function readListMarker(marker: string): { isOrdered: boolean; numbers: number[] } {
  const sign = /^[\s(]*(\d{1,6}|[a-z]{1,4})[.)]/i.exec(marker)?.[1]?.toLowerCase();
  if (!sign) return { isOrdered: false, numbers: [] };
  if (/^\d/.test(sign)) return { isOrdered: true, numbers: [Number(sign)] };
  const letter = sign.length === 1 ? [sign.charCodeAt(0) - 96] : [];
  const roman = romanNumber(sign);
  // A list of letters seldom begins with i, v or x, one of Roman numbers with c, d, l or m.
  const numbers = /^[ivx]+$/.test(sign) ? [...roman, ...letter] : [...letter, ...roman];
  return { isOrdered: true, numbers };
}

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanNumber(sign: string): number[] {
  const digits = [...sign].map((letter) => romanDigits[letter] ?? 0);
  if (digits.includes(0)) return [];
  return [
    digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0),
  ];
}

type MadeList = { isOrdered: boolean; start: number; content: ListItem[] };

/** Lines of lists that follow each other, as lists within lists. */
export function listsOf(
  lines: readonly ListLine[],
  level = Math.min(...lines.map((line) => line.level)),
): NestedBlock[] {
  const lists: MadeList[] = [];
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
    const last = lists.at(-1);
    const content: ListItem['content'] = [{ type: 'paragraph', content: line.content }];
    if (last && goesOn(last, line)) last.content.push({ type: 'listItem', content });
    else {
      const { isOrdered, numbers } = line;
      lists.push({ isOrdered, start: numbers[0] ?? 1, content: [{ type: 'listItem', content }] });
    }
  }
  flush();
  return lists.map(({ isOrdered, start, content }) =>
    isOrdered
      ? { type: 'orderedList', ...numberedFrom(start), content }
      : { type: 'bulletList', content },
  );
}

/** Whether a line is the next item of a list: another number begins another list. */
function goesOn(list: MadeList, { isOrdered, numbers }: ListLine): boolean {
  if (list.isOrdered !== isOrdered) return false;
  return numbers.length === 0 || numbers.includes(list.start + list.content.length);
}
