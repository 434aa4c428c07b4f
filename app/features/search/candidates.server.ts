import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { isPublishedArticle } from '~/features/articles/articles.server';
import { isEventVisibleTo } from '~/features/events/events.server';
import { isCategoryReadableBy } from '~/features/forum/forum.server';
import { isPublishedNews } from '~/features/news/news.server';
import { readableCollections } from '~/features/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { can } from '~/permissions';
import { mostRanked, type SearchKind } from './search-kinds';
import type { SearchQuery } from './split-query';

const {
  articles,
  documentPages,
  events,
  forumCategories,
  forumComments,
  forumTopics,
  intranetResources: resources,
  newsItems,
  pages,
} = schema;

/** Something that fits: `key` is a slug for what is published and an id for everything else. */
export type Candidate = { kind: SearchKind; part: string; key: string; rank: number };

/** A query as the database understands it. */
export type Wish = {
  /** In the words of every language; null when only citations are looked for. */
  words: string | null;
  without: string;
  forumWords: string | null;
  citations: string[];
};

/** Lets the database read the query first, so that it can plan by how common the words are. */
export async function wishOf({ wanted, unwanted, citations }: SearchQuery): Promise<Wish | null> {
  const negated = unwanted === '' ? '' : ` -${unwanted.split(' or ').join(' -')}`;
  const { rows } = await db().execute<{ words: string | null; without: string; forum: string }>(sql`
    select library_query(${wanted})::text as words,
      coalesce(library_query(${unwanted})::text, '') as without,
      websearch_to_tsquery('forum_words', ${wanted + negated})::text as forum`);
  const [row] = rows;
  const words = row?.words ?? null;
  if (words === null && citations.length === 0) return null;
  const forumWords = row?.forum ? row.forum : null;
  return { words, without: row?.without ?? '', forumWords, citations };
}

type Scope = { actor: Actor; collection?: Collection | undefined; language: string };

/**
 * What a plan for words really costs. To test the words of a text is dear, what is read lies in
 * memory, and reading a table whole is never worth it: then the planner asks the index of words
 * for rare words, and goes back from the newest for words that stand everywhere, where two hundred
 * are soon found. What was found is looked up one by one.
 */
const costs = {
  cpu_operator_cost: '0.05',
  random_page_cost: '0.5',
  seq_page_cost: '0.05',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};
const withTrueCosts = sql.raw(
  `select ${Object.entries(costs)
    .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
    .join(', ')}`,
);

/**
 * Everything the actor may see that fits, best first: of each source the newest `mostRanked` at
 * most. Whose reader may not see it is neither here nor counted: the condition is in each part of
 * the query.
 */
export async function findCandidates(wish: Wish, scope: Scope): Promise<Candidate[]> {
  const parts = [
    ...inLibrary(wish, scope),
    ...(scope.collection ? [] : [...inForum(wish, scope), ...published(wish, scope)]),
  ];
  if (parts.length === 0) return [];
  return transaction(async (tx) => {
    await tx.execute(withTrueCosts);
    const { rows } = await tx.execute<Candidate>(sql`
      with found (kind, part, key, rank) as (${sql.join(parts, sql` union all `)})
      select kind, part, key, max(rank)::float8 as rank from found
      group by kind, part, key order by rank desc, key desc`);
    return rows;
  });
}

/** How many of each kind there are. */
export function countKinds(candidates: readonly Candidate[]): Record<SearchKind, number> {
  const counts = { library: 0, forum: 0, news: 0, event: 0, page: 0 };
  for (const { kind } of candidates) counts[kind] += 1;
  return counts;
}

const arrayOf = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

/** That `vector` has the words wanted and none of those left out. */
function fits({ words, without }: Wish, vector: SQL): SQL {
  const has = words === null ? sql`true` : sql`${vector} @@ ${words}::tsquery`;
  return without === '' ? has : sql`${has} and not ${vector} @@ ${without}::tsquery`;
}

/**
 * The newest that fit, ranked. The rank is worked out after the limit, because unpacking the words
 * of a text costs more than finding it.
 * @param found selects `key` and `vector`, in order and limited
 * @param plus more for what is cited than any words can reach
 */
function ranked(
  [kind, part]: readonly [SearchKind, string],
  found: SQL,
  { words, plus = 0 }: { words: string | null; plus?: number },
): SQL {
  const rank = words === null ? sql`0::real` : sql`ts_rank(vector, ${words}::tsquery)`;
  return sql`(select ${kind}, ${part}, key, ${plus}::real + ${rank} from (${found} limit ${mostRanked}) as newest)`;
}

