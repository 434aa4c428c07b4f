import { sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Wish } from './candidates.server';
import { headline, listOf, snippetOf } from './marking.server';
import type { Described } from './results.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

type ForumRow = {
  id: string;
  title: string;
  category: string;
  author: string | null;
  created_at: string;
  text: string;
  snippet: string | null;
};

/** Comments, each under the title of its topic. */
export async function describeForum(ids: readonly string[], wish: Wish): Promise<Described[]> {
  if (ids.length === 0) return [];
  // Found by the title of its topic, a comment may be one that is not shown.
  const shown = sql`case when ${forumComments.state} = 'visible' then ${forumComments.words} else '' end`;
  const snippet = headline(sql`'forum_words'`, shown, wish.forumWords);
  const { rows } = await db().execute<ForumRow>(sql`
    select ${forumComments.id}, ${forumTopics.title}, ${forumCategories.name} as category,
      nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), '') as author,
      to_char(${forumComments.createdAt} at time zone 'Europe/Brussels', 'YYYY-MM-DD') as created_at,
      left(${shown}, 20000) as text, ${snippet} as snippet
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
