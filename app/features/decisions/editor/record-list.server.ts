import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, schema } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { type DecisionState, decisionStates } from '~/features/decisions/records/decision-kinds';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';

const { courts, decisionRecords: records } = schema;

const recordSortings = ['decision', 'court', 'decided', 'state', 'changed'] as const;
type RecordSorting = Sorting<(typeof recordSortings)[number]>;
const lastChanged: RecordSorting = { by: 'changed', descending: true };

const orders = {
  decision: [records.identifier],
  court: [courts.abbreviation],
  decided: [records.decidedOn],
  state: [records.state],
  changed: [records.updatedAt],
};

type RecordFilter = {
  state: DecisionState | null;
  search: string;
  page: number;
  perPage?: number;
  sorting?: RecordSorting;
};

/** What the address of the list asks for. */
export function recordQueryOf(search: URLSearchParams) {
  return {
    state: decisionStates.find((one) => one === search.get('state')) ?? null,
    search: (search.get('search') ?? '').slice(0, 100),
    page: pageNumber(search, 100_000),
    sorting: sortingOf(search, recordSortings, lastChanged),
  };
}

/** A page of the records in all states, with their number. */
export async function listRecords(actor: Actor, filter: RecordFilter) {
  authorise(actor, 'decision.manage');
  const { state, search, sorting = lastChanged } = filter;
  const where = and(
    state ? eq(records.state, state) : undefined,
    hasTypedWords(
      search,
      records.identifier,
      sql`array_to_string(${records.caseNumbers}, ' ')`,
      sql`array_to_string(${records.names}, ' ')`,
      courts.abbreviation,
      courts.name,
    ),
  );
  const into = alias(records, 'into_record');
  const counted = db()
    .select({ count: sql<number>`count(*)::integer` })
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(where)
    .then(([row]) => row?.count ?? 0);
  const { rows, ...list } = await readPage(filter, counted, ({ limit, offset }) =>
    db()
      .select({
        id: records.id,
        identifier: records.identifier,
        names: records.names,
        caseNumbers: records.caseNumbers,
        court: courts.abbreviation,
        decidedOn: records.decidedOn,
        publishedOn: records.publishedOn,
        state: records.state,
        visibility: records.visibility,
        updatedAt: records.updatedAt,
        mergedInto: into.identifier,
      })
      .from(records)
      .innerJoin(courts, eq(courts.code, records.court))
      .leftJoin(into, eq(into.id, records.mergedInto))
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [records.identifier]))
      .limit(limit)
      .offset(offset),
  );
  return { records: rows, ...list };
}
