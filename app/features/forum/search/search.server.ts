import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, readLate, schema } from '~/db/db.server';
import { withoutRules } from '~/rich-text/without-rules';
import { shownName } from '~/db/full-name.server';
import { authorise } from '~/policy/permissions';
import { isReadable, isTitleShown, shownTitle } from '~/features/forum/forum-access.server';
import { addressOfComment } from '~/features/forum/topics/topics.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

const resultsPerPage = 20;
const deepestPage = 25;

/** Marks the words found; no text can contain it, since control characters are not stored. */
const mark = '\u0002';

export type FoundPart = { text: string; isFound: boolean };

/**
 * Full-text search in what the actor may read: visible comments and titles of topics, in the same
 * query as the permission, so that nothing else can even be counted.
 */
export async function searchForum(actor: Actor, typed: string, page = 1) {
  authorise(actor, 'forum.read');
  const text = withoutRules(typed.normalize('NFC').replaceAll(/\p{Cc}/gu, ' '))
    .trim()
    .slice(0, 200);
  const number = Math.min(Math.max(1, Math.trunc(page) || 1), deepestPage);
  if (text === '') return { text, results: [], hasMore: false, page: number };
  const query = sql`websearch_to_tsquery('forum_words', ${text})`;
  const rows = await readLate(async () =>
    db()
      .select({
        id: forumComments.id,
        topicId: forumComments.topicId,
        position: forumComments.position,
        title: shownTitle(actor),
        category: forumCategories.name,
        createdAt: forumComments.createdAt,
        author: shownName(users),
        extract: sql<string>`ts_headline('forum_words', ${forumComments.words}, ${query},
        ${`StartSel=${mark}, StopSel=${mark}, MaxWords=40, MinWords=20, MaxFragments=1`})`,
      })
      .from(forumComments)
      .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
      .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
      .leftJoin(users, eq(users.id, forumComments.authorId))
      .where(
        and(
          isReadable(actor),
          eq(forumComments.state, 'visible'),
          sql`(forum_comments.search @@ ${query} or
          (${forumComments.position} = 1 and forum_topics.search @@ ${query}))`,
        ),
      )
      .orderBy(desc(rankOf(actor, query)), desc(forumComments.createdAt))
      .limit(resultsPerPage + 1)
      .offset((number - 1) * resultsPerPage),
  );
  return {
    text,
    page: number,
    hasMore: rows.length > resultsPerPage && number < deepestPage,
    results: rows.slice(0, resultsPerPage).map(({ extract, ...row }) => ({
      id: row.id,
      address: addressOfComment(row),
      title: row.title,
      category: row.category,
      createdAt: row.createdAt,
      // The number of a former member means something within the topic alone.
      author: { name: row.author, pseudonym: null },
      extract: partsOf(extract),
    })),
  };
}

/** What is found in a title counts twice, when the title is shown. */
const rankOf = (actor: Actor, query: SQL): SQL =>
  sql`ts_rank(forum_comments.search, ${query}) +
    case when ${isTitleShown(actor)} then 2 * ts_rank(forum_topics.search, ${query}) else 0 end`;

function partsOf(extract: string): FoundPart[] {
  return extract
    .split(mark)
    .map((text, position) => ({ text, isFound: position % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
