import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, type Database, schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  isActiveAdministrator,
  isReachableAdministrator,
} from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { setCommentState } from '~/features/forum/forum.server';
import { isUuid } from '~/lib/is-uuid';
import { can } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import {
  changeAuthorAccount,
  requireRank,
} from '~/features/forum/moderation/author-account.server';
import {
  mailOpenStatements,
  mailOutcome,
  mailStatement,
} from '~/features/forum/moderation/moderation-mails.server';
import {
  appealable,
  type Consequences,
  type Measure,
  nextReview,
  type ReviewEvent,
  type ReviewNow,
  type Standing,
} from './review-states';
import { changeTopic } from '~/features/forum/moderation/topic-closure.server';

const { flaggedComments, flags, forumComments, reviewDecisions, users } = schema;

type Connection = Database | Transaction;
export type Review = typeof flaggedComments.$inferSelect & ReviewNow;

/** Names the stream of changes of the review queue. */
export const queueStream = 'review-queue';

/**
 * Whether a suspension is proposed by someone who is no longer an administrator, so that only one
 * administrator stands behind it.
 */
export async function isProposalVoid(connection: Connection, review: Review): Promise<boolean> {
  if (review.state !== 'suspension-proposed') return false;
  const { flaggedCommentId, decidedBy, effectiveAt, refusedAt } = reviewDecisions;
  const standing = await connection
    .select({ id: users.id })
    .from(reviewDecisions)
    .innerJoin(users, and(eq(users.id, decidedBy), isActiveAdministrator))
    .where(and(eq(flaggedCommentId, review.id), isNull(effectiveAt), isNull(refusedAt)));
  return standing.length === 0;
}

/**
 * A review with the measure now in force or proposed.
 * @param lock takes the rows of the comment and then of the review, in the order in which flags and
 *   revisions do: decisions about one review follow each other
 * @throws AppError `error.not-found`
 */
export async function getReview(connection: Connection, id: string, lock = false): Promise<Review> {
  if (!isUuid(id)) throw new AppError('error.not-found');
  if (lock) await lockComment(connection, id);
  const query = connection.select().from(flaggedComments).where(eq(flaggedComments.id, id));
  const [review] = lock ? await query.for('update') : await query;
  if (!review) throw new AppError('error.not-found');
  const [latest, before] = await connection
    .select({
      measure: reviewDecisions.measure,
      effectiveAt: reviewDecisions.effectiveAt,
      isAppealed: sql<boolean>`exists (select from ${schema.appeals} where ${schema.appeals.flaggedCommentId} = ${id})`,
      editedAt: forumComments.editedAt,
    })
    .from(reviewDecisions)
    .innerJoin(forumComments, eq(forumComments.id, review.commentId))
    .where(
      and(
        eq(reviewDecisions.flaggedCommentId, id),
        eq(reviewDecisions.kind, 'first'),
        isNull(reviewDecisions.refusedAt),
      ),
    )
    .orderBy(desc(reviewDecisions.createdAt))
    .limit(2);
  const inForce = latest?.effectiveAt ? latest : before;
  const isAsked = inForce?.measure === 'ask-to-revise';
  return {
    ...review,
    measure: latest?.measure ?? null,
    isAppealed: latest?.isAppealed ?? false,
    revision: isAsked
      ? Number(inForce.editedAt) > Number(inForce.effectiveAt)
        ? 'made'
        : 'asked'
      : null,
  };
}

/** Not against those who answer it meanwhile: they only need to know that it stays there. */
async function lockComment(connection: Connection, reviewId: string): Promise<void> {
  const commentId = connection
    .select({ id: flaggedComments.commentId })
    .from(flaggedComments)
    .where(eq(flaggedComments.id, reviewId));
  await connection
    .select({ id: forumComments.id })
    .from(forumComments)
    .where(inArray(forumComments.id, commentId))
    .for('no key update');
}

/** Leaves out the reviews of what the actor wrote: belongs into every list for administrators. */
export function isNotAuthor(actor: Actor): SQL | undefined {
  return actor.id === null
    ? undefined
    : sql`${flaggedComments.authorId} is distinct from ${actor.id}`;
}

/**
 * Administrators do not see flags of their own comments.
 * @throws AppError `error.not-found`
 */
export function refuseAuthor(actor: Actor, review: { authorId: string | null }): void {
  if (actor.id !== null && review.authorId === actor.id) throw new AppError('error.not-found');
}

/** How the actor stands to a review: withdrawn flags of the comment and those of earlier reviews count too. */
export async function standingOf(
  connection: Connection,
  actor: Actor,
  review: { id: string; commentId: string; authorId: string | null },
): Promise<Standing> {
  const isAdministrator = can(actor, 'flag.review');
  if (actor.id === null) {
    return { isAdministrator, isAuthor: false, isReporter: false, hasDecided: false };
  }
  const own = await connection
    .select({ id: flags.id })
    .from(flags)
    .where(and(eq(flags.commentId, review.commentId), eq(flags.reporterId, actor.id)))
    .limit(1);
  const decided = await connection
    .select({ id: reviewDecisions.id })
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.flaggedCommentId, review.id),
        or(eq(reviewDecisions.decidedBy, actor.id), eq(reviewDecisions.confirmedBy, actor.id)),
      ),
    )
    .limit(1);
  return {
    isAdministrator,
    isAuthor: review.authorId === actor.id,
    isReporter: own.length > 0,
    hasDecided: decided.length > 0,
  };
}

const errorOf = {
  'conflict-of-interest': 'error.review.conflict-of-interest',
  'not-possible': 'error.review.already-decided',
  'not-allowed': 'error.not-found',
} as const;

