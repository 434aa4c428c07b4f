import { codeOfCountry, conceptOf, concepts, furtherTerms, type Synonym } from './concepts';
import noise from './noise.json';

export type { Synonym };

/** A part of a query: words, and what the same is called elsewhere. */
export type QueryPart = {
  text: string;
  synonyms: Synonym[];
  /** The topics of decisions that are about it. */
  topics?: readonly string[];
  /** Says nothing in a question to a collection of judgments, such as "judgment". */
  isNoise?: boolean;
};

type Term = {
  words: string[];
  concept: number;
  /** So many letters are the same in each of its forms. */
  stem: number;
};

/** Concepts that answer each other's question, by their first English term. */
const related: readonly (readonly [string, string])[] = [
  ['right to be forgotten', 'de-referencing'],
];

/** Articles and prepositions, which stand in a term in one text and not in another. */
const particles = new Set(
  'the of to be an at in on for by de des du la le les los las el al un une una del della dello di da der die das den dem auf von zum zur na do od от на за да το τη την της του των στη στο στην van het een op aan voor met en in au aux et pour par sur dans con per il lo gli nel nella dal dalla su para em no nos nas ao aos os as um uma pelo pela com av pa och ett till om til og af'.split(
    ' ',
  ),
);

/** "peut-elle", "faut-il", "y a-t-il": the pronoun of a French question. */
const inversion = /(?<=\p{L})-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)(?![\p{L}-])/giu;

/** Codes and names of countries in use beside those above. */
const otherCountries: ReadonlyMap<string, string> = new Map([
  ['uk', 'GB'],
  ['england', 'GB'],
  ['great britain', 'GB'],
  ['el', 'GR'],
  ['holland', 'NL'],
  ['hollande', 'NL'],
  ['olanda', 'NL'],
  ['holanda', 'NL'],
  ['czech republic', 'CZ'],
]);

/** ISO 3166-1 code of a country that is named in one of the languages. */
export function countryNamed(name: string): string | null {
  const folded = fold(name);
  const other = otherCountries.get(folded);
  if (other) return other;
  return codeOfCountry((text) => fold(text) === folded);
}

/** The name in English of a European court that is named or abbreviated in one of the languages. */
export function courtNamed(name: string): string | null {
  const folded = fold(name);
  return (
    europeanCourts.find((court) =>
      concepts[conceptOf(court)]?.asked.some(({ text }) => fold(text) === folded),
    ) ?? null
  );
}

const europeanCourts = ['Court of Justice of the European Union', 'European Court of Human Rights'];

const relatedTerms = (term: string): Synonym[] =>
  (concepts[conceptOf(term)]?.wanted ?? []).map((synonym) => ({ ...synonym, isRelated: true }));

const termsRelatedTo: ReadonlyMap<number, readonly Synonym[]> = new Map(
  related.flatMap(([one, other]) => [
    [conceptOf(one), relatedTerms(other)],
    [conceptOf(other), relatedTerms(one)],
  ]),
);

const shortestStem = 4;
/** Of more languages than a question is asked in, so many words begin alike: "copies", and children in Romanian. */
const shortestStemIn = (language: string): number => {
  if (language in furtherTerms) return 6;
  return ['en', 'fr', 'de'].includes(language) ? shortestStem : 5;
};

/** A term as it is typed as well: umlauts with e, words apart that a hyphen joins. */
const writingsOf = ({ text }: Synonym) =>
  new Set([text, withoutUmlauts(text), text.replaceAll('-', ' ')]);

/** Every term by the first letters of its first word. */
const terms = new Map<string, Term[]>();
for (const [concept, { asked }] of concepts.entries()) {
  const writings = asked.flatMap((one) =>
    [...writingsOf(one)].map((text) => ({ text, stem: shortestStemIn(one.language) })),
  );
  const stems = Map.groupBy(writings, ({ text }) => text);
  for (const [text, same] of stems) {
    const stem = Math.min(...same.map((one) => one.stem));
    const words = foldedWords(text).map(({ folded }) => folded);
    const start = startOf(words[0] ?? '');
    terms.set(start, [...(terms.get(start) ?? []), { words, concept, stem }]);
  }
}

function withoutUmlauts(text: string): string {
  return text.replace(/[äöü]/giu, (letter) => `${fold(letter)}e`);
}

function startOf(word: string): string {
  return word.slice(0, 3);
}

const compounding = ['de', 'nl', 'sv', 'da'];
/** What compounds of these languages are made of, the longest first. */
const compoundParts = concepts
  .flatMap(({ asked }, concept) =>
    asked.flatMap(({ language, text }) =>
      compounding.includes(language) && !/\s/.test(text) && text.length > 4
        ? [{ folded: fold(text), concept }]
        : [],
    ),
  )
  .toSorted((a, b) => b.folded.length - a.folded.length);

type Word = {
  text: string;
  folded: string;
  chunk: number;
  /** In capitals among others that are not: "SCHUFA" is no form of "Schule". */
  isAbbreviation: boolean;
};

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
  const isInCapitals = /\s/.test(text.trim()) && text === text.toUpperCase();
  return text
    .replace(inversion, '')
    .split(/\s+/)
    .flatMap((piece, chunk) =>
      [...piece.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)]
        .map(([word]) => ({
          text: piece,
          folded: fold(word),
          chunk,
          isAbbreviation: !isInCapitals && /^\p{Lu}{3,6}$/u.test(word),
        }))
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

