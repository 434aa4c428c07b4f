import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/actor';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { countWriting, getComment } from '~/features/forum/forum.server';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/permissions';
import { announce } from '~/platform/live.server';
import type { Job } from '~/platform/job-queue.server';
import type { FlagInput } from './flag-schemas';
import { mailNotice, mailOpenStatements } from './moderation-mails.server';
import {
  administratorsFor,
  finishStep,
  getReview,
  isNotAuthor,
  queueStream,
  takeStep,
} from './reviews.server';

export { mailOpenStatements };

const { flaggedComments, flags, forumComments, forumTopics, reviewDecisions, appeals } = schema;

const underReview = ['open', 'revision-requested', 'suspension-proposed'] as const;

function asMember(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/**
 * A comment that the actor may flag, with the open flag of the actor if there is one.
 * @throws AppError `error.not-found` for what is not visible, `error.flag.own-comment`
 */
export async function getFlaggable(actor: Actor, commentId: string) {
  authorise(actor, 'flag.raise');
  const { comment, topic, address } = await getComment(actor, commentId);
  if (comment.state !== 'visible') throw new AppError('error.not-found');
  if (comment.authorId === asMember(actor).id) throw new AppError('error.flag.own-comment');
  const [open] = await db()
    .select({ id: flags.id })
    .from(flags)
    .where(and(eq(flags.commentId, commentId), isOpenFlagOf(asMember(actor).id)));
  return {
    body: comment.body,
    position: comment.position,
    topic: { id: topic.id, title: topic.title },
    address,
    openFlagId: open?.id ?? null,
  };
}

const isOpenFlagOf = (userId: string) =>
  and(eq(flags.reporterId, userId), isNull(flags.withdrawnAt), isNull(flags.settledAt));

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether the words stand in the comment, blanks and line breaks aside. */
export function standsIn(passage: string, words: string): boolean {
  return plain(words).includes(plain(passage));
}

/**
 * Flags a comment: keeps what it says now, opens its review or joins the one that is open, and
 * tells the administrators.
 * @returns the id of the flag
 * @throws AppError `error.not-found`, `error.flag.own-comment`, `error.flag.already-flagged`,
 *   `error.invalid-input` when the passage is not in the comment, `error.auth/too-many-requests`
 */
export async function flagComment(
  actor: Actor,
  commentId: string,
  input: FlagInput,
): Promise<string> {
  authorise(actor, 'flag.raise');
  const reporter = asMember(actor);
  await countWriting(actor, 'forum-flag');
  return transaction(async (tx) => {
    const { comment } = await getComment(actor, commentId, tx);
    if (comment.state !== 'visible') throw new AppError('error.not-found');
    if (comment.authorId === reporter.id) throw new AppError('error.flag.own-comment');
    if (!standsIn(input.passage, comment.words)) throw new AppError('error.invalid-input');
    const review = await openReview(tx, comment);
    const [flag] = await tx
      .insert(flags)
      .values({
        ...input,
        flaggedCommentId: review.id,
        commentId,
        reporterId: reporter.id,
        snapshot: comment.body,
      })
      .onConflictDoNothing()
      .returning({ id: flags.id });
    if (!flag) throw new AppError('error.flag.already-flagged');
    const administrators = await administratorsFor(tx, review);
    await mailNotice(tx, administrators, {
      notice: 'new-flag',
      path: `/flagged-comment/${review.id}`,
    });
    await announce(tx, queueStream);
    await appendAudit(tx, actor, {
      action: 'flag.raise',
      target: { kind: 'flagged-comment', id: review.id },
      changes: { reason: { to: input.reason } },
    });
    return flag.id;
  });
}

/** The review that is open for a comment, whose row is locked, or a new one. */
async function openReview(tx: Transaction, comment: { id: string; authorId: string | null }) {
  const [open] = await tx
    .select()
    .from(flaggedComments)
    .where(
      and(
        eq(flaggedComments.commentId, comment.id),
        inArray(flaggedComments.state, [...underReview]),
      ),
    )
    .for('update');
  if (open) return open;
  const [made] = await tx
    .insert(flaggedComments)
    .values({ commentId: comment.id, authorId: comment.authorId })
    .returning();
  if (!made) throw new Error('The database returned no review');
  return made;
}

/**
 * Takes the actor's own flag back; a review without flags is closed.
 * @throws AppError `error.not-found`, `error.review.already-decided`
 */
export async function withdrawFlag(actor: Actor, flagId: string): Promise<void> {
  authorise(actor, 'flag.raise');
  const reporter = asMember(actor);
  if (!isUuid(flagId)) throw new AppError('error.not-found');
  await transaction(async (tx) => {
    const [flag] = await tx
      .select()
      .from(flags)
      .where(and(eq(flags.id, flagId), eq(flags.reporterId, reporter.id)));
    if (!flag) throw new AppError('error.not-found');
    const review = await getReview(tx, flag.flaggedCommentId, true);
    const withdrawn = await tx
      .update(flags)
      .set({ withdrawnAt: new Date() })
      .where(and(eq(flags.id, flagId), isOpenFlagOf(reporter.id)))
      .returning({ id: flags.id });
    if (withdrawn.length === 0) throw new AppError('error.review.already-decided');
    const left = await tx.$count(
      flags,
      and(eq(flags.flaggedCommentId, review.id), isNull(flags.withdrawnAt)),
    );
    if (left === 0 && review.state === 'open') {
      const event = { kind: 'withdraw-last' as const };
      const effects = await takeStep(tx, actor, { review, event });
      await finishStep(tx, actor, { review, event, effects, measure: null });
    }
    await announce(tx, queueStream);
    await appendAudit(tx, actor, {
      action: 'flag.withdraw',
      target: { kind: 'flagged-comment', id: review.id },
    });
  });
}

/** The actor's own flags with what became of them; never what others wrote. */
export async function listOwnFlags(actor: Actor) {
  authorise(actor, 'flag.raise');
  return db()
    .select({
      id: flags.id,
      createdAt: flags.createdAt,
      reason: flags.reason,
      withdrawnAt: flags.withdrawnAt,
      settledAt: flags.settledAt,
      state: flaggedComments.state,
      commentId: flags.commentId,
      topic: forumTopics.title,
      measure: sql<string | null>`(select ${reviewDecisions.measure} from ${reviewDecisions}
        where ${reviewDecisions.flaggedCommentId} = ${flaggedComments.id} and ${reviewDecisions.kind} = 'first'
          and ${reviewDecisions.effectiveAt} is not null order by ${reviewDecisions.createdAt} desc limit 1)`,
      appeal: sql<
        string | null
      >`(select ${appeals.result} from ${appeals} where ${appeals.flaggedCommentId} = ${flaggedComments.id})`,
    })
    .from(flags)
    .innerJoin(flaggedComments, eq(flaggedComments.id, flags.flaggedCommentId))
    .innerJoin(forumComments, eq(forumComments.id, flags.commentId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .where(eq(flags.reporterId, asMember(actor).id))
    .orderBy(desc(flags.createdAt))
    .limit(200);
}

/**
 * The author has changed a comment: a revision that was asked for is looked at again, and who is
 * about to decide on a review under way sees the new words first. For the forum, inside its
 * transaction.
 */
export async function noteRevision(
  tx: Transaction,
  actor: Actor,
  commentId: string,
): Promise<void> {
  authorise(actor, 'forum.write');
  const overtaken = await tx
    .update(flaggedComments)
    .set({ version: sql`${flaggedComments.version} + 1` })
    .where(
      and(
        eq(flaggedComments.commentId, commentId),
        inArray(flaggedComments.state, ['open', 'suspension-proposed', 'appealed']),
      ),
    )
    .returning({ id: flaggedComments.id });
  if (overtaken.length > 0) await announce(tx, queueStream);
  const [asked] = await tx
    .select({ id: flaggedComments.id })
    .from(flaggedComments)
    .where(
      and(
        eq(flaggedComments.commentId, commentId),
        eq(flaggedComments.state, 'revision-requested'),
      ),
    );
  if (!asked) return;
  const review = await getReview(tx, asked.id, true);
  const event = { kind: 'revise' as const };
  const effects = await takeStep(tx, actor, { review, event });
  const administrators = await administratorsFor(tx, review);
  await mailNotice(tx, administrators, {
    notice: 'revised',
    path: `/flagged-comment/${review.id}`,
  });
  await finishStep(tx, actor, { review, event, effects, measure: null });
}

/** How many reviews wait for somebody else than who wrote the comment. */
export async function countWaiting(actor: Actor): Promise<number> {
  authorise(actor, 'flag.review');
  return db().$count(
    flaggedComments,
    and(inArray(flaggedComments.state, [...underReview, 'appealed']), isNotAuthor(actor)),
  );
}

const remindedAfterHours = 48;

/** Reminds the administrators once of each review that has waited for two days. */
export async function remindOfFlags(now = new Date()): Promise<number> {
  const oldest = new Date(now.getTime() - remindedAfterHours * 3_600_000);
  return transaction(async (tx) => {
    const due = await tx
      .update(flaggedComments)
      .set({ remindedAt: now })
      .where(
        and(
          inArray(flaggedComments.state, ['open', 'suspension-proposed', 'appealed']),
          lt(flaggedComments.updatedAt, oldest),
          isNull(flaggedComments.remindedAt),
        ),
      )
      .returning();
    for (const review of due) {
      const administrators = await administratorsFor(tx, review);
      await mailNotice(tx, administrators, {
        notice: 'flag-reminder',
        path: `/flagged-comment/${review.id}`,
      });
    }
    return due.length;
  });
}

export const remindOfOpenFlags: Job<object> = {
  name: 'remind-of-open-flags',
  schedule: '40 * * * *',
  run: async () => {
    await remindOfFlags();
  },
};
