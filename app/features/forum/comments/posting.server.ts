import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { clearDraft } from '~/features/writing/drafts/drafts.server';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { isRevisionAsked, noteRevision } from '~/features/forum/moderation/moderation.server';
import { newId } from '~/lib/new-id';
import { plainText } from '~/rich-text/plain-text';
import { authorise, can } from '~/policy/permissions';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { publish } from '~/platform/live.server';
import { insertComment, notifyJob } from './comment-posting.server';
import {
  asMember,
  type Comment,
  consumeRateLimit,
  getReadableCategory,
  getReadableComment,
  getReadableTopic,
  mayWriteIn,
  type Topic,
  topicStream,
} from '~/features/forum/forum-access.server';
import type { EditCommentInput, NewTopicInput } from '~/features/forum/forum-schemas';
import { findMentioned } from '~/features/forum/mentions/mentions.server';

const { forumComments, forumCommentVersions, forumReadings, forumTopics } = schema;

/**
 * Opens a topic with its first comment. The same form sent twice makes one topic. One about a
 * pending case is not opened: that is the rule of the end-user agreement.
 * @returns the id of the topic
 * @throws AppError `error.not-found` where the actor may not write, `error.forum.pending-case`,
 *   `error.auth/too-many-requests`
 */
export async function createTopic(actor: Actor, input: NewTopicInput): Promise<string> {
  authorise(actor, 'forum.write');
  const author = asMember(actor);
  if (input.concernsPendingCase) throw new AppError('error.forum.pending-case');
  await consumeRateLimit(actor, 'forum-topic');
  return transaction(async (tx) => {
    const category = await getReadableCategory(actor, input.category, tx);
    if (!mayWriteIn(actor, category)) throw new AppError('error.not-found');
    const [topic] = await tx
      .insert(forumTopics)
      .values({
        id: input.id,
        createdBy: author.id,
        authorId: author.id,
        categoryId: category.id,
        title: input.title,
        tags: input.tags,
      })
      .onConflictDoNothing()
      .returning({ id: forumTopics.id });
    if (!topic) {
      await clearDraft(tx, author.id, `new/${input.category}`);
      return ownTopic(tx, author.id, input.id);
    }
    const mentions = await findMentioned(tx, plainText(input.body), topic.id);
    await insertComment(tx, actor, { id: newId(), topicId: topic.id, body: input.body, mentions });
    await clearDraft(tx, author.id, `new/${input.category}`);
    await appendAudit(tx, actor, {
      action: 'topic.create',
      target: { kind: 'topic', id: topic.id },
    });
    return topic.id;
  });
}

/** The actor's topic that the same form has already created. */
async function ownTopic(tx: Transaction, authorId: string, id: string): Promise<string> {
  const [topic] = await tx
    .select({ id: forumTopics.id })
    .from(forumTopics)
    .where(and(eq(forumTopics.id, id), eq(forumTopics.authorId, authorId)));
  if (!topic) throw new AppError('error.invalid-input');
  return topic.id;
}

/**
 * Replaces the text of the actor's own comment, and title and tags with that of the first one of a
 * topic; what it said before is kept.
 * @throws AppError `error.not-found`, `error.forum.closed`, `error.forum.removed`,
 *   `error.changed-meanwhile`, `error.forum.changed-by-you`, `error.auth/too-many-requests`
 */
