import { collectSearchWords } from './search-words.server';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { readLate } from '~/db/db.server';
import type { Collection } from '~/lib/collections';
import { authorise } from '~/policy/permissions';
import {
  type Candidates,
  findCandidates,
  hasDecision,
  noCandidates,
  type YearCount,
} from '~/features/search/results/candidates.server';
import { describe, type SearchResult } from '~/features/search/results/results.server';
import { normalizeQuery } from '~/features/decisions/query/query-spellings';
import { longestQuery, type SearchKind, shortestQuery } from './search-kinds';
import {
  type CompiledQuery,
  compileQuery,
  proposeSpelling,
  readQuery,
  withFewerTerms,
} from '~/features/decisions/query/query.server';
import type { MayPropose } from '~/features/decisions/query/query.server';
import {
  asksForNumbersOnly,
  citationsAlone,
  parseQuery,
  type SearchQuery,
} from '~/features/decisions/query/parse-query';

export { collectSearchWords };

type Search = {
  query: string;
  kind?: SearchKind | undefined;
  year?: number | undefined;
  /** Only this area of the library. */
  collection?: Collection | undefined;
  page?: number;
  mayPropose?: MayPropose;
  /** Of the reader: of several translations theirs is shown. */
  language?: string;
};

export type Found = {
  results: SearchResult[];
  /** Results of the requested kind. */
  total: number;
  /** Of each kind, in the requested year. */
  counts: Record<SearchKind, number>;
  /** Of the requested kind, the latest first. */
  years: YearCount[];
  /** Nothing was found for what was typed; this is what was found for the word that was meant. */
  insteadOf: string | null;
  /** Hardly anything has all words: some of the results have fewer of them. */
  hasFewerWords: boolean;
  /** The query the results are for. */
  query: string;
};

const sum = (counts: Record<SearchKind, number>) =>
  Object.values(counts).reduce((all, one) => all + one, 0);
const sumOf = ({ counts }: Candidates) => sum(counts);
const withAllTerms = ({ candidates }: Look) => candidates.withAllTerms;

/** A phrase or an excluded word is meant literally. */
const isLiteral = (query: string) => /"[^"]+"|(^|\s)-/.test(query);

/** With fewer results than these, what has fewer of the words is shown after them. */
const few = 5;

/**
 * Finds what the actor may read: news, articles, events and pages, and for members library and
 * forum. Words in any form of their language, accents optional, in the words of other languages for
 * terms of data protection, "exact phrases", -without, provisions, and ECLI and case numbers in any
 * writing. What the actor may not see is no hit, is not counted, gives no snippet and no proposal:
 * the condition is part of the query.
 * @returns the results of one page, and how many there are of each kind
 */
export async function searchSite(actor: Actor, search: Search): Promise<Found> {
  authorise(actor, 'publication.read');
  return readLate(() => find(actor, search));
}

async function find(actor: Actor, search: Search): Promise<Found> {
  const typed = search.query.slice(0, longestQuery);
  const query = normalizeQuery(typed);
  const none = { ...shownOf(noCandidates(), search), results: [], insteadOf: null, query };
  if (query.length < shortestQuery) return none;
  const { collection, kind, year, page } = search;
  const scope = { actor, collection, language: languageOf(search), kind, year, page };
  const found = await look(query, scope, typed);
  const total = withAllTerms(found);
  if (isLiteral(query) || found.isUnknownNumber || total >= few) return show(actor, found, search);
  const instead = total === 0 ? await lookInstead(query, scope, search) : null;
  if (instead && withAllTerms(instead) >= few)
    return show(actor, instead, { ...search, insteadOf: query });
  const insteadOf = instead && { insteadOf: query };
  return show(actor, await loosen(instead ?? found, scope), { ...search, ...insteadOf });
}

const languageOf = ({ language }: Search) => language ?? config().languages.default;

