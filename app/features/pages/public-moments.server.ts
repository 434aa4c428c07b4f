import { gt, min, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { siteZone } from '~/lib/format-date';
import type { PageTag } from '~/lib/page-keeping';
import { nextMidnight } from '~/lib/zoned-time.server';

const { articles, events, newsItems } = schema;

/**
 * When public pages that show `tags` change next without any write: something scheduled appears,
 * something expires, an event begins or is over, a new day begins in Brussels. It reveals no more
 * than that something will happen, so it asks for no actor.
 */
export async function nextPublicMoment(tags: readonly PageTag[], now: Date): Promise<Date> {
  const moments = await Promise.all([
    tags.includes('news') ? nextOf(newsItems, now) : null,
    tags.includes('articles') ? nextOf(articles, now) : null,
    tags.includes('events') ? nextOfEvents(now) : null,
  ]);
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(nextMidnight(now, siteZone).getTime(), ...times));
}

async function nextOf(table: typeof newsItems | typeof articles, now: Date): Promise<Date | null> {
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
  const [begins] = await db()
    .select({ next: min(events.startsAtInstant) })
    .from(events)
    .where(gt(events.startsAtInstant, now));
  const [ends] = await db()
    .select({ next: min(events.endsAtInstant) })
    .from(events)
    .where(gt(events.endsAtInstant, now));
  const times = [begins?.next, ends?.next].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
