import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import type { Database, Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isUuid } from '~/lib/is-uuid';
import { can } from '~/policy/permissions';
import { consumeUse } from '~/platform/throttle.server';

const { forumCategories, forumComments, forumTopics } = schema;

export type Connection = Database | Transaction;

/** The actor as a member. @throws AppError `error.not-found` */
export function asMember(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/** What one person may write or flag in an hour: each of it is mailed to others. */
const writingLimits = {
  'forum-topic': { points: 30, duration: 3600 },
  'forum-comment': { points: 200, duration: 3600 },
  'forum-flag': { points: 30, duration: 3600 },
} as const;

/**
 * Consumes a point of a member's limit for comments or flags, before the write.
 * @throws AppError `error.auth/too-many-requests`
 */
export async function consumeRateLimit(
  actor: Actor,
  what: keyof typeof writingLimits,
): Promise<void> {
  const { isWithin } = await consumeUse(what, writingLimits[what], asMember(actor).id);
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
}

/** Whether a category may be read by a role: for the `where` of every list. */
export function isReadable(actor: Actor): SQL {
  return sql`${forumCategories.readRoles} @> array[${actor.role}]::text[]`;
}

/**
 * Whether the title and tags of a topic may be shown: they belong to its first comment, so that
 * who may not see the one does not see the others. For every list that names topics.
 * @param reader null: someone who is no more than a member, such as who receives a mail
 */
export function isTitleShown(reader: Actor | null): SQL {
  const isForReader =
    reader === null || reader.id === null
      ? sql`false`
      : can(reader, 'forum.moderate')
        ? sql`true`
        : sql`opening.author_id = ${reader.id}`;
  return sql`not exists (select from forum_comments opening
    where opening.topic_id = forum_topics.id and opening.position = 1 and opening.state <> 'visible'
      and not (opening.state = 'hidden' and ${isForReader}))`;
}

/** The title of a topic for the reader; null when it may not be shown. Belongs into every list. */
export const shownTitle = (reader: Actor | null): SQL<string | null> =>
  sql`case when ${isTitleShown(reader)} then forum_topics.title end`;

/** The same in a list that is not about one category: null as well where the reader may not read. */
export const titleWhereRead = (reader: Actor): SQL<string | null> =>
  sql`case when exists (select from ${forumCategories}
    where ${forumCategories.id} = forum_topics.category_id and ${isReadable(reader)})
    then ${shownTitle(reader)} end`;

/** What `shownTitle` is, for the tags, of which there are none then. */
export const shownTags = (reader: Actor | null): SQL<string[]> =>
  sql`case when ${isTitleShown(reader)} then forum_topics.tags else '{}' end`;

/** The title of one topic for the reader, where a comment of it is shown; null as above. */
export async function findTitle(reader: Actor, topicId: string): Promise<string | null> {
  const [topic] = await db()
    .select({ title: shownTitle(reader), id: forumTopics.id })
    .from(forumTopics)
    .where(eq(forumTopics.id, topicId));
  return topic?.title ?? null;
}

export type Category = typeof forumCategories.$inferSelect;
export type Topic = typeof forumTopics.$inferSelect;
export type Comment = typeof forumComments.$inferSelect;

/** Whether new topics and comments are taken: never in an archived category. */
export function mayWriteIn(
  actor: Actor,
  category: Pick<Category, 'archived' | 'writeRoles'>,
): boolean {
  return isSignedIn(actor) && !category.archived && category.writeRoles.includes(actor.role);
}

/**
 * A topic with its category, when the actor may read it.
 * @param lock takes the row of the topic, so that changes of one topic follow each other
 * @throws AppError `error.not-found`
 */
export async function getReadableTopic(
  actor: Actor,
  id: string,
  within: { connection: Connection; lock?: boolean } = { connection: db() },
): Promise<{ topic: Topic; category: Category }> {
  if (!isUuid(id)) throw new AppError('error.not-found');
  if (within.lock) await lockTopic(within.connection, id);
  const [row] = await within.connection
    .select({ topic: forumTopics, category: forumCategories })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(and(eq(forumTopics.id, id), isReadable(actor)));
  if (!row) throw new AppError('error.not-found');
  return row;
}

/**
 * A separate statement: later reads then see what the previous holder of the lock committed.
 * Moved meanwhile, it would not be found together with the category that it was in.
 */
async function lockTopic(connection: Connection, id: string): Promise<void> {
  await connection
    .select({ id: forumTopics.id })
    .from(forumTopics)
    .where(eq(forumTopics.id, id))
    .for('update');
}

/**
 * A comment with its topic and category, when the actor may read the category.
 * @throws AppError `error.not-found`
 */
export async function getReadableComment(
  actor: Actor,
  id: string,
  within: { connection: Connection; lock?: boolean } = { connection: db() },
): Promise<{ comment: Comment; topic: Topic; category: Category }> {
  if (!isUuid(id)) throw new AppError('error.not-found');
  if (within.lock) await lockComment(within.connection, id);
  const [row] = await within.connection
    .select({ comment: forumComments, topic: forumTopics, category: forumCategories })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(and(eq(forumComments.id, id), isReadable(actor)));
  if (!row) throw new AppError('error.not-found');
  return row;
}

/**
 * A separate statement: later reads then see what the previous holder of the lock committed,
 * title and tags of the topic included.
 */
async function lockComment(connection: Connection, id: string): Promise<void> {
  await connection
    .select({ id: forumComments.id })
    .from(forumComments)
    .where(eq(forumComments.id, id))
    .for('no key update');
}

/**
 * A category by its address.
 * @param tx given: the category is not removed before the transaction ends
 * @throws AppError `error.not-found`
 */
export async function getReadableCategory(
  actor: Actor,
  slug: string,
  tx?: Transaction,
): Promise<Category> {
  // As the form of a category takes it; the database refuses some of the rest.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) throw new AppError('error.not-found');
  const query = (tx ?? db())
    .select()
    .from(forumCategories)
    .where(and(eq(forumCategories.slug, slug), isReadable(actor)));
  const [category] = tx ? await query.for('key share') : await query;
  if (!category) throw new AppError('error.not-found');
  return category;
}

/** Names the stream of changes of one topic. */
export const topicStream = (topicId: string) => `forum-topic/${topicId}`;
