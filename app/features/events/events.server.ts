import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/errors';
import { withoutWriters } from '~/lib/without-writers';
import { authorise, can } from '~/permissions';

const { events } = schema;

const shownStatuses = ['published', 'cancelled'] as const;

/** What the actor may see: members-only events are not there for visitors. */
export const isEventVisibleTo = (actor: Actor) =>
  and(
    inArray(events.status, [...shownStatuses]),
    can(actor, 'event.read-members-only') ? undefined : eq(events.visibility, 'public'),
  );

const overviewColumns = {
  slug: events.slug,
  title: events.title,
  summary: events.summary,
  type: events.type,
  status: events.status,
  visibility: events.visibility,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  zone: events.zone,
  allDay: events.allDay,
  mode: events.mode,
  city: events.city,
  country: events.country,
};

/** Events that are not over, next first. */
export function listUpcomingEvents(actor: Actor, limit = 100) {
  authorise(actor, 'publication.read');
  return db()
    .select(overviewColumns)
    .from(events)
    .where(and(isEventVisibleTo(actor), gte(events.endsAtInstant, new Date())))
    .orderBy(asc(events.startsAtInstant))
    .limit(limit);
}

/** Events that are over, latest first. */
export function listPastEvents(actor: Actor, limit = 100) {
  authorise(actor, 'publication.read');
  return db()
    .select(overviewColumns)
    .from(events)
    .where(and(isEventVisibleTo(actor), lt(events.endsAtInstant, new Date())))
    .orderBy(desc(events.startsAtInstant))
    .limit(limit);
}

export type EventOverview = Awaited<ReturnType<typeof listUpcomingEvents>>[number];

/** @throws AppError `error.not-found`, also for an event that the actor may not see */
export async function getEvent(actor: Actor, slug: string) {
  authorise(actor, 'publication.read');
  const [event] = await db()
    .select()
    .from(events)
    .where(and(isEventVisibleTo(actor), eq(events.slug, slug)));
  if (!event) throw new AppError('error.not-found');
  return withoutWriters(event);
}
