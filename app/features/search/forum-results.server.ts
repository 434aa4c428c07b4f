import { sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Wish } from './candidates.server';
import { shownTitle } from '~/features/forum/forum.server';
import { headline, listOf, snippetOf } from './marking.server';
import type { Described } from './results.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

type ForumRow = {
  id: string;
  title: string | null;
  category: string;
  author: string | null;
  created_at: string;
  text: string;
  snippet: string | null;
};

/** Comments, each under the title of its topic. */
export async function describeForum(ids: readonly string[], wish: Wish): Promise<Described[]> {
  if (ids.length === 0) return [];
  const snippet = headline(sql`'forum_words'`, sql`${forumComments.words}`, wish.forumWords);
  const { rows } = await db().execute<ForumRow>(sql`
    select ${forumComments.id}, ${shownTitle(null)} as title, ${forumCategories.name} as category,
      nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), '') as author,
      to_char(${forumComments.createdAt} at time zone 'Europe/Brussels', 'YYYY-MM-DD') as created_at,
      left(${forumComments.words}, 20000) as text, ${snippet} as snippet
    from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId}
    join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}
    left join ${users} on ${users.id} = ${forumComments.authorId}
    where ${forumComments.id} in (${listOf(ids)})`);
  return rows.map((row) => ({
    kind: 'forum',
    part: 'forum',
    key: row.id,
    address: `/forum/comment/${row.id}`,
    title: row.title,
    language: null,
    label: 'search.kind.comment',
    facts: [row.category, row.author ?? ''].filter(Boolean),
    date: row.created_at,
    page: null,
    snippet: snippetOf(wish, row),
  }));
}
