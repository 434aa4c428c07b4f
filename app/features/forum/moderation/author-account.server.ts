import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import {
  liftSuspension,
  lockSubordinate,
  suspendAccount,
} from '~/features/identity/accounts/accounts.server';
import { noteSecurityEvent } from '~/platform/security-events.server';

const { appeals, flaggedComments, reviewDecisions, users } = schema;

type Change = { review: { id: string; authorId: string | null }; at: Date };

/**
 * Makes sure that the actor may have the author suspended.
 * @throws AppError `error.rank` when the author stands above the actor
 */
export async function requireRank(
  tx: Transaction,
  actor: Actor,
  { authorId }: Change['review'],
): Promise<void> {
  if (authorId) await lockSubordinate(tx, actor, authorId);
}

/**
 * Does with the author's account what a decision means: suspends it, or lifts the suspension that
 * the decision has caused, unless another one wants it as well.
 * @throws AppError `error.rank`, `error.last-administrator`
 */
export async function changeAuthorAccount(
  tx: Transaction,
  actor: Actor,
  { review, at, change }: Change & { change: 'suspend' | 'lift' },
): Promise<void> {
  const userId = review.authorId;
  if (!userId) return;
  if (change === 'suspend') {
    if (await suspendAccount(tx, actor, { userId, at })) await note('user.suspend', userId, tx);
    return;
  }
  // Of two appeals decided at the same moment, the later one knows of the other.
  const { person } = await lockSubordinate(tx, actor, userId);
  if (person.suspendedAt && (await isCause(tx, review.id, person))) {
    if (await liftSuspension(tx, actor, userId)) await note('user.reactivate', userId, tx);
  }
}

/** The audit log names the decision; that an account was closed or opened by it is an event of its own. */
const note = (event: 'user.suspend' | 'user.reactivate', userId: string, tx: Transaction) =>
  noteSecurityEvent(
    { event, outcome: 'success', detail: 'moderation', userId, isByOther: true },
    tx,
  );

/** Whether the suspension in force comes from this review and from no other that still stands. */
async function isCause(
  tx: Transaction,
  reviewId: string,
  person: Pick<typeof users.$inferSelect, 'id' | 'suspendedAt'>,
): Promise<boolean> {
  const decisions = await tx
    .select({
      reviewId: reviewDecisions.flaggedCommentId,
      at: reviewDecisions.effectiveAt,
      isReversed: sql<boolean>`exists (select from ${appeals}
        where ${appeals.flaggedCommentId} = ${flaggedComments.id} and ${appeals.result} = 'reversed')`,
    })
    .from(reviewDecisions)
    .innerJoin(flaggedComments, eq(flaggedComments.id, reviewDecisions.flaggedCommentId))
    .where(
      and(
        eq(flaggedComments.authorId, person.id),
        eq(reviewDecisions.kind, 'first'),
        eq(reviewDecisions.measure, 'suspend'),
        isNotNull(reviewDecisions.effectiveAt),
      ),
    );
  // Earlier ones belong to a suspension that is over, later ones found the account suspended.
  const since = Number(person.suspendedAt);
  const inForce = decisions.filter(({ at }) => Number(at) >= since);
  return (
    inForce.some(({ at }) => Number(at) === since) &&
    inForce.some((decision) => decision.reviewId === reviewId) &&
    !inForce.some((decision) => decision.reviewId !== reviewId && !decision.isReversed)
  );
}