/**
 * Takes one step of a review whose row is locked: checks it against the table, changes the comment,
 * topic and account, and moves the review on. Mails and the audit entry follow in `finishStep`.
 * @param version the version of the review that the actor saw; absent for automatic steps
 * @param at the moment of the step
 * @throws AppError `error.review.already-decided` when another administrator was first,
 *   `error.review.no-appeal` when there was one already or there is nothing to appeal against,
 *   `error.changed-meanwhile`, `error.review.conflict-of-interest`, `error.not-found`, `error.rank`
 */
export async function takeStep(
  tx: Transaction,
  actor: Actor,
  step: { review: Review; event: ReviewEvent; version?: number; at?: Date },
): Promise<Consequences> {
  const { review, event, version, at = new Date() } = step;
  const standing = await standingOf(tx, actor, review);
  const next = nextReview(review, event, standing);
  if (!next.ok) {
    if (next.why === 'conflict-of-interest') refuseAuthor(actor, review);
    const isAppeal = event.kind === 'appeal' && next.why === 'not-possible';
    throw new AppError(isAppeal ? 'error.review.no-appeal' : errorOf[next.why]);
  }
  if (version !== undefined && version !== review.version) {
    throw new AppError('error.changed-meanwhile');
  }
  await tx
    .update(flaggedComments)
    .set({
      state: next.state,
      // Now it is for someone else to look at it.
      ...(next.state === 'appealed' || next.state === 'suspension-proposed'
        ? { assigneeId: null }
        : {}),
      version: review.version + 1,
      remindedAt: null,
      updatedAt: at,
      updatedBy: actor.id,
    })
    .where(eq(flaggedComments.id, review.id));
  if (event.kind === 'decide' && event.measure === 'suspend') await requireRank(tx, actor, review);
  await applyConsequences(tx, actor, { review, effects: next.effects, at });
  await publish(tx, queueStream);
  return next.effects;
}

async function applyConsequences(
  tx: Transaction,
  actor: Actor,
  { review, effects, at }: { review: Review; effects: Consequences; at: Date },
): Promise<void> {
  if (effects.comment) {
    await setCommentState(tx, actor, { id: review.commentId, state: effects.comment });
  }
  if (effects.topic) {
    await changeTopic(tx, actor, { review, change: effects.topic });
  }
  if (effects.account) {
    await changeAuthorAccount(tx, actor, { review, at, change: effects.account });
  }
  if (effects.outcome) {
    await tx
      .update(flags)
      .set({ settledAt: new Date() })
      .where(and(eq(flags.flaggedCommentId, review.id), isNull(flags.settledAt)));
  }
}

/** Tells those concerned, and writes what happened into the audit log. */
export async function finishStep(
  tx: Transaction,
  actor: Actor,
  step: { review: Review; event: ReviewEvent; effects: Consequences; measure: Measure | null },
): Promise<void> {
  const { review, event, effects, measure } = step;
  if (effects.statement) await mailStatement(tx, review);
  if (effects.account === 'suspend') await mailOpenStatements(tx, review.authorId, review.id);
  if (effects.outcome) await mailOutcome(tx, review);
  const after = await getReview(tx, review.id);
  await appendAudit(tx, actor, {
    action: `review.${event.kind}`,
    target: { kind: 'flagged-comment', id: review.id },
    subjectId: review.authorId ?? undefined,
    changes: {
      state: { from: review.state, to: after.state },
      ...(measure ? { measure: { to: measure } } : {}),
      ...(event.kind === 'decide-appeal' ? { result: { to: event.result } } : {}),
    },
  });
}

/** How many decisions against this author stand, by measure: all that a reviewer learns of before. */
export async function countEarlierDecisions(
  authorId: string | null,
  exceptReview: string,
): Promise<number> {
  if (!authorId) return 0;
  const [row] = await db()
    .select({ count: sql<number>`count(distinct ${flaggedComments.id})::int` })
    .from(reviewDecisions)
    .innerJoin(flaggedComments, eq(flaggedComments.id, reviewDecisions.flaggedCommentId))
    .where(
      and(
        eq(flaggedComments.authorId, authorId),
        isNotNull(reviewDecisions.effectiveAt),
        inArray(reviewDecisions.measure, [...appealable]),
        sql`${flaggedComments.id} <> ${exceptReview}`,
        sql`not exists (select 1 from ${schema.appeals} where ${schema.appeals.flaggedCommentId} = ${flaggedComments.id} and ${schema.appeals.result} = 'reversed')`,
      ),
    );
  return row?.count ?? 0;
}

/**
 * The administrators who may be told of a review and can sign in: not its author, not those who ever flagged the
 * comment.
 * @param options `isForNewcomers`: nor those who took part in an earlier decision about it
 */
export async function administratorsFor(
  connection: Connection,
  review: { id: string; commentId: string; authorId: string | null },
  { isForNewcomers = false } = {},
): Promise<{ id: string; email: string }[]> {
  return connection
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        isReachableAdministrator,
        sql`${users.id} is distinct from ${review.authorId}`,
        sql`not exists (select 1 from ${flags} where ${flags.commentId} = ${review.commentId} and ${flags.reporterId} = ${users.id})`,
        isForNewcomers
          ? sql`not exists (select 1 from ${reviewDecisions} where ${reviewDecisions.flaggedCommentId} = ${review.id}
              and ${users.id} in (${reviewDecisions.decidedBy}, ${reviewDecisions.confirmedBy}))`
          : undefined,
      ),
    );
}
