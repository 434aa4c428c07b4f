import { and, arrayContains, desc, eq, ne, or, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { authorise } from '~/policy/permissions';
import { asMember, isReadable, shownTitle } from '~/features/forum/forum-access.server';
import { topicRows } from '~/features/forum/topics/topics.server';

const { drafts, forumCategories, forumComments, forumReadings, forumTopics } = schema;

/** Beyond that nobody counts. */
const mostCounted = 100;
const shown = 4;

const isUnread = sql`${forumTopics.commentCount} > coalesce(${forumReadings.position}, 0)`;

/** The newest topics with something unread, and how many there are, at most a hundred. */
export async function listUnreadTopics(actor: Actor) {
  authorise(actor, 'forum.read');
  const where = and(isReadable(actor), isUnread);
  const counted = db()
    .select({ one: sql`1` })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .leftJoin(forumReadings, ownReading(actor))
    .where(where)
    .limit(mostCounted)
    .as('counted');
  const [topics, count] = await Promise.all([
    topicRows(actor, where, { limit: shown }),
    db().$count(counted),
  ]);
  return { topics, count };
}

const ownReading = (actor: Actor) =>
  and(eq(forumReadings.topicId, forumTopics.id), eq(forumReadings.userId, asMember(actor).id));

const answered = alias(forumComments, 'answered');

/** Unread comments that answer or mention the actor, the newest first. */
export async function listUnreadAnswers(actor: Actor) {
  authorise(actor, 'forum.read');
  const { id } = asMember(actor);
  const isOfOthers = or(sql`${forumComments.authorId} is null`, ne(forumComments.authorId, id));
  const isShown = and(isReadable(actor), eq(forumComments.state, 'visible'), isOfOthers);
  const found = () =>
    db()
      .select({
        id: forumComments.id,
        topic: forumComments.topicId,
        title: shownTitle(actor),
        at: forumComments.createdAt,
      })
      .from(forumComments)
      .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
      .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
      .leftJoin(forumReadings, ownReading(actor))
      .$dynamic();
  const isNew = sql`${forumComments.position} > coalesce(${forumReadings.position}, 0)`;
  const answers = found()
    .innerJoin(answered, eq(answered.id, forumComments.replyToId))
    .where(and(isShown, isNew, eq(answered.authorId, id)));
  // Also in topics that the actor has never opened.
  const mentions = found().where(and(isShown, isNew, arrayContains(forumComments.mentions, [id])));
  return union(answers, mentions)
    .orderBy(({ at }) => desc(at))
    .limit(shown);
}

/** How many texts for the forum the actor has begun. */
export async function countOwnDrafts(actor: Actor): Promise<number> {
  authorise(actor, 'draft.save-own');
  const isOfForum = sql`${drafts.place} ~ '^(topic|edit|new|flag|review|appeal)(/|$)'`;
  return db().$count(drafts, and(eq(drafts.userId, asMember(actor).id), isOfForum));
}
