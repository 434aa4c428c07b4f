import { inArray, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { EventRecord } from '~/features/content/publishing/publishing.server';
import type { Actor } from '~/policy/actor';
import { can } from '~/policy/permissions';
import {
  capacityOf,
  isActivePerson,
  type Mode,
  modesOf,
  occupying,
} from '~/features/events/registrations/capacity.server';
import {
  offerOf,
  registrationNow,
  type RegistrationNow,
} from '~/features/events/registrations/registration-state';

const { eventRegistrations: registrations } = schema;

/** What is read of an event to know how it can be registered for. */
export type Registrable = Pick<
  EventRecord,
  | 'id'
  | 'status'
  | 'registration'
  | 'opensAt'
  | 'closesAt'
  | 'opensAtInstant'
  | 'closesAtInstant'
  | 'startsAtInstant'
  | 'mode'
  | 'capacityOnSite'
  | 'capacityOnline'
  | 'waitingList'
>;

type Taken = { eventId: string; mode: Mode; taken: number; waiting: number };

/**
 * How each event can be registered for at this moment. The number of free places is for those who
 * can take one; visitors, whose pages may be a minute old, get the state alone.
 * @param events that the actor may see
 */
export async function findRegistrationsNow(
  actor: Actor,
  events: readonly Registrable[],
): Promise<Map<string, RegistrationNow | null>> {
  const now = new Date();
  const open = events.filter((event) => offerOf(event, now) === 'open' && isLimited(event));
  const taken = open.length > 0 ? await countTaken(open.map(({ id }) => id)) : [];
  const maySeeNumber = can(actor, 'registration.make');
  return new Map(
    events.map((event) => {
      const found = registrationNow(event, offerOf(event, now), placesOf(event, taken));
      return [event.id, found && !maySeeNumber ? { ...found, free: null } : found];
    }),
  );
}

const isLimited = (event: Registrable) =>
  event.capacityOnSite !== null || event.capacityOnline !== null;

function placesOf(event: Registrable, taken: readonly Taken[]) {
  return modesOf(event).map((mode) => {
    const capacity = capacityOf(event, mode);
    const counted = taken.find((row) => row.eventId === event.id && row.mode === mode);
    const free = capacity === null ? null : Math.max(0, capacity - (counted?.taken ?? 0));
    return { mode, free, waiting: counted?.waiting ?? 0 };
  });
}

function countTaken(ids: string[]): Promise<Taken[]> {
  const { eventId, mode, status } = registrations;
  return db()
    .select({
      eventId,
      mode,
      taken: sql<number>`count(*) filter (where ${inArray(status, [...occupying])})`.mapWith(
        Number,
      ),
      waiting:
        sql<number>`count(*) filter (where ${status} = 'waitlisted' and ${isActivePerson})`.mapWith(
          Number,
        ),
    })
    .from(registrations)
    .where(inArray(eventId, ids))
    .groupBy(eventId, mode);
}
