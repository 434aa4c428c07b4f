import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { db, type Database, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { clearDraft } from '~/features/writing/drafts/drafts.server';
import {
  consumeRateLimit,
  findTitle,
  getComment,
  titleWhereRead,
} from '~/features/forum/forum.server';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import type { TopicWords } from '~/db/schema/forum/forum';
import type { FlagInput } from '~/features/forum/flags/flag-schemas';
import { findModerationPlaces } from './moderation-places.server';
import { mailNotice, mailOpenStatements } from './moderation-mails.server';
import { isInvolvedInClosure } from './topic-closure.server';
import {
  administratorsFor,
  finishStep,
  getReview,
  isNotAuthor,
  queueStream,
  takeStep,
} from '~/features/forum/reviews/reviews.server';

export { findModerationPlaces, isInvolvedInClosure, mailOpenStatements };

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
  const topicWords = topicWordsOf(comment, topic);
  const [open] = await db()
    .select({ id: flags.id })
    .from(flags)
    .where(and(eq(flags.commentId, commentId), isOpenFlagOf(asMember(actor).id)));
  return {
    id: comment.id,
    body: comment.body,
    position: comment.position,
    topic: { id: topic.id, title: topicWords?.title ?? (await findTitle(actor, topic.id)) },
    /** What is flagged together with the first comment of a topic. */
    topicWords,
    address,
    openFlagId: open?.id ?? null,
  };
}

const isOpenFlagOf = (userId: string) =>
  and(eq(flags.reporterId, userId), isNull(flags.withdrawnAt), isNull(flags.settledAt));

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether the words occur in one of the texts, ignoring whitespace. */
export function standsIn(passage: string, ...texts: readonly string[]): boolean {
  return texts.some((text) => plain(text).includes(plain(passage)));
}

/** Title and tags of a topic, where they belong to this comment. */
function topicWordsOf(
  comment: { position: number },
  topic: { title: string; tags: string[] },
): TopicWords | null {
  return comment.position === 1 ? { title: topic.title, tags: topic.tags } : null;
}

/**
 * Flags a comment: keeps what it says now, opens its review or joins the one that is open, and
 * tells the administrators.
 * @returns the id of the flag
 * @throws AppError `error.not-found`, `error.flag.own-comment`, `error.flag.already-flagged`,
 *   `error.flag.not-shown` when a decision was taken or its author has removed it meanwhile,
 *   `error.invalid-input` when the passage is not in the comment, `error.auth/too-many-requests`
 */
export async function flagComment(
  actor: Actor,
  commentId: string,
  input: FlagInput,
): Promise<string> {
  authorise(actor, 'flag.raise');
  const reporter = asMember(actor);
  await consumeRateLimit(actor, 'forum-flag');
  return transaction(async (tx) => {
    const { comment, topic } = await getComment(actor, commentId, tx);
    if (comment.state !== 'visible') throw new AppError('error.flag.not-shown');
    if (comment.authorId === reporter.id) throw new AppError('error.flag.own-comment');
    const topicWords = topicWordsOf(comment, topic);
    const texts = topicWords ? [topicWords.title, ...topicWords.tags] : [];
    if (!standsIn(input.passage, comment.words, ...texts)) {
      throw new AppError('error.invalid-input');
    }
    const review = await openReview(tx, comment);
    const [flag] = await tx
      .insert(flags)
      .values({
        ...input,
        flaggedCommentId: review.id,
        commentId,
        reporterId: reporter.id,
        snapshot: comment.body,
        topicWords,
      })
      .onConflictDoNothing()
      .returning({ id: flags.id });
    if (!flag) throw new AppError('error.flag.already-flagged');
    await clearDraft(tx, reporter.id, `flag/${commentId}`);
    const administrators = await administratorsFor(tx, review);
    await mailNotice(tx, administrators, {
      notice: 'new-flag',
      path: `/flagged-comment/${review.id}`,
    });
    await publish(tx, queueStream);
    await appendAudit(tx, actor, {
      action: 'flag.raise',
      target: { kind: 'flagged-comment', id: review.id },
      changes: { reason: { to: input.reason } },
    });
    return flag.id;
  });
}

/**
 * The review that is open for a comment, whose row is locked, or a new one. Who is about to decide
 * sees the new flag first.
 */
async function openReview(tx: Transaction, comment: { id: string; authorId: string | null }) {
  const [open] = await tx
    .update(flaggedComments)
    .set({ version: sql`${flaggedComments.version} + 1` })
    .where(
      and(
        eq(flaggedComments.commentId, comment.id),
        inArray(flaggedComments.state, [...underReview]),
      ),
    )
    .returning();
  if (open) return open;
  const [made] = await tx
    .insert(flaggedComments)
    .values({ commentId: comment.id, authorId: comment.authorId })
    .returning();
  if (!made) throw new Error('The database returned no review');
  return made;
}

/**
 * Takes the actor's own flag back; a review without flags is closed, unless something was asked of
 * the author already.
 * @throws AppError `error.not-found`, `error.flag.settled`
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
    if (withdrawn.length === 0) throw new AppError('error.flag.settled');
    const left = await tx.$count(
      flags,
      and(eq(flags.flaggedCommentId, review.id), isNull(flags.withdrawnAt)),
    );
    if (left === 0 && review.state === 'open' && !review.revision) {
      const event = { kind: 'withdraw-last' as const };
      const effects = await takeStep(tx, actor, { review, event });
      await finishStep(tx, actor, { review, event, effects, measure: null });
    } else {
      await tx
        .update(flaggedComments)
        .set({ version: review.version + 1 })
        .where(eq(flaggedComments.id, review.id));
    }
    await publish(tx, queueStream);
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
      topic: titleWhereRead(actor),
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

/** The review in which the author of a comment is asked to revise it. */
async function findAsked(connection: Database | Transaction, commentId: string) {
  const [asked] = await connection
    .select({ id: flaggedComments.id })
    .from(flaggedComments)
    .where(
      and(
        eq(flaggedComments.commentId, commentId),
        eq(flaggedComments.state, 'revision-requested'),
      ),
    );
  return asked;
}

/** Whether the author of a comment is asked to revise it: then it may be changed wherever it stands. */
export async function isRevisionAsked(
  connection: Database | Transaction,
  commentId: string,
): Promise<boolean> {
  return (await findAsked(connection, commentId)) !== undefined;
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
  if (overtaken.length > 0) await publish(tx, queueStream);
  const asked = await findAsked(tx, commentId);
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

/** The reviews that wait for someone else than who wrote the comment, and the appeals. */
export async function countWaitingByKind(actor: Actor) {
  authorise(actor, 'flag.review');
  const { state } = flaggedComments;
  const [row] = await db()
    .select({
      reviews: sql<number>`count(*) filter (where ${inArray(state, [...underReview])})`.mapWith(
        Number,
      ),
      appeals: sql<number>`count(*) filter (where ${state} = 'appealed')`.mapWith(Number),
    })
    .from(flaggedComments)
    .where(isNotAuthor(actor));
  return row ?? { reviews: 0, appeals: 0 };
}

/** How many reviews wait for someone else than who wrote the comment. */
export async function countWaiting(actor: Actor): Promise<number> {
  authorise(actor, 'flag.review');
  return db().$count(
    flaggedComments,
    and(inArray(flaggedComments.state, [...underReview, 'appealed']), isNotAuthor(actor)),
  );
}
