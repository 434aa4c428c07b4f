import acts from './tables/acts.json';
import words from './tables/words.json';

type Kind = keyof (typeof words)['en'];

/** One of several patterns; the longest is tried first, so that "articles" is not read as "art". */
export const anyOf = (patterns: readonly string[]): string =>
  `(?:${patterns.toSorted((a, b) => b.length - a.length).join('|')})`;

/** What something is called, in all languages, in capitals or not. */
export const wordsFor = (kind: Kind): string =>
  `(?i:${anyOf([...new Set(Object.values(words).flatMap((language) => language[kind]))])})`;

/** "Regulation (EU) No", "rozporządzenia Parlamentu Europejskiego i Rady (UE)": what precedes a number. */
const act = (kind: 'regulation' | 'directive') => {
  const origin = anyOf(acts.origin);
  return `${anyOf(acts[kind])}(?: ${anyOf(acts.parliament)})?(?: (?:\\(${origin}\\)|${origin}))?(?: (?:No|Nr\\.|nr|n°|n\\.|№))? `;
};

const numero = wordsFor('numero');

/** What stands for a list of words in the tables. */
const placeholders: Record<string, string> = {
  case: `${wordsFor('case')}(?: ${numero})?[ :]{0,2}["„“«]?`,
  application: `${wordsFor('application')}:? ?(?:${numero} ?)?`,
  numero,
  regulation: act('regulation'),
  directive: act('directive'),
  suffix: `(?:\\/(?:${acts.suffix.join('|')}))?`,
  month: '\\p{L}{3,12}\\.?',
};

/** A pattern of the tables with its placeholders filled in. */
export const expand = (pattern: string): string =>
  pattern.replace(/\{([a-z]+)\}/g, (all, name: string) => placeholders[name] ?? all);

/** No letter or digit before, so that a word or number is whole. */
export const begins = '(?<![\\p{L}\\p{N}])';
/** None after. */
export const endsHere = '(?![\\p{L}\\p{N}])';
