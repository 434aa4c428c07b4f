import { type SQL, sql } from 'drizzle-orm';
import { shownName } from '~/db/full-name.server';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { shownTitle } from '~/features/forum/forum.server';
import { arrayOf, citesAll, type CompiledQuery } from '~/features/decisions/query/query.server';
import { anyOf, headline, snippetOf, textUnlessMarked } from './marking.server';
import type { Described } from './results.server';
import { yearOf } from './years.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

/** Of one topic the comment that fits best is shown with its words, and so many others by name. */
const mostOthers = 3;

type CommentRow = {
  topic: string;
  id: string;
  title: string | null;
  category: string;
  author: string | null;
  created_at: string;
  /** How many comments of the topic fit: none when only its title does. */
  fitting: number;
  text: string | null;
  snippet: string | null;
};

/** Topics, each with the comments that fit best, those of the year that was asked for first. */
export async function describeForum(
  topics: readonly string[],
  wish: CompiledQuery,
  year?: number,
): Promise<Described[]> {
  if (topics.length === 0) return [];
  const search = sql`forum_comments.search`;
  const isOfYear = year ? sql`${yearOf(forumComments.createdAt)} = ${year}::int` : sql`true`;
  const words = wish.all.forum || null;
  const rank = words === null ? sql`0` : sql`ts_rank(${search}, ${anyOf(words)}::tsquery)`;
  const snippet = headline(sql`'forum_words'`, sql`words`, words);
  const rows = await executePrepared<CommentRow>(sql`
    select topic, id, title, category, author, created_at, fitting, snippet, ${textUnlessMarked} from (
      select topic, comment.id, title, category, author, created_at, fitting,
        case when place = 1 then left(words, 20000) end as text, case when place = 1 then ${snippet} end as snippet, place
      from (
        select ${forumTopics.id} as topic, ${shownTitle(null)} as title, ${forumCategories.name} as category
        from ${forumTopics} join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}
        where ${forumTopics.id} = any(${arrayOf(topics)}::uuid[])
      ) as found
      cross join lateral (
        select ${forumComments.id}, ${forumComments.words} as words, ${shownName(users)} as author,
          to_char(${forumComments.createdAt} at time zone 'Europe/Brussels', 'YYYY-MM-DD') as created_at,
          (count(*) filter (where ${isFitting(wish)}) over ())::int as fitting,
          row_number() over (order by ${isFitting(wish)} desc, (${isOfYear}) desc, ${rank} desc, ${forumComments.position}) as place
        from ${forumComments} left join ${users} on ${users.id} = ${forumComments.authorId}
        where ${forumComments.topicId} = topic and ${forumComments.state} = 'visible'
          and (${isFitting(wish)} or ${forumComments.position} = 1)
        order by place limit ${1 + mostOthers}
      ) as comment offset 0
    ) as shown order by place`);
  return [...Map.groupBy(rows, ({ topic }) => topic).values()].flatMap(([best, ...others]) =>
    best ? [topicOf(wish, best, others)] : [],
  );
}

/** That a comment has what is looked for, and nothing of what is unwanted. */
function isFitting({ citations, all, match, without }: CompiledQuery): SQL {
  const search = sql`forum_comments.search`;
  const cited = citesAll(sql`citation_keys(${forumComments.words})`, citations);
  const words = citations.length > 0 ? all.forum : match.forum;
  const conditions = [
    sql`true`,
    ...(citations.length > 0 ? [cited] : []),
    ...(words ? [sql`${search} @@ ${words}::tsquery`] : []),
    ...(without.forum ? [sql`not (${search} @@ ${without.forum}::tsquery)`] : []),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function topicOf(wish: CompiledQuery, best: CommentRow, others: CommentRow[]): Described {
  // The first comment stands for a title that fits, but is no further place.
  const fitting = others.slice(0, Math.max(0, best.fitting - 1));
  return {
    kind: 'forum',
    part: 'forum',
    key: best.topic,
    address: addressOf(best),
    title: best.title,
    language: null,
    label: 'search.kind.comment',
    facts: [best.category, best.author ?? ''].filter(Boolean),
    date: best.created_at,
    page: null,
    snippet: snippetOf(wish, best),
    comments: {
      shown: fitting.map((row) => ({
        author: row.author,
        date: row.created_at,
        address: addressOf(row),
      })),
      others: Math.max(0, best.fitting - 1 - fitting.length),
    },
  };
}

const addressOf = ({ id }: CommentRow) => `/forum/comment/${id}`;
