import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { type Database, db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { rebaseDraft } from '~/features/writing/drafts/drafts.server';
import type { EventRecord } from '~/features/events/events.server';
import { saveCancellationReasons } from '~/features/content/publishing/publishing.server';
import { followEventChange } from '~/features/events/registrations/registrations.server';
import { takingPart } from '~/features/events/registrations/capacity.server';
import { countMailed } from '~/features/events/registrations/registration-mails.server';
import { siteZone } from '~/lib/format/format-date';
import { instantOf } from '~/lib/time/zoned-time.server';
import { authorise } from '~/policy/permissions';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { eventDraftPlace } from '~/features/events/editor/editor.server';
import { lockForEditing, writtenBy } from '~/features/events/editor/event-writing.server';
import {
  saveEventRevision,
  saveInitialEventRevision,
} from '~/features/events/editor/event-revisions.server';
import type { Step } from '~/features/events/editor/event-schemas';
import { stepsFrom } from './event-step-rules';
import { publishScheduledEvents } from './publish-events.job.server';

const { events } = schema;

/**
 * Publishes, schedules, cancels, withdraws or deletes an event. Cancelling tells everybody who is
 * registered, with the reason; an event that people count on is cancelled before it is withdrawn.
 * @returns the state of the event then; null when it is deleted
 * @throws AppError `error.changed-meanwhile`, `error.event.not-possible`,
 *   `error.event.has-registrations`, `error.event.has-participants`, `error.not-found`
 */
export async function takeEventStep(
  actor: Actor,
  id: string,
  step: Step,
): Promise<EventRecord['status'] | null> {
  authorise(actor, 'event.manage');
  return transaction(async (tx) => {
    const before = await lockForEditing(tx, id, step.version);
    const refusal = await whyNotPossible(tx, before, step.intent);
    if (refusal) throw new AppError(refusal);
    if (step.intent === 'delete') {
      await remove(tx, actor, before);
      return null;
    }
    await saveInitialEventRevision(tx, before);
    const [after] = await tx
      .update(events)
      .set({ ...changesOf(step, before), ...writtenBy(actor) })
      .where(eq(events.id, id))
      .returning();
    if (!after) throw new AppError('error.not-found');
    const draft = { userId: actor.id, place: eventDraftPlace(id) };
    await rebaseDraft(tx, draft, { from: before.version, to: after.version });
    // A preview link would otherwise still show the withdrawn text.
    if (step.intent === 'withdraw') await endPreviews(tx, id);
    const isPublicAnew = step.intent === 'publish' || step.intent === 'restore';
    if (isPublicAnew) await saveEventRevision(tx, after, { by: actor.id });
    const noted = step.intent === 'cancel' ? await cancel(tx, actor, { event: after, step }) : [];
    if (after.status === 'scheduled' && after.publishAt) {
      const job = { name: publishScheduledEvents.name, data: {} };
      await enqueue(tx, job, { startAfter: after.publishAt });
    }
    await invalidateTags(tx, 'events');
    for (const entry of noted) await appendAudit(tx, actor, entry);
    await appendAudit(tx, actor, {
      action: `event.${step.intent}`,
      target: { kind: 'event', id },
      changes: { status: { from: before.status, to: after.status } },
      ...('reason' in step ? { reason: step.reason } : {}),
    });
    return after.status;
  });
}

const notWithdrawn = { withdrawnReason: null, withdrawnAt: null };

function changesOf(step: Exclude<Step, { intent: 'delete' }>, before: EventRecord) {
  switch (step.intent) {
    case 'publish':
      return { status: 'published' as const, publishAt: null };
    case 'restore': {
      // What was cancelled is still cancelled when it can be read again.
      const status = before.cancelledReason === null ? 'published' : 'cancelled';
      return { status, publishAt: null, ...notWithdrawn } as const;
    }
    case 'schedule': {
      const publishAt = instantOf(step.publishAt, siteZone);
      if (publishAt <= new Date()) throw new AppError('error.event.not-possible');
      return { status: 'scheduled' as const, publishAt };
    }
    case 'unschedule':
      return { status: 'draft' as const, publishAt: null };
    case 'withdraw':
      return {
        status: 'archived' as const,
        withdrawnReason: step.reason,
        withdrawnAt: new Date(),
      };
    case 'cancel':
      return {
        status: 'cancelled' as const,
        cancelledReason: step.reason,
        icsSequence: sql`${events.icsSequence} + 1`,
      };
  }
}

type Cancelled = { event: EventRecord; step: Step & { intent: 'cancel' } };

/**
 * Says why it does not take place, in all its languages, and tells participants. A reason left empty
 * is none; a language that was not asked about keeps its own.
 * @returns what is to be noted when all is done
 */
async function cancel(tx: Transaction, actor: Actor, { event, step }: Cancelled) {
  const reasons = step.languages.map((language, at) => ({
    language,
    reason: step.reasons[at] ?? '',
  }));
  const noted = await saveCancellationReasons(tx, actor, { event: event.id, reasons });
  const isOver = event.endsAtInstant < new Date();
  const news = { template: 'event-cancelled' } as const;
  if (!isOver) await followEventChange(tx, { actor, event, news });
  return noted;
}

/**
 * The state of an event, or who is registered for it, where that rules out a step. Within this feature.
 * @param event as it is by the clock
 * @returns null when nothing does
 */
export async function whyNotPossible(
  connection: Database | Transaction,
  event: EventRecord,
  intent: Step['intent'],
) {
  if (!stepsFrom(event.status).includes(intent)) return 'error.event.not-possible';
  const { eventRegistrations: registrations } = schema;
  if (intent === 'delete') {
    const ofEvent = eq(registrations.eventId, event.id);
    return (await connection.$count(registrations, ofEvent)) > 0
      ? 'error.event.has-registrations'
      : null;
  }
  // People who are registered for what is still to come do not know that it is not.
  const isAhead = event.status === 'published' && event.endsAtInstant >= new Date();
  if (intent !== 'withdraw' || !isAhead) return null;
  const active = await connection.$count(registrations, isActive(event.id));
  return active > 0 ? 'error.event.has-participants' : null;
}

/** Registrations of those who take or hope to take part. */
const isActive = (id: string) =>
  and(
    eq(schema.eventRegistrations.eventId, id),
    inArray(schema.eventRegistrations.status, [...takingPart]),
  );

async function remove(tx: Transaction, actor: Actor, event: EventRecord): Promise<void> {
  const { pendingChanges, publicationVersions } = schema;
  const ids = await endPreviews(tx, event.id);
  await tx.delete(pendingChanges).where(inArray(pendingChanges.id, ids));
  await tx.delete(publicationVersions).where(inArray(publicationVersions.publicationId, ids));
  await tx.delete(events).where(eq(events.id, event.id));
  await invalidateTags(tx, 'events');
  await appendAudit(tx, actor, {
    action: 'event.delete',
    target: { kind: 'event', id: event.id },
    changes: { status: { from: event.status } },
  });
}

/**
 * Takes back the preview links to an event in all its languages.
 * @returns the ids of the event and its translations
 */
async function endPreviews(tx: Transaction, id: string): Promise<string[]> {
  const { eventTranslations, previewLinks } = schema;
  const translations = await tx
    .select({ id: eventTranslations.id })
    .from(eventTranslations)
    .where(eq(eventTranslations.translationGroup, id));
  const ids = [id, ...translations.map((translation) => translation.id)];
  await tx.delete(previewLinks).where(inArray(previewLinks.publicationId, ids));
  return ids;
}

/** Participants and people on the waiting list, and to how many of them a change is e-mailed. */
export async function countParticipants(
  actor: Actor,
  id: string,
): Promise<{ registered: number; mailed: number }> {
  authorise(actor, 'event.manage');
  const [registered, mailed] = await Promise.all([
    db().$count(schema.eventRegistrations, isActive(id)),
    countMailed(db(), id),
  ]);
  return { registered, mailed };
}