/** `isStrict`: only what has all words is asked for, to count it. */
type Scope = Parameters<typeof findCandidates>[1] & { isStrict?: boolean };
type Look = {
  query: string;
  /** With all of its words. */
  strict: CompiledQuery | null;
  /** As it was asked. */
  compiled: CompiledQuery | null;
  candidates: Candidates;
  hasFewerWords?: boolean;
  /** A number that is not here is asked for. */
  isUnknownNumber?: boolean;
};

async function look(query: string, scope: Scope, typed = query): Promise<Look> {
  const parsed = await readQuery(scope.actor, typed);
  const found = await lookFor(query, parsed, scope);
  if (withAllTerms(found) > 0 || parsed.citations.length === 0) return found;
  // What looks like a case number and is cited nowhere may be a date or a measure: then as words.
  const asWords = await lookFor(query, parseQuery(query, { hasCitations: false }), scope);
  return { ...asWords, isUnknownNumber: asksForNumbersOnly(parsed) };
}

async function lookFor(query: string, parsed: SearchQuery, scope: Scope): Promise<Look> {
  const compiled = await compileQuery(parsed);
  if (!compiled) return { query, strict: null, compiled, candidates: noCandidates() };
  const loose = (await lacksDecisions(query, compiled, scope))
    ? withFewerTerms(compiled, 'decisions')
    : null;
  const candidates = await findCandidates(loose ?? compiled, scope);
  const hasFewerWords = sumOf(candidates) > candidates.withAllTerms;
  return { query, strict: compiled, compiled: loose ?? compiled, candidates, hasFewerWords };
}

/** A question that texts answer and no decision does: one that has most of its words may. */
async function lacksDecisions(
  query: string,
  compiled: CompiledQuery,
  scope: Scope,
): Promise<boolean> {
  const { citations, terms } = compiled;
  const { collection, kind, isStrict } = scope;
  const isForDecisions = !isStrict && !collection && (!kind || kind === 'decision');
  if (!isForDecisions || isLiteral(query) || citations.length > 0 || terms.length < 2) return false;
  return !(await hasDecision(compiled, scope));
}

/** What was meant: the citation without the words around it, or words that are spelt otherwise. */
async function lookInstead(query: string, scope: Scope, search: Search): Promise<Look | null> {
  const cited = citationsAlone(query);
  if (cited !== null) {
    const found = await look(cited, scope);
    if (withAllTerms(found) > 0) return found;
  }
  if (search.mayPropose && !(await search.mayPropose())) return null;
  const countHits = async (words: string) =>
    withAllTerms(await look(words, { ...scope, isStrict: true }));
  const meant = await proposeSpelling(query, countHits);
  return meant === null ? null : look(meant, scope);
}

/** What has all words, and after it what has some of them. */
async function loosen(found: Look, scope: Scope): Promise<Look> {
  let loose = found;
  let total = withAllTerms(found);
  for (const enough of ['most', 'any'] as const) {
    const compiled = found.strict && withFewerTerms(found.strict, enough);
    if (!compiled) return loose;
    const candidates = await findCandidates(compiled, scope);
    if (sumOf(candidates) > total) {
      loose = { ...found, compiled, candidates, hasFewerWords: true };
      total = sumOf(candidates);
    }
    if (total >= few || withAllTerms(found) > 0) return loose;
  }
  return loose;
}

async function show(
  actor: Actor,
  look: Look,
  { insteadOf = null, ...search }: Search & { insteadOf?: string | null },
): Promise<Found> {
  const { query, compiled, candidates, hasFewerWords } = look;
  const results = compiled
    ? await describe(candidates.shown, compiled, {
        actor,
        language: languageOf(search),
        query,
        year: search.year,
      })
    : [];
  return {
    ...shownOf(candidates, search),
    results,
    insteadOf,
    query,
    hasFewerWords: hasFewerWords === true,
  };
}

const shownOf = (candidates: Candidates, { kind }: Search) => ({
  total: kind ? candidates.inYear[kind] : sum(candidates.inYear),
  counts: candidates.inYear,
  years: candidates.years,
  hasFewerWords: false,
});
