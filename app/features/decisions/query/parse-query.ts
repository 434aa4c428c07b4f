import { citationKeyOfQuery, findCitations } from '~/features/citations/citation-key';
import { datesIn, type WrittenDate } from '~/features/citations/dates';
import { keysOf } from './query-spellings';
import { type Provision, provisionOf, takeProvisions, withoutActs } from './provisions';
import {
  countryNamed,
  courtNamed,
  type QueryPart,
  splitByThesaurus,
  withoutNoise,
} from './thesaurus';

/** What a query asks for, before the database has made it searchable. */
export type SearchQuery = {
  /** Terms and "exact phrases" that are wanted. */
  parts: QueryPart[];
  provisions: Provision[];
  /** Words and phrases that must not be there. */
  unwanted: string[];
  /** ECLI and case numbers that have to be cited: of each the keys it may have. */
  citations: string[][];
  /** Keys of numbers as they were typed: what has one of them is what was meant first. */
  numbers: string[];
  filters: DecisionFilters;
  /** `-court:`, `-country:` and `-article:`. */
  excluded: DecisionFilters;
  /** The words as typed, and without what says nothing, to find a name. */
  plain: string[];
};

/** `court:` and `country:`, of which a decision has any, and `article:`, of which it has all. */
export type DecisionFilters = { courts: string[]; countries: string[]; articles: Provision[] };

const filter = /(?<!\S)(-?)(court|country|article):\s?("[^"]*"|\S+)/giu;

/**
 * Reads a query: words, "exact phrases", what is left out (`-word`, `-"exact phrase"`), filters
 * (`court:`, `country:`, `article:`, each with a minus before it as well), provisions, ECLI and case
 * numbers.
 * @param hasCitations false: what looks like a number is a word like others
 */
export function parseQuery(query: string, { hasCitations = true } = {}): SearchQuery {
  const { filters, excluded, rest: withoutFilters } = takeFilters(query);
  const namesAct = takeProvisions(withoutFilters).acts.length > 0;
  const whole = hasCitations && !namesAct ? citationKeyOfQuery(withoutFilters) : null;
  const nothing = {
    parts: [],
    provisions: [],
    numbers: [],
    unwanted: [],
    filters,
    excluded,
    plain: [],
  };
  if (whole !== null) return { ...nothing, citations: [keysOf(whole)] };
  const unwanted: string[] = [];
  const wanted = withoutFilters.replace(/(?<=^|\s)-("[^"]*"|[^\s"]+)/g, (_whole, part: string) => {
    unwanted.push(part);
    return ' ';
  });
  const phrases: QueryPart[] = [];
  const unquoted = wanted
    .replace(/"([^"]*)"/g, (_whole, phrase: string) => {
      if (/[\p{L}\p{N}]/u.test(phrase)) phrases.push({ text: `"${phrase}"`, synonyms: [] });
      return ' ';
    })
    .replaceAll('"', ' ');
  // First: the number of an act looks like that of a case.
  const { provisions, acts, rest } = takeProvisions(unquoted);
  const citations: string[][] = [];
  let words = rest;
  for (const { text, key } of hasCitations ? findCitations(rest) : []) {
    citations.push(keysOf(key));
    words = words.replace(text, ' ');
  }
  const named = acts.map(({ text, short }) => ({
    text: `"${text}"`,
    synonyms: [{ text: short, language: 'en' }],
  }));
  words = words.replace(hyphenatedDay, '$1.$2.$3');
  const dates = datesIn(words);
  for (const { text } of dates) words = words.replace(text, ' ');
  const parts = [
    ...phrases,
    ...named,
    ...dates.map(dayOfDecision),
    ...splitByThesaurus(words.replace(versus, ' ')),
  ];
  return {
    parts,
    provisions,
    unwanted,
    citations,
    numbers: [],
    filters,
    excluded,
    plain: namesIn(wanted.replaceAll('"', ' ').trim()),
  };
}

/** "16-07-2020", as in the Netherlands; in texts it may be anything. */
const hyphenatedDay = /(?<![\d-])(\d{1,2})-(\d{1,2})-((?:19|20)\d{2})(?![\d-])/g;

/** "16 July 2020": these words in a text, or the day of a decision as the database has it for its search. */
const dayOfDecision = ({ text, date }: WrittenDate): QueryPart => ({
  text,
  synonyms: [{ language: 'simple', text: date.replaceAll('-', '') }],
});

/** "BVerfG", "CJEU": what may be a court beside a number. */
const abbreviation = /^\p{Lu}\p{L}*\p{Lu}\p{L}*$/u;

/** Whether numbers of decisions are all that is asked for: what has a part of one is another decision. */
export const asksForNumbersOnly = ({ citations, provisions, parts }: SearchQuery): boolean =>
  citations.length > 0 &&
  provisions.length === 0 &&
  parts.every(({ text }) => abbreviation.test(text));

/**
 * What is cited counts more than the words around it, which every language has its own for.
 * @returns the numbers of decisions without these words; null where there are none of the two
 */
export function citationsAlone(query: string): string | null {
  const citations = findCitations(withoutActs(query)).map(({ text }) => text.trim());
  const alone = citations.join(' ');
  return alone === '' || alone === query ? null : alone;
}

/** What decisions are narrowed down by, and the rest of the query. */
function takeFilters(query: string) {
  const filters: DecisionFilters = { courts: [], countries: [], articles: [] };
  const excluded: DecisionFilters = { courts: [], countries: [], articles: [] };
  const rest = query.replace(filter, (whole: string, ...groups: string[]) => {
    const [minus = '', name = '', given = ''] = groups;
    const value = given.replaceAll('"', '').trim();
    const asked = name.toLowerCase();
    const meant = minus ? excluded : filters;
    if (asked === 'court') {
      meant.courts.push(courtNamed(value) ?? value);
      return ' ';
    }
    if (asked === 'country') {
      meant.countries.push((countryNamed(value) ?? value).toUpperCase());
      return ' ';
    }
    const article = provisionOf(value);
    // What is no article is a word like others.
    if (!article) return minus ? ` -"${value}" ` : whole.replace(':', ' ');
    meant.articles.push(article);
    return ' ';
  });
  return { filters, excluded, rest };
}

/** What stands between the parties of a case in each language; records have "v". */
const versus =
  /(?<=\S\s)(?:vs?\.?|versus|against|c\.|c\/|contre|gegen|\.\/\.|contro|contra|przeciwko|срещу|κατά|κατα|tegen)(?=\s\S)/giu;

const namesIn = (typed: string): string[] =>
  typed ? [...new Set([typed, withoutNoise(typed), typed.replace(versus, 'v')])] : [];
