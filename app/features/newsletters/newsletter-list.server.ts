import { sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';

const { newsletters } = schema;

const newsletterSortings = ['subject', 'list', 'state', 'time'] as const;
type NewsletterSorting = Sorting<(typeof newsletterSortings)[number]>;

/** When it was sent, will be, or was last changed. */
const latest = sql<Date>`coalesce(${newsletters.finishedAt}, ${newsletters.sendAt}, ${newsletters.updatedAt})`;
const orders = {
  subject: [newsletters.subject],
  list: [newsletters.list],
  state: [newsletters.status],
  time: [latest],
};

/** What the address of the list asks for. */
export function newsletterQueryOf(search: URLSearchParams) {
  const sorting = sortingOf(search, newsletterSortings, { by: 'time', descending: true });
  return { sorting, page: pageNumber(search, 10_000) };
}

/** A page of the newsletters, and how many there are. */
export async function listNewsletters(
  actor: Actor,
  filter: { sorting: NewsletterSorting; page: number; perPage?: number },
) {
  authorise(actor, 'newsletter.manage');
  const { rows, ...list } = await readPage(filter, db().$count(newsletters), ({ limit, offset }) =>
    db()
      .select({
        id: newsletters.id,
        version: newsletters.version,
        subject: newsletters.subject,
        list: newsletters.list,
        language: newsletters.language,
        status: newsletters.status,
        sendAt: newsletters.sendAt,
        finishedAt: newsletters.finishedAt,
        updatedAt: newsletters.updatedAt,
      })
      .from(newsletters)
      .orderBy(...sortedBy(filter.sorting, orders, [newsletters.id]))
      .limit(limit)
      .offset(offset),
  );
  return { newsletters: rows, ...list };
}
