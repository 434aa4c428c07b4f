import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Actor, isSignedIn } from '~/actor';
import { db, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { authorise } from '~/permissions';
import type { RetentionRow } from './retention-row.server';
import { retentionTable } from './retention-table.server';

/**
 * The records of one table about one person, as plain values, and until when the last of them is
 * kept; null when that depends on what happens.
 */
export type HeldRecords = {
  row: RetentionRow;
  records: Record<string, unknown>[];
  until: Date | null;
};

/** Everything the site holds about one person, but for what is secret to the site itself. */
async function collect(userId: string): Promise<HeldRecords[]> {
  const held: HeldRecords[] = [];
  for (const row of retentionTable) {
    const where = row.ofPerson?.(userId);
    if (!where) continue;
    const rows: Record<string, unknown>[] = await db()
      .select(columnsFor(row, userId))
      .from(row.table)
      .where(where);
    const records = rows.map((record) => exportable(record, row, userId));
    held.push({ row, records, until: latestOf(rows, row) });
  }
  return held;
}

/** All columns, those with words of others as far as these can still be read. */
function columnsFor(
  { table, given }: RetentionRow,
  userId: string,
): Record<string, SQL | PgColumn> {
  const isGiven = given?.where(userId);
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      isGiven && given?.columns.includes(name)
        ? sql`case when ${isGiven} then ${column} end`.mapWith(column)
        : column,
    ]),
  );
}

function latestOf(records: Record<string, unknown>[], { goes, table }: RetentionRow): Date | null {
  const columns = Object.entries(getTableColumns(table));
  const name = columns.find(([, column]) => goes && column.name === goes.column.name)?.[0];
  if (!goes || !name) return null;
  const ends = records
    .map((record) => record[name])
    .filter((moment) => moment instanceof Date)
    .map((moment) => moment.getTime() + goes.days * 24 * 3_600_000);
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}

/** Without what is secret, and without who else had to do with it. */
function exportable(record: Record<string, unknown>, row: RetentionRow, userId: string) {
  const names = Object.keys(getTableColumns(row.table)).filter(
    (name) => !row.secret.includes(name) && (!row.by.includes(name) || record[name] === userId),
  );
  return Object.fromEntries(names.map((name) => [name, plainValue(record[name])]));
}

function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return value ?? null;
}

/** The actor's own data, table by table. */
export async function listOwnData(actor: Actor): Promise<HeldRecords[]> {
  authorise(actor, 'data.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return collect(actor.id);
}

/** The same for the export; that it was made is kept. */
export async function takeOwnData(actor: Actor): Promise<HeldRecords[]> {
  const held = await listOwnData(actor);
  if (!isSignedIn(actor)) return held;
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: 'user.export-own',
      target: { kind: 'user', id: actor.id },
      subjectId: actor.id,
    }),
  );
  return held;
}
