import { and, asc, desc, eq, gte, inArray, lt, lte, or } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/errors';
import type { CalendarEntry } from '~/lib/calendar-file.server';
import { withoutWriters } from '~/lib/without-writers';
import { authorise, can } from '~/permissions';

const { events } = schema;

/**
 * Published, or cancelled since; a scheduled event appears by the clock, on every node. Belongs into
 * every query of what others than administrators see of an event.
 */
export const isEventShown = () =>
  or(
    inArray(events.status, ['published', 'cancelled']),
    and(eq(events.status, 'scheduled'), lte(events.publishAt, new Date())),
  );

/** What the actor may see: members-only events are not there for visitors. */
export const isEventVisibleTo = (actor: Actor) =>
  and(
    isEventShown(),
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

export type EventRecord = typeof events.$inferSelect;

/**
 * An event as it is by the clock: a scheduled one whose moment has come is published, although the
 * job notes it a little later.
 */
export function eventByClock(event: EventRecord): EventRecord {
  const isDue = event.status === 'scheduled' && event.publishAt && event.publishAt <= new Date();
  return isDue ? { ...event, status: 'published' } : event;
}

/** What a page may hold: the link to join is for confirmed participants alone. */
export function publicEvent(event: EventRecord) {
  const {
    joinUrl: _joinUrl,
    publishAt: _publishAt,
    ...shown
  } = withoutWriters(eventByClock(event));
  return shown;
}

/** @throws AppError `error.not-found`, also for an event that the actor may not see */
export async function getEvent(actor: Actor, slug: string) {
  authorise(actor, 'publication.read');
  const [event] = await db()
    .select()
    .from(events)
    .where(and(isEventVisibleTo(actor), eq(events.slug, slug)));
  if (!event) throw new AppError('error.not-found');
  return publicEvent(event);
}

/** An event as calendar programs read it; everything in it stands on the event's page as well. */
export function calendarEntryOf(
  event: Omit<EventRecord, 'createdBy' | 'updatedBy' | 'joinUrl' | 'publishAt'>,
): CalendarEntry {
  const { origin } = config().server;
  const address = `${origin}/events/${event.slug}`;
  const place = [event.venue, event.address, event.city, event.country].filter(Boolean).join(', ');
  return {
    uid: `event-${event.id}@${new URL(origin).hostname}`,
    sequence: event.icsSequence,
    title: event.title,
    description: `${event.summary}\n\n${address}`,
    location: event.mode === 'online' ? undefined : place,
    address,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    zone: event.zone,
    allDay: event.allDay,
    state: event.status === 'cancelled' ? 'cancelled' : 'confirmed',
    createdAt: event.createdAt,
    updatedAt: event.updatedAt,
  };
}

/** Every public event, for a calendar program to follow. */
export async function listCalendarEntries(actor: Actor): Promise<CalendarEntry[]> {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select()
    .from(events)
    .where(and(isEventShown(), eq(events.visibility, 'public')))
    .orderBy(asc(events.startsAtInstant));
  return rows.map((event) => calendarEntryOf(event));
}
