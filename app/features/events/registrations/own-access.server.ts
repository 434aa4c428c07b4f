import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import {
  eventByClock,
  type EventRecord,
  isEventShown,
  isEventVisibleTo,
} from '~/features/events/events.server';
import { authorise } from '~/policy/permissions';
import { hashOfLink } from '~/features/events/registration-links/registration-links.server';
import type { Registration } from './capacity.server';

const { eventRegistrations: registrations, events, users } = schema;

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

/**
 * A guest, or a member whose account is open: a link leads no further than its owner may go, and
 * suspended accounts receive no e-mails.
 */
export const isOfSomebody = or(
  isNotNull(registrations.guestEmail),
  sql`exists (select from ${users} where ${users.id} = ${registrations.userId} and ${users.suspendedAt} is null)`,
);

/** The registration that one may see, with its event; null when there is none. */
export async function findOwn(tx: Transaction, actor: Actor, access: Access) {
  const isOwner =
    'token' in access
      ? and(eq(registrations.linkHash, hashOfLink(access.token)), isOfSomebody)
      : and(
          eq(registrations.userId, isSignedIn(actor) ? actor.id : ''),
          eq(events.slug, access.slug),
          isEventVisibleTo(actor),
        );
  if (!('token' in access) && !isSignedIn(actor)) return null;
  const [found] = await tx
    .select({ registration: registrations, event: events })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(and(isOwner, isEventShown()));
  return found ? { ...found, event: eventByClock(found.event) } : null;
}

/** The link works for anyone who has it; everything else is for members. */
export function authoriseAccess(actor: Actor, access: Access): void {
  authorise(actor, 'token' in access ? 'registration.follow' : 'registration.make');
}
