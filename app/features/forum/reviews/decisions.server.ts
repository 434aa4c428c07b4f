import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { clearDraft } from '~/features/writing/drafts/drafts.server';
import { titleWhereRead } from '~/features/forum/forum.server';
import { authorise } from '~/policy/permissions';
import type { AppealDecisionInput, DecisionInput } from '~/features/forum/flags/flag-schemas';
import { mailNotice } from '~/features/forum/moderation/moderation-mails.server';
import {
  administratorsFor,
  finishStep,
  getReview,
  isProposalVoid,
  takeStep,
} from './reviews.server';
import { appealable, isPossible } from './review-states';

const { appeals, flaggedComments, forumComments, forumTopics } = schema;
const { reviewDecisions } = schema;

/**
 * Decides a review. Of several decisions at the same moment one stands.
 * @throws AppError `error.not-found`, `error.review.already-decided`,
 *   `error.changed-meanwhile`, `error.review.conflict-of-interest`, `error.review.not-possible` when
 *   the author is a former member, `error.review.nobody-to-confirm` when there is no administrator
 *   left who could confirm a suspension, `error.rank` when the author of what is to be suspended stands
 *   above the actor
 */
export async function decideReview(actor: Actor, id: string, input: DecisionInput): Promise<void> {
  authorise(actor, 'flag.review');
  const { version, measure, facts, rule, measureText, appealRoute } = input;
  await transaction(async (tx) => {
    const review = await getReview(tx, id, true);
    if (!isPossible(measure, { isMember: review.authorId !== null })) {
      throw new AppError('error.review.not-possible');
    }
    const event = { kind: 'decide' as const, measure };
    const effects = await takeStep(tx, actor, { review, event, version });
    await tx.insert(reviewDecisions).values({
      flaggedCommentId: id,
      kind: 'first',
      measure,
      facts,
      rule,
      measureText,
      appealRoute,
      decidedBy: actor.id,
      effectiveAt: effects.statement ? new Date() : null,
    });
    if (measure === 'suspend') {
      const others = await administratorsFor(tx, review, { isForNewcomers: true });
      if (others.length === 0) throw new AppError('error.review.nobody-to-confirm');
      await mailNotice(tx, others, {
        notice: 'suspension-proposed',
        path: `/flagged-comment/${id}`,
      });
    }
    await clearOwnDraft(tx, actor, `review/${id}`);
    await finishStep(tx, actor, { review, event, effects, measure });
  });
}

/**
 * Confirms or refuses a suspension that another administrator has proposed; who proposed it may
 * withdraw it by refusing.
 * @throws AppError as `decideReview`, and `error.review.proposal-void` when whoever proposed it is no
 *   longer an administrator: it can only be refused then
 */
export async function answerSuspension(
  actor: Actor,
  id: string,
  input: { intent: 'confirm' | 'refuse'; version: number },
): Promise<void> {
  authorise(actor, 'flag.review');
  await transaction(async (tx) => {
    const review = await getReview(tx, id, true);
    if (input.intent === 'confirm' && (await isProposalVoid(tx, review)))
      throw new AppError('error.review.proposal-void');
    const event = { kind: input.intent };
    const now = new Date();
    const { version } = input;
    const effects = await takeStep(tx, actor, { review, event, version, at: now });
    await tx
      .update(reviewDecisions)
      .set(
        input.intent === 'confirm'
          ? { confirmedBy: actor.id, effectiveAt: now }
          : { confirmedBy: actor.id, refusedAt: now },
      )
      .where(
        and(
          eq(reviewDecisions.flaggedCommentId, id),
          isNull(reviewDecisions.effectiveAt),
          isNull(reviewDecisions.refusedAt),
        ),
      );
    await finishStep(tx, actor, { review, event, effects, measure: 'suspend' });
  });
}

/** What the actor wrote there has become what it was for. */
async function clearOwnDraft(tx: Transaction, actor: Actor, place: string): Promise<void> {
  if (actor.id !== null) await clearDraft(tx, actor.id, place);
}

/** Their own title the authors may see, whatever became of it. */
const titleForAuthor = (actor: Actor) =>
  sql<string | null>`case when ${forumComments.position} = 1 then ${forumTopics.title}
    else ${titleWhereRead(actor)} end`;

/**
 * The statement of reasons, for the author of the comment alone.
 * @throws AppError `error.not-found`
 */
