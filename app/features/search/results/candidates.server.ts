import { type SQL, sql, type Table } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { isPublishedArticle } from '~/features/content/articles/articles.server';
import { isEventVisibleTo, isTranslationShown } from '~/features/events/events.server';
import { isCategoryReadableBy } from '~/features/forum/forum.server';
import { isPublishedNews } from '~/features/content/news/news.server';
import { isShownTo } from '~/features/content/publishing/publishing.server';
import {
  isInShownLanguage,
  readableCollections,
} from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { can } from '~/policy/permissions';
import { arrayOf } from './marking.server';
import { maxRanked, resultsPerPage, type SearchKind } from '~/features/search/search-kinds';
import type { ParsedQuery } from '~/features/search/query/parsed-query.server';

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
export type Candidate = { kind: SearchKind; part: string; key: string };

/** One page of what fits, best first, and how many there are of each kind. */
export type Candidates = { shown: Candidate[]; counts: Record<SearchKind, number> };

type Scope = {
  actor: Actor;
  collection?: Collection | undefined;
  language: string;
  /** Only the page of this kind is shown; all kinds are counted. */
  kind?: SearchKind | undefined;
  page?: number | undefined;
};

/**
 * Everything the actor may see that fits, best first: of each source the newest `maxRanked` at
 * most. What its reader may not see is neither here nor counted: the condition is in each part of
 * the query.
 */
export async function findCandidates(wish: ParsedQuery, scope: Scope): Promise<Candidates> {
  const counts = { library: 0, forum: 0, news: 0, event: 0, page: 0 };
  const parts = [
    ...inLibrary(wish, scope),
    ...(scope.collection ? [] : [...inForum(wish, scope), ...published(wish, scope)]),
  ];
  if (parts.length === 0) return { shown: [], counts };
  const { kind, page = 1 } = scope;
  const [row] = await executePrepared<{
    shown: Candidate[] | null;
    counts: Partial<Candidates['counts']> | null;
  }>(sql`
    with wish as materialized (
        select ${wish.words}::tsquery as words, ${wish.without}::tsquery as without,
          ${wish.forumWords}::tsquery as forum
      ),
      found (kind, part, key, rank) as (${sql.join(parts, sql` union all `)}),
      best as materialized (
        select kind, part, key, max(rank) as rank from found group by key, part, kind
      )
    select
      (select json_agg(json_build_object('kind', kind, 'part', part, 'key', key)) from (
        select kind, part, key from best where ${kind ?? null}::text is null or kind = ${kind ?? null} order by rank desc, key desc
        limit ${resultsPerPage} offset ${(page - 1) * resultsPerPage}
      ) as shown) as shown,
      (select json_object_agg(kind, count) from (
        select kind, count(*) from best group by kind
      ) as counted) as counts`);
  return { shown: row?.shown ?? [], counts: { ...counts, ...row?.counts } };
}

/**
 * The words of a query, kept from the planner. It takes a test of words for as cheap as any other,
 * and for words that it knows to be common would read whole tables rather than ask the index of
 * words; of words that it does not know it expects few, and asks the index. And so one plan does
 * for all words.
 */
const hidden = {
  words: sql.raw('(select words from wish)'),
  without: sql.raw('(select without from wish)'),
  forum: sql.raw('(select forum from wish)'),
};

/** How rows are found: by the index of words, or one after the other as they come. */
type Way = 'index' | 'row by row';

function has(vector: SQL, words: SQL, way: Way = 'index'): SQL {
  // The function behind the operator, which no index knows.
  return way === 'index' ? sql`${vector} @@ ${words}` : sql`ts_match_vq(${vector}, ${words})`;
}

/** That `vector` has the words wanted and none of those left out. */
function fits({ words, without }: ParsedQuery, vector: SQL, way?: Way): SQL {
  const hasWords = words === null ? sql`true` : has(vector, hidden.words, way);
  return without === '' ? hasWords : sql`${hasWords} and not ${has(vector, hidden.without, way)}`;
}

/**
 * The newest that fit, ranked. The rank is worked out after the limit, because unpacking the words
 * of a text costs more than finding it.
 * @param found selects `key` and `vector`, in order and limited
 * @param by the words that count; none when only citations are looked for
 * @param plus more for what is cited than any words can reach
 */
function ranked(
  [kind, part]: readonly [SearchKind, string],
  found: SQL,
  { by, plus = 0 }: { by: SQL | null; plus?: number },
): SQL {
  const rank = by === null ? sql`0::real` : sql`ts_rank(vector, ${by})`;
  const facts = sql.raw(`'${kind}', '${part}', key, ${plus}::real`);
  return sql`(select ${facts} + ${rank} from (${found} limit ${sql.raw(`${maxRanked}`)}) as newest)`;
}

/**
 * The words of the newest, read again where they stand: of all that fit they would be carried through
 * the sorting, and they are longer than all the rest.
 * @param found selects `key` and `place`, a row's place in the table, in order
 */
function withVectors(table: Table, found: SQL): SQL {
  return sql`select first.key, kept.search as vector
    from (${found} limit ${sql.raw(`${maxRanked}`)}) as first join ${table} kept on kept.ctid = first.place`;
}