/** What every judgment is called, and how questions begin, in each language. */
const noiseWords = new Set(Object.values(noise).flat().map(fold));

/** Two letters, of long words a quarter: "pseudonymisation", "pseudonymised". */
const longestEnding = (word: string) => Math.max(2, Math.floor(word.length / 4));

/** Whether two words differ in their endings only, after so many letters. */
function isSameWord(one: string, other: string, stem: number): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= Math.max(stem, ...[one, other].map((word) => word.length - longestEnding(word)));
}

/**
 * Splits a query into terms that the thesaurus knows, the longest first, and single words, numbers
 * and abbreviations as they were typed.
 */
export function splitByThesaurus(query: string): QueryPart[] {
  const words = foldedWords(withoutNoisyEnds(query));
  const parts: QueryPart[] = [];
  let at = 0;
  while (at < words.length) {
    const found = longestTerms(words.slice(at));
    const synonyms = found.flatMap(({ concept }) => [
      ...(concepts[concept]?.wanted ?? []),
      ...(termsRelatedTo.get(concept) ?? []),
    ]);
    const about = found.flatMap(({ concept }) => concepts[concept]?.topics ?? []);
    const chunk = words[at]?.chunk;
    let end = at + (found[0]?.words.length ?? 1);
    if (found.length === 0) while (words[end]?.chunk === chunk) end += 1;
    const texts = new Set(words.slice(at, end).map(({ text }) => text));
    const isNoise = found.length === 0 && words.slice(at, end).every(saysNothing);
    parts.push({ text: [...texts].join(' '), synonyms, topics: about, isNoise });
    at = end;
  }
  // What is typed twice is asked for once.
  return [...new Map(parts.map((part) => [part.text.toLowerCase(), part])).values()];
}

/** Two letters are a name in capitals only: "ZQ" is a party, "ab" is not. */
const saysNothing = ({ text, folded }: Word): boolean =>
  noiseWords.has(folded) || (/^\p{L}{2}$/u.test(folded) && text !== text.toUpperCase());

/** "Schrems I": in capitals what is a word that says nothing otherwise. */
const isRoman = /^[IVX]+$/;

/** A text without the words that say nothing, to find a name; as it is when there are no others. */
export function withoutNoise(text: string): string {
  const words = withoutNoisyEnds(text)
    .split(/\s+/)
    .filter((word) => !noiseWords.has(fold(word)) || isRoman.test(word));
  return words.length > 0 ? words.join(' ') : text;
}

/** "Safe-Harbour-Urteil" is "Safe-Harbour". */
const withoutNoisyEnds = (text: string): string =>
  text.replace(/(?<=\p{L}{2})-(\p{L}+)(?![\p{L}-])/gu, (whole, end: string) =>
    noiseWords.has(fold(end)) ? '' : whole,
  );

/** Shorter words begin too many others, and so does what no topic is about: "Datenschutz". */
const shortestBeginning = 7;
const startsCompound = (word: string, part: string) =>
  part.length >= shortestBeginning &&
  word.startsWith(part) &&
  word.length >= part.length + shortestStem;

/**
 * The term of a word that joins it ("Safe-Harbour"), or that ends with it, as German and Dutch compounds
 * do, or else begins with it: "Klingelkamera" is a kind of "Kamera", "Prüfungsleistung" is about a "Prüfung".
 */
function termsWithin(word: string): Term[] {
  const asOne = (term: Term): Term => ({ ...term, words: [word] });
  const joined = (terms.get(startOf(word)) ?? []).filter(({ words }) => words.join('') === word);
  if (joined.length > 0) return joined.map(asOne);
  const part =
    compoundParts.find(({ folded }) => word.endsWith(folded) && word !== folded) ??
    compoundParts.find(
      ({ folded, concept }) => concepts[concept]?.topics.length && startsCompound(word, folded),
    );
  return part ? [{ words: [word], concept: part.concept, stem: shortestStem }] : [];
}

function longestTerms(words: readonly Word[]): Term[] {
  const first = words[0]?.folded ?? '';
  // "faut" is no form of "faute".
  const isExact = words[0]?.isAbbreviation || noiseWords.has(first);
  const isForm = isExact ? (one: string, other: string) => one === other : isSameWord;
  const fitting = (terms.get(startOf(first)) ?? []).filter(
    ({ words: [start = '', ...more], stem }) =>
      more.length > 0
        ? isSameWord(start, first, shortestStem) &&
          more.every((word, index) =>
            isSameWord(word, words[index + 1]?.folded ?? '', shortestStem),
          )
        : isForm(start, first, stem),
  );
  if (fitting.length === 0) return words[0]?.isAbbreviation ? [] : termsWithin(first);
  const longest = Math.max(0, ...fitting.map((term) => term.words.length));
  const seen = new Set<number>();
  return fitting.filter(({ words: { length }, concept }) => {
    if (length < longest || seen.has(concept)) return false;
    seen.add(concept);
    return true;
  });
}
