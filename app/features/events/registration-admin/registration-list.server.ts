import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { ListFilter } from '~/features/events/registrations/registration-schemas';
import type { Registration } from '~/features/events/registrations/capacity.server';

/** What the secretariat reads of the registrations for an event. */

const { eventRegistrations: registrations, events, users } = schema;

const nameOf = sql<string>`coalesce(${registrations.guestName}, concat_ws(' ', ${users.firstName}, ${users.lastName}))`;
const emailOf = sql<string>`coalesce(${registrations.guestEmail}, ${users.email})`;

function matching(eventId: string, { state, mode, search }: ListFilter) {
  return and(
    eq(registrations.eventId, eventId),
    state === 'all' ? undefined : eq(registrations.status, state),
    mode === 'all' ? undefined : eq(registrations.mode, mode),
    hasTypedWords(search, nameOf, emailOf),
  );
}

function selectPeople() {
  return db()
    .select({ registration: registrations, name: nameOf, email: emailOf })
    .from(registrations)
    .leftJoin(users, eq(users.id, registrations.userId))
    .$dynamic();
}

/**
 * Everybody registered for an event, in the order of coming, with numbers by state and mode.
 * @throws AppError `error.not-found`
 */
export async function listRegistrations(actor: Actor, eventId: string, filter: ListFilter) {
  authorise(actor, 'registration.manage');
  const [event] = await db().select().from(events).where(eq(events.id, eventId));
  if (!event) throw new AppError('error.not-found');
  const rows = await selectPeople()
    .where(matching(eventId, filter))
    .orderBy(asc(registrations.queueNumber))
    .limit(1000);
  const counts = await db()
    .select({
      status: registrations.status,
      mode: registrations.mode,
      number: sql<number>`count(*)::int`,
    })
    .from(registrations)
    .where(eq(registrations.eventId, eventId))
    .groupBy(registrations.status, registrations.mode);
  return { event, counts, rows: rows.map(({ registration, ...who }) => inList(registration, who)) };
}

function inList(registration: Registration, who: { name: string; email: string }) {
  const { id, status, mode, createdAt, userId, version, needs, listConsent } = registration;
  const isGuest = userId === null;
  return {
    id,
    status,
    mode,
    createdAt,
    version,
    listConsent,
    hasNeeds: needs !== null,
    isGuest,
    ...who,
  };
}

/** One registration with all its data. @throws AppError `error.not-found` */
export async function getRegistration(actor: Actor, id: string) {
  authorise(actor, 'registration.manage');
  const [found] = await selectPeople().where(eq(registrations.id, id));
  if (!found) throw new AppError('error.not-found');
  const [event] = await db().select().from(events).where(eq(events.id, found.registration.eventId));
  if (!event) throw new AppError('error.not-found');
  const { linkHash: _hash, ...registration } = found.registration;
  return { event, registration, name: found.name, email: found.email };
}
