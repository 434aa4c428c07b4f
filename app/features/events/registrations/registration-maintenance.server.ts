import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import type { Job } from '~/platform/jobs/job-queue.server';
import { fillPlaces } from './places.server';
import { sendRegistrationMail } from './registration-mails.server';
import { isActivePerson, lockEvent } from './capacity.server';

const { eventInvitations: invitations, eventRegistrations: registrations, events } = schema;

const day = 24 * 3_600_000;
const job = { job: 'registration-upkeep' };

/**
 * Participants are reminded two days before, but not in the first day after a change, of which they
 * have just heard; needs and answers go 30 days after the end.
 */
const periods = { reminder: 2 * day, fresh: day, needs: retentionPeriods.needs * day } as const;

/**
 * What becomes due by itself: reminders, each once; places that came free because an account was
 * deleted; needs and answers of events long over. Doing it again changes nothing.
 */
export async function maintainRegistrations(now = new Date()): Promise<void> {
  await remind(now);
  await fillFreePlaces(now);
  await forgetNeeds(now);
}

async function remind(now: Date): Promise<void> {
  const soon = new Date(now.getTime() + periods.reminder);
  await forgetReminders(soon);
  // Who is suspended is reminded when that ends in time.
  const isToBeReminded = and(
    eq(registrations.status, 'confirmed'),
    isNull(registrations.remindedAt),
    lte(registrations.updatedAt, new Date(now.getTime() - periods.fresh)),
    isActivePerson,
  );
  const due = await db()
    .select({ id: registrations.id, eventId: events.id })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(
      and(
        eq(events.status, 'published'),
        gt(events.startsAtInstant, now),
        lte(events.startsAtInstant, soon),
        isToBeReminded,
      ),
    );
  for (const { id, eventId } of due) {
    await transaction(async (tx) => {
      const event = await lockEvent(tx, eq(events.id, eventId));
      const [registration] = await tx
        .update(registrations)
        .set({ remindedAt: now })
        .where(and(eq(registrations.id, id), isToBeReminded))
        .returning();
      if (!registration) return;
      await sendRegistrationMail(tx, event, { registration, template: 'reminder' });
    });
  }
}

/** An event that was put off after its reminders has new ones. */
async function forgetReminders(soon: Date): Promise<void> {
  const later = db().select({ id: events.id }).from(events).where(gt(events.startsAtInstant, soon));
  await db()
    .update(registrations)
    .set({ remindedAt: null })
    .where(and(isNotNull(registrations.remindedAt), inArray(registrations.eventId, later)));
}

async function fillFreePlaces(now: Date): Promise<void> {
  const withWaiting = await db()
    .selectDistinct({ id: events.id })
    .from(events)
    .innerJoin(registrations, eq(registrations.eventId, events.id))
    .where(
      and(
        eq(events.status, 'published'),
        // As in `placesUntil`.
        or(gt(events.startsAtInstant, now), gt(events.closesAtInstant, now)),
        eq(registrations.status, 'waitlisted'),
      ),
    );
  for (const { id } of withWaiting) {
    await transaction(async (tx) => fillPlaces(tx, await lockEvent(tx, eq(events.id, id)), job));
  }
}

async function forgetNeeds(now: Date): Promise<void> {
  const over = db()
    .select({ id: events.id })
    .from(events)
    .where(lt(events.endsAtInstant, new Date(now.getTime() - periods.needs)));
  await db()
    .update(registrations)
    .set({ needs: null, answers: [] })
    .where(
      and(
        inArray(registrations.eventId, over),
        or(isNotNull(registrations.needs), sql`${registrations.answers} <> '[]'::jsonb`),
      ),
    );
  await db().delete(invitations).where(inArray(invitations.eventId, over));
}

export const registrationUpkeep: Job<object> = {
  name: 'registration-upkeep',
  schedule: '*/10 * * * *',
  run: () => maintainRegistrations(),
};
