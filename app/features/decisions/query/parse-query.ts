import { citationKeyOfQuery, findCitations } from '~/features/citations/citation-key';
import { keysOf } from './query-spellings';
import { type Provision, provisionOf, takeProvisions } from './provisions';
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
  excluded: ExcludedDecisions;
  /** The words as typed, and without what says nothing, to find a name. */
  plain: string[];
};

/** `court:`, `country:` and `article:` of a decision. */
export type DecisionFilters = {
  court: string | null;
  country: string | null;
  article: Provision | null;
};

/** `-court:`, `-country:` and `-article:` of a decision. */
export type ExcludedDecisions = { courts: string[]; countries: string[]; articles: Provision[] };

const filter = /(?<!\S)(-?)(court|country|article):\s?("[^"]*"|\S+)/giu;

/**
 * Reads a query: words, "exact phrases", what is left out (`-word`, `-"exact phrase"`), filters
 * (`court:`, `country:`, `article:`, each with a minus before it as well), provisions, ECLI and case
 * numbers.
 * @param hasCitations false: what looks like a number is a word like others
 */
export function parseQuery(query: string, { hasCitations = true } = {}): SearchQuery {
  const { filters, excluded, rest: withoutFilters } = takeFilters(query);
  const whole = hasCitations ? citationKeyOfQuery(withoutFilters) : null;
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
  const { provisions, rest } = takeProvisions(unquoted);
  const citations: string[][] = [];
  let words = rest;
  for (const { text, key } of hasCitations ? findCitations(rest) : []) {
    citations.push(keysOf(key));
    words = words.replace(text, ' ');
  }
  const parts = [...phrases, ...splitByThesaurus(words.replace(versus, ' '))];
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

/** What decisions are narrowed down by, and the rest of the query. */
function takeFilters(query: string) {
  const filters: DecisionFilters = { court: null, country: null, article: null };
  const excluded: ExcludedDecisions = { courts: [], countries: [], articles: [] };
  const rest = query.replace(filter, (whole: string, ...groups: string[]) => {
    const [minus = '', name = '', given = ''] = groups;
    const value = given.replaceAll('"', '').trim();
    const asked = name.toLowerCase();
    if (asked === 'court') {
      const court = courtNamed(value) ?? value;
      if (minus) excluded.courts.push(court);
      else filters.court = court;
      return ' ';
    }
    if (asked === 'country') {
      const country = countryNamed(value) ?? value;
      if (minus) excluded.countries.push(country);
      else filters.country = country;
      return ' ';
    }
    const article = provisionOf(value);
    // What is no article is a word like others.
    if (!article) return minus ? ` -"${value}" ` : whole.replace(':', ' ');
    if (minus) excluded.articles.push(article);
    else filters.article = article;
    return ' ';
  });
  return { filters, excluded, rest };
}

/** What stands between the parties of a case in each language; records have "v". */
const versus =
  /(?<=\S\s)(?:vs?\.?|versus|against|c\.|c\/|contre|gegen|\.\/\.|contro|contra|przeciwko|срещу|κατά|κατα|tegen)(?=\s\S)/giu;

const namesIn = (typed: string): string[] =>
  typed ? [...new Set([typed, withoutNoise(typed), typed.replace(versus, 'v')])] : [];
