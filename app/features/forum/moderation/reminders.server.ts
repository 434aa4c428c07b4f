import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { schema, type Transaction, transaction } from '~/db/db.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { mailNotice } from './moderation-mails.server';
import { administratorsFor } from '~/features/forum/reviews/reviews.server';

const { flaggedComments, forumComments, users } = schema;

const remindedAfterHours = 48;

/**
 * Reminds the administrators who may act once of each review that has waited for two days, and the
 * author of a comment that must be revised; the comment is hidden until then.
 */
export async function remindOfFlags(now = new Date()): Promise<number> {
  const oldest = new Date(now.getTime() - remindedAfterHours * 3_600_000);
  return transaction(async (tx) => {
    const due = await tx
      .update(flaggedComments)
      .set({ remindedAt: now })
      .where(
        and(
          inArray(flaggedComments.state, [
            'open',
            'revision-requested',
            'suspension-proposed',
            'appealed',
          ]),
          lt(flaggedComments.updatedAt, oldest),
          isNull(flaggedComments.remindedAt),
        ),
      )
      .returning();
    for (const review of due) {
      const isForNewcomers = review.state === 'appealed' || review.state === 'suspension-proposed';
      await mailNotice(tx, await administratorsFor(tx, review, { isForNewcomers }), {
        notice: 'flag-reminder',
        path: `/flagged-comment/${review.id}`,
      });
      if (review.state === 'revision-requested') await remindAuthor(tx, review);
    }
    return due.length;
  });
}

/** Not someone who is suspended, nor of a comment that its author has taken away. */
async function remindAuthor(
  tx: Transaction,
  review: { id: string; commentId: string },
): Promise<void> {
  const authors = await tx
    .select({ id: users.id, email: users.email })
    .from(forumComments)
    .innerJoin(users, eq(users.id, forumComments.authorId))
    .where(
      and(
        eq(forumComments.id, review.commentId),
        eq(forumComments.state, 'hidden'),
        isNull(users.suspendedAt),
      ),
    );
  const path = `/forum/decision/${review.id}`;
  await mailNotice(tx, authors, { notice: 'revision-reminder', path });
}

export const remindOfOpenFlags: Job<object> = {
  name: 'remind-of-open-flags',
  schedule: '40 * * * *',
  run: async () => {
    await remindOfFlags();
  },
};
