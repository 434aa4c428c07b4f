import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { eventByClock } from '~/features/events/events.server';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { listedVersions } from '~/ui/data-table/listed-version';
import { pageNumber } from '~/ui/page-number';
import type { Decision, ListFilter } from '~/features/events/registrations/registration-schemas';
import type { Registration } from '~/features/events/registrations/capacity.server';

/** What the secretariat reads of the registrations for an event. */

const { eventRegistrations: registrations, events, users } = schema;

export const nameOf = sql<string>`coalesce(${registrations.guestName}, concat_ws(' ', ${users.firstName}, ${users.lastName}))`;
export const emailOf = sql<string>`coalesce(${registrations.guestEmail}, ${users.email})`;

const sortings = ['since', 'name', 'state', 'mode'] as const;
type RegistrationSorting = Sorting<(typeof sortings)[number]>;
type RegistrationQuery = { sorting?: RegistrationSorting; page?: number };
const inOrder: RegistrationSorting = { by: 'since', descending: false };

const orders = {
  since: [registrations.queueNumber],
  name: [nameOf],
  state: [registrations.status],
  mode: [registrations.mode],
};

/** Order and page that the address of the list asks for. */
export function registrationQueryOf(search: URLSearchParams) {
  return { sorting: sortingOf(search, sortings, inOrder), page: pageNumber(search, 10_000) };
}

/** The registrations for an event that a filter leaves. */
export function matching(eventId: string, { state, mode, search }: ListFilter) {
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
 * A page of those registered for an event, in the order of coming unless another is asked for, with
 * numbers by state and mode of all.
 * @throws AppError `error.not-found`
 */
export async function listRegistrations(
  actor: Actor,
  eventId: string,
  { sorting = inOrder, page: asked, ...filter }: ListFilter & RegistrationQuery,
) {
  authorise(actor, 'registration.manage');
  const [event] = await db().select().from(events).where(eq(events.id, eventId));
  if (!event) throw new AppError('error.not-found');
  const where = matching(eventId, filter);
  const counted = db()
    .select({ total: count() })
    .from(registrations)
    .leftJoin(users, eq(users.id, registrations.userId))
    .where(where)
    .then(([found]) => found?.total ?? 0);
  const {
    rows,
    count: total,
    ...place
  } = await readPage({ page: asked }, counted, ({ limit, offset }) =>
    selectPeople()
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [registrations.queueNumber]))
      .limit(limit)
      .offset(offset),
  );
  const counts = await db()
    .select({
      status: registrations.status,
      mode: registrations.mode,
      number: sql<number>`count(*)::int`,
    })
    .from(registrations)
    .where(eq(registrations.eventId, eventId))
    .groupBy(registrations.status, registrations.mode);
  return {
    event: eventByClock(event),
    counts,
    total,
    ...place,
    rows: rows.map(({ registration, ...who }) => inList(registration, who)),
  };
}

/** From which states a decision about several leads on: nobody who has left is brought back by it. */
export const decidableTogether: Record<Decision, readonly Registration['status'][]> = {
  confirm: ['pending', 'waitlisted'],
  decline: ['pending', 'waitlisted', 'confirmed'],
  cancel: ['pending', 'waitlisted', 'confirmed'],
  attended: ['confirmed'],
  'not-attended': ['attended'],
};

/** Somebody about whom nothing is decided, and why. */
export type LeftPerson = { id: string; name: string; why: 'changed' | 'full' | 'state' };

/**
 * Of those who were ticked, the people of an event about whom a decision is possible, and why not about
 * others; those who have a place last, so that nobody moves up only to be turned away.
 * @param chosen `keys`: as `versionKey` makes them
 * @returns `unknown`: how many registrations are not there any more
 */
export async function listDecidable(
  actor: Actor,
  eventId: string,
  { decision, keys }: { decision: Decision; keys: readonly string[] },
) {
  authorise(actor, 'registration.manage');
  const seen = listedVersions(keys);
  const [event] = await db().select().from(events).where(eq(events.id, eventId));
  if (!event) throw new AppError('error.not-found');
  const isOpen = eventByClock(event).status === 'published';
  const { id: idOf, status: statusOf, version: versionOf } = registrations;
  const rows = await db()
    .select({ id: idOf, name: nameOf, status: statusOf, version: versionOf })
    .from(registrations)
    .leftJoin(users, eq(users.id, registrations.userId))
    .where(and(eq(registrations.eventId, eventId), inArray(registrations.id, [...seen.keys()])))
    .orderBy(sql`${registrations.status} = 'confirmed'`, asc(registrations.queueNumber));
  const possible: { id: string; name: string; version: number }[] = [];
  const left: LeftPerson[] = [];
  for (const { id, name, status, version } of rows) {
    if (!isOpen || !decidableTogether[decision].includes(status)) {
      left.push({ id, name, why: 'state' });
    } else if (seen.get(id) === version) possible.push({ id, name, version });
    else left.push({ id, name, why: 'changed' });
  }
  return { possible, left, unknown: new Set(keys).size - rows.length };
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
  const { linkHash: _hash, linkNumber: _number, ...registration } = found.registration;
  return { event: eventByClock(event), registration, name: found.name, email: found.email };
}
