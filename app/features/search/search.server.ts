import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { readLate } from '~/db/db.server';
import type { Collection } from '~/lib/collections';
import { findCitations } from '~/features/citations/citation-key';
import { authorise } from '~/policy/permissions';
import { type Candidates, findCandidates } from '~/features/search/results/candidates.server';
import { describe, type SearchResult } from '~/features/search/results/results.server';
import { normalizeQuery, spellingsOf } from '~/features/search/query/query-spellings';
import { type SearchKind, shortestQuery } from './search-kinds';
import { proposeSpelling } from '~/features/search/query/search-words.server';
import { splitQuery } from '~/features/search/query/split-query';
import { parseQuery } from '~/features/search/query/parsed-query.server';

export { collectSearchWords } from '~/features/search/query/search-words.server';

type Search = {
  query: string;
  kind?: SearchKind | undefined;
  /** Only this area of the library. */
  collection?: Collection | undefined;
  page?: number;
  /** Asked before words are put right, which means many searches: whether that is done now. */
  mayPropose?: () => Promise<boolean>;
  /** Of the reader: of several translations theirs is shown. */
  language?: string;
};

export type Found = {
  results: SearchResult[];
  /** Results of the requested kind. */
  total: number;
  counts: Record<SearchKind, number>;
  /** Nothing was found for what was typed; this is what was found for the word that was meant. */
  insteadOf: string | null;
  /** The query the results are for. */
  query: string;
};

const nothing: Candidates = {
  shown: [],
  counts: { library: 0, forum: 0, news: 0, event: 0, page: 0 },
};
const sum = ({ counts }: Candidates) => Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * Finds what the actor may read: news, articles, events and pages, and for members library and
 * forum. Words in any form of their language, accents optional, "exact phrases", -without, and ECLI
 * and case numbers in any writing. What the actor may not see is no hit, is not counted, gives no
 * snippet and no proposal: the condition is part of the query.
 * @returns the results of one page, and how many there are of each kind; of very common words only
 *   the newest few hundred count
 */
export async function searchSite(actor: Actor, search: Search): Promise<Found> {
  authorise(actor, 'publication.read');
  return readLate(() => find(actor, search));
}

async function find(actor: Actor, search: Search): Promise<Found> {
  const query = normalizeQuery(search.query);
  const none = { results: [], total: 0, counts: nothing.counts, insteadOf: null, query };
  if (query.length < shortestQuery) return none;
  const { collection, kind, page } = search;
  const scope = { actor, collection, language: languageOf(search), kind, page };
  const found = await look(query, scope);
  if (sum(found.candidates) > 0) return show(found, search, null);
  // A phrase or an excluded word is meant literally.
  if (/"|(^|\s)-/.test(query)) return none;
  const cited = await searchCitations(query, scope);
  if (cited) return show(cited, search, query);
  if (search.mayPropose && !(await search.mayPropose())) return none;
  const countHits = async (words: string) => sum((await look(words, scope)).candidates);
  const meant = await proposeSpelling(query, countHits);
  if (meant === null) return none;
  return show(await look(meant, scope), search, query);
}

const languageOf = ({ language }: Search) => language ?? config().languages.default;

type Scope = Parameters<typeof findCandidates>[1];

/** What is found by the first of its writings that finds something. */
async function look(query: string, scope: Scope) {
  const [first = query, ...others] = spellingsOf(query);
  const found = await searchAsTyped(first, scope);
  if (sum(found.candidates) > 0) return found;
  for (const writing of others) {
    const better = await searchAsTyped(writing, scope);
    if (sum(better.candidates) > 0) return { ...better, query };
  }
  return found;
}

/** What looks like a case number and is cited nowhere may be a date or a measure: then as words. */
async function searchAsTyped(query: string, scope: Scope) {
  const parts = splitQuery(query);
  const wish = await parseQuery(parts);
  const candidates = wish ? await findCandidates(wish, scope) : nothing;
  if (sum(candidates) > 0 || parts.citations.length === 0) return { query, wish, candidates };
  const asWords = await parseQuery({ wanted: query, unwanted: '', citations: [] });
  return {
    query,
    wish: asWords,
    candidates: asWords ? await findCandidates(asWords, scope) : nothing,
  };
}

/** What is cited counts more than the words around it, which every language has its own for. */
async function searchCitations(query: string, scope: Scope) {
  const citations = findCitations(query).map(({ text }) => text.trim());
  if (citations.length === 0 || citations.join(' ') === query) return null;
  const found = await look(citations.join(' '), scope);
  return sum(found.candidates) > 0 ? found : null;
}

async function show(
  { query, wish, candidates }: Awaited<ReturnType<typeof look>>,
  search: Search,
  insteadOf: string | null,
): Promise<Found> {
  const { shown, counts } = candidates;
  const results = wish ? await describe(shown, wish, { language: languageOf(search), query }) : [];
  const total = search.kind ? counts[search.kind] : sum(candidates);
  return { results, total, counts, insteadOf, query };
}
