import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, type Transaction } from '~/db/db.server';
import { hasTypedWords, withoutCase } from '~/db/typed-words.server';
import { authorise } from '~/policy/permissions';
import {
  asMember,
  getReadableCategory,
  getReadableTopic,
} from '~/features/forum/forum-access.server';
import { nameEnd } from './without-mention';

const { forumCategories, forumTopics, users } = schema;

/** The maximum number of members one comment notifies. */
const mostMentions = 20;
/** How many of the places that have an `@` are looked at: a text of nothing else is no mention. */
const mostPlaces = 200;
/** First name, space and last name. */
const longestName = 201;
const mentionStart = /(?<![\p{L}\p{N}@])@(?=\S)/gu;
const namesEnd = new RegExp(String.raw`(?<=\S)${nameEnd}`, 'gu');

/**
 * What may be meant by `@First Last`: all that follows an `@` and ends with a word. Names have all
 * kinds of signs and words, so that only the list of members can say which of it is one.
 */
export function namesMentioned(text: string): string[] {
  const names = new Set<string>();
  for (const { index } of [...text.matchAll(mentionStart)].slice(0, mostPlaces)) {
    const words = text.slice(index + 1, index + 1 + longestName);
    for (const end of words.matchAll(namesEnd)) {
      const name = words.slice(0, end.index);
      if (name.includes(' ')) names.add(name);
    }
  }
  return [...names];
}

const nameOf = withoutCase(sql`(${users.firstName} || ' ' || ${users.lastName})`);

/** That a member has this name, in capitals or not. */
export const isNamed = (name: string): SQL => sql`${nameOf} = ${withoutCase(sql`${name}::text`)}`;

/** Ids of the members mentioned in a text who may read the category that the query is about. */
export function mentionedIn(text: string): SQL<string[]> {
  const names = namesMentioned(text);
  if (names.length === 0) return sql`'{}'::uuid[]`;
  return sql`array(select ${users.id} from ${users}
    where ${nameOf} in (select ${withoutCase(sql`name`)} from unnest(${sql.param(names)}::text[]) name)
    and ${forumCategories.readRoles} @> array[${users.role}]
    order by ${users.id} limit ${mostMentions})`;
}

/** The members mentioned in a text who may read the topic. */
export async function findMentioned(
  tx: Transaction,
  text: string,
  topicId: string,
): Promise<string[]> {
  if (namesMentioned(text).length === 0) return [];
  const [row] = await tx
    .select({ ids: mentionedIn(text) })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(eq(forumTopics.id, topicId));
  return row?.ids ?? [];
}

/** Where someone is to be mentioned: in a topic that there is, or in one to be opened. */
export type MentionPlace = { topic: string } | { category: string };

/**
 * Members whose name contains what was typed and who may read what is written there: nobody else
 * would be told.
 * @throws AppError `error.not-found` for a place that the actor may not read
 */
export async function listMentionable(
  actor: Actor,
  typed: string,
  place: MentionPlace,
): Promise<string[]> {
  authorise(actor, 'forum.write');
  const { readRoles } =
    'topic' in place
      ? (await getReadableTopic(actor, place.topic)).category
      : await getReadableCategory(actor, place.category);
  const text = typed.slice(0, 60);
  if (!/\p{L}.*\p{L}/su.test(text)) return [];
  const rows = await db()
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      and(
        hasTypedWords(text, users.firstName, users.lastName),
        inArray(users.role, readRoles),
        isNull(users.suspendedAt),
        ne(users.id, asMember(actor).id),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName))
    .limit(10);
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}
