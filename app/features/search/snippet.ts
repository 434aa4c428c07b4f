/** A stretch of a snippet; the found words are marked. */
export type SnippetPart = { text: string; isMarked: boolean };

/**
 * Splits a snippet whose matches are between the characters U+0001 and U+0002. Where it begins or
 * ends within a sentence, it says so.
 */
export function cutSnippet(snippet: string): SnippetPart[] {
  const words = snippet.replace(/\s+/g, ' ').trim();
  const unmarked = words.replaceAll('\u0001', '').replaceAll('\u0002', '');
  const before = /^\p{Ll}/u.test(unmarked) ? '… ' : '';
  const after = /[\p{L}\p{N},;]$/u.test(unmarked) ? ' …' : '';
  return `${before}${words}${after}`
    .split('\u0001')
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, isMarked: false }];
      const [marked = '', ...rest] = piece.split('\u0002');
      return [
        { text: marked, isMarked: true },
        { text: rest.join(''), isMarked: false },
      ];
    })
    .filter(({ text }) => text !== '');
}

type Span = { from: number; to: number };
const before = 90;
const length = 260;

/**
 * The place in a text where a citation stands, or else words that begin like one of the stems: for
 * languages whose words the database cannot mark, and for citations in any writing.
 * @param lexemes of the query, light stems marked by "~"
 * @returns nothing when it is not in the text
 */
export function snippetAround(
  text: string,
  { citations, lexemes }: { citations: readonly string[]; lexemes: readonly string[] },
): SnippetPart[] {
  const spans = [...citationSpans(text, citations), ...wordSpans(text, lexemes)];
  const [first] = spans.toSorted((a, b) => a.from - b.from);
  const cited = citationSpans(text, citations)[0] ?? first;
  if (!cited) return [];
  const start = beginning(text, Math.max(0, cited.from - before));
  const end = Math.min(text.length, start + length);
  const inside = spans
    .filter(({ from, to }) => from >= start && to <= end)
    .toSorted((a, b) => a.from - b.from);
  const parts: SnippetPart[] = start > 0 ? [{ text: '… ', isMarked: false }] : [];
  let at = start;
  for (const { from, to } of inside) {
    if (from < at) continue;
    parts.push({ text: text.slice(at, from), isMarked: false });
    parts.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  parts.push({ text: text.slice(at, end), isMarked: false });
  if (end < text.length) parts.push({ text: ' …', isMarked: false });
  return parts
    .map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }))
    .filter((part) => part.text !== '');
}

/** Not in the middle of a word. */
function beginning(text: string, at: number): number {
  if (at === 0) return 0;
  const next = text.slice(at, at + 40).search(/\s/);
  return next < 0 ? at : at + next + 1;
}

/** Letters of other keyboards, in place of those of the Court of Justice. */
const lookingAlike: Record<string, string> = { C: 'Сс', T: 'ТтΤτ' };

function citationSpans(text: string, citations: readonly string[]): Span[] {
  return citations.flatMap((key) => {
    // Both cases by hand: ignoring it makes the classes of all letters slow.
    const letters = [...key.replace(/^ECLI/, '')].map((letter) =>
      letter === '/'
        ? String.raw`\s?/\s?`
        : `[${letter}${letter.toLowerCase()}${lookingAlike[letter] ?? ''}]`,
    );
    const between = String.raw`[^\p{L}\p{N}/]{0,3}`;
    const pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}/])${letters.join(between)}(?![\p{N}/])`,
      'gu',
    );
    return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      from: index,
      to: index + found.length,
    }));
  });
}

function wordSpans(text: string, lexemes: readonly string[]): Span[] {
  const stems = [...new Set(lexemes.map((lexeme) => lexeme.replace(/^~/, '')))].filter(
    (stem) => stem.length >= 3,
  );
  if (stems.length === 0) return [];
  const spans: Span[] = [];
  for (const { index, 0: word } of text.matchAll(/\p{L}{3,}/gu)) {
    const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
    const isHit = stems.some((stem) => folded.startsWith(stem) && folded.length - stem.length <= 4);
    if (isHit) spans.push({ from: index, to: index + word.length });
  }
  return spans;
}
