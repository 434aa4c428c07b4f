import { and, asc, desc, eq, gt, gte, ilike, lt, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { clearDraft } from '~/features/drafts/drafts.server';
import { eventByClock, type EventRecord, isEventShown } from '~/features/events/events.server';
import { followEventChange, listModesInUse } from '~/features/registrations/registrations.server';
import { newId } from '~/lib/new-id';
import { authorise } from '~/permissions';
import { announcePageChange } from '~/platform/page-changes.server';
import type { EventFilter, EventInput } from './event-schemas';
import { timesOf } from './event-times.server';

const { eventRegistrations: registrations, events } = schema;

const escaped = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

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
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 6);
  return and(
    shown[show],
    type === '' ? undefined : eq(events.type, type),
    ...words.map((word) =>
      or(ilike(events.title, escaped(word)), ilike(events.city, escaped(word))),
    ),
  );
}

/** The events of the administration: what is coming with the next first, else the latest first. */
export async function listEventsForEditing(actor: Actor, filter: EventFilter) {
  authorise(actor, 'event.manage');
  // Named in full: in a query on one table the columns would lose the names of their tables.
  const people = (status: string) =>
    sql<number>`(select count(*)::int from ${registrations} as people where people.event_id = ${events}.id and people.status = ${status})`;
  return db()
    .select({
      id: events.id,
      title: events.title,
      type: events.type,
      status: events.status,
      visibility: events.visibility,
      startsAt: events.startsAt,
      publishAt: events.publishAt,
      registration: events.registration,
      confirmed: people('confirmed'),
      pending: people('pending'),
      waiting: people('waitlisted'),
    })
    .from(events)
    .where(matching(filter))
    .orderBy(
      filter.show === 'upcoming' ? asc(events.startsAtInstant) : desc(events.startsAtInstant),
    )
    .limit(500);
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

type Saved = { ok: true; id: string } | { ok: false; fieldErrors: Record<string, string> };

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
    // A second time waits here for the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
    const [made] = await tx.select({ by: events.createdBy }).from(events).where(eq(events.id, id));
    if (made && made.by !== actor.id) throw new AppError('error.invalid-input');
    if (made) return { ok: true, id };
    const slug = await freeSlug(tx, input);
    const { quiet: _quiet, intent: _intent, version: _version, ...fields } = input;
    await tx.insert(events).values({
      ...fields,
      ...checked.times,
      id,
      slug,
      createdBy: actor.id,
      updatedBy: actor.id,
    });
    if (actor.id) await clearDraft(tx, actor.id, eventDraftPlace(null));
    await appendAudit(tx, actor, { action: 'event.create', target: { kind: 'event', id } });
    return { ok: true, id };
  });
}

/** The address that was given, else one made from the title. */
async function freeSlug(tx: Transaction, { slug, title, startsAt }: EventInput): Promise<string> {
  const isTaken = async (wanted: string) => (await tx.$count(events, eq(events.slug, wanted))) > 0;
  if (slug) {
    if (await isTaken(slug)) throw new AppError('error.event.slug-taken');
    return slug;
  }
  const made =
    title
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replaceAll(/^-+|-+$/g, '') || `event-${startsAt.slice(0, 10)}`;
  const isUsable = made !== 'overview' && !(await isTaken(made));
  return isUsable ? made : `${made}-${newId().slice(-8)}`;
}

/** What participants have to know when it changes, and calendars with them. */
const newsFields = [
  'title',
  'startsAt',
  'endsAt',
  'zone',
  'allDay',
  'mode',
  'venue',
  'address',
  'city',
  'country',
] as const;

const sameTime = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T') : value;

/**
 * Saves an event. Participants are told of what concerns them, unless it is a small correction.
 * @returns what is wrong, by field, or the id
 * @throws AppError `error.changed-meanwhile`, `error.event.slug-taken`, `error.not-found`
 */
export async function saveEvent(actor: Actor, id: string, input: EventInput): Promise<Saved> {
  authorise(actor, 'event.manage');
  const checked = timesOf(input);
  if (!checked.ok) return checked;
  return transaction(async (tx) => {
    const before = await lockForEditing(tx, id, input.version);
    const { quiet, intent: _intent, id: _id, version: _version, slug, ...fields } = input;
    const inUse = await listModesInUse(tx, id);
    if (input.mode !== 'hybrid' && inUse.some((mode) => mode !== input.mode)) {
      return { ok: false, fieldErrors: { mode: 'form.mode-in-use' } };
    }
    const next = { ...fields, ...checked.times, slug: await slugAfter(tx, before, slug) };
    const isNews = newsFields.some((name) => sameTime(before[name]) !== sameTime(next[name]));
    const isShown = before.status === 'published' || before.status === 'cancelled';
    const [after] = await tx
      .update(events)
      .set({
        ...next,
        ...writtenBy(actor),
        ...(isNews && isShown ? { icsSequence: sql`${events.icsSequence} + 1` } : {}),
      })
      .where(eq(events.id, id))
      .returning();
    if (!after) throw new AppError('error.not-found');
    const isComing = before.status === 'published' && after.endsAtInstant > new Date();
    const event = eventByClock(after);
    if (isComing) await followEventChange(tx, { actor, event, isNews: isNews && !quiet });
    if (isShown) await announcePageChange(tx, 'events');
    if (actor.id) await clearDraft(tx, actor.id, eventDraftPlace(id));
    await appendAudit(tx, actor, {
      action: 'event.save',
      target: { kind: 'event', id },
      changes: { version: { from: before.version, to: after.version } },
    });
    return { ok: true, id };
  });
}

/** The address stays once visitors may have seen it. */
async function slugAfter(
  tx: Transaction,
  before: EventRecord,
  slug: string | null,
): Promise<string> {
  const isFree = before.status === 'draft' || before.status === 'scheduled';
  if (!isFree || !slug || slug === before.slug) return before.slug;
  const taken = await tx.$count(events, and(eq(events.slug, slug), ne(events.id, before.id)));
  if (taken > 0) throw new AppError('error.event.slug-taken');
  return slug;
}

/** What every write by an administrator sets. Within this feature. */
export const writtenBy = (actor: Actor) => ({
  version: sql`${events.version} + 1`,
  updatedAt: new Date(),
  updatedBy: actor.id,
});

/**
 * Takes the event for a change, as it is by the clock. Within this feature.
 * @throws AppError `error.changed-meanwhile` when somebody else has saved it since
 */
export async function lockForEditing(
  tx: Transaction,
  id: string,
  version: number,
): Promise<EventRecord> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update');
  if (!event) throw new AppError('error.not-found');
  if (event.version !== version) throw new AppError('error.changed-meanwhile');
  return eventByClock(event);
}
