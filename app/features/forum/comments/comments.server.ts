import { and, desc, eq, lt } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { shownName } from '~/db/full-name.server';
import { AppError } from '~/policy/errors';
import { findDecisionsOnHidden } from '~/features/forum/moderation/hidden-comments.server';
import { isRevisionAsked } from '~/features/forum/moderation/moderation.server';
import { authorise, can } from '~/policy/permissions';
import { commentsPerPage, commentsPerPrint } from './comment-pages';
import { type CommentView, viewsOf } from './comment-views.server';
import {
  asMember,
  findTitle,
  getReadableComment,
  mayWriteIn,
} from '~/features/forum/forum-access.server';
import {
  addressOfComment,
  getTopicWith,
  type TopicOfReader,
} from '~/features/forum/topics/topics.server';

const { forumCommentVersions, users } = schema;

/**
 * A topic and one page of its comments, by the positions on it: page 400 costs what page 1 does.
 * @throws AppError `error.not-found`
 */
export async function getTopicPage(
  actor: Actor,
  id: string,
  page: number,
): Promise<{ topic: TopicOfReader; comments: readonly CommentView[] }> {
  authorise(actor, 'forum.read');
  if (!Number.isInteger(page)) throw new AppError('error.not-found');
  const first = (page - 1) * commentsPerPage + 1;
  const range = { first, last: first + commentsPerPage - 1 };
  const { topic, comments } = await getTopicWith(actor, id, range);
  if (page < 1 || page > topic.pages) throw new AppError('error.not-found');
  return { topic, comments: await viewsOf(actor, topic, comments) };
}

/**
 * A topic and its comments in order, for printing.
 * @param first the position of the first one; the next prints begin where one has ended
 * @throws AppError `error.not-found` for a position that no print begins with
 */
export async function getPrintedTopic(actor: Actor, id: string, first: number) {
  authorise(actor, 'forum.read');
  const range = { first, last: first + commentsPerPrint - 1 };
  const { topic, comments: listed } = await getTopicWith(actor, id, range);
  const isBeginning = first % commentsPerPrint === 1;
  if (!isBeginning || first < 1 || first > Math.max(1, topic.comments))
    throw new AppError('error.not-found');
  const comments = await viewsOf(actor, topic, listed);
  return { topic, comments, first, last: Math.min(range.last, topic.comments) };
}

/** What a reply to, or a quotation of, a comment begins with. Null when it cannot be quoted. */
export async function findQuotable(actor: Actor, topicId: string, commentId: string | null) {
  authorise(actor, 'forum.read');
  if (!commentId) return null;
  const { comment } = await getReadableComment(actor, commentId).catch(() => ({ comment: null }));
  if (!comment || comment.topicId !== topicId || comment.state !== 'visible') return null;
  const [author] = await db()
    .select({ name: shownName(users) })
    .from(users)
    .where(eq(users.id, comment.authorId ?? actor.id ?? ''));
  return {
    id: comment.id,
    position: comment.position,
    words: comment.words,
    author: {
      name: comment.authorId ? (author?.name ?? null) : null,
      pseudonym: comment.authorPseudonym,
    },
  };
}

/**
 * A comment of the actor's own, to edit or, where nothing is taken any more, to remove.
 * @throws AppError `error.not-found` for the comments of others and for removed ones
 */
export async function getOwnComment(actor: Actor, id: string) {
  authorise(actor, 'forum.write');
  const { comment, topic, category } = await getReadableComment(actor, id);
  const isEditable = comment.state === 'visible' || comment.state === 'hidden';
  if (comment.authorId !== asMember(actor).id || !isEditable) throw new AppError('error.not-found');
  const hidden = comment.state === 'hidden' ? [{ id, isOwn: true }] : [];
  const decisions = await findDecisionsOnHidden(actor, hidden);
  const isFirst = comment.position === 1;
  return {
    id: comment.id,
    position: comment.position,
    body: comment.body,
    version: comment.version,
    state: comment.state,
    hiddenBy: decisions.get(id) ?? null,
    mayEdit:
      (mayWriteIn(actor, category) && (topic.closedAt === null || can(actor, 'forum.moderate'))) ||
      (await isRevisionAsked(db(), id)),
    topic: { id: topic.id, title: isFirst ? topic.title : await findTitle(actor, topic.id) },
    /** What is written together with the first comment of a topic. */
    topicWords: isFirst ? { title: topic.title, tags: topic.tags } : null,
    address: addressOfComment(comment),
  };
}

/** Each of them may be as long as a comment can be. */
const versionsPerPage = 20;

/**
 * What a comment said before, the newest first, and says now, for its author and for administrators.
 * @param before of the versions before this one
 * @throws AppError `error.not-found` for everybody else
 */
export async function listVersions(actor: Actor, id: string, before?: number) {
  authorise(actor, 'forum.read');
  const { comment, topic } = await getReadableComment(actor, id);
  if (comment.authorId !== asMember(actor).id && !can(actor, 'forum.moderate')) {
    throw new AppError('error.not-found');
  }
  const { commentId, version } = forumCommentVersions;
  const earlier = await db()
    .select({
      version,
      at: forumCommentVersions.replacedAt,
      body: forumCommentVersions.body,
      topicWords: forumCommentVersions.topicWords,
    })
    .from(forumCommentVersions)
    .where(and(eq(commentId, id), before === undefined ? undefined : lt(version, before)))
    .orderBy(desc(version))
    .limit(versionsPerPage + 1);
  const shown = earlier.slice(0, versionsPerPage);
  const isFirst = comment.position === 1;
  return {
    topic: { id: topic.id, title: isFirst ? topic.title : await findTitle(actor, topic.id) },
    topicWords: isFirst ? { title: topic.title, tags: topic.tags } : null,
    position: comment.position,
    address: addressOfComment(comment),
    state: comment.state,
    now: comment.body,
    earlier: shown,
    /** Where the next page begins. */
    older: earlier.length > shown.length ? (shown.at(-1)?.version ?? null) : null,
  };
}
