import { and, asc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { clearDraft } from '~/features/writing/drafts/drafts.server';
import { eventByClock, type EventRecord, isEventShown } from '~/features/events/events.server';
import { newId } from '~/lib/new-id';
import { claimPictures } from '~/features/content/publishing/publishing.server';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';
import { type EventFilter, eventFilterSchema, type EventInput } from './event-schemas';
import { occupying } from '~/features/events/registrations/capacity.server';
import { timesOf } from '~/features/events/publication/event-times.server';
import { moveSessions } from '~/features/events/publication/moved-sessions.server';
import {
  freeSlug,
  insertDraft,
  isMade,
  lockForEditing,
  unknownPicture,
  writeEvent,
} from './event-writing.server';

const { eventRegistrations: registrations, events, eventTranslations } = schema;

function matching({ show, type, search }: EventFilter) {
  const now = new Date();
  const shown = {
    upcoming: and(isEventShown(), gte(events.endsAtInstant, now)),
    past: and(isEventShown(), lt(events.endsAtInstant, now)),
    drafts: or(
      eq(events.status, 'draft'),
      and(eq(events.status, 'scheduled'), gt(events.publishAt, now)),
    ),
    archived: eq(events.status, 'archived'),
    all: undefined,
  };
  return and(
    shown[show],
    type === '' ? undefined : eq(events.type, type),
    hasTypedWords(search, events.title, events.city),
  );
}

const eventSortings = ['title', 'when', 'status'] as const;
type EventSorting = Sorting<(typeof eventSortings)[number]>;

/** What is coming with the next first, else the latest first. */
const eventOrder = ({ show }: Pick<EventFilter, 'show'>): EventSorting => ({
  by: 'when',
  descending: show !== 'upcoming',
});

const orders = {
  title: [events.title],
  when: [events.startsAtInstant],
  status: [events.status],
};

type EventListQuery = EventFilter & { sorting?: EventSorting; page?: number; perPage?: number };

/** What the address of the list asks for. */
export function eventQueryOf(search: URLSearchParams) {
  const filter = eventFilterSchema.parse(Object.fromEntries(search));
  const sorting = sortingOf(search, eventSortings, eventOrder(filter));
  return { ...filter, sorting, page: pageNumber(search, 10_000) };
}

/** A page of the events of the administration, and how many there are. */
export async function listEventsForEditing(actor: Actor, query: EventListQuery) {
  authorise(actor, 'event.manage');
  const { sorting = eventOrder(query) } = query;
  const where = matching(query);
  // Named in full: in a query on one table the columns would lose the names of their tables.
  const people = (...states: readonly string[]) =>
    sql<number>`(select count(*)::int from ${registrations} as people where people.event_id = ${events}.id and people.status in ${[...states]})`;
  return readPage(query, db().$count(events, where), ({ limit, offset }) =>
    db()
      .select({
        id: events.id,
        version: events.version,
        title: events.title,
        type: events.type,
        status: events.status,
        visibility: events.visibility,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        publishAt: events.publishAt,
        registration: events.registration,
        confirmed: people(...occupying),
        pending: people('pending'),
        waiting: people('waitlisted'),
      })
      .from(events)
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [events.startsAtInstant, events.id]))
      .limit(limit)
      .offset(offset),
  );
}

/** An event with everything an administrator edits. @throws AppError `error.not-found` */
export async function getEventForEditing(actor: Actor, id: string): Promise<EventRecord> {
  authorise(actor, 'event.manage');
  const [event] = await db().select().from(events).where(eq(events.id, id));
  if (!event) throw new AppError('error.not-found');
  return eventByClock(event);
}

/** Where the drafts of an event are kept; null: of one that is not saved yet. */
export const eventDraftPlace = (id: string | null) => `event/${id ?? 'new'}`;

type Saved =
  | {
      ok: true;
      id: string;
      /** How many sessions were moved with the event. */
      moved?: number;
      /** Whether the end of the registration was moved with it. */
      areDatesMoved?: boolean;
      /** How many consents to the list of participants have ended, since more people may see it. */
      endedConsents?: number;
    }
  | { ok: false; fieldErrors: Record<string, string> };

/**
 * Makes a draft of an event. Sent twice with the same id, it is one.
 * @returns what is wrong with the times, by field, or the id
 * @throws AppError `error.event.slug-taken`
 */
export async function createEvent(actor: Actor, input: EventInput): Promise<Saved> {
  authorise(actor, 'event.manage');
  const checked = timesOf(input);
  if (!checked.ok) return checked;
  return transaction(async (tx) => {
    const id = input.id ?? newId();
    if (await isMade(tx, actor, id)) return { ok: true, id };
    if (!(await claimPictures(tx, actor, input.body))) {
      return { ok: false, fieldErrors: unknownPicture };
    }
    const slug = await freeSlug(tx, input);
    const { versionName, ...fields } = savedFields(input);
    const language = input.language ?? config().languages.default;
    const event = { ...fields, ...checked.times, id, slug, language };
    await insertDraft(tx, actor, { event, versionName });
    if (actor.id) await clearDraft(tx, actor.id, eventDraftPlace(null));
    await appendAudit(tx, actor, { action: 'event.create', target: { kind: 'event', id } });
    return { ok: true, id };
  });
}

/**
 * Saves an event. Its sessions and the dates of its registration are moved with it on request; participants are notified of relevant
 * changes, unless it is a minor correction.
 * @returns what is wrong, by field, or the id
 * @throws AppError `error.changed-meanwhile`, `error.event.slug-taken`, `error.not-found`
 */
export async function saveEvent(actor: Actor, id: string, input: EventInput): Promise<Saved> {
  authorise(actor, 'event.manage');
  return transaction(async (tx) => {
    const before = await lockForEditing(tx, id, input.version);
    const { versionName, id: _id, ...typed } = savedFields(input);
    const { moved, areDatesMoved, ...times } = input.moveSessions
      ? moveSessions(before, typed)
      : { ...typed, moved: 0, areDatesMoved: false };
    const { opensAt = null, closesAt = null } = times;
    const fields = { ...typed, ...times, opensAt, closesAt };
    const checked = timesOf(fields);
    if (!checked.ok) return checked;
    const written = await writeEvent(tx, actor, {
      before,
      fields: { ...fields, ...checked.times },
      versionName,
      notice: input,
    });
    if (!written.ok) return written;
    if (actor.id) await clearDraft(tx, actor.id, eventDraftPlace(id));
    await appendAudit(tx, actor, {
      action: 'event.save',
      target: { kind: 'event', id },
      changes: { version: { from: before.version, to: written.event.version } },
      ...(input.changeReason ? { reason: input.changeReason } : {}),
    });
    return { ok: true, id, moved, areDatesMoved, endedConsents: written.endedConsents };
  });
}

/** What a form says of the event itself, and what the version is called. */
function savedFields({
  intent: _intent,
  version: _version,
  quiet: _quiet,
  changeReason: _reason,
  moveSessions: _moveSessions,
  ...fields
}: EventInput) {
  return fields;
}

/** The translations of an event, whatever their state. */
export function listEventTranslations(actor: Actor, id: string) {
  authorise(actor, 'event.manage');
  const { language, status, cancelledReason, translationGroup } = eventTranslations;
  return db()
    .select({ id: eventTranslations.id, language, status, cancelledReason })
    .from(eventTranslations)
    .where(eq(translationGroup, id))
    .orderBy(asc(language));
}
