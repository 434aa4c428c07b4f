import { sql } from 'drizzle-orm';
import type { Transaction } from '~/db/db.server';
import { Refusal } from '~/policy/refusal';
import type { Manifest } from '~/features/operations/backup/store/backup-format.server';
import {
  type ObjectReader,
  readRows,
} from '~/features/operations/backup/store/object-reader.server';
import { columnList } from '~/features/operations/backup/snapshot.server';

type TableCopy = Manifest['tables'][number];
type ForeignKey = { table: string; name: string };

/**
 * Fills the tables from a backup. What a trigger would compute is in the backup already, so they
 * rest meanwhile; foreign keys are looked at when every row is there. Needs no more rights than
 * those of the tables' owner.
 */
export async function loadTables(
  tx: Transaction,
  reader: ObjectReader,
  tables: readonly TableCopy[],
): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  const keys = await listForeignKeys(tx);
  for (const key of keys) await alterKey(tx, key, 'deferrable initially deferred');
  // Nothing that is added to the audit log sets off a trigger, and its table is another role's.
  const own = tables.filter(({ name }) => name !== 'audit_entries');
  for (const { name } of own) await alterTriggers(tx, name, 'disable');
  for (const table of tables) await loadTable(tx, reader, table);
  await tx.execute(sql`set constraints all immediate`);
  for (const key of keys) await alterKey(tx, key, 'not deferrable');
  for (const { name } of own) await alterTriggers(tx, name, 'enable');
}

/** Those that are checked at once, which is all of them in the schema of the site. */
async function listForeignKeys(tx: Transaction): Promise<ForeignKey[]> {
  const { rows } = await tx.execute<ForeignKey>(sql`
    select r.relname::text as table, c.conname::text as name
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and not c.condeferrable
      and c.connamespace = current_schema()::regnamespace`);
  return rows;
}

type Checking = 'deferrable initially deferred' | 'not deferrable';

async function alterKey(tx: Transaction, key: ForeignKey, checking: Checking): Promise<void> {
  await tx.execute(
    sql`alter table ${sql.identifier(key.table)} alter constraint ${sql.identifier(key.name)} ${sql.raw(checking)}`,
  );
}

async function alterTriggers(
  tx: Transaction,
  table: string,
  how: 'disable' | 'enable',
): Promise<void> {
  await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(how)} trigger user`);
}

async function loadTable(tx: Transaction, reader: ObjectReader, table: TableCopy): Promise<void> {
  const { name, columns, rows } = table;
  const target = sql.identifier(name);
  const list = columnList(columns);
  let loaded = 0;
  for await (const lines of readRows(reader, table)) {
    const result = await tx.execute(sql`
      insert into ${target} (${list})
      select ${list} from json_populate_recordset(null::${target}, ${`[${lines.join(',')}]`}::json)`);
    loaded += result.rowCount ?? 0;
  }
  if (loaded !== rows)
    throw new Refusal(`${name} has ${rows} rows in the backup, ${loaded} could be read.`);
}
