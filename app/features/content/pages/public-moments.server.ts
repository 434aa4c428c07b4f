import { and, gt, inArray, min, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { textKinds } from '~/lib/addresses/public-path';
import { tagOf } from '~/features/content/publishing/publishing-times';
import { siteZone } from '~/lib/format/format-date';
import type { PageTag } from '~/answers/page-tags';
import { nextMidnight } from '~/lib/time/zoned-time.server';

const { articles, boardMembers, events, eventTranslations, newsItems, pages, pendingChanges } =
  schema;

/**
 * When public pages that show `tags` change next without any write: something scheduled appears,
 * something expires, an event begins or is over, registration opens or closes, a new day begins in Brussels. It reveals no more
 * than that something will happen, so it asks for no actor.
 */
export async function nextPublicChange(tags: readonly PageTag[], now: Date): Promise<Date> {
  const moments = await Promise.all([
    tags.includes('news') ? nextOf(newsItems, now) : null,
    tags.includes('articles') ? nextOf(articles, now) : null,
    // The menu of each page may lead to one that appears or expires.
    nextOf(pages, now),
    tags.includes('pages') ? nextOf(boardMembers, now) : null,
    tags.includes('events') ? nextOfEvents(now) : null,
    tags.includes('events') ? nextOf(eventTranslations, now) : null,
    nextOfChanges(tags, now),
  ]);
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(nextMidnight(now, siteZone).getTime(), ...times));
}

async function nextOf(
  table:
    | typeof newsItems
    | typeof articles
    | typeof pages
    | typeof eventTranslations
    | typeof boardMembers,
  now: Date,
): Promise<Date | null> {
  const [row] = await db()
    .select({
      next: sql<Date | null>`least(
        min(${table.publishAt}) filter (where ${gt(table.publishAt, now)}),
        min(${table.expireAt}) filter (where ${gt(table.expireAt, now)}))`.mapWith(table.publishAt),
    })
    .from(table);
  return row?.next ?? null;
}

async function nextOfEvents(now: Date): Promise<Date | null> {
  const [row] = await db()
    .select({
      next: sql<Date | null>`least(
        min(${events.startsAtInstant}) filter (where ${gt(events.startsAtInstant, now)}),
        min(${events.endsAtInstant}) filter (where ${gt(events.endsAtInstant, now)}),
        min(${events.opensAtInstant}) filter (where ${gt(events.opensAtInstant, now)}),
        min(${events.closesAtInstant}) filter (where ${gt(events.closesAtInstant, now)}),
        min(${events.publishAt}) filter (where ${gt(events.publishAt, now)}))`.mapWith(
        events.publishAt,
      ),
    })
    .from(events);
  return row?.next ?? null;
}

/** Changes to public texts that become public by themselves. */
async function nextOfChanges(tags: readonly PageTag[], now: Date): Promise<Date | null> {
  const kinds = textKinds.filter((kind) => tags.includes(tagOf[kind]));
  const [row] = await db()
    .select({ next: min(pendingChanges.publishAt) })
    .from(pendingChanges)
    .where(and(inArray(pendingChanges.kind, kinds), gt(pendingChanges.publishAt, now)));
  return row?.next ?? null;
}
