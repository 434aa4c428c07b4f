import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { type EventRecord, isEventVisibleTo, publicEvent } from '~/features/events/events.server';
import { isActivePerson, occupying } from '~/features/events/registrations/capacity.server';
import { coversAudience } from '~/features/events/registrations/registration-schemas';
import {
  type Access,
  authoriseAccess,
  findOwn,
  isCertified,
  isTaking,
} from '~/features/events/registrations/own-access.server';

const { eventRegistrations: registrations, events, users } = schema;

/**
 * Who takes part and has agreed to be named, for those whom the event lets see it.
 * @throws AppError `error.not-found` for everybody else
 */
export async function listAttendees(actor: Actor, access: Access) {
  authoriseAccess(actor, access);
  return transaction(async (tx) => {
    const event = await findListedEvent(tx, actor, access);
    const rows = await tx
      .select({
        id: registrations.id,
        firstName: users.firstName,
        lastName: users.lastName,
        guestName: registrations.guestName,
        court: registrations.guestCourt,
        country: registrations.guestCountry,
      })
      .from(registrations)
      .leftJoin(users, eq(users.id, registrations.userId))
      .where(
        and(
          eq(registrations.eventId, event.id),
          inArray(registrations.status, [...occupying]),
          isActivePerson,
          eq(registrations.listConsent, true),
        ),
      )
      .orderBy(asc(users.lastName), asc(users.firstName), asc(registrations.guestName));
    const attendees = rows.map(({ id, firstName, lastName, guestName, court, country }) => ({
      id,
      name: guestName ?? `${firstName} ${lastName}`,
      court,
      country,
    }));
    return { event: publicEvent(event), attendees };
  });
}

async function findListedEvent(
  tx: Transaction,
  actor: Actor,
  access: Access,
): Promise<EventRecord> {
  const own = await findOwn(tx, actor, access);
  if (own && isTaking(own.registration) && own.event.attendeeList !== 'nobody') return own.event;
  if ('token' in access) throw new AppError('error.not-found');
  const [event] = await tx
    .select()
    .from(events)
    .where(
      and(
        isEventVisibleTo(actor),
        eq(events.slug, access.slug),
        eq(events.attendeeList, 'members'),
        eq(events.registration, 'internal'),
      ),
    );
  if (!event) throw new AppError('error.not-found');
  return event;
}

/**
 * Once more people than before may see the list, takes back the consents to it, which were given for
 * fewer (GDPR 7 and 6(1)(a)). For the event editor, inside its transaction, which holds the event.
 * @returns how many
 */
export async function endListConsents(
  tx: Transaction,
  actor: Actor,
  { before, after }: { before: EventRecord; after: EventRecord },
): Promise<number> {
  if (coversAudience(before.attendeeList, after.attendeeList)) return 0;
  const ended = await tx
    .update(registrations)
    .set({ listConsent: false })
    .where(and(eq(registrations.eventId, after.id), eq(registrations.listConsent, true)))
    .returning({ id: registrations.id, userId: registrations.userId });
  for (const { id, userId } of ended) {
    await appendAudit(tx, actor, {
      action: 'registration.consents',
      target: { kind: 'registration', id },
      subjectId: userId ?? undefined,
      changes: { listConsent: { from: true, to: false } },
    });
  }
  return ended.length;
}

/**
 * The content of a certificate of attendance.
 * @throws AppError `error.not-found` unless the person was marked as having attended, and of an event
 *   that does not take place
 */
export async function getCertificate(actor: Actor, access: Access) {
  authoriseAccess(actor, access);
  return transaction(async (tx) => {
    const found = await findOwn(tx, actor, access);
    if (!found || !isCertified(found.event, found.registration)) {
      throw new AppError('error.not-found');
    }
    const { event, registration } = found;
    const [user] = registration.userId
      ? await tx.select().from(users).where(eq(users.id, registration.userId))
      : [];
    const name = registration.guestName ?? `${user?.firstName} ${user?.lastName}`;
    return { event: publicEvent(event), name, mode: registration.mode, id: registration.id };
  });
}
