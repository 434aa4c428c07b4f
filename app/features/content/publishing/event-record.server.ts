import { and, eq, inArray, lte, or } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema } from '~/db/db.server';
import { withoutWriters } from '~/features/content/articles/without-writers';
import { can } from '~/policy/permissions';
import { type EventTranslation, localizeEvent } from '~/features/content/reading/event-translation';

const { events } = schema;

export type EventRecord = typeof events.$inferSelect;

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
    rendered: _rendered,
    joinUrl: _joinUrl,
    publishAt: _publishAt,
    withdrawnReason: _withdrawnReason,
    withdrawnAt: _withdrawnAt,
    ...shown
  } = withoutWriters(eventByClock(event));
  return shown;
}

type Translation = Pick<
  EventRecord,
  'language' | 'title' | 'summary' | 'body' | 'corrections' | 'coverAlt'
> &
  Partial<Pick<EventRecord, 'rendered'>> &
  EventTranslation;

/**
 * What a page holds of an event in one of its languages.
 * @param translation null: in the event's own
 */
export function eventSaying(event: EventRecord, translation: Translation | null) {
  const { language, title, summary, body, corrections, coverAlt, rendered } = translation ?? event;
  return {
    ...publicEvent(event),
    ...localizeEvent(event, translation),
    language,
    title,
    summary,
    body,
    rendered,
    corrections,
    coverAlt: coverAlt || event.coverAlt,
    /** Of what is not translated, such as the labels of documents. */
    ownLanguage: event.language,
    /** All in which it can be read. */
    languages: [language],
  };
}
