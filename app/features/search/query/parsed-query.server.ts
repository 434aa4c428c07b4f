import { getTableName, type SQL, sql, type Table } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import type { SearchQuery } from './split-query';

const { documentPages, forumComments, intranetResources: resources } = schema;

/** Whether the words occur in so many rows that scanning from the newest is faster than the index. */
export type Common = { resources: boolean; pages: boolean; comments: boolean };

/** A search query as PostgreSQL parses it. */
export type ParsedQuery = {
  /** The tsquery in all languages; null for a query of citations only. */
  words: string | null;
  without: string;
  forumWords: string | null;
  citations: string[];
  isCommon: Common;
};

type Row = Record<keyof Common, boolean> & {
  words: string | null;
  without: string;
  forum: string | null;
};

/** Parses a query in the database, which also estimates how common its words are. */
export async function parseQuery({
  wanted,
  unwanted,
  citations,
}: SearchQuery): Promise<ParsedQuery | null> {
  const negated = unwanted === '' ? '' : ` -${unwanted.split(' or ').join(' -')}`;
  // The query in all languages takes a quarter of a millisecond.
  const without = unwanted === '' ? sql`''` : sql`coalesce(library_query(${unwanted})::text, '')`;
  const [row] = await executePrepared<Row>(sql`
    with read as materialized (
      select library_query(${wanted}) as words,
        nullif(websearch_to_tsquery('forum_words', ${wanted + negated})::text, '')::tsquery as forum
    )
    select words::text, ${without} as without, forum::text,
      ${isCommon(resources, sql`words`)} as resources,
      ${isCommon(documentPages, sql`words`)} as pages,
      ${isCommon(forumComments, sql`forum`)} as comments
    from read`);
  if (!row || (row.words === null && citations.length === 0)) return null;
  const { words, without: unwantedWords, forum, ...common } = row;
  return { words, without: unwantedWords, forumWords: forum, citations, isCommon: common };
}

/**
 * The index costs about 2.5 microseconds per matching row; scanning from the newest row costs about
 * 12 per row until there are enough hits. Beyond `sqrt(1000 * rows)` matches the scan is faster.
 * Without planner statistics nothing counts as common.
 */
function isCommon(table: Table, words: SQL): SQL {
  const name = sql.raw(`'${getTableName(table)}'::regclass`);
  const rows = sql`(select reltuples from pg_class where oid = ${name} and reltuples > 0)`;
  return sql`coalesce(rows_expected(${name}, ${words}) > sqrt(1000 * ${rows}), false)`;
}
