import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { transaction, type Transaction } from '~/db/db.server';
import { jobsName, type Manifest, type Say, tableFile, writeLines } from './backup-format.server';

export type Snapshot = Pick<Manifest, 'tables' | 'jobs'> & {
  /** Keys of stored files that the database names. */
  keys: Set<string>;
};

/**
 * Writes all tables and the waiting jobs as they are at one moment, while the site goes on.
 * Columns that the database computes are left out.
 */
export async function writeSnapshot(folder: string, say: Say): Promise<Snapshot> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  return transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const tables: Manifest['tables'] = [];
      const keys = new Set<string>();
      for (const { name, columns } of await listTables(tx)) {
        const rows = rowsOf(tx, name, columns);
        tables.push({ name, columns, ...(await writeLines(join(folder, tableFile(name)), rows)) });
        if (columns.includes(keyColumn)) await collectKeys(tx, name, keys);
      }
      say(`${tables.length} tables with ${sum(tables)} rows are copied.`);
      const jobs = await writeLines(join(folder, jobsName), waitingJobs(tx));
      return { tables, jobs, keys };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const sum = (tables: Manifest['tables']) =>
  tables.reduce((total, { rows }) => total + rows, 0).toLocaleString('en-GB');

/** The column by which a table names a stored file. */
const keyColumn = 'storage_key';

export type Table = { name: string; columns: string[] };

/** The tables of the site, with the columns that are stored. */
export async function listTables(tx: Transaction): Promise<Table[]> {
  const { rows } = await tx.execute<Table>(sql`
    select c.table_name::text as name,
      array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.is_generated = 'NEVER'
    group by c.table_name order by c.table_name`);
  return rows;
}

/** A list of columns for a statement. */
export const columnList = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

const fetched = 200;

async function* rowsOf(tx: Transaction, table: string, columns: readonly string[]) {
  const from = sql`(select ${columnList(columns)} from ${sql.identifier(table)}) row`;
  yield* linesOf(tx, sql`select row_to_json(row)::text as line from ${from}`);
}

/** The text of the rows stays PostgreSQL's own: no number or moment passes through JavaScript. */
async function* linesOf(tx: Transaction, query: SQL): AsyncIterable<string[]> {
  await tx.execute(sql`declare backup_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(
      sql`fetch ${sql.raw(String(fetched))} from backup_rows`,
    );
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < fetched) break;
  }
  await tx.execute(sql`close backup_rows`);
}

async function collectKeys(tx: Transaction, table: string, keys: Set<string>): Promise<void> {
  const { rows } = await tx.execute<{ key: string }>(
    sql`select distinct ${sql.identifier(keyColumn)} as key from ${sql.identifier(table)}`,
  );
  for (const { key } of rows) keys.add(key);
}

/** Jobs that are still to be done, or being done. Those that run by the clock come by themselves. */
const waitingJobs = (tx: Transaction) =>
  linesOf(
    tx,
    sql`select row_to_json(job)::text as line from (
      select name, data, priority, singleton_key as "singletonKey", start_after as "startAfter"
      from pgboss.job
      where state < 'completed' and left(name, 8) <> '__pgboss'
        and name not in (select name from pgboss.schedule)
      order by created_on, id
    ) job`,
  );
