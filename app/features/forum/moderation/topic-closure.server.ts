import { and, eq, gte, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { setTopicClosed } from '~/features/forum/forum.server';
import type { Consequences } from '~/features/forum/reviews/review-states';

const { appeals, flaggedComments, flags, forumComments, forumTopics, reviewDecisions } = schema;

/**
 * Does with the topic of the comment what a decision means: closes it, or opens it again unless
 * another decision that still stands closed it as well.
 */
export async function changeTopic(
  tx: Transaction,
  actor: Actor,
  {
    review,
    change,
  }: {
    review: { id: string; commentId: string };
    change: NonNullable<Consequences['topic']>;
  },
): Promise<void> {
  const topicOfComment = tx
    .select({ id: forumComments.topicId })
    .from(forumComments)
    .where(eq(forumComments.id, review.commentId));
  // Of two reversals at the same moment, the later one knows of the other.
  const [topic] = await tx
    .select({ id: forumTopics.id })
    .from(forumTopics)
    .where(sql`${forumTopics.id} = (${topicOfComment})`)
    .for('no key update');
  if (!topic) return;
  if (change === 'reopen' && (await isClosedByAnother(tx, topic.id, review.id))) return;
  await setTopicClosed(tx, actor, { topicId: topic.id, isClosed: change === 'close' });
}

/**
 * Whether a decision that still stands has closed the topic for what the actor wrote or flagged, or
 * would have, had it not been closed by hand before: then opening it again is for another
 * administrator, or for the appeal.
 */
export async function isInvolvedInClosure(
  tx: Transaction,
  actor: Actor,
  topic: { id: string; closedAt: Date },
): Promise<boolean> {
  const ownFlag = sql`exists (select from ${flags}
    where ${flags.commentId} = ${flaggedComments.commentId} and ${flags.reporterId} = ${actor.id})`;
  const isOwnMatter = or(eq(flaggedComments.authorId, actor.id ?? ''), ownFlag);
  // Of what was closed anew since, the decision says nothing.
  const isSince = gte(reviewDecisions.effectiveAt, topic.closedAt);
  return isClosedBy(tx, topic.id, and(isOwnMatter, isSince));
}

async function isClosedByAnother(
  tx: Transaction,
  topicId: string,
  reviewId: string,
): Promise<boolean> {
  return isClosedBy(tx, topicId, ne(flaggedComments.id, reviewId));
}

/** Whether a decision that still stands in a review of this kind has closed the topic. */
async function isClosedBy(
  tx: Transaction,
  topicId: string,
  ofReview: SQL | undefined,
): Promise<boolean> {
  const standing = await tx
    .select({ id: reviewDecisions.id })
    .from(reviewDecisions)
    .innerJoin(flaggedComments, eq(flaggedComments.id, reviewDecisions.flaggedCommentId))
    .innerJoin(forumComments, eq(forumComments.id, flaggedComments.commentId))
    .where(
      and(
        eq(forumComments.topicId, topicId),
        ofReview,
        eq(reviewDecisions.kind, 'first'),
        eq(reviewDecisions.measure, 'close-topic'),
        isNotNull(reviewDecisions.effectiveAt),
        sql`not exists (select from ${appeals}
          where ${appeals.flaggedCommentId} = ${flaggedComments.id} and ${appeals.result} = 'reversed')`,
      ),
    )
    .limit(1);
  return standing.length > 0;
}