function inLibrary(wish: ParsedQuery, { actor, collection }: Scope): SQL[] {
  const readable = readableCollections(actor).filter((one) => !collection || one === collection);
  if (readable.length === 0) return [];
  const columns = { language: sql`r.language`, user: sql`r.user_id` };
  const isShown = isInShownLanguage(actor, columns) ?? sql`true`;
  const mayRead = sql`r.collection = any(${arrayOf(readable)}) and r.trashed_at is null and ${isShown}`;
  const { citations, isCommon } = wish;
  const by = wish.words === null ? null : hidden.words;
  const source = ['library', 'library'] as const;
  if (citations.length > 0) {
    const keys = arrayOf(citations);
    const condition = sql`${mayRead} and ${fits(wish, sql`r.search`)}`;
    const own = sql`select r.id::text as key, r.ranked_words as vector from ${resources} r
      where r.citations @> ${keys} and ${condition}`;
    const inside = sql`select r.id::text as key, r.ranked_words as vector
      from ${documentPages} p join ${resources} r on r.id = p.document
      where p.citations @> ${keys} and ${condition}`;
    return [ranked(source, own, { by, plus: 20 }), ranked(source, inside, { by, plus: 10 })];
  }
  // A title that fits counts most; then a page that has all words; then a document that has them
  // somewhere. A phrase is known to its page only.
  const whole = isCommon.resources
    ? sql`select r.id::text as key, r.ranked_words as vector from ${resources} r
      where ${fits(wish, sql`r.search`, 'row by row')} and ${mayRead} order by r.id desc`
    : sql`select id::text as key, ranked_words as vector from (
      select id, ranked_words, collection, trashed_at, language, user_id from ${resources} r where ${fits(wish, sql`r.search`)} offset 0
    ) as r where ${mayRead} order by id desc`;
  const byPage = isCommon.pages
    ? sql`select r.id::text as key, p.search as vector
      from ${documentPages} p join ${resources} r on r.id = p.document
      where ${fits(wish, sql`p.search`, 'row by row')} and ${fits({ ...wish, words: null }, sql`r.search`)}
        and ${mayRead} order by p.document desc, p.page desc`
    : withVectors(
        documentPages,
        sql`select r.id::text as key, hit.place from (
          select p.document, p.ctid as place from ${documentPages} p
          where ${fits(wish, sql`p.search`)} order by p.document desc offset 0
        ) as hit join ${resources} r on r.id = hit.document
        where ${fits({ ...wish, words: null }, sql`r.search`)} and ${mayRead} order by hit.document desc`,
      );
  return [ranked(source, whole, { by }), ranked(source, byPage, { by })];
}

function inForum({ forumWords, citations, isCommon }: ParsedQuery, { actor }: Scope): SQL[] {
  if (!can(actor, 'forum.read')) return [];
  const mayRead = sql`${isCategoryReadableBy(actor)} and ${forumComments.state} = 'visible'`;
  const source = ['forum', 'forum'] as const;
  const category = sql`join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}`;
  if (citations.length > 0) {
    const search = sql`forum_comments.search`;
    const words = forumWords === null ? sql`true` : has(search, hidden.forum);
    const cited = sql`select ${forumComments.id}::text as key, ${search} as vector
      from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId} ${category}
      where citation_keys(${forumComments.words}) @> ${arrayOf(citations)} and ${words} and ${mayRead}`;
    return [ranked(source, cited, { by: forumWords === null ? null : hidden.forum, plus: 8 })];
  }
  if (forumWords === null) return [];
  const vector = sql`forum_comments.search`;
  const said = isCommon.comments
    ? sql`select ${forumComments.id}::text as key, forum_comments.search as vector
      from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId} ${category}
      where ${has(vector, hidden.forum, 'row by row')} and ${mayRead}
      order by ${forumComments.id} desc`
    : withVectors(
        forumComments,
        sql`select hit.id::text as key, hit.place from (
          select ${forumComments.id} as id, ${forumComments.topicId} as topic, forum_comments.ctid as place
          from ${forumComments}
          where ${has(vector, hidden.forum)} and ${forumComments.state} = 'visible'
          order by ${forumComments.id} desc offset 0
        ) as hit join ${forumTopics} on ${forumTopics.id} = hit.topic ${category}
        where ${isCategoryReadableBy(actor)} order by hit.id desc`,
      );
  // A title goes with the first comment.
  const named = sql`select ${forumComments.id}::text as key, hit.vector from (
      select ${forumTopics.id} as id, forum_topics.search as vector from ${forumTopics}
      where ${has(sql`forum_topics.search`, hidden.forum)} order by ${forumTopics.id} desc offset 0
    ) as hit join ${forumTopics} on ${forumTopics.id} = hit.id ${category}
    join ${forumComments} on ${forumComments.topicId} = hit.id and ${forumComments.position} = 1
    where ${mayRead} order by hit.id desc`;
  return [
    ranked(source, said, { by: hidden.forum }),
    ranked(source, named, { by: hidden.forum, plus: 1 }),
  ];
}

/** What anybody may read, the translations of one thing counting once. */
function published(wish: ParsedQuery, { actor, language }: Scope): SQL[] {
  const now = new Date();
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
    { kind: 'page', part: 'page', table: pages, isOpen: isShownTo(language, 'page', now) },
  ] as const;
  const { citations } = wish;
  const by = wish.words === null ? null : hidden.words;
  return sources.map(({ kind, part, table, isOpen }) => {
    const isCited =
      citations.length > 0 ? sql`${table}.citations @> ${arrayOf(citations)}` : sql`true`;
    const found = sql`select slug as key, search as vector from (
        select ${table.id}, ${table.slug}, ${table}.search from ${table}
        where ${fits(wish, sql`${table}.search`)} and ${isCited} and ${isOpen} offset 0
      ) as hit order by id desc`;
    return ranked([kind, part], found, { by, plus: citations.length > 0 ? 9 : 0 });
  });
}
