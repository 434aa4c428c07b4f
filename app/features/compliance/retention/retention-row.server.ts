import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Audience, Kept, LegalBasis, OnDeletion } from './retention-words';

export type RetentionRow = {
  table: PgTable;
  name: string;
  why: LegalBasis;
  seenBy: Audience;
  kept: Kept;
  /** What the nightly job removes. */
  expired?: SQL;
  /** The column and the days from which it follows when a record goes. */
  goes?: { column: PgColumn; days: number };
  onDeletion: OnDeletion;
  /** The rows about one person; absent for tables that hold no account's data. */
  ofPerson?: (userId: string) => SQL | undefined;
  /** Columns with personal data. */
  personal: readonly string[];
  /** Columns that are never shown or exported: hashes, keys, links that sign in. */
  secret: readonly string[];
  /**
   * Columns that name who did something: shown to that person only, and cleared when the account is
   * deleted.
   */
  by: readonly string[];
  /** The names stay when an account is deleted: nothing in the table ever changes. */
  namesStay?: true;
  /** Columns without personal data. */
  plain: readonly string[];
  /**
   * Columns with words of others: the person is given them only where this is true, as long as they
   * can be read where they stand.
   */
  given?: { columns: readonly string[]; where: (userId: string) => SQL };
};

type Name<Table extends PgTable> = keyof Table['_']['columns'] & string;
type Columns<Table extends PgTable> = {
  personal?: readonly Name<Table>[];
  secret?: readonly Name<Table>[];
  by?: readonly Name<Table>[];
  plain?: readonly Name<Table>[];
};
type Given<Table extends PgTable> = {
  given?: { columns: readonly Name<Table>[]; where: (userId: string) => SQL };
};
type Facts = Omit<
  RetentionRow,
  'table' | 'name' | 'personal' | 'secret' | 'by' | 'plain' | 'given'
>;

/** A row of the retention table; the names of the columns are checked by the compiler. */
export function row<Table extends PgTable>(
  table: Table,
  facts: Facts & Columns<Table> & Given<Table>,
): RetentionRow {
  const noColumns = { personal: [], secret: [], by: [], plain: [] };
  return { ...noColumns, ...facts, table, name: getTableName(table) };
}

/** Kept for days after a moment, then removed by the nightly job. */
export function forDays(column: PgColumn | SQL, days: number) {
  const kept: Kept = { rule: 'days', days };
  const expired = sql`${column} < now() - make_interval(days => ${days})`;
  return { kept, expired, ...(is(column, PgColumn) ? { goes: { column, days } } : {}) };
}

/** Kept until a moment that stands in the row itself. */
export function until(column: PgColumn) {
  const kept: Kept = { rule: 'until' };
  return { kept, expired: sql`${column} < now()`, goes: { column, days: 0 } };
}
