import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { authorise } from '~/policy/permissions';
import { readPage } from '~/ui/data-table/table-query';
import { isNotAuthor } from './reviews.server';

const { flaggedComments, flags, forumComments, forumTopics, users } = schema;

const assignee = alias(users, 'assignee');

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
  return text !== null && Object.hasOwn(queueFilters, text);
}

export const reviewsPerPage = 30;

/** What decides whether the actor may keep a comment together with others, see `whyNotKept`. */
export const keepingFacts = (actor: Actor) => ({
  state: flaggedComments.state,
  commentState: forumComments.state,
  isReporter:
    actor.id === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from ${flags} where ${flags.commentId} = ${flaggedComments.commentId} and ${flags.reporterId} = ${actor.id})`,
  isEdited: sql<boolean>`exists (select from ${flags} where ${flags.flaggedCommentId} = ${flaggedComments.id} and ${flags.withdrawnAt} is null and ${flags.createdAt} < ${forumComments.editedAt})`,
});

type QueueQuestion = { filter: QueueFilter; isMine?: boolean; page?: number };

/**
 * A page of the reviews in some states, the longest waiting first; decided ones, the newest first.
 */
export async function listReviews(actor: Actor, { filter, isMine = false, page }: QueueQuestion) {
  authorise(actor, 'flag.review');
  const where = and(
    inArray(flaggedComments.state, [...queueFilters[filter]]),
    isNotAuthor(actor),
    isMine && actor.id ? eq(flaggedComments.assigneeId, actor.id) : undefined,
  );
  const isDone = filter === 'done';
  const counted = db().$count(flaggedComments, where);
  const place = { page, perPage: reviewsPerPage };
  const { rows, ...list } = await readPage(place, counted, ({ limit, offset }) =>
    db()
      .select({
        id: flaggedComments.id,
        version: flaggedComments.version,
        ...keepingFacts(actor),
        createdAt: flaggedComments.createdAt,
        topic: forumTopics.title,
        position: forumComments.position,
        author: fullName(users),
        assignee: fullName(assignee),
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
      .where(where)
      .orderBy(
        isDone ? desc(flaggedComments.updatedAt) : asc(flaggedComments.createdAt),
        asc(flaggedComments.id),
      )
      .limit(limit)
      .offset(offset),
  );
  return { reviews: rows, ...list };
}
