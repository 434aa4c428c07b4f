/** How much of a sentence is shown on either side of what it cites. */
const longestSide = 260;

/** What may stand between the characters of a citation: "C‑300/21", "C 300 / 21", "EU:C:2023:370". */
const between = String.raw`[\s\p{Pd}:.]*`;

/** A citation however it is written; a key has its letters, digits and strokes alone. */
function patternOf(key: string): RegExp {
  const text = [...key.replace(/^ECLI/, '')].join(between);
  return new RegExp(String.raw`(?<![\p{L}\p{N}/])${text}(?![\p{L}\p{N}/])`, 'iu');
}

/**
 * The sentence of a text that cites a decision.
 * @param keys of the decision: of its identifier and its numbers
 * @returns null where the text does not cite it
 */
export function sentenceAround(
  text: string,
  keys: readonly string[],
  language: string | null,
): string | null {
  const plain = onOneLine(text);
  const found = keys.map((key) => patternOf(key).exec(plain)).find((match) => match !== null);
  if (!found) return null;
  return sentenceAt(plain, [found.index, found.index + found[0].length], language);
}

/** A text as a place in it is given to `sentenceAt`. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The sentence of a text on one line that has a citation between two places. */
export function sentenceAt(
  plain: string,
  [start, end]: [number, number],
  language: string | null,
): string {
  const sentences = new Intl.Segmenter(language ?? 'en', { granularity: 'sentence' });
  const sentence = sentences.segment(plain).containing(start);
  const first = sentence?.index ?? 0;
  const last = first + (sentence?.segment.length ?? plain.length);
  // A number with a full stop in it can look like the end of a sentence.
  return cut(plain, { first, last: Math.max(last, end) }, [start, end]);
}

/** Cuts a long sentence between words, as near to the citation as there is room for. */
function cut(
  text: string,
  { first, last }: { first: number; last: number },
  [start, end]: [number, number],
): string {
  const from = start - first > longestSide ? text.indexOf(' ', start - longestSide) : first;
  const to = last - end > longestSide ? text.lastIndexOf(' ', end + longestSide) : last;
  const shown = text.slice(from, to).trim();
  return `${from > first ? '… ' : ''}${shown}${to < last ? ' …' : ''}`;
}
