import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, type Transaction } from '~/db/db.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { authorise } from '~/policy/permissions';
import {
  asMember,
  getReadableCategory,
  getReadableTopic,
} from '~/features/forum/forum-access.server';

const { forumCategories, forumTopics, users } = schema;

/** The maximum number of members one comment notifies. */
const mostMentions = 20;
const word = String.raw`\p{L}[\p{L}\p{M}'’.-]*`;
const mention = new RegExp(`(?<![\\p{L}\\p{N}@])@(${word}(?: ${word}){1,4})`, 'gu');

/** The names that may be meant by `@First Last`: a name has two words or more. */
export function namesMentioned(text: string): string[] {
  const names = new Set<string>();
  for (const [, words = ''] of text.matchAll(mention)) {
    const parts = words.split(' ');
    for (let length = 2; length <= parts.length; length += 1) {
      names.add(
        parts
          .slice(0, length)
          .join(' ')
          .replace(/[.,'’-]+$/, '')
          .toLowerCase(),
      );
    }
  }
  return [...names].slice(0, 200);
}

const lowerName = sql<string>`lower(${users.firstName} || ' ' || ${users.lastName})`;

/** Ids of the members mentioned in a text who may read the category that the query is about. */
export function mentionedIn(text: string): SQL<string[]> {
  const names = namesMentioned(text);
  if (names.length === 0) return sql`'{}'::uuid[]`;
  return sql`array(select ${users.id} from ${users} where ${inArray(lowerName, names)}
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