function inLibrary(wish: Wish, { actor, collection }: Scope): SQL[] {
  const readable = readableCollections(actor).filter((one) => !collection || one === collection);
  if (readable.length === 0) return [];
  const mayRead = sql`r.collection = any(${arrayOf(readable)}) and r.trashed_at is null`;
  const { citations, words } = wish;
  const source = ['library', 'library'] as const;
  if (citations.length > 0) {
    const keys = arrayOf(citations);
    const condition = sql`${mayRead} and ${fits(wish, sql`r.search`)}`;
    const own = sql`select r.id::text as key, r.search as vector from ${resources} r
      where r.citations @> ${keys} and ${condition}`;
    const inside = sql`select r.id::text as key, r.search as vector
      from ${documentPages} p join ${resources} r on r.id = p.document
      where p.citations @> ${keys} and ${condition}`;
    return [ranked(source, own, { words, plus: 20 }), ranked(source, inside, { words, plus: 10 })];
  }
  // A title that fits counts most; then a page that has all words; then a document that has them
  // somewhere. A phrase is known to its page only.
  const whole = sql`select r.id::text as key, r.search as vector from ${resources} r
    where ${fits(wish, sql`r.search`)} and ${mayRead} order by r.id desc`;
  const byPage = sql`select r.id::text as key, p.search as vector
    from ${documentPages} p join ${resources} r on r.id = p.document
    where ${fits(wish, sql`p.search`)} and ${fits({ ...wish, words: null }, sql`r.search`)} and ${mayRead}
    order by p.document desc, p.page desc`;
  return [ranked(source, whole, { words }), ranked(source, byPage, { words })];
}

function inForum({ forumWords, citations }: Wish, { actor }: Scope): SQL[] {
  if (!can(actor, 'forum.read')) return [];
  const mayRead = sql`${isCategoryReadableBy(actor)} and ${forumComments.state} = 'visible'`;
  const source = ['forum', 'forum'] as const;
  const category = sql`join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}`;
  if (citations.length > 0) {
    const search = sql`forum_comments.search`;
    const words = forumWords === null ? sql`true` : sql`${search} @@ ${forumWords}::tsquery`;
    const cited = sql`select ${forumComments.id}::text as key, ${search} as vector
      from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId} ${category}
      where citation_keys(${forumComments.words}) @> ${arrayOf(citations)} and ${words} and ${mayRead}`;
    return [ranked(source, cited, { words: forumWords, plus: 8 })];
  }
  if (forumWords === null) return [];
  const said = sql`select ${forumComments.id}::text as key, forum_comments.search as vector
    from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId} ${category}
    where forum_comments.search @@ ${forumWords}::tsquery and ${mayRead} order by ${forumComments.id} desc`;
  const named = sql`select ${forumComments.id}::text as key, forum_topics.search as vector
    from ${forumTopics} ${category}
    join ${forumComments} on ${forumComments.topicId} = ${forumTopics.id} and ${forumComments.position} = 1
    where forum_topics.search @@ ${forumWords}::tsquery and ${mayRead} order by ${forumTopics.id} desc`;
  return [
    ranked(source, said, { words: forumWords }),
    ranked(source, named, { words: forumWords, plus: 1 }),
  ];
}

/** What anybody may read, the translations of one thing counting once. */
function published(wish: Wish, { actor, language }: Scope): SQL[] {
  const now = new Date();
  const languages = arrayOf([language, config().languages.default]);
  const sources = [
    { kind: 'news', part: 'news', table: newsItems, isOpen: isPublishedNews(now) },
    { kind: 'news', part: 'article', table: articles, isOpen: isPublishedArticle(now) },
    { kind: 'event', part: 'event', table: events, isOpen: isEventVisibleTo(actor) },
    {
      kind: 'page',
      part: 'page',
      table: pages,
      isOpen: sql`${pages.language} = any(${languages})`,
    },
  ] as const;
  const { citations, words } = wish;
  return sources.map(({ kind, part, table, isOpen }) => {
    const isCited =
      citations.length > 0 ? sql`${table}.citations @> ${arrayOf(citations)}` : sql`true`;
    const found = sql`select slug as key, search as vector from (
        select ${table.id}, ${table.slug}, ${table}.search from ${table}
        where ${fits(wish, sql`${table}.search`)} and ${isCited} and ${isOpen} offset 0
      ) as hit order by id desc`;
    return ranked([kind, part], found, { words, plus: citations.length > 0 ? 9 : 0 });
  });
}
