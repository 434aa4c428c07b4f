import { and, asc, desc, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, type Transaction, takeTurn } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import type { CommentState } from '~/db/schema/forum/forum';
import { isUuid } from '~/lib/is-uuid';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { authorise } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import { forgetMentions } from '~/features/forum/mentions/forget-mentions.server';
import {
  consumeRateLimit,
  findTitle,
  getReadableComment,
  isReadable,
  shownTitle,
  titleWhereRead,
  topicStream,
} from './forum-access.server';
import { addressOfComment } from '~/features/forum/topics/topics.server';

export { consumeRateLimit, findTitle, shownTitle, titleWhereRead };

/** What other features need of the forum: its moderation and the deletion of accounts. */

const { drafts, forumComments, forumCommentVersions, forumTopics, users } = schema;

/** That the category of a comment may be read by the actor: for the `where` of the site's search. */
export function isCategoryReadableBy(actor: Actor): SQL {
  authorise(actor, 'forum.read');
  return isReadable(actor);
}

/**
 * A comment for a feature that deals with comments, when the actor may read its category.
 * @param tx given: takes the row, so that decisions about one comment follow each other
 * @throws AppError `error.not-found`
 */
export async function getComment(actor: Actor, id: string, tx?: Transaction) {
  authorise(actor, 'forum.read');
  const within = tx ? { connection: tx, lock: true } : { connection: db() };
  const { comment, topic, category } = await getReadableComment(actor, id, within);
  return { comment, topic, category, address: addressOfComment(comment) };
}

/** A comment among those before and after it, as administrators see it: with what was hidden. */
export async function listCommentsAround(actor: Actor, id: string) {
  authorise(actor, 'forum.moderate');
  const { comment } = await getReadableComment(actor, id);
  return db()
    .select({
      id: forumComments.id,
      position: forumComments.position,
      body: forumComments.body,
      state: forumComments.state,
      createdAt: forumComments.createdAt,
      pseudonym: forumComments.authorPseudonym,
      name: fullName(users),
    })
    .from(forumComments)
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(
      and(
        eq(forumComments.topicId, comment.topicId),
        ne(forumComments.id, id),
        gte(forumComments.position, comment.position - 3),
        lte(forumComments.position, comment.position + 3),
      ),
    )
    .orderBy(asc(forumComments.position));
}

const maxShown = 20;

/** The newest comments of a person with their topics, for the record in the administration. */
export async function listCommentsOf(actor: Actor, userId: string) {
  authorise(actor, 'forum.moderate');
  if (!isUuid(userId)) return { comments: [], total: 0 };
  const where = eq(forumComments.authorId, userId);
  const rows = await db()
    .select({
      id: forumComments.id,
      topicId: forumComments.topicId,
      position: forumComments.position,
      createdAt: forumComments.createdAt,
      state: forumComments.state,
      topic: shownTitle(actor),
    })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .where(where)
    .orderBy(desc(forumComments.createdAt), desc(forumComments.id))
    .limit(maxShown);
  const comments = rows.map((comment) => ({
    id: comment.id,
    topic: comment.topic,
    createdAt: comment.createdAt,
    state: comment.state,
    address: addressOfComment(comment),
  }));
  return { comments, total: await db().$count(forumComments, where) };
}

/** Sets what readers see of a comment, as part of a decision taken elsewhere and audited there. */
export async function setCommentState(
  tx: Transaction,
  actor: Actor,
  change: { id: string; state: CommentState },
): Promise<void> {
  authorise(actor, 'forum.moderate');
  const [comment] = await tx
    .update(forumComments)
    .set({
      state: change.state,
      updatedAt: new Date(),
      updatedBy: actor.id,
      version: sql`${forumComments.version} + 1`,
    })
    // What its author removed stays removed, whatever is decided.
    .where(and(eq(forumComments.id, change.id), ne(forumComments.state, 'removed-by-author')))
    .returning({ topicId: forumComments.topicId });
  if (comment) await publish(tx, topicStream(comment.topicId));
}

/** Stands as the reason of a topic that a decision about a comment has closed. */
const closedByModeration = 'moderation';

/**
 * Closes or opens the topic of a comment, as part of a decision taken elsewhere. What was closed by
 * hand keeps its reason and stays closed.
 */
export async function setTopicClosed(
  tx: Transaction,
  actor: Actor,
  change: { topicId: string; isClosed: boolean },
): Promise<void> {
  authorise(actor, 'forum.moderate');
  await tx
    .update(forumTopics)
    .set({
      closedAt: change.isClosed ? new Date() : null,
      closedReason: change.isClosed ? closedByModeration : null,
      updatedAt: new Date(),
      updatedBy: actor.id,
      version: sql`${forumTopics.version} + 1`,
    })
    .where(
      and(
        eq(forumTopics.id, change.topicId),
        change.isClosed
          ? isNull(forumTopics.closedAt)
          : eq(forumTopics.closedReason, closedByModeration),
      ),
    );
  await publish(tx, topicStream(change.topicId));
}

/**
 * Takes a person's name out of the forum before the account is deleted. In each topic the person
 * becomes a former member with a number of its own, so that threads stay readable. For the
 * deletion of accounts, inside its transaction.
 * @param options `removeComments`: what the person wrote is emptied as well, earlier versions too
 */
export async function anonymiseForumAuthor(
  tx: Transaction,
  userId: string,
  options: { removeComments: boolean },
): Promise<void> {
  // One at a time, so that two persons who leave at once do not get the same number.
  await takeTurn(tx, 'numbers of former members');
  if (options.removeComments) await emptyComments(tx, userId);
  await forgetMentions(tx, userId);
  await tx.execute(sql`
    update ${forumComments} set author_id = null, created_by = null, updated_by = null,
      author_pseudonym = numbered.number
    from (
      select topic_id, 1 + coalesce(max(author_pseudonym), 0) as number
      from ${forumComments} as others
      where topic_id in (select topic_id from ${forumComments} as own where own.author_id = ${userId})
      group by topic_id
    ) as numbered
    where forum_comments.topic_id = numbered.topic_id and forum_comments.author_id = ${userId}`);
  await tx.execute(sql`
    update ${forumComments} set mentions = array_remove(mentions, ${userId}::uuid)
    where mentions @> array[${userId}::uuid]`);
  await tx
    .update(forumTopics)
    .set({ authorId: null, createdBy: null })
    .where(eq(forumTopics.authorId, userId));
  await tx.delete(drafts).where(eq(drafts.userId, userId));
}

async function emptyComments(tx: Transaction, userId: string): Promise<void> {
  const own = eq(forumComments.authorId, userId);
  await tx.update(forumTopics).set({ title: '', tags: [] }).where(eq(forumTopics.authorId, userId));
  await tx.execute(sql`
    delete from ${forumCommentVersions} where comment_id in
      (select id from ${forumComments} where author_id = ${userId})`);
  await tx
    .update(forumComments)
    .set({
      state: 'removed-by-author',
      ...renderedColumns({ type: 'doc', content: [] }),
      words: '',
      quote: null,
      mentions: [],
      version: sql`${forumComments.version} + 1`,
    })
    .where(own);
  // What others quoted of it goes too.
  await tx.execute(sql`
    update ${forumComments} set quote = null where (quote->>'commentId')::uuid in
      (select id from ${forumComments} as own where own.author_id = ${userId})`);
}
