import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { isInvolvedInClosure } from '~/features/forum/moderation/moderation.server';
import { authorise } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import {
  getReadableCategory,
  getReadableTopic,
  type Topic,
  topicStream,
} from '~/features/forum/forum-access.server';

const { forumTopics } = schema;

type Change = {
  action: AuditAction;
  set: Partial<typeof forumTopics.$inferInsert>;
  reason?: string;
};

async function changeTopic(
  actor: Actor,
  id: string,
  decide: (topic: Topic, tx: Transaction) => Promise<Change | null> | Change | null,
): Promise<void> {
  authorise(actor, 'forum.moderate');
  await transaction(async (tx) => {
    const { topic } = await getReadableTopic(actor, id, { connection: tx, lock: true });
    const change = await decide(topic, tx);
    if (!change) return;
    const changed = { updatedAt: new Date(), updatedBy: actor.id, version: topic.version + 1 };
    await tx
      .update(forumTopics)
      .set({ ...change.set, ...changed })
      .where(eq(forumTopics.id, id));
    await publish(tx, topicStream(id));
    await appendAudit(tx, actor, {
      action: change.action,
      target: { kind: 'topic', id },
      reason: change.reason,
      changes: change.set.categoryId
        ? { category: { from: topic.categoryId, to: change.set.categoryId } }
        : {},
    });
  });
}

/** Keeps a topic at the top of its category, or no longer. @throws AppError `error.not-found` */
export function pinTopic(actor: Actor, id: string, pinned: boolean): Promise<void> {
  return changeTopic(actor, id, (topic) =>
    topic.pinned === pinned
      ? null
      : { action: pinned ? 'topic.pin' : 'topic.unpin', set: { pinned } },
  );
}

/**
 * Takes no more comments; the reason is shown. What is closed keeps the reason it has: another
 * administrator, or a decision, was first.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`
 */
export function closeTopic(actor: Actor, id: string, reason: string): Promise<void> {
  return changeTopic(actor, id, (topic) => {
    // The same form sent twice.
    if (topic.closedAt && topic.closedReason === reason) return null;
    if (topic.closedAt) throw new AppError('error.changed-meanwhile');
    return {
      action: 'topic.close',
      set: { closedAt: new Date(), closedReason: reason },
      reason,
    };
  });
}

/**
 * Reopens a topic. A topic closed by a decision stays closed for the author of what
 * wrote or flagged.
 * @throws AppError `error.not-found`, `error.review.conflict-of-interest`
 */
export function reopenTopic(actor: Actor, id: string): Promise<void> {
  return changeTopic(actor, id, async ({ closedAt }, tx) => {
    if (!closedAt) return null;
    if (await isInvolvedInClosure(tx, actor, { id, closedAt })) {
      throw new AppError('error.review.conflict-of-interest');
    }
    return { action: 'topic.reopen', set: { closedAt: null, closedReason: null } };
  });
}

/** Moves a topic into another category. @throws AppError `error.not-found` */
export function moveTopic(actor: Actor, id: string, slug: string): Promise<void> {
  return changeTopic(actor, id, async (topic, tx) => {
    const category = await getReadableCategory(actor, slug, tx);
    if (category.archived) throw new AppError('error.not-found');
    return category.id === topic.categoryId
      ? null
      : { action: 'topic.move', set: { categoryId: category.id } };
  });
}
