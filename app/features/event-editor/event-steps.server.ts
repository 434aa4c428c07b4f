import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { rebaseDraft } from '~/features/drafts/drafts.server';
import type { EventRecord } from '~/features/events/events.server';
import { followEventChange } from '~/features/registrations/registrations.server';
import { siteZone } from '~/lib/format-date';
import { momentOf } from '~/lib/zoned-time.server';
import { authorise } from '~/permissions';
import { enqueue } from '~/platform/job-queue.server';
import { announcePageChange } from '~/platform/page-changes.server';
import { eventDraftPlace, lockForEditing, writtenBy } from './event-editor.server';
import type { Step } from './event-schemas';
import { stepsFrom } from './event-step-rules';
import { publishScheduledEvents } from './publish-events.job.server';

const { events } = schema;

/**
 * Publishes, schedules, cancels, archives or deletes an event. Cancelling tells everybody who is
 * registered, with the reason.
 * @throws AppError `error.changed-meanwhile`, `error.event.not-possible`,
 *   `error.event.has-registrations`, `error.not-found`
 */
export async function takeEventStep(actor: Actor, id: string, step: Step): Promise<void> {
  authorise(actor, 'event.manage');
  await transaction(async (tx) => {
    const before = await lockForEditing(tx, id, step.version);
    if (!stepsFrom(before.status).includes(step.intent)) {
      throw new AppError('error.event.not-possible');
    }
    if (step.intent === 'delete') return remove(tx, actor, before);
    const [after] = await tx
      .update(events)
      .set({ ...changesOf(step), ...writtenBy(actor) })
      .where(eq(events.id, id))
      .returning();
    if (!after) throw new AppError('error.not-found');
    const draft = { userId: actor.id, place: eventDraftPlace(id) };
    await rebaseDraft(tx, draft, { from: before.version, to: after.version });
    const isOver = after.endsAtInstant < new Date();
    if (step.intent === 'cancel' && !isOver) {
      await followEventChange(tx, { actor, event: after, isNews: true });
    }
    if (after.status === 'scheduled' && after.publishAt) {
      const job = { name: publishScheduledEvents.name, data: {} };
      await enqueue(tx, job, { startAfter: after.publishAt });
    }
    await announcePageChange(tx, 'events');
    await appendAudit(tx, actor, {
      action: `event.${step.intent}`,
      target: { kind: 'event', id },
      changes: { status: { from: before.status, to: after.status } },
      ...(step.intent === 'cancel' ? { reason: step.reason } : {}),
    });
  });
}

function changesOf(step: Exclude<Step, { intent: 'delete' }>) {
  switch (step.intent) {
    case 'publish':
    case 'restore':
      return { status: 'published' as const, publishAt: null };
    case 'schedule': {
      const publishAt = momentOf(step.publishAt, siteZone);
      if (publishAt <= new Date()) throw new AppError('error.event.not-possible');
      return { status: 'scheduled' as const, publishAt };
    }
    case 'unschedule':
      return { status: 'draft' as const, publishAt: null };
    case 'archive':
      return { status: 'archived' as const };
    case 'cancel':
      return {
        status: 'cancelled' as const,
        cancelledReason: step.reason,
        icsSequence: sql`${events.icsSequence} + 1`,
      };
  }
}

async function remove(tx: Transaction, actor: Actor, event: EventRecord): Promise<void> {
  const registered = await tx.$count(
    schema.eventRegistrations,
    eq(schema.eventRegistrations.eventId, event.id),
  );
  if (registered > 0) throw new AppError('error.event.has-registrations');
  await tx.delete(schema.previewLinks).where(eq(schema.previewLinks.publicationId, event.id));
  await tx.delete(events).where(eq(events.id, event.id));
  await announcePageChange(tx, 'events');
  await appendAudit(tx, actor, {
    action: 'event.delete',
    target: { kind: 'event', id: event.id },
    changes: { status: { from: event.status } },
  });
}

/** How many take or hope to take part: those who are told of a cancellation. */
export async function countRegistered(actor: Actor, id: string): Promise<number> {
  authorise(actor, 'event.manage');
  const { eventRegistrations: registrations } = schema;
  return db().$count(
    registrations,
    and(
      eq(registrations.eventId, id),
      inArray(registrations.status, ['pending', 'confirmed', 'waitlisted', 'attended']),
    ),
  );
}
