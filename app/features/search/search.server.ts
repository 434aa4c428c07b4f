import { sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { readableCollections } from '~/features/resources/resources.server';
import { citationKeyOfQuery } from '~/lib/citation-key';
import type { Collection } from '~/lib/collections';
import type { ResourceMetadata } from '~/lib/resource-metadata';
import { authorise } from '~/permissions';
import { cutSnippet, type SnippetPart } from './snippet';
import { splitQuery } from './split-query';

const { documentPages: pages, intranetResources: resources } = schema;

export const resultsPerPage = 20;
/** Of more hits than this only the newest are ranked: nobody reads on so far. */
const mostRanked = 1_000;

export type SearchResult = {
  id: string;
  folder: boolean;
  collection: Collection;
  title: string;
  metadata: ResourceMetadata;
  /** Where in the document the best place is; null when only title or details fit. */
  page: number | null;
  hasPageNumbers: boolean;
  snippet: SnippetPart[];
};

type Wish = { query: string; collection?: Collection | undefined; page?: number };

/**
 * Finds folders and documents by title, details and text: words in any form of their language,
 * accents optional, "exact phrases", -without, and ECLI and case numbers in any writing. What the
 * actor may not see is no hit, is not counted and gives no snippet: the condition is part of the
 * query.
 * @returns the results of one page and how many there are, at most 1,000
 */
export async function searchLibrary(
  actor: Actor,
  { query, collection, page = 1 }: Wish,
): Promise<{ results: SearchResult[]; total: number }> {
  authorise(actor, 'intranet.read');
  const readable = readableCollections(actor).filter((one) => !collection || one === collection);
  if (!query.trim() || readable.length === 0) return { results: [], total: 0 };
  const { wanted, unwanted } = splitQuery(query);
  const key = citationKeyOfQuery(query);
  const mayRead = sql`r.collection = any(${sql.param(`{${readable.join(',')}}`)}::text[]) and r.trashed_at is null`;
  const { rows } = await db().execute<Row>(sql`
    with wish as materialized (
      select library_query(${wanted}) as words, coalesce(library_query(${unwanted}), ''::tsquery) as without
    ),
    found as materialized (
      (select r.id, ts_rank(r.search, wish.words) + 1 as rank
        from ${resources} r, wish where r.search @@ wish.words and not r.search @@ wish.without and ${mayRead}
        order by r.id desc limit ${mostRanked})
      union all
      (select r.id, ts_rank(p.search, wish.words) as rank
        from wish, ${pages} p join ${resources} r on r.id = p.document
        where p.search @@ wish.words and not r.search @@ wish.without and ${mayRead}
        order by r.id desc limit ${mostRanked})
      ${key === null ? sql`` : citedIn(key, mayRead)}
    ),
    ranked as (select id, max(rank) as rank from found group by id),
    shown as (
      select id, rank, count(*) over () as total from ranked
      order by rank desc, id desc limit ${resultsPerPage} offset ${(page - 1) * resultsPerPage}
    )
    select r.id, r.folder, r.collection, r.title, r.metadata, r.pages as page_count, shown.total,
      best.page, best.snippet
    from shown join ${resources} r on r.id = shown.id
    left join lateral (
      select p.page, ts_headline(library_configuration(p.language), p.text, wish.anywhere,
        'StartSel=' || chr(1) || ', StopSel=' || chr(2) || ', MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=" … "') as snippet
      from ${pages} p, (select replace(words::text, ' & ', ' | ')::tsquery as anywhere from wish) as wish
      where p.document = r.id and (p.search @@ wish.anywhere
        ${key === null ? sql`` : sql`or p.citations @> array[${key}]`})
      order by ${key === null ? sql`` : sql`p.citations @> array[${key}] desc,`}
        ts_rank(p.search, wish.anywhere) desc, p.page limit 1
    ) best on true
    order by shown.rank desc, r.id desc`);
  return { results: rows.map(resultOf), total: Number(rows[0]?.total ?? 0) };
}

/** Exactly cited things come first. */
function citedIn(key: string, mayRead: ReturnType<typeof sql>) {
  return sql`
    union all (select r.id, 10 as rank from ${resources} r
      where r.citations @> array[${key}] and ${mayRead} limit ${mostRanked})
    union all (select r.id, 5 as rank from ${pages} p join ${resources} r on r.id = p.document
      where p.citations @> array[${key}] and ${mayRead} limit ${mostRanked})`;
}

type Row = {
  id: string;
  folder: boolean;
  collection: Collection;
  title: string;
  metadata: ResourceMetadata;
  page_count: number | null;
  total: string;
  page: number | null;
  snippet: string | null;
};

function resultOf(row: Row): SearchResult {
  const { id, folder, collection, title, metadata, page } = row;
  return {
    id,
    folder,
    collection,
    title,
    metadata,
    page,
    hasPageNumbers: row.page_count !== null,
    snippet: cutSnippet(row.snippet ?? ''),
  };
}
