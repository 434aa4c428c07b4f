import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '~/db/db.server';
import type { Audience, Kept, LegalBasis, OnDeletion, Store } from './retention-words';

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

/**
 * What an area keeps, declared beside its tables in `features/<area>/retention.server.ts`: each table
 * with all its columns, what is kept elsewhere, and what has to happen before an account goes.
 * `features/compliance/retention` collects it.
 */
export type Retention = {
  tables: readonly RetentionRow[];
  /** What is in no table, such as files. */
  stores?: readonly Store[];
  /** What an erasure does beyond the rows, in its transaction and before them. */
  beforeErasure?: (tx: Transaction, userId: string, choice: ErasureChoice) => Promise<unknown>;
};

/** What people choose when they delete their account. */
export type ErasureChoice = { removeComments: boolean };

/** What every record has (`db/columns.ts`). */
export const recordColumns = ['id', 'createdAt', 'updatedAt', 'version'] as const;
/** Who wrote a record (`db/columns.ts`). */
export const actorColumns = ['createdBy', 'updatedBy'] as const;

/** What visitors read. */
export const published = {
  why: 'statutory-purpose',
  seenBy: 'public',
  kept: { rule: 'published' },
  // Names in it stay: it is about the publication, not about the account.
  onDeletion: 'stays-as-it-is',
} as const;

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
