import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { authorise } from '~/policy/permissions';
import { acquireExportSlot } from './export-slots.server';
import { countOwnData, inOwnDataTurn, type OwnDataCount } from './own-data-counts.server';
import { plainText } from '~/rich-text/plain-text';
import { richTextSchema } from '~/rich-text/rich-text';
import type { RetentionRow } from '~/policy/retention/retention.server';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';

/** One table about one person: the fields they may see, and the record where there is only one. */
export type HeldPart = OwnDataCount & {
  fields: string[];
  only: Record<string, unknown> | null;
};

/** The records of one table about one person, as plain values, batch by batch. */
export type ExportPart = {
  row: RetentionRow;
  batches: () => AsyncGenerator<Record<string, unknown>[]>;
};

export type OwnDataExport = {
  parts: readonly ExportPart[];
  /** Ends the export and releases the person's slot for another. */
  release: () => Promise<void>;
};

/** Records in memory at once for each export: 100,000 of them would end a small process. */
const batchSize = 200;

/** The actor's own data, table by table, counted by the database. */
export async function listOwnData(actor: Actor): Promise<HeldPart[]> {
  authorise(actor, 'data.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const { id } = actor;
  return inOwnDataTurn(async () => {
    const parts: HeldPart[] = [];
    for (const held of await countOwnData(id)) {
      const only = held.count === 1 ? await onlyRecord(held.row, id) : null;
      parts.push({ ...held, fields: fieldsOf(held), only });
    }
    return parts;
  });
}

async function onlyRecord(row: RetentionRow, userId: string) {
  for await (const [record] of batchesOf(row, userId)) return record ?? null;
  return null;
}

/** Every field of the export: all but what is secret and what names only others. */
function fieldsOf({ row, ownNames }: OwnDataCount): string[] {
  return Object.keys(getTableColumns(row.table)).filter(
    (name) => !row.secret.includes(name) && (!row.by.includes(name) || ownNames.includes(name)),
  );
}

/**
 * Begins an export of the actor's own data and keeps that it was made. The caller releases it.
 * @throws AppError `error.export.running` while the actor has another one, `error.export.busy`
 *   while this process makes as many as it may
 */
export async function exportOwnData(actor: Actor): Promise<OwnDataExport> {
  authorise(actor, 'data.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const { id } = actor;
  const release = await acquireExportSlot(id);
  try {
    await transaction((tx) =>
      appendAudit(tx, actor, {
        action: 'user.export-own',
        target: { kind: 'user', id },
        subjectId: id,
      }),
    );
  } catch (error) {
    await release();
    throw error;
  }
  const parts = retentionTable
    .filter(({ ofPerson }) => ofPerson)
    .map((row) => ({ row, batches: () => batchesOf(row, id) }));
  return { parts, release };
}

/**
 * The records in the order of the primary key. Each batch is a statement of its own, so that a
 * slow download holds no transaction open (PostgreSQL 15, section 25.1.5).
 */
async function* batchesOf(
  row: RetentionRow,
  userId: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const keys = primaryKeyOf(row);
  const tuple = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;
  const columns = tuple(keys.map(({ column }) => sql`${column}`));
  for (let after: SQL | undefined; ;) {
    const records: Record<string, unknown>[] = await db()
      .select(columnsFor(row, userId))
      .from(row.table)
      .where(and(row.ofPerson?.(userId), after))
      .orderBy(...keys.map(({ column }) => asc(column)))
      .limit(batchSize);
    const last = records.at(-1);
    if (last) yield records.map((record) => exportable(record, row, userId));
    if (!last || records.length < batchSize) return;
    const values = keys.map(({ name, column }) => sql`${sql.param(last[name], column)}`);
    after = sql`${columns} > ${tuple(values)}`;
  }
}

function primaryKeyOf({ table, name }: RetentionRow): { name: string; column: PgColumn }[] {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const together = getTableConfig(table).primaryKeys.flatMap((key) => key.columns);
  const keys = Object.entries(columns)
    .filter(([, column]) => column.primary || together.some((key) => key.name === column.name))
    .map(([field, column]) => ({ name: field, column }));
  if (keys.length === 0) throw new Error(`${name} has no primary key`);
  return keys;
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

/** The value of a field for people: of a written text its words. */
export function valueForReader(value: unknown = null): unknown {
  const written = richTextSchema.safeParse(value);
  return written.success ? plainText(written.data) : value;
}