export async function getStatement(actor: Actor, id: string) {
  authorise(actor, 'flag.appeal');
  const review = await getReview(db(), id);
  if (actor.id === null || review.authorId !== actor.id) throw new AppError('error.not-found');
  const decisions = await db()
    .select({
      kind: reviewDecisions.kind,
      measure: reviewDecisions.measure,
      facts: reviewDecisions.facts,
      rule: reviewDecisions.rule,
      measureText: reviewDecisions.measureText,
      appealRoute: reviewDecisions.appealRoute,
      at: reviewDecisions.effectiveAt,
    })
    .from(reviewDecisions)
    .where(and(eq(reviewDecisions.flaggedCommentId, id), isNotNull(reviewDecisions.effectiveAt)))
    .orderBy(asc(reviewDecisions.createdAt));
  if (decisions.length === 0) throw new AppError('error.not-found');
  const [comment] = await db()
    .select({
      id: forumComments.id,
      body: forumComments.body,
      state: forumComments.state,
      position: forumComments.position,
      topic: titleForAuthor(actor),
      title: forumTopics.title,
      tags: forumTopics.tags,
    })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .where(eq(forumComments.id, review.commentId));
  const [appeal] = await db()
    .select({ text: appeals.text, createdAt: appeals.createdAt, result: appeals.result })
    .from(appeals)
    .where(eq(appeals.flaggedCommentId, id));
  const isOpenToAppeal = review.state === 'decided' || review.state === 'revision-requested';
  const isAppealable =
    !appeal && isOpenToAppeal && review.measure !== null && appealable.has(review.measure);
  const deciders = isAppealable
    ? await administratorsFor(db(), review, { isForNewcomers: true })
    : [];
  return {
    comment: comment && {
      id: comment.id,
      body: comment.body,
      state: comment.state,
      topic: comment.topic,
      topicWords: comment.position === 1 ? { title: comment.title, tags: comment.tags } : null,
    },
    decisions,
    appeal: appeal ?? null,
    isRevisionAsked: review.state === 'revision-requested',
    mayAppeal: deciders.length > 0,
    /** There could be an appeal, but every administrator has taken part in the case. */
    hasNoDecider: isAppealable && deciders.length === 0,
  };
}

/** The statements about the actor's own comments, the newest first. */
export async function listOwnStatements(actor: Actor) {
  authorise(actor, 'flag.appeal');
  if (actor.id === null) throw new AppError('error.not-found');
  return (
    db()
      .select({
        id: flaggedComments.id,
        topic: titleForAuthor(actor),
        measure: reviewDecisions.measure,
        at: reviewDecisions.effectiveAt,
        appeal: appeals.result,
      })
      .from(reviewDecisions)
      // The one appeal is against the decision that stood when it was made.
      .leftJoin(
        appeals,
        and(
          eq(appeals.flaggedCommentId, reviewDecisions.flaggedCommentId),
          sql`${reviewDecisions.id} = (select appealed.id from review_decisions appealed
          where appealed.flagged_comment_id = ${reviewDecisions.flaggedCommentId}
            and appealed.kind = 'first' and appealed.effective_at is not null
            and appealed.created_at <= ${appeals.createdAt}
          order by appealed.created_at desc limit 1)`,
        ),
      )
      .innerJoin(flaggedComments, eq(flaggedComments.id, reviewDecisions.flaggedCommentId))
      .innerJoin(forumComments, eq(forumComments.id, flaggedComments.commentId))
      .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
      .where(
        and(
          eq(flaggedComments.authorId, actor.id),
          eq(reviewDecisions.kind, 'first'),
          isNotNull(reviewDecisions.effectiveAt),
        ),
      )
      .orderBy(desc(reviewDecisions.effectiveAt))
      .limit(100)
  );
}

/**
 * The author's one appeal against a decision.
 * @throws AppError `error.not-found`, `error.review.no-appeal`, `error.review.nobody-for-appeal` when
 *   there is no administrator left who could decide it
 */
export async function appealDecision(actor: Actor, id: string, text: string): Promise<void> {
  authorise(actor, 'flag.appeal');
  await transaction((tx) => appealWithin(tx, actor, { id, text }));
}

/** The same in a transaction that is under way; the step itself makes sure who the author is. */
export async function appealWithin(
  tx: Transaction,
  author: Actor,
  { id, text }: { id: string; text: string },
): Promise<void> {
  authorise(author, 'flag.appeal');
  const review = await getReview(tx, id, true);
  const event = { kind: 'appeal' as const };
  const effects = await takeStep(tx, author, { review, event });
  await tx.insert(appeals).values({ flaggedCommentId: id, text });
  await clearOwnDraft(tx, author, `appeal/${id}`);
  const others = await administratorsFor(tx, review, { isForNewcomers: true });
  if (others.length === 0) throw new AppError('error.review.nobody-for-appeal');
  await mailNotice(tx, others, { notice: 'appeal', path: `/flagged-comment/${id}` });
  await finishStep(tx, author, { review, event, effects, measure: review.measure });
}

/**
 * Decides an appeal, with reasons of its own.
 * @throws AppError as `decideReview`
 */
export async function decideAppeal(
  actor: Actor,
  id: string,
  input: AppealDecisionInput,
): Promise<void> {
  authorise(actor, 'flag.review');
  const { version, result, facts, rule, measureText, appealRoute } = input;
  await transaction(async (tx) => {
    const review = await getReview(tx, id, true);
    const event = { kind: 'decide-appeal' as const, result };
    const effects = await takeStep(tx, actor, { review, event, version });
    const now = new Date();
    await tx.insert(reviewDecisions).values({
      flaggedCommentId: id,
      kind: 'appeal',
      measure: result === 'reversed' ? 'keep' : (review.measure ?? 'keep'),
      facts,
      rule,
      measureText,
      appealRoute,
      decidedBy: actor.id,
      effectiveAt: now,
    });
    await tx
      .update(appeals)
      .set({ result, reasons: facts, decidedBy: actor.id, decidedAt: now })
      .where(eq(appeals.flaggedCommentId, id));
    await clearOwnDraft(tx, actor, `review/${id}`);
    await finishStep(tx, actor, { review, event, effects, measure: review.measure });
  });
}
