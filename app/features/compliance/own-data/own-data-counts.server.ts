import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';
import { db } from '~/db/db.server';
import type { RetentionRow } from '~/policy/retention/retention.server';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';

/** How many records of one table are about one person. */
export type OwnDataCount = {
  row: RetentionRow;
  count: number;
  /** Until when the last of them is kept; null when that depends on what happens. */
  until: Date | null;
  /** The columns naming who did something that name this person at least once. */
  ownNames: readonly string[];
};

type Counted = { name: string; count: number; latest: string | null; own: string[] };

/**
 * Counting a long log takes the database a while, and a hundred pages made at once take the program
 * one: requests queue here, so that other readers do not wait.
 */
export const inOwnDataTurn = pLimit(2);

/** What the site holds about one person, in numbers, by one statement for all tables. */
export async function countOwnData(userId: string): Promise<OwnDataCount[]> {
  const parts = retentionTable.flatMap((row) => {
    const where = row.ofPerson?.(userId);
    return where ? [{ row, query: countOf(row, where, userId) }] : [];
  });
  const { rows } = await db().execute<Counted>(
    sql.join(
      parts.map(({ query }) => query),
      sql` union all `,
    ),
  );
  const counted = new Map(rows.map((found) => [found.name, found]));
  return parts.map(({ row }) => {
    const { count = 0, latest = null, own = [] } = counted.get(row.name) ?? {};
    return { row, count, until: latest ? new Date(latest) : null, ownNames: own };
  });
}

function countOf(row: RetentionRow, where: SQL, userId: string): SQL {
  const columns: Record<string, PgColumn> = getTableColumns(row.table);
  const names = row.by.flatMap((name) => {
    const column = columns[name];
    return column ? [sql`case when bool_or(${column} = ${userId}) then ${name}::text end`] : [];
  });
  const own = sql`array_remove(array[${sql.join(names, sql`, `)}]::text[], null)`;
  const latest = row.goes
    ? sql`max(${row.goes.column}) + make_interval(days => ${row.goes.days})`
    : sql`null::timestamptz`;
  return sql`select ${row.name}::text as name, count(*)::int as count,
    to_json(${latest}) #>> '{}' as latest, ${own} as own from ${row.table} where ${where}`;
}
