import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { isCategoryReadableBy } from '~/features/forum/forum.server';
import {
  arrayOf,
  asked,
  citesAll,
  type CompiledQuery,
  rankOf,
  shareOf,
  tiers,
  unless,
} from '~/features/decisions/query/query.server';
import { can } from '~/policy/permissions';
import type { Scope } from './candidates.server';
import { yearOf } from './years.server';

const { forumCategories, forumComments, forumTopics } = schema;

const row = (score: SQL) =>
  sql`select 'forum', 'forum', ${forumTopics.id}::text, ${yearOf(forumComments.createdAt)}, (${score})::real, true`;
const search = sql`forum_comments.search`;
const title = sql`forum_topics.search`;
const place = sql`join ${forumTopics} on ${forumTopics.id} = ${forumComments.topicId}
  join ${forumCategories} on ${forumCategories.id} = ${forumTopics.categoryId}`;

/** Topics by what their comments say, and by their title where their first comment may be read. */
export function forumMatches(query: CompiledQuery, { actor }: Scope): SQL[] {
  if (!can(actor, 'forum.read')) return [];
  const { citations, terms, all, match, plain, without } = query;
  const mayRead = sql`${isCategoryReadableBy(actor)} and ${forumComments.state} = 'visible'
    ${unless(without.forum, search, 'forum_without')}`;
  const titles = plain.map((one) => one.toLowerCase());
  if (citations.length > 0) {
    const words = all.forum === '' ? sql`true` : sql`${search} @@ ${asked('forum_all')}`;
    return [
      sql`${row(sql`${tiers.text} + ${rankOf(search, asked('forum_all'))}`)} from ${forumComments} ${place}
        where ${citesAll(sql`citation_keys(${forumComments.words})`, citations)} and ${words} and ${mayRead}`,
    ];
  }
  if (terms.length === 0) return [];
  const isLoose = match.forum !== all.forum;
  const said = isLoose
    ? sql`case when ${search} @@ ${asked('forum_all')} then ${tiers.text} else ${shareOf(search, sql`''::tsvector`, asked('forum_terms'))} end`
    : sql`${tiers.text}`;
  const named = sql`case when lower(${forumTopics.title}) = any(${arrayOf(titles)}) then ${tiers.name} else ${tiers.facts} end`;
  return [
    sql`${row(sql`${said} + ${rankOf(search, asked('forum_all'))}`)} from ${forumComments} ${place}
      where ${search} @@ ${asked('forum_match')} and ${mayRead}`,
    sql`${row(sql`${named} + ${rankOf(title, asked('forum_all'))}`)} from ${forumComments} ${place}
      where ${title} @@ ${asked('forum_all')} and ${forumComments.position} = 1 and ${mayRead}`,
  ];
}
