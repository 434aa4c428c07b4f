import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { shownStates } from './error-states';

const { errorGroups } = schema;

const faultSortings = ['message', 'kind', 'times', 'first', 'last', 'state'] as const;
type FaultSorting = Sorting<(typeof faultSortings)[number]>;
const lastSeen: FaultSorting = { by: 'last', descending: true };

const orders = {
  message: [errorGroups.message],
  kind: [errorGroups.kind],
  times: [errorGroups.count],
  first: [errorGroups.firstSeenAt],
  last: [errorGroups.lastSeenAt],
  state: [errorGroups.state],
};

const filterSchema = z.object({
  state: z.enum(shownStates).catch('open'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

type GroupFilter = z.output<typeof filterSchema> & { perPage?: number };

/** What the address of the list asks for. */
export function faultQueryOf(search: URLSearchParams) {
  const filter = filterSchema.parse(Object.fromEntries(search));
  return { filter, sorting: sortingOf(search, faultSortings, lastSeen) };
}

/** A page of the faults, and how many there are. */
export async function listErrorGroups(
  actor: Actor,
  { state, ...place }: GroupFilter,
  sorting = lastSeen,
) {
  authorise(actor, 'fault.read');
  const where = state === 'all' ? undefined : eq(errorGroups.state, state);
  return readPage(place, db().$count(errorGroups, where), ({ limit, offset }) =>
    db()
      .select()
      .from(errorGroups)
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [errorGroups.id]))
      .limit(limit)
      .offset(offset),
  );
}
