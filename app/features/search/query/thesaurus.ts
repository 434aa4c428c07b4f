import entries from './thesaurus.json';

/** A term of the thesaurus in its language. */
export type Synonym = { language: string; text: string };

/** A part of a query: words, and what the same is called elsewhere. */
export type QueryPart = { text: string; synonyms: Synonym[] };

type Term = { words: string[]; concept: number };

const concepts: readonly Synonym[][] = entries.map((concept) =>
  Object.entries(concept).flatMap(([language, texts]) =>
    texts.map((text: string) => ({ language, text })),
  ),
);

/** Articles and prepositions, which stand in a term in one text and not in another. */
const particles = new Set(
  'the of to be an at in on for by de des du la le les los las el al un une una del della dello di da der die das den dem auf von zum zur na do od от на за да το τη την της του των στη στο στην'.split(
    ' ',
  ),
);

/** Every term by the first letters of its first word. */
const terms = new Map<string, Term[]>();
for (const [concept, synonyms] of concepts.entries()) {
  for (const { text } of synonyms) {
    const words = foldedWords(text).map(({ folded }) => folded);
    const start = startOf(words[0] ?? '');
    terms.set(start, [...(terms.get(start) ?? []), { words, concept }]);
  }
}

function startOf(word: string): string {
  return word.slice(0, 3);
}

type Word = { text: string; folded: string; chunk: number };

/**
 * Without accents and capitals; elided articles and single letters are left out. `chunk` counts
 * what stands between blanks, such as a number with its strokes.
 */
function foldedWords(text: string): Word[] {
  const words = allWords(text);
  const telling = words.filter(({ folded }) => !particles.has(folded));
  return telling.length > 0 ? telling : words;
}

function allWords(text: string): Word[] {
  return text
    .split(/\s+/)
    .flatMap((piece, chunk) =>
      [...piece.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)]
        .map(([word]) => ({ text: piece, folded: fold(word), chunk }))
        .filter(({ folded }) => folded.length > 1),
    );
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}-]/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss');
}

const longestEnding = 2;
const shortestStem = 4;

/** Whether two words differ in their endings only. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= Math.max(shortestStem, one.length - longestEnding, other.length - longestEnding);
}

/**
 * Splits a query into terms that the thesaurus knows, the longest first, and single words, numbers
 * and abbreviations as they were typed.
 */
export function splitByThesaurus(query: string): QueryPart[] {
  const words = foldedWords(query);
  const parts: QueryPart[] = [];
  let at = 0;
  while (at < words.length) {
    const found = longestTerms(words.slice(at));
    const synonyms = found.flatMap(({ concept }) => concepts[concept] ?? []);
    const chunk = words[at]?.chunk;
    let end = at + (found[0]?.words.length ?? 1);
    if (found.length === 0) while (words[end]?.chunk === chunk) end += 1;
    const texts = new Set(words.slice(at, end).map(({ text }) => text));
    parts.push({ text: [...texts].join(' '), synonyms });
    at = end;
  }
  return parts;
}

function longestTerms(words: readonly Word[]): Term[] {
  const fitting = (terms.get(startOf(words[0]?.folded ?? '')) ?? []).filter((term) =>
    term.words.every((word, index) => isSameWord(word, words[index]?.folded ?? '')),
  );
  const longest = Math.max(0, ...fitting.map((term) => term.words.length));
  const seen = new Set<number>();
  return fitting.filter(({ words: { length }, concept }) => {
    if (length < longest || seen.has(concept)) return false;
    seen.add(concept);
    return true;
  });
}