export async function editComment(
  actor: Actor,
  id: string,
  input: EditCommentInput,
): Promise<void> {
  authorise(actor, 'forum.write');
  await consumeRateLimit(actor, 'forum-comment');
  await transaction(async (tx) => {
    const { comment, topic, category } = await lockOwnComment(tx, actor, id);
    // What someone is asked to revise is revised, wherever it stands.
    if (!(await isRevisionAsked(tx, id))) {
      if (!mayWriteIn(actor, category)) throw new AppError('error.not-found');
      if (topic.closedAt && !can(actor, 'forum.moderate')) throw new AppError('error.forum.closed');
    }
    if (comment.version !== input.version) {
      // The same form sent again, because its first answer was lost on the way.
      const isNext = comment.version === input.version + 1;
      if (!isNext || !isUnchanged({ comment, topic }, input)) {
        throw new AppError(overtakenBy(actor, comment));
      }
      await clearDraft(tx, asMember(actor).id, `edit/${id}`);
      return;
    }
    const topicWords = comment.position === 1 ? { title: topic.title, tags: topic.tags } : null;
    await tx
      .insert(forumCommentVersions)
      .values({ commentId: id, version: comment.version, body: comment.body, topicWords });
    if (topicWords && input.title !== undefined) {
      await tx
        .update(forumTopics)
        .set({
          title: input.title,
          tags: input.tags ?? topicWords.tags,
          updatedAt: new Date(),
          updatedBy: actor.id,
          version: sql`${forumTopics.version} + 1`,
        })
        .where(eq(forumTopics.id, topic.id));
    }
    const words = plainText(input.body);
    const now = new Date();
    await tx
      .update(forumComments)
      .set({
        ...renderedColumns(input.body),
        words,
        mentions: await findMentioned(tx, words, comment.topicId),
        editedAt: now,
        updatedAt: now,
        updatedBy: actor.id,
        version: comment.version + 1,
      })
      .where(eq(forumComments.id, id));
    await noteRevision(tx, actor, id);
    await clearDraft(tx, asMember(actor).id, `edit/${id}`);
    await enqueue(tx, { name: notifyJob, data: { commentId: id, isEdit: true } });
    await publish(tx, topicStream(comment.topicId));
    await appendAudit(tx, actor, { action: 'comment.edit', target: { kind: 'comment', id } });
  });
}

/** Who has changed a comment since the form was opened: one may have two windows. */
const overtakenBy = (actor: Actor, { updatedBy }: Comment) =>
  updatedBy === actor.id ? 'error.forum.changed-by-you' : 'error.changed-meanwhile';

/** Whether a comment, with title and tags where they are its own, says what a form has sent. */
function isUnchanged(
  { comment, topic }: { comment: Comment; topic: Topic },
  { body, title = topic.title, tags = topic.tags }: EditCommentInput,
): boolean {
  const words = comment.position === 1 ? [topic.title, topic.tags] : [title, tags];
  return isDeepStrictEqual([comment.body, ...words], [body, title, tags]);
}

/**
 * Takes the actor's own comment out of the topic; its place stays.
 * @throws AppError `error.not-found`, `error.forum.removed`, `error.changed-meanwhile`,
 *   `error.forum.changed-by-you`
 */
export async function deleteComment(actor: Actor, id: string, version: number): Promise<void> {
  authorise(actor, 'forum.write');
  await transaction(async (tx) => {
    const { comment } = await lockOwnComment(tx, actor, id);
    if (comment.version !== version) throw new AppError(overtakenBy(actor, comment));
    await tx
      .update(forumComments)
      .set({
        state: 'removed-by-author',
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: version + 1,
      })
      .where(eq(forumComments.id, id));
    await publish(tx, topicStream(comment.topicId));
    await appendAudit(tx, actor, {
      action: 'comment.remove-own',
      target: { kind: 'comment', id },
      changes: { state: { from: comment.state, to: 'removed-by-author' } },
    });
  });
}

async function lockOwnComment(tx: Transaction, actor: Actor, id: string) {
  const row = await getReadableComment(actor, id, { connection: tx, lock: true });
  if (row.comment.authorId !== asMember(actor).id) throw new AppError('error.not-found');
  // While it was being changed, a decision was taken: what was typed stays on the page.
  if (row.comment.state === 'removed-by-moderator') throw new AppError('error.forum.removed');
  if (row.comment.state === 'removed-by-author') throw new AppError('error.not-found');
  return row;
}

/** Remembers how far the actor has read a topic; never backwards. */
export async function markRead(actor: Actor, topicId: string, position: number): Promise<void> {
  authorise(actor, 'forum.read');
  const { topic } = await getReadableTopic(actor, topicId);
  if (!isSignedIn(actor)) return;
  const seen = Math.min(position, topic.commentCount);
  await transaction((tx) => setRead(tx, { userId: actor.id, topicId, position: seen }));
}

async function setRead(tx: Transaction, reading: typeof forumReadings.$inferInsert): Promise<void> {
  await tx
    .insert(forumReadings)
    .values(reading)
    .onConflictDoUpdate({
      target: [forumReadings.userId, forumReadings.topicId],
      set: { position: sql`greatest(${forumReadings.position}, excluded.position)` },
    });
}
