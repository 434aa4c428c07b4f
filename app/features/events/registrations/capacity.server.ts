import { and, asc, count, eq, inArray, isNotNull, max, or, type SQL, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { placesUntil } from './registration-state';
import { eventByClock, type EventRecord } from '~/features/content/publishing/publishing.server';

const { eventRegistrations: registrations, events, users } = schema;

export type Registration = typeof registrations.$inferSelect;
export type Mode = Registration['mode'];
export type RegistrationStatus = Registration['status'];

/** The states that occupy a place. */
export const occupying = ['confirmed', 'attended'] as const;

/** The states of those who take or hope to take part. */
export const takingPart = ['pending', 'waitlisted', ...occupying] as const;

/** Whether a registration was withdrawn or refused. */
export const isEnded = (status: RegistrationStatus) =>
  status === 'declined' || status === 'cancelled';

/**
 * A guest, or a member whose account is open: a link leads no further than its owner may go, and
 * suspended accounts receive no e-mails.
 */
export const isActivePerson = or(
  isNotNull(registrations.guestEmail),
  sql`exists (select from ${users} where ${users.id} = ${registrations.userId} and ${users.suspendedAt} is null)`,
);

/** The modes of attendance an event offers. */
export function modesOf(event: Pick<EventRecord, 'mode'>): Mode[] {
  return event.mode === 'hybrid' ? ['on-site', 'online'] : [event.mode];
}

export function capacityOf(
  event: Pick<EventRecord, 'capacityOnSite' | 'capacityOnline'>,
  mode: Mode,
): number | null {
  return mode === 'on-site' ? event.capacityOnSite : event.capacityOnline;
}

/**
 * Locks the event for this transaction: changes of places run one after the other,
 * so that no place is given twice. As it is by the clock.
 * @throws AppError `error.not-found`
 */
export async function lockEvent(tx: Transaction, where: SQL | undefined): Promise<EventRecord> {
  const [event] = await tx.select().from(events).where(where).for('update');
  if (!event) throw new AppError('error.not-found');
  return eventByClock(event);
}

/** Free places in one mode of attendance; null: unlimited. */
export async function freePlaces(
  tx: Transaction,
  event: EventRecord,
  mode: Mode,
): Promise<number | null> {
  const capacity = capacityOf(event, mode);
  if (capacity === null) return null;
  const [taken] = await tx
    .select({ number: count() })
    .from(registrations)
    .where(
      and(
        eq(registrations.eventId, event.id),
        eq(registrations.mode, mode),
        inArray(registrations.status, [...occupying]),
      ),
    );
  return Math.max(0, capacity - (taken?.number ?? 0));
}

/** Whether a new registration gets a place: one is free and nobody waits who can take it. */
export async function hasFreePlace(
  tx: Transaction,
  event: EventRecord,
  mode: Mode,
): Promise<boolean> {
  const free = await freePlaces(tx, event, mode);
  if (free === null) return true;
  if (free === 0) return false;
  const waiting = await tx.$count(
    registrations,
    and(
      eq(registrations.eventId, event.id),
      eq(registrations.mode, mode),
      eq(registrations.status, 'waitlisted'),
      isActivePerson,
    ),
  );
  return waiting < free;
}

/** The next number of the queue. The event is locked. */
export async function nextQueueNumber(tx: Transaction, eventId: string): Promise<number> {
  const [last] = await tx
    .select({ number: max(registrations.queueNumber) })
    .from(registrations)
    .where(eq(registrations.eventId, eventId));
  return (last?.number ?? 0) + 1;
}

/**
 * Gives free places to those who wait, in the order in which they came; a suspended member keeps
 * waiting. The event is locked.
 * @returns who moved up
 */
export async function moveUp(tx: Transaction, event: EventRecord): Promise<Registration[]> {
  if (event.status !== 'published' || placesUntil(event) <= new Date()) return [];
  const moved: Registration[] = [];
  for (const mode of modesOf(event)) {
    const free = await freePlaces(tx, event, mode);
    if (free === 0) continue;
    const waiting = tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(
        and(
          eq(registrations.eventId, event.id),
          eq(registrations.mode, mode),
          eq(registrations.status, 'waitlisted'),
          isActivePerson,
        ),
      )
      .orderBy(asc(registrations.queueNumber));
    const next = free === null ? await waiting : await waiting.limit(free);
    if (next.length === 0) continue;
    const rows = await tx
      .update(registrations)
      .set(changedTo('confirmed'))
      .where(
        inArray(
          registrations.id,
          next.map(({ id }) => id),
        ),
      )
      .returning();
    moved.push(...rows.toSorted((a, b) => a.queueNumber - b.queueNumber));
  }
  return moved;
}

/** What is written when a registration changes its state: calendars learn of it as well. */
export function changedTo(status: RegistrationStatus) {
  return {
    status,
    icsSequence: sql`${registrations.icsSequence} + 1`,
    version: sql`${registrations.version} + 1`,
    updatedAt: new Date(),
  };
}
