import { and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction, takeTurn } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { eventByClock, type EventRecord } from '~/features/events/events.server';
import { followMovedAddress } from '~/features/content/redirects/redirects.server';
import {
  followEventChange,
  listModesInUse,
} from '~/features/events/registrations/registrations.server';
import { endListConsents } from '~/features/events/participants/participants.server';
import { claimPictures } from '~/features/content/publishing/publishing.server';
import { slugOf } from '~/features/content/publishing/slug-of';
import { newId } from '~/lib/new-id';
import { publicPath } from '~/lib/addresses/public-path';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { EventContent } from './event-content';
import type { ChangeNotice } from './event-schemas';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { saveEventRevision, saveInitialEventRevision } from './event-revisions.server';

const { events, eventTranslations } = schema;

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

/** What is saved of an event; what is absent stays as it is. */
type EventFields = Omit<
  EventContent,
  'slug' | 'language' | 'cover' | 'attachments' | 'opensAt' | 'closesAt'
> &
  Pick<
    EventRecord,
    | 'startsAtInstant'
    | 'endsAtInstant'
    | 'opensAt'
    | 'closesAt'
    | 'opensAtInstant'
    | 'closesAtInstant'
  > &
  Partial<Pick<EventContent, 'language' | 'cover' | 'attachments'>> & { slug: string | null };

type Writing = {
  before: EventRecord;
  fields: EventFields;
  versionName: string;
  notice: ChangeNotice;
};
type Written =
  | {
      ok: true;
      event: EventRecord;
      /** How many consents to the list of participants have ended. */
      endedConsents: number;
    }
  | { ok: false; fieldErrors: Record<string, string> };

/**
 * Writes the event, which the caller has locked, keeps the version, tells participants and the kept
 * pages. Within this feature.
 * @returns what is wrong, by field, or the event
 * @throws AppError `error.event.slug-taken`
 */
export async function writeEvent(
  tx: Transaction,
  actor: Actor,
  { before, fields, versionName, notice }: Writing,
): Promise<Written> {
  const fieldErrors = await findProblems(tx, before, fields);
  if (Object.keys(fieldErrors).length > 0) return { ok: false, fieldErrors };
  await saveInitialEventRevision(tx, before);
  if (!(await claimPictures(tx, actor, fields.body))) {
    return { ok: false, fieldErrors: unknownPicture };
  }
  const next = { ...fields, slug: await slugAfter(tx, before, fields.slug) };
  const isNews = newsFields.some((name) => sameTime(before[name]) !== sameTime(next[name]));
  const isShown = before.status === 'published' || before.status === 'cancelled';
  const [after] = await tx
    .update(events)
    .set({
      ...next,
      ...renderedColumns(next.body),
      ...writtenBy(actor),
      ...(isNews && isShown ? { icsSequence: sql`${events.icsSequence} + 1` } : {}),
    })
    .where(eq(events.id, before.id))
    .returning();
  if (!after) throw new AppError('error.not-found');
  const event = eventByClock(after);
  await saveEventRevision(tx, event, { by: actor.id, name: versionName });
  if (after.slug !== before.slug && (isShown || before.status === 'archived')) {
    const [from, to] = [before, after].map(({ slug }) => publicPath('event-translation', slug));
    if (from && to) await followMovedAddress(tx, { from, to });
  }
  const isComing = before.status === 'published' && after.endsAtInstant > new Date();
  const news =
    isNews && !notice.quiet
      ? ({ template: 'changed', changeReason: notice.changeReason } as const)
      : null;
  if (isComing) await followEventChange(tx, { actor, event, news });
  const endedConsents = await endListConsents(tx, actor, { before, after: event });
  if (isShown) await invalidateTags(tx, 'events');
  return { ok: true, event, endedConsents };
}

/**
 * Whether a form that makes an event has arrived before: the event has the id that the form was given.
 * A second time waits here for the first. Within this feature.
 * @throws AppError `error.invalid-input` when someone else has made it
 */
export async function isMade(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  await takeTurn(tx, `event ${id}`);
  const [made] = await tx.select({ by: events.createdBy }).from(events).where(eq(events.id, id));
  if (made && made.by !== actor.id) throw new AppError('error.invalid-input');
  return made !== undefined;
}

/** Inserts a draft with its first version. Within this feature. */
export async function insertDraft(
  tx: Transaction,
  actor: Actor,
  draft: { event: typeof events.$inferInsert; versionName?: string },
): Promise<void> {
  const by = { createdBy: actor.id, updatedBy: actor.id };
  const [event] = await tx
    .insert(events)
    .values({ ...draft.event, ...renderedColumns(draft.event.body), ...by })
    .returning();
  if (event) await saveEventRevision(tx, event, { by: actor.id, name: draft.versionName });
}

/**
 * The address that was given, else one made from the title. Within this feature.
 * @throws AppError `error.event.slug-taken`
 */
export async function freeSlug(
  tx: Transaction,
  { slug, title, startsAt }: { slug: string | null; title: string; startsAt: string },
): Promise<string> {
  const isTaken = async (wanted: string) => (await tx.$count(events, eq(events.slug, wanted))) > 0;
  if (slug) {
    if (await isTaken(slug)) throw new AppError('error.event.slug-taken');
    return slug;
  }
  const made = slugOf(title, `event-${startsAt.slice(0, 10)}`);
  const isUsable = made !== 'overview' && !(await isTaken(made));
  return isUsable ? made : `${made}-${newId().slice(-8)}`;
}

/** What the form says of pictures that may not be in the text. Within this feature. */
export const unknownPicture = { body: 'form.picture-unknown' };

/** What is wrong beside what others have written, by field; of fields that are there. Within this feature. */
export async function findProblems(
  tx: Transaction,
  before: EventRecord,
  fields: { [Name in 'mode' | 'language' | 'cover' | 'coverAlt']?: EventFields[Name] | undefined },
): Promise<Record<string, string>> {
  const fieldErrors: Record<string, string> = {};
  const { mode } = fields;
  const inUse = await listModesInUse(tx, before.id);
  if (mode && mode !== 'hybrid' && inUse.some((used) => used !== mode)) {
    fieldErrors.mode = 'form.mode-in-use';
  }
  const { translationGroup, language } = eventTranslations;
  const spoken = fields.language ?? before.language;
  const isTaken = and(eq(translationGroup, before.id), eq(language, spoken));
  if ((await tx.$count(eventTranslations, isTaken)) > 0) {
    fieldErrors.language = 'error.content.language-taken';
  }
  const cover = fields.cover === undefined ? before.cover : fields.cover;
  if (cover && fields.coverAlt === '') fieldErrors.coverAlt = 'form.cover-alt';
  return fieldErrors;
}

/** The address after a change; the old one leads there. */
async function slugAfter(
  tx: Transaction,
  before: EventRecord,
  slug: string | null,
): Promise<string> {
  if (!slug || slug === before.slug) return before.slug;
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
 * @throws AppError `error.changed-meanwhile` when someone else has saved it since
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
