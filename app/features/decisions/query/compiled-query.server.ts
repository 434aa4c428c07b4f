import { sql } from 'drizzle-orm';
import { executePrepared } from '~/db/prepared.server';
import { findCourtsNamed, type NamedCourts } from './courts-named.server';
import type { DecisionFilters, SearchQuery } from './parse-query';
import { type Provision, provisionQuery } from './provisions';
import { spellingsOf } from './query-spellings';
import type { Synonym } from './thesaurus';

/**
 * Of one term the tsquery in the words of all languages, in those of the forum, of a decision (with its
 * topics), and of a decision without what is only related to it, as of others.
 */
type Term = {
  library: string;
  forum: string;
  closest: string;
  decision: string;
  closestDecision: string;
};

/** The courts that are meant, and the articles with their words as tsquery. */
type Filters = {
  courts: NamedCourts[];
  countries: string[];
  articles: { article: Provision; words: string }[];
};

/** A search query as the database understands it: tsqueries as text, empty for nothing. */
export type CompiledQuery = {
  /** All terms. */
  all: Term;
  /** What has to be there: all terms, or as many as are enough. */
  match: Term;
  /** The same for decisions: any of the terms, which are counted, where fewer are enough. */
  matchDecisions: string;
  /** How many terms a decision has to have; null for all of them. */
  fewestTerms: number | null;
  /** Each term up to a number, to count those that are there. */
  terms: Term[];
  without: Term;
  /** The words one after the other, in a title. */
  name: string;
  /** The same in the name of a decision, letter by letter: "Schrems I" is not "Schrems II". */
  decisionName: string;
  /** The paragraphs of the provisions, the letters in them, and their acts: what has them fits better. */
  paragraph: string;
  letter: string;
  act: string;
  /** The provisions alone. */
  articles: string;
  citations: string[][];
  /** Keys of numbers as they were typed. */
  numbers: string[];
  /** What decisions are narrowed down by: any of the courts and of the countries, all articles. */
  filters: Filters;
  /** None of these. */
  excluded: Filters;
  plain: string[];
};

type Compiled = {
  library: string | null;
  /** Without stems. */
  simple: string | null;
  forum: string | null;
  closest: string | null;
  topics: string | null;
  is_empty: boolean;
};

/** Which terms are enough: `decisions` asks for fewer of a decision only. */
export type Enough = 'decisions' | 'most' | 'any';

/** More terms than these are not told apart when fewer are enough. */
const maxTerms = 8;

/**
 * Compiles a query in the database, with all of its terms. Words that say nothing in one of the large
 * languages are left out, unless there are no others.
 */
export async function compileQuery(query: SearchQuery): Promise<CompiledQuery | null> {
  const { parts, provisions, unwanted, citations, numbers, filters, excluded, plain } = query;
  const articles = [...provisions, ...filters.articles].map(provisionQuery);
  const [name, decisionName, ...compiledTerms] = await compileTerms([
    { typed: plain.map((one) => `"${one}"`), synonyms: [] },
    { typed: plain.flatMap(writingsOfName), synonyms: [] },
    ...parts.map(({ text, ...part }) => ({ ...part, typed: typedForms(text) })),
    ...unwanted.map((text) => ({ typed: [text], synonyms: [] })),
  ]);
  const compiled = compiledTerms.slice(0, parts.length);
  const negated = compiledTerms.slice(parts.length);
  const telling = compiled.filter(({ is_empty: isEmpty }) => !isEmpty);
  const words = (telling.length > 0 ? telling : compiled).flatMap(termOf);
  const needed = articles.map(({ itself }) => ({
    library: itself,
    forum: itself,
    closest: itself,
    decision: itself,
    closestDecision: itself,
  }));
  const terms = [...needed, ...words];
  const isNarrowed = [filters, excluded].flatMap(Object.values).flat().length > 0;
  if (terms.length === 0 && citations.length === 0 && !isNarrowed) return null;
  const all = joined(terms, ' & ');
  const without = negated.flatMap(termOf);
  return {
    all,
    match: all,
    matchDecisions: all.library,
    fewestTerms: null,
    terms: terms.slice(0, maxTerms),
    without: joined(without, ' | '),
    name: inTitle(name?.library ?? ''),
    decisionName: inTitle(decisionName?.simple ?? ''),
    articles: joined(needed, ' & ').library,
    paragraph: articles.flatMap(({ paragraph }) => paragraph ?? []).join(' & '),
    letter: articles.flatMap(({ letter }) => letter ?? []).join(' & '),
    act: articles.flatMap(({ act }) => act ?? []).join(' & '),
    citations,
    numbers,
    filters: await compileFilters(filters),
    excluded: await compileFilters(excluded),
    plain,
  };
}

async function compileFilters({ courts, countries, articles }: DecisionFilters): Promise<Filters> {
  return {
    courts: await Promise.all(courts.map(findCourtsNamed)),
    countries,
    articles: articles.map((article) => ({ article, words: provisionQuery(article).itself })),
  };
}

