import { shownName } from '~/db/full-name.server';
import { sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { shownTitle } from '~/features/forum/forum.server';
import { headline, snippetOf, textUnlessMarked } from './marking.server';
import type { Described } from './results.server';
import { arrayOf, type CompiledQuery } from '~/features/decisions/query/query.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

type ForumRow = {
  id: string;
  title: string | null;
  category: string;
  author: string | null;
  created_at: string;
  text: string | null;
  snippet: string | null;
};

/** Comments, each under the title of its topic. */
export async function describeForum(
  ids: readonly string[],
  wish: CompiledQuery,
): Promise<Described[]> {
  if (ids.length === 0) return [];
  const snippet = headline(sql`'forum_words'`, sql`${forumComments.words}`, wish.all.forum || null);
  const rows = await executePrepared<ForumRow>(sql`
    select id, title, category, author, created_at, snippet, ${textUnlessMarked} from (
      select ${forumComments.id}, ${shownTitle(null)} as title, ${forumCategories.name} as category,
        ${shownName(users)} as author,
        to_char(${forumComments.createdAt} at time zone 'Europe/Brussels', 'YYYY-MM-DD') as created_at,
        left(${forumComments.words}, 20000) as text, ${snippet} as snippet
      from ${forumComments} join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId}
      join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}
      left join ${users} on ${users.id} = ${forumComments.authorId}
      where ${forumComments.id} = any(${arrayOf(ids)}::uuid[]) offset 0
    ) as shown`);
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
