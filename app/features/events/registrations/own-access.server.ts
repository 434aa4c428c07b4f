import { and, desc, eq, or, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import {
  eventByClock,
  type EventRecord,
  isEventShown,
  isEventVisibleTo,
} from '~/features/events/events.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { hashOfLink } from '~/features/events/registration-links/registration-links.server';
import { isActivePerson, lockEvent, type Registration } from './capacity.server';

const { eventRegistrations: registrations, events } = schema;

/** Whose registration it is: the signed-in person's own, or the one a mailed link leads to. */
export type Access = { slug: string } | { token: string };

/** Whether it takes a place. */
export const isTaking = (registration: Pick<Registration, 'status'>) =>
  registration.status === 'confirmed' || registration.status === 'attended';

/** Whether it is certified that the person was there. */
export const isCertified = (
  event: Pick<EventRecord, 'status'>,
  registration: Pick<Registration, 'status'>,
) => event.status === 'published' && registration.status === 'attended';

/** Of a signed-in person, who may have come as a guest before, under the same confirmed address. */
export const isHeldBy = (person: SignedInActor) =>
  or(
    eq(registrations.userId, person.id),
    sql`lower(${registrations.guestEmail}) = lower(${person.email})`,
  );

/** The registration that one may see, with its event; null when there is none. */
export async function findOwn(tx: Transaction, actor: Actor, access: Access) {
  const isOwner = isOwnerBy(actor, access);
  if (!isOwner) return null;
  const [found] = await tx
    .select({ registration: registrations, event: events })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(and(isOwner, isEventShown()))
    // A person may have cancelled as a guest and registered again as a member: the current one counts.
    .orderBy(sql`${registrations.status} = 'cancelled'`, desc(registrations.updatedAt))
    .limit(1);
  return found ? { ...found, event: eventByClock(found.event) } : null;
}

function isOwnerBy(actor: Actor, access: Access) {
  if ('token' in access)
    return and(eq(registrations.linkHash, hashOfLink(access.token)), isActivePerson);
  if (!isSignedIn(actor)) return null;
  return and(isHeldBy(actor), eq(events.slug, access.slug), isEventVisibleTo(actor));
}

/** The link works for anyone who has it; everything else is for members. */
export function authoriseAccess(actor: Actor, access: Access): void {
  authorise(actor, 'token' in access ? 'registration.follow' : 'registration.make');
}

/** The same to change it, with its event, and both locked. @throws AppError `error.not-found` */
export async function lockOwn(tx: Transaction, actor: Actor, access: Access) {
  const found = await findOwn(tx, actor, access);
  if (!found) throw new AppError('error.not-found');
  const event = await lockEvent(tx, eq(events.id, found.event.id));
  const [registration] = await tx
    .select()
    .from(registrations)
    .where(eq(registrations.id, found.registration.id));
  if (!registration) throw new AppError('error.not-found');
  return { event, registration };
}
