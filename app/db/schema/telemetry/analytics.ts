import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const day = () => date('day', { mode: 'string' }).notNull();
const count = () => integer('count').notNull().default(0);

/** How often a public page was read on a day: totals only, no row is about a visit. */
export const pageViews = pgTable(
  'page_views',
  {
    day: day(),
    /** The kind of page, without ids: `/article/:id`. */
    path: text('path').notNull(),
    language: text('language').notNull(),
    count: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.language] })],
);

/** From which other websites readers came on a day; the domain only. */
export const referrerDomains = pgTable(
  'referrer_domains',
  { day: day(), domain: text('domain').notNull(), count: count() },
  (table) => [primaryKey({ columns: [table.day, table.domain] })],
);

/** Searches that found nothing, by the Monday of their week. */
export const unansweredSearches = pgTable(
  'unanswered_searches',
  {
    day: day(),
    /** Keyed hash of the words. */
    hash: text('hash').notNull(),
    /** The search terms, stored once enough different people have used them to identify none. */
    words: text('words'),
    count: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
);
