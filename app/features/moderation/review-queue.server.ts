import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { getComment, listCommentsAround } from '~/features/forum/forum.server';
import { authorise } from '~/permissions';
import { announce } from '~/platform/live.server';
import {
  countEarlierDecisions,
  getReview,
  isNotAuthor,
  queueStream,
  refuseAuthor,
  standingOf,
} from './reviews.server';
import { whyNotDecide } from './review-states';

const { appeals, flaggedComments, flags, forumComments, forumTopics, reviewDecisions, users } =
  schema;

const assignee = alias(users, 'assignee');
const nameOf = (table: typeof users | typeof assignee) =>
  sql<string | null>`nullif(trim(concat(${table.firstName}, ' ', ${table.lastName})), '')`;

export const queueFilters = {
  waiting: ['open', 'revision-requested', 'suspension-proposed', 'appealed'],
  open: ['open'],
  revision: ['revision-requested'],
  suspension: ['suspension-proposed'],
  appealed: ['appealed'],
  done: ['decided', 'closed'],
} as const;
export type QueueFilter = keyof typeof queueFilters;

export function isQueueFilter(text: string | null): text is QueueFilter {
  return text !== null && text in queueFilters;
}

/** The reviews in some states, the longest waiting first; decided ones, the newest first. */
export async function listReviews(actor: Actor, filter: QueueFilter, isMine = false) {
  authorise(actor, 'flag.review');
  const isDone = filter === 'done';
  return db()
    .select({
      id: flaggedComments.id,
      state: flaggedComments.state,
      createdAt: flaggedComments.createdAt,
      topic: forumTopics.title,
      position: forumComments.position,
      author: nameOf(users),
      assignee: nameOf(assignee),
      flags: sql<number>`(select count(*)::int from ${flags} where ${flags.flaggedCommentId} = ${flaggedComments.id} and ${flags.withdrawnAt} is null)`,
      reasons: sql<
        string[]
      >`array(select distinct ${flags.reason} from ${flags} where ${flags.flaggedCommentId} = ${flaggedComments.id} and ${flags.withdrawnAt} is null)`,
    })
    .from(flaggedComments)
    .innerJoin(forumComments, eq(forumComments.id, flaggedComments.commentId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .leftJoin(users, eq(users.id, flaggedComments.authorId))
    .leftJoin(assignee, eq(assignee.id, flaggedComments.assigneeId))
    .where(
      and(
        inArray(flaggedComments.state, [...queueFilters[filter]]),
        isNotAuthor(actor),
        isMine && actor.id ? eq(flaggedComments.assigneeId, actor.id) : undefined,
      ),
    )
    .orderBy(isDone ? desc(flaggedComments.updatedAt) : asc(flaggedComments.createdAt))
    .limit(200);
}

/**
 * All that a reviewer needs: the comment as it was flagged and as it is, what stands around it,
 * every flag, the history, and why the actor may not decide, if so.
 * @throws AppError `error.not-found`
 */
export async function getReviewPage(actor: Actor, id: string) {
  authorise(actor, 'flag.review');
  const review = await getReview(db(), id);
  refuseAuthor(actor, review);
  const [{ comment, topic, address }, around, given, decisions, appeal, standing, earlier, people] =
    await Promise.all([
      getComment(actor, review.commentId),
      listCommentsAround(actor, review.commentId),
      db().select().from(flags).where(eq(flags.flaggedCommentId, id)).orderBy(asc(flags.createdAt)),
      db()
        .select()
        .from(reviewDecisions)
        .where(eq(reviewDecisions.flaggedCommentId, id))
        .orderBy(asc(reviewDecisions.createdAt)),
      db().select().from(appeals).where(eq(appeals.flaggedCommentId, id)),
      standingOf(db(), actor, review),
      countEarlierDecisions(review.authorId, id),
      db()
        .select({ id: users.id, name: nameOf(users) })
        .from(users),
    ]);
  const names = new Map(people.map((person) => [person.id, person.name]));
  const name = (userId: string | null) => (userId ? (names.get(userId) ?? null) : null);
  return {
    review: {
      id,
      state: review.state,
      version: review.version,
      createdAt: review.createdAt,
      author: name(review.authorId),
      assignee: name(review.assigneeId),
      isMine: review.assigneeId !== null && review.assigneeId === actor.id,
      proposedMeasure: review.measure,
    },
    comment: { state: comment.state, body: comment.body, position: comment.position, address },
    topic: { id: topic.id, title: topic.title },
    around,
    flags: given.map((flag) => ({
      id: flag.id,
      createdAt: flag.createdAt,
      reason: flag.reason,
      explanation: flag.explanation,
      passage: flag.passage,
      snapshot: flag.snapshot,
      reporter: name(flag.reporterId),
      withdrawnAt: flag.withdrawnAt,
    })),
    decisions: decisions.map((decision) => ({
      ...decision,
      decidedBy: name(decision.decidedBy),
      confirmedBy: name(decision.confirmedBy),
    })),
    appeal: appeal[0] ?? null,
    earlierDecisions: earlier,
    whyNot: whyNotDecide(review.state, standing),
  };
}

/**
 * Takes a review on, or gives it back.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.review.conflict-of-interest`
 */
export async function assignReview(
  actor: Actor,
  id: string,
  change: { intent: 'take' | 'release'; version: number },
): Promise<void> {
  authorise(actor, 'flag.review');
  await transaction(async (tx) => {
    const review = await getReview(tx, id, true);
    refuseAuthor(actor, review);
    if ((await standingOf(tx, actor, review)).isReporter) {
      throw new AppError('error.review.conflict-of-interest');
    }
    if (review.version !== change.version) throw new AppError('error.changed-meanwhile');
    await tx
      .update(flaggedComments)
      .set({ assigneeId: change.intent === 'take' ? actor.id : null, version: review.version + 1 })
      .where(eq(flaggedComments.id, id));
    await announce(tx, queueStream);
    await appendAudit(tx, actor, {
      action: `review.${change.intent}`,
      target: { kind: 'flagged-comment', id },
      changes: {
        assignee: { from: review.assigneeId, to: change.intent === 'take' ? actor.id : null },
      },
    });
  });
}