/** @returns the same query, for which fewer terms are enough; null where there is but one */
export function withFewerTerms(query: CompiledQuery, enough: Enough): CompiledQuery | null {
  const { all, terms } = query;
  if (terms.length < 2) return null;
  const fewest = enough === 'any' ? 1 : Math.ceil(terms.length / 3);
  const match =
    enough === 'decisions' ? all : atLeast(terms, enough === 'any' ? 1 : terms.length - 1);
  return {
    ...query,
    match,
    matchDecisions: atLeast(terms, 1).library,
    fewestTerms: fewest,
  };
}

/** A name with numbers, hyphens and umlauts as they may be written, in quotation marks. */
const writingsOfName = (name: string) =>
  [
    ...new Set([
      ...spellingsOf(name),
      name.replace(/(?<=\p{L}{3})-(?=\p{L}{3})/gu, ''),
      name.replace(/([aou])e/giu, '$1'),
    ]),
  ].map((one) => `"${one}"`);

const typedForms = (text: string) => (text.startsWith('"') ? phraseForms(text) : spellingsOf(text));
const phraseForms = (phrase: string) => spellingsOf(phrase.slice(1, -1)).map((text) => `"${text}"`);

function termOf({ library, forum, closest, topics }: Compiled): Term[] {
  if (library === null) return [];
  const near = closest ?? library;
  const withTopics = (words: string) => (topics === null ? words : `${words} | ${topics}`);
  return [
    {
      library,
      forum: forum ?? library,
      closest: near,
      decision: withTopics(library),
      closestDecision: withTopics(near),
    },
  ];
}

const joined = (terms: readonly Term[], by: string): Term => ({
  library: terms.map(({ library }) => `(${library})`).join(by),
  forum: terms.map(({ forum }) => `(${forum})`).join(by),
  closest: terms.map(({ closest }) => `(${closest})`).join(by),
  decision: terms.map(({ decision }) => `(${decision})`).join(by),
  closestDecision: terms.map(({ closestDecision }) => `(${closestDecision})`).join(by),
});

/** Lexemes of a title only: weight A. */
const inTitle = (query: string) => query.replace(/'(?=\s|\)|$)/g, "':A");

/** Any of the combinations of so many terms. */
function atLeast(terms: readonly Term[], number: number): Term {
  const alternatives = combinations(terms, number).map((some) => joined(some, ' & '));
  return joined(alternatives, ' | ');
}

function combinations<Item>(items: readonly Item[], number: number): Item[][] {
  if (number === 0) return [[]];
  return items.flatMap((item, index) =>
    combinations(items.slice(index + 1), number - 1).map((rest) => [item, ...rest]),
  );
}

/** Languages whose words that say nothing are left out of a query in any language. */
const largeLanguages = ['en', 'fr', 'de', 'it', 'es', 'nl', 'pt'].map(
  (language) => `library_${language}`,
);

type Written = {
  typed: string[];
  synonyms: Synonym[];
  topics?: readonly string[] | undefined;
  isNoise?: boolean | undefined;
};

async function compileTerms(terms: readonly Written[]): Promise<Compiled[]> {
  return executePrepared<Compiled>(sql`
    select nullif(concat_ws(' | ', own.library, synonyms.library), '') as library,
      own.simple as simple, nullif(concat_ws(' | ', own.forum, synonyms.forum), '') as forum,
      nullif(concat_ws(' | ', own.library, synonyms.closest), '') as closest, topics.library as topics,
      synonyms.library is null and (own.is_empty or coalesce((term.value ->> 'isNoise')::boolean, false)) as is_empty
    from jsonb_array_elements(${JSON.stringify(terms)}::jsonb) with ordinality as term (value, place),
      lateral (
        select string_agg('(' || library_query(typed)::text
            || case when typed ~ '^[[:alpha:]]{6,}$' then ' | ' || quote_literal(unaccent(lower(typed))) || ':*' else '' end || ')', ' | ') as library,
          string_agg('(' || nullif(websearch_to_tsquery('library_simple', search_text(typed))::text, '') || ')', ' | ') as simple,
          string_agg('(' || nullif(websearch_to_tsquery('forum_words', typed)::text, '') || ')', ' | ') as forum,
          bool_or(typed not like '% %' and exists (
            select from unnest(${sql.param(largeLanguages)}::text[]::regconfig[]) as language
            where numnode(websearch_to_tsquery(language, typed)) = 0)) as is_empty
        from jsonb_array_elements_text(term.value -> 'typed') as typed
      ) as own,
      lateral (
        select string_agg(distinct '(' || library::text || ')', ' | ') as library,
          string_agg(distinct '(' || forum::text || ')', ' | ') as forum,
          string_agg(distinct '(' || library::text || ')', ' | ') filter (where not is_related) as closest
        from (
          select phraseto_tsquery(library_configuration(synonym ->> 'language'), synonym ->> 'text') as library,
            phraseto_tsquery('forum_words', synonym ->> 'text') as forum,
            coalesce((synonym ->> 'isRelated')::boolean, false) as is_related
          from jsonb_array_elements(term.value -> 'synonyms') as synonym
        ) as phrases where numnode(library) > 0 and numnode(forum) > 0
      ) as synonyms,
      lateral (
        select string_agg('(' || regexp_replace(phraseto_tsquery(library_configuration('en'), topic)::text, '''(?=[ )]|$)', ''':B', 'g') || ')', ' | ') as library
        from jsonb_array_elements_text(coalesce(term.value -> 'topics', '[]')) as topic
      ) as topics
    order by place`);
}
