import { and, asc, desc, eq, gte, inArray, lt, ne } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { type Database, db, schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import type { CalendarEntry } from '~/features/events/calendar/calendar-file.server';
import type { ShownCover } from '~/features/content/files/cover-figure';
import { localizeEvent } from '~/features/content/reading/event-translation';
import { countryName } from '~/lib/format/display-names';
import { authorise } from '~/policy/permissions';
import {
  eventByClock,
  type EventRecord,
  eventSaying,
  isEventShown,
  isEventVisibleTo,
  publicEvent,
} from '~/features/content/publishing/publishing.server';
import {
  findTranslations,
  findWholeTranslations,
  isTranslationShown,
  wordsFor,
} from './public-pages/event-words.server';
import { findRegistrationsNow } from './public-pages/registration-now.server';
import type { RegistrationNow } from './registrations/registration-state';

export {
  eventByClock,
  type EventRecord,
  isEventShown,
  isEventVisibleTo,
  isTranslationShown,
  publicEvent,
};

const { events, eventTranslations } = schema;

/** As many events that are over as the overview shows at a time. */
export const pastPerPage = 20;

const overviewColumns = {
  id: events.id,
  language: events.language,
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
  cover: events.cover,
  coverFocus: events.coverFocus,
  city: events.city,
  country: events.country,
};

/** What else it takes to know how an event can be registered for. */
const registrationColumns = {
  registration: events.registration,
  opensAt: events.opensAt,
  closesAt: events.closesAt,
  opensAtInstant: events.opensAtInstant,
  closesAtInstant: events.closesAtInstant,
  startsAtInstant: events.startsAtInstant,
  waitingList: events.waitingList,
  capacityOnSite: events.capacityOnSite,
  capacityOnline: events.capacityOnline,
};

type UpcomingEvents = { slugs?: readonly string[]; limit?: number; language?: string };

/**
 * Events that are not over, next first, in the reader's language where they exist in it, and how each
 * can be registered for.
 * @param of.slugs of these alone
 */
export async function listUpcomingEvents(
  actor: Actor,
  { slugs, limit = 100, language }: UpcomingEvents = {},
) {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select({ ...overviewColumns, offer: registrationColumns })
    .from(events)
    .where(
      and(
        isEventVisibleTo(actor),
        gte(events.endsAtInstant, new Date()),
        slugs && inArray(events.slug, [...slugs]),
      ),
    )
    .orderBy(asc(events.startsAtInstant))
    .limit(limit);
  const nowOf = await findRegistrationsNow(
    actor,
    rows.map(({ offer, ...row }) => ({ ...row, ...offer })),
  );
  const shown = rows.map(({ offer: _offer, ...row }) => ({
    ...row,
    registrationNow: nowOf.get(row.id) ?? null,
  }));
  return inLanguage(db(), shown, language);
}

/** How many events are over, also those that did not take place. */
export async function countPastEvents(actor: Actor): Promise<number> {
  authorise(actor, 'publication.read');
  return db().$count(events, isPastFor(actor));
}

/** Events that are over, latest first; those of one page of the list, which counts from 1. */
export async function listPastEvents(actor: Actor, page = 1, language?: string) {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select(overviewColumns)
    .from(events)
    .where(isPastFor(actor))
    .orderBy(desc(events.startsAtInstant), events.id)
    .limit(pastPerPage)
    .offset((page - 1) * pastPerPage);
  return inLanguage(db(), rows, language);
}

const isPastFor = (actor: Actor) =>
  and(isEventVisibleTo(actor), lt(events.endsAtInstant, new Date()));

/** How many events the actor may see that took place; a deadline is none. */
export async function countHeldEvents(actor: Actor): Promise<number> {
  authorise(actor, 'publication.read');
  const tookPlace = and(
    lt(events.endsAtInstant, new Date()),
    ne(events.status, 'cancelled'),
    ne(events.type, 'deadline'),
  );
  return db().$count(events, and(isEventVisibleTo(actor), tookPlace));
}

export type EventOverview = Awaited<ReturnType<typeof listPastEvents>>[number] & {
  /** Of an event that is to come. */
  registrationNow?: RegistrationNow | null;
};

/** An event with what a card shows of it. */
export type CoveredEvent = Omit<EventOverview, 'cover'> & { cover: ShownCover };

type Named = { id: string; language: string; title: string; summary: string };

/**
 * Events with their title and summary in the reader's language, else in that of the site, else in
 * their own; `language` names it. Reveals nothing beyond the public list.
 * @param language of the reader; absent: that of the site
 */
export async function inLanguage<Event extends Named>(
  connection: Database | Transaction,
  rows: readonly Event[],
  language?: string,
): Promise<Event[]> {
  const ids = rows.map(({ id }) => id);
  const translations = await findTranslations(connection, ids);
  return rows.map((event) => {
    const { title, summary, language: spoken } = wordsFor(event, translations, language);
    return { ...event, title, summary, language: spoken };
  });
}

/** The same of one event. */
export async function inOneLanguage<Event extends Named>(
  event: Event,
  language?: string,
): Promise<Event> {
  const [shown = event] = await inLanguage(db(), [event], language);
  return shown;
}

type Spoken = Pick<
  EventRecord,
  | 'id'
  | 'language'
  | 'title'
  | 'summary'
  | 'sessions'
  | 'questions'
  | 'feeText'
  | 'photoPolicy'
  | 'cancelledReason'
>;

/**
 * One event with everything that participants read, such as the questions; selected as by
 * `inLanguage`.
 */
export async function inAllWords<Event extends Spoken>(
  event: Event,
  language?: string,
  connection: Database | Transaction = db(),
) {
  const translations = await findWholeTranslations(connection, event.id);
  const words = wordsFor(event, translations, language);
  const further = translations.find((other) => other === words) ?? null;
  const { title, summary, language: spoken } = words;
  return { ...event, ...localizeEvent(event, further), title, summary, language: spoken };
}

/**
 * An event in the reader's language, as `inLanguage` chooses it.
 * @throws AppError `error.not-found`, also for an event that the actor may not see
 */
export async function getEvent(actor: Actor, slug: string, language?: string) {
  authorise(actor, 'publication.read');
  const [event] = await db()
    .select()
    .from(events)
    .where(and(isEventVisibleTo(actor), eq(events.slug, slug)));
  if (!event) throw new AppError('error.not-found');
  const translations = await findWholeTranslations(db(), event.id);
  const words = wordsFor(event, translations, language);
  const languages = [event.language, ...translations.map((other) => other.language)];
  const translation = translations.find((other) => other === words) ?? null;
  return { ...eventSaying(event, translation), languages };
}

/** Every event that the actor may see, once for each language in which it exists. */
export async function listEventAddresses(actor: Actor) {
  authorise(actor, 'publication.read');
  const { slug, language } = events;
  const isOpen = isEventVisibleTo(actor);
  const own = await db().select({ slug, language }).from(events).where(isOpen);
  const translated = await db()
    .select({ slug, language: eventTranslations.language })
    .from(eventTranslations)
    .innerJoin(events, eq(events.id, eventTranslations.translationGroup))
    .where(and(isOpen, isTranslationShown()));
  return [...own, ...translated];
}

/** An event as calendar programs read it; everything in it stands on the event's page as well. */
export function calendarEntryOf(
  event: Pick<
    EventRecord,
    keyof typeof overviewColumns | 'venue' | 'address' | 'icsSequence' | 'createdAt' | 'updatedAt'
  >,
): CalendarEntry {
  const { origin } = config().server;
  const address = `${origin}/events/${event.slug}`;
  const country = event.country && countryName(event.country, event.language);
  const place = [event.venue, event.address, event.city, country].filter(Boolean).join(', ');
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

/** Every public event, for a calendar program to follow in one language. */
export async function listCalendarEntries(
  actor: Actor,
  language?: string,
): Promise<CalendarEntry[]> {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select()
    .from(events)
    .where(and(isEventShown(), eq(events.visibility, 'public')))
    .orderBy(asc(events.startsAtInstant));
  const shown = await inLanguage(db(), rows, language);
  return shown.map((event) => calendarEntryOf(event));
}
