import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { can } from '~/policy/permissions';
import { executePrepared } from '~/db/prepared.server';
import type { Collection } from '~/lib/collections';
import {
  type CompiledQuery,
  askedColumns,
  decisionMatches,
  decisionsWithAll,
  tiers,
} from '~/features/decisions/query/query.server';
import { resultsPerPage, type SearchKind } from '~/features/search/search-kinds';
import { forumMatches } from './forum-matches.server';
import { decisionTextsWithAll, libraryMatches } from './library-matches.server';
import { publishedMatches } from './published-matches.server';

/** Something that fits: `key` is a slug for what is published and an id for everything else. */
export type Candidate = { kind: SearchKind; part: string; key: string };

type Counts = Record<SearchKind, number>;

export type YearCount = { year: number; count: number };

/** One page of what fits, best first, and how many there are. */
export type Candidates = {
  shown: Candidate[];
  /** Of each kind, in all years. */
  counts: Counts;
  /** Of each kind in the year that is asked for. */
  inYear: Counts;
  /** Of the kind that is asked for, the latest year first. */
  years: YearCount[];
  /** How many have all of the words; the others have fewer. */
  withAllTerms: number;
};

export const noCandidates = (): Candidates => {
  const none = { decision: 0, library: 0, forum: 0, news: 0, event: 0, page: 0 };
  return { shown: [], counts: none, inYear: none, years: [], withAllTerms: 0 };
};

export type Scope = {
  actor: Actor;
  collection?: Collection | undefined;
  language: string;
  /** Only the page of this kind is shown; all kinds are counted. */
  kind?: SearchKind | undefined;
  year?: number | undefined;
  page?: number | undefined;
};

/** What is asked, each part with the condition of what its reader may see. */
function partsOf(query: CompiledQuery, scope: Scope): SQL[] {
  const { actor, collection } = scope;
  const isDecisionsOnly = Object.values(query.filters).some(({ length }) => length > 0);
  const decisions =
    collection || !can(actor, 'decision.read') ? [] : [decisionMatches(query, actor)];
  const others =
    collection || isDecisionsOnly
      ? []
      : [...forumMatches(query, scope), ...publishedMatches(query, scope)];
  return [...libraryMatches(query, scope), ...decisions, ...others];
}

/**
 * Everything the actor may see that fits, best first. All of it is ranked, then a page is cut out
 * of it. What its reader may not see is neither here nor counted: the condition is in each part of
 * the query.
 */
export async function findCandidates(query: CompiledQuery, scope: Scope): Promise<Candidates> {
  const nothing = noCandidates();
  const parts = partsOf(query, scope);
  if (parts.length === 0) return nothing;
  const { kind, year, page = 1 } = scope;
  const ofKind = kind ? sql`kind = ${kind}` : sql`true`;
  const ofYear = year ? sql`coalesce(year = ${year}::int, false)` : sql`true`;
  const isEnough = sql`score >= ${query.match === query.all ? tiers.text : tiers.someTerms}`;
  const [row] = await executePrepared<{
    shown: Candidate[] | null;
    counts: Partial<Counts> | null;
    in_year: Partial<Counts> | null;
    years: YearCount[] | null;
    with_all_terms: number;
  }>(sql`
    with query as materialized (${askedOf(query, scope)}),
      found (kind, part, key, year, score, has_all) as materialized (${sql.join(parts, sql` union all `)}),
      best as materialized (
        select kind, part, key, max(score) as score, bool_or(has_all) as has_all, bool_or(${ofYear}) as in_year
        from found where ${isEnough} group by key, part, kind
      )
    select
      (select json_agg(json_build_object('kind', kind, 'part', part, 'key', key)) from (
        select kind, part, key from best where ${ofKind} and in_year
        order by score desc, key desc
        limit ${resultsPerPage} offset ${(page - 1) * resultsPerPage}
      ) as shown) as shown,
      counted.*,
      (select json_agg(json_build_object('year', year, 'count', count) order by year desc) from (
        select year, count(*) from (
          select distinct kind, part, key, year from found
          where ${isEnough} and ${ofKind} and year is not null
        ) as dated group by year
      ) as counted) as years
    from (
      select json_object_agg(kind, count) as counts, json_object_agg(kind, in_year) as in_year,
        coalesce(sum(has_all), 0)::int as with_all_terms
      from (
        select kind, count(*) as count, count(*) filter (where in_year) as in_year,
          count(*) filter (where has_all) as has_all
        from best group by kind
      ) as of_kind
    ) as counted`);
  return {
    shown: row?.shown ?? [],
    counts: { ...nothing.counts, ...row?.counts },
    inYear: { ...nothing.inYear, ...row?.in_year },
    years: row?.years ?? [],
    withAllTerms: row?.with_all_terms ?? 0,
  };
}

/** Whether a decision, or a text of one, has all of the words. */
export async function hasDecision(query: CompiledQuery, scope: Scope): Promise<boolean> {
  const places = [decisionsWithAll(query, scope.actor), ...decisionTextsWithAll(query, scope)];
  const exists = places.map((place) => sql`exists (${place})`);
  const [row] = await executePrepared<{ found: boolean }>(sql`
    with query as materialized (${askedOf(query, scope)})
    select ${sql.join(exists, sql` or `)} as found`);
  return row?.found === true;
}

/** The columns that the parts of the search ask for, see `asked`. */
function askedOf(query: CompiledQuery, { actor }: Scope): SQL {
  const forumTerms = query.terms.map(({ forum }) => forum);
  return sql`
    select ${askedColumns(query, actor)}, ${query.match.library}::tsquery as match, ${query.matchDecisions}::tsquery as decisions,
      ${query.without.library}::tsquery as without, ${query.articles}::tsquery as articles,
      ${query.all.forum}::tsquery as forum_all, ${query.match.forum}::tsquery as forum_match,
      ${query.without.forum}::tsquery as forum_without,
      ${sql.param(forumTerms)}::text[]::tsquery[] as forum_terms`;
}
