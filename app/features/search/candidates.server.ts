import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { isPublishedArticle } from '~/features/articles/articles.server';
import { isEventVisibleTo, isTranslationShown } from '~/features/events/events.server';
import { isCategoryReadableBy } from '~/features/forum/forum.server';
import { isPublishedNews } from '~/features/news/news.server';
import { isPublishedPage } from '~/features/pages/pages.server';
import { readableCollections } from '~/features/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { can } from '~/permissions';
import { mostRanked, type SearchKind } from './search-kinds';
import type { SearchQuery } from './split-query';

const {
  articles,
  documentPages,
  events,
  eventTranslations,
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
 * The planner takes a test of words for as cheap as any other, and would rather read whole tables
 * or all of them backwards than ask the index of words: unpacking the words of each text costs a
 * hundred times what it thinks. What was found is then looked up one by one, until there is enough.
 */
const byTheIndexOfWords = sql.raw(
  `select ${['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
    .map((setting) => `set_config('${setting}', 'off', true)`)
    .join(', ')}`,
);

/**
 * Everything the actor may see that fits, best first: of each source the newest `mostRanked` at
 * most. Whose reader may not see it is neither here nor counted: the condition is in each part of
 * the query.
 */
export async function findCandidates(wish: Wish, scope: Scope): Promise<Candidate[]> {
  return transaction(async (tx) => {
    await tx.execute(byTheIndexOfWords);
    const isCommon = await commonIn(tx, wish);
    const parts = [
      ...inLibrary(wish, scope, isCommon),
      ...(scope.collection ? [] : [...inForum(wish, scope, isCommon), ...published(wish, scope)]),
    ];
    if (parts.length === 0) return [];
    const { rows } = await tx.execute<Candidate>(sql`
      with found (kind, part, key, rank) as (${sql.join(parts, sql` union all `)})
      select kind, part, key, max(rank)::float8 as rank from found
      group by kind, part, key order by rank desc, key desc`);
    return rows;
  });
}

/** Whether the words of a wish stand in so many rows that the newest are best looked through. */
type Common = { resources: boolean; pages: boolean; comments: boolean };
const rare: Common = { resources: false, pages: false, comments: false };

const estimate = z.array(
  z.object({ Plan: z.object({ Plans: z.array(z.object({ 'Plan Rows': z.number() })) }) }),
);

/**
 * To find by the index of words takes about 2.5 microseconds for each row that fits, to look
 * through rows from the newest about 12 for each row until there are enough: beyond
 * `sqrt(1000 * rows)` that fit the second is sooner done. How many fit the planner knows from its
 * statistics, without asking the tables.
 */
async function commonIn(tx: Transaction, wish: Wish): Promise<Common> {
  const { words, forumWords, citations } = wish;
  if (words === null || forumWords === null || citations.length > 0) return rare;
  const { rows: plans } = await tx.execute<{ 'QUERY PLAN': unknown }>(sql`
    explain (format json)
    select 1 from ${resources} r where r.search @@ ${words}::tsquery
    union all select 1 from ${documentPages} p where p.search @@ ${words}::tsquery
    union all select 1 from ${forumComments} where forum_comments.search @@ ${forumWords}::tsquery
    union all select 1 from ${resources}
    union all select 1 from ${documentPages}
    union all select 1 from ${forumComments}`);
  const known = estimate.safeParse(plans[0]?.['QUERY PLAN']);
  const counts = known.data?.[0]?.Plan.Plans.map((plan) => plan['Plan Rows']) ?? [];
  const isCommon = (at: number) => (counts[at] ?? 0) > Math.sqrt(1_000 * (counts[at + 3] ?? 0));
  return { resources: isCommon(0), pages: isCommon(1), comments: isCommon(2) };
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

function inLibrary(wish: Wish, { actor, collection }: Scope, isCommon: Common): SQL[] {
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
  const whole = isCommon.resources
    ? sql`select r.id::text as key, r.search as vector from ${resources} r
      where ${fits(wish, sql`r.search`)} and ${mayRead} order by r.id desc`
    : sql`select id::text as key, search as vector from (
      select r.id, r.search from ${resources} r where ${fits(wish, sql`r.search`)} and ${mayRead} offset 0
    ) as hit order by id desc`;
  const byPage = isCommon.pages
    ? sql`select r.id::text as key, p.search as vector
      from ${documentPages} p join ${resources} r on r.id = p.document
      where ${fits(wish, sql`p.search`)} and ${fits({ ...wish, words: null }, sql`r.search`)} and ${mayRead}
      order by p.document desc, p.page desc`
    : sql`select r.id::text as key, hit.search as vector from (
      select p.document, p.search from ${documentPages} p
      where ${fits(wish, sql`p.search`)} order by p.document desc offset 0
    ) as hit join ${resources} r on r.id = hit.document
    where ${fits({ ...wish, words: null }, sql`r.search`)} and ${mayRead} order by hit.document desc`;
  return [ranked(source, whole, { words }), ranked(source, byPage, { words })];
}

function inForum({ forumWords, citations }: Wish, { actor }: Scope, isCommon: Common): SQL[] {
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
  const said = isCommon.comments
    ? sql`select ${forumComments.id}::text as key, forum_comments.search as vector
      from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId} ${category}
      where forum_comments.search @@ ${forumWords}::tsquery and ${mayRead}
      order by ${forumComments.id} desc`
    : sql`select hit.id::text as key, hit.vector from (
      select ${forumComments.id} as id, ${forumComments.topicId} as topic, forum_comments.search as vector
      from ${forumComments}
      where forum_comments.search @@ ${forumWords}::tsquery and ${forumComments.state} = 'visible'
      order by ${forumComments.id} desc offset 0
    ) as hit join ${forumTopics} on ${forumTopics.id} = hit.topic ${category}
    where ${isCategoryReadableBy(actor)} order by hit.id desc`;
  // A title goes with the first comment.
  const named = sql`select ${forumComments.id}::text as key, hit.vector from (
      select ${forumTopics.id} as id, forum_topics.search as vector from ${forumTopics}
      where forum_topics.search @@ ${forumWords}::tsquery order by ${forumTopics.id} desc offset 0
    ) as hit join ${forumTopics} on ${forumTopics.id} = hit.id ${category}
    join ${forumComments} on ${forumComments.topicId} = hit.id and ${forumComments.position} = 1
    where ${mayRead} order by hit.id desc`;
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
      kind: 'event',
      part: 'event',
      table: eventTranslations,
      isOpen: sql`${isTranslationShown(now)} and ${eventTranslations.translationGroup} in
        (select ${events.id} from ${events} where ${isEventVisibleTo(actor)})`,
    },
    {
      kind: 'page',
      part: 'page',
      table: pages,
      isOpen: sql`${pages.language} = any(${languages}) and ${isPublishedPage(now)}`,
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
