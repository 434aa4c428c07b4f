import { and, eq, lte, sql } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { saveEventRevision } from '~/features/events/editor/event-revisions.server';

const { events } = schema;

/**
 * Publishes the scheduled events whose time has come, each once. Readers see them by the clock; this
 * records it and invalidates the cached pages.
 */
export async function publishDueEvents(now = new Date()): Promise<void> {
  const isDue = and(eq(events.status, 'scheduled'), lte(events.publishAt, now));
  const due = await db().select({ id: events.id }).from(events).where(isDue);
  for (const { id } of due) {
    await transaction(async (tx) => {
      const published = await tx
        .update(events)
        .set({
          status: 'published',
          publishAt: null,
          version: sql`${events.version} + 1`,
          updatedAt: now,
        })
        .where(and(eq(events.id, id), isDue))
        .returning();
      const [event] = published;
      if (!event) return;
      await saveEventRevision(tx, event, { by: event.updatedBy });
      await invalidateTags(tx, 'events');
      await appendAudit(
        tx,
        { job: publishScheduledEvents.name },
        {
          action: 'event.publish',
          target: { kind: 'event', id },
          changes: { status: { from: 'scheduled', to: 'published' } },
        },
      );
    });
  }
}

export const publishScheduledEvents: Job<object> = {
  name: 'publish-scheduled-events',
  schedule: '* * * * *',
  lookEvery: 1,
  run: () => publishDueEvents(),
};
