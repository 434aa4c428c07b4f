import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { AppError } from '~/policy/errors';
import { appendAudit, listAuditEntriesOf } from '~/features/identity/audit/audit.server';
import { getComment, listCommentsAround } from '~/features/forum/forum.server';
import { authorise } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import {
  administratorsFor,
  countEarlierDecisions,
  getReview,
  isProposalVoid,
  queueStream,
  refuseAuthor,
  standingOf,
} from './reviews.server';
import { nextReview, whyNotDecide } from './review-states';

const { appeals, flaggedComments, flags, reviewDecisions, users } = schema;

type Flag = typeof flags.$inferSelect;

/** What the comment said, each version once, with the numbers of the flags that were about it. */
function snapshotsOf(given: readonly Flag[]) {
  const snapshots: (Pick<Flag, 'topicWords' | 'createdAt'> & {
    body: Flag['snapshot'];
    flags: string[];
  })[] = [];
  for (const { id, createdAt, snapshot: body, topicWords } of given) {
    const same = snapshots.find((known) =>
      isDeepStrictEqual([known.body, known.topicWords], [body, topicWords]),
    );
    if (same) same.flags.push(id);
    else snapshots.push({ body, topicWords, createdAt, flags: [id] });
  }
  return snapshots;
}

/** What happened in the review, oldest first, with the codes that say more of it. */
async function historyOf(actor: Actor, id: string) {
  const entries = await listAuditEntriesOf(actor, { kind: 'flagged-comment', id });
  const said = (value: unknown) => (typeof value === 'string' ? value : null);
  return entries.toReversed().map(({ seq, at, action, actorKind, actorName, changes }) => ({
    seq,
    at,
    action,
    actorKind,
    actorName,
    measure: action === 'review.decide' ? said(changes.measure?.to) : null,
    result: said(changes.result?.to),
    reason: said(changes.reason?.to),
  }));
}

/** The names of persons by their ids; of those who left there is none. */
async function namesOf(ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const people = await db()
    .select({
      id: users.id,
      name: fullName(users),
    })
    .from(users)
    .where(inArray(users.id, wanted));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id: string | null) => (id ? (names.get(id) ?? null) : null);
}

/** What was flagged, decided and appealed in a review, and by whom. */
async function matterOf(review: {
  id: string;
  authorId: string | null;
  assigneeId: string | null;
}) {
  const { id, authorId, assigneeId } = review;
  const [given, decisions, [appeal]] = await Promise.all([
    db()
      .select()
      .from(flags)
      .where(eq(flags.flaggedCommentId, id))
      .orderBy(asc(flags.createdAt), asc(flags.id)),
    db()
      .select()
      .from(reviewDecisions)
      .where(eq(reviewDecisions.flaggedCommentId, id))
      .orderBy(asc(reviewDecisions.createdAt)),
    db().select().from(appeals).where(eq(appeals.flaggedCommentId, id)),
  ]);
  const name = await namesOf([
    authorId,
    assigneeId,
    ...given.map(({ reporterId }) => reporterId),
    ...decisions.flatMap(({ decidedBy, confirmedBy }) => [decidedBy, confirmedBy]),
  ]);
  const someone = (userId: string | null) => (userId === null ? null : { name: name(userId) });
  return {
    author: name(authorId),
    assignee: someone(assigneeId),
    snapshots: snapshotsOf(given),
    flags: given.map((flag) => ({
      id: flag.id,
      createdAt: flag.createdAt,
      reason: flag.reason,
      explanation: flag.explanation,
      passage: flag.passage,
      reporter: name(flag.reporterId),
      withdrawnAt: flag.withdrawnAt,
    })),
    decisions: decisions.map((decision) => ({
      ...decision,
      decidedBy: name(decision.decidedBy),
      confirmedBy: someone(decision.confirmedBy),
    })),
    appeal: appeal ?? null,
  };
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
  const [{ comment, topic, address }, around, standing, earlier, history, matter, others] =
    await Promise.all([
      getComment(actor, review.commentId),
      listCommentsAround(actor, review.commentId),
      standingOf(db(), actor, review),
      countEarlierDecisions(review.authorId, id),
      historyOf(actor, id),
      matterOf(review),
      administratorsFor(db(), review, { isForNewcomers: true }),
    ]);
  const whyNot = whyNotDecide(review.state, standing);
  const isFirst = comment.position === 1;
  return {
    review: {
      id,
      state: review.state,
      version: review.version,
      createdAt: review.createdAt,
      author: { name: matter.author, pseudonym: comment.authorPseudonym },
      isByMember: review.authorId !== null,
      assignee: matter.assignee,
      isMine: review.assigneeId !== null && review.assigneeId === actor.id,
      isAppealed: review.isAppealed ?? false,
    },
    comment: {
      id: comment.id,
      state: comment.state,
      body: comment.body,
      topicWords: isFirst ? { title: topic.title, tags: topic.tags } : null,
      position: comment.position,
      isEdited: comment.editedAt !== null,
      address,
    },
    topic: { id: topic.id, title: topic.title },
    around,
    snapshots: matter.snapshots,
    flags: matter.flags,
    decisions: matter.decisions,
    appeal: matter.appeal,
    earlierDecisions: earlier,
    history,
    whyNot,
    isProposalVoid: await isProposalVoid(db(), review),
    /** Whether someone else could confirm a suspension. */
    canSuspend: others.some((other) => other.id !== actor.id),
    mayWithdraw: whyNot !== null && nextReview(review, { kind: 'refuse' }, standing).ok,
  };
}

/**
 * Takes a review on, or gives it back. Only who may decide takes one, and only whose it is gives it
 * back.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`,
 *   `error.review.conflict-of-interest`, `error.review.not-possible`
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
    const why = whyNotDecide(review.state, await standingOf(tx, actor, review));
    if (why === 'conflict-of-interest') throw new AppError('error.review.conflict-of-interest');
    if (why) throw new AppError('error.review.not-possible');
    const isMine = review.assigneeId === actor.id;
    const assigneeId = change.intent === 'take' ? actor.id : null;
    // The same button pressed twice.
    if (review.assigneeId === assigneeId) return;
    if (review.version !== change.version) throw new AppError('error.changed-meanwhile');
    if (change.intent === 'release' && !isMine) throw new AppError('error.review.not-possible');
    await tx
      .update(flaggedComments)
      .set({ assigneeId, version: review.version + 1 })
      .where(eq(flaggedComments.id, id));
    await publish(tx, queueStream);
    await appendAudit(tx, actor, {
      action: `review.${change.intent}`,
      target: { kind: 'flagged-comment', id },
      changes: { assignee: { from: review.assigneeId, to: assigneeId } },
    });
  });
}
