import type { Actor } from '~/policy/actor';
import type { TextKey } from '~/i18n/translate';
import type { Candidate } from './candidates.server';
import { describeDecisions } from './decision-results.server';
import { describeForum } from './forum-results.server';
import { describeLibrary } from './library-results.server';
import { describePublished } from './published-results.server';
import type { SearchKind } from '~/features/search/search-kinds';
import type { SnippetPart } from '~/features/search/snippet';
import type { CompiledQuery } from '~/features/decisions/query/query.server';

/** What is shown of something found. */
export type SearchResult = {
  kind: SearchKind;
  key: string;
  address: string;
  /** Null when it is not shown. */
  title: string | null;
  /** Of the title and the snippet; null when unknown or that of the site. */
  language: string | null;
  label: TextKey;
  facts: string[];
  /** YYYY-MM-DD */
  date: string | null;
  /** Where in the document the best place is; null when it has no pages or only its details fit. */
  page: number | null;
  snippet: SnippetPart[];
  /** Of a decision: its texts in the library. */
  texts?: { title: string; address: string; page: number | null }[];
  /** Of a topic: further comments that fit, and how many there are besides. */
  comments?: {
    shown: { author: string | null; date: string; address: string }[];
    others: number;
  };
};

/**
 * What is shown of candidates. Only for those that `findCandidates` gave to the same reader: there
 * is no further check here.
 * @param query as typed, for the way into a document
 * @param year that was asked for
 */
export async function describe(
  candidates: readonly Candidate[],
  wish: CompiledQuery,
  {
    actor,
    language,
    query,
    year,
  }: { actor: Actor; language: string; query: string; year?: number | undefined },
): Promise<SearchResult[]> {
  const keysOf = (part: string) =>
    candidates.filter((one) => one.part === part).map(({ key }) => key);
  const described = await Promise.all([
    describeDecisions(keysOf('decision'), wish, { actor, query, language }),
    describeLibrary(keysOf('library'), wish, query),
    describeForum(keysOf('forum'), wish, year),
    ...(['news', 'article', 'event', 'page'] as const).map((part) =>
      describePublished(part, keysOf(part), { wish, language }),
    ),
  ]);
  const byKey = new Map(described.flat().map((result) => [`${result.part} ${result.key}`, result]));
  return candidates.flatMap(({ part, key }) => {
    const found = byKey.get(`${part} ${key}`);
    if (!found) return [];
    const { part: _, ...result } = found;
    return [result];
  });
}

/** A result with the part of the search it comes from; keys are unique within one. */
export type Described = SearchResult & { part: string };
