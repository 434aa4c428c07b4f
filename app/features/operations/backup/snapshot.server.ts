import { promisify } from 'node:util';
import { crc32, gzip } from 'node:zlib';
import { type SQL, sql } from 'drizzle-orm';
import { transaction, type Transaction } from '~/db/db.server';
import type { Manifest, Rows, Say } from '~/features/operations/backup/store/backup-format.server';
import { readOpenJobs } from '~/platform/jobs/job-queue.server';
import type { ObjectWriter } from '~/features/operations/backup/store/object-writer.server';
import { backedUp, isLeftOut } from './left-out.server';

/** Stored files that the database names, by key, with their checksum and size. */
export type NamedFiles = Map<string, { sha256: string; bytes: number }>;

export type Snapshot = Pick<Manifest, 'tables' | 'jobs'> & { named: NamedFiles };

/**
 * Writes all tables and the waiting jobs as they are at one moment, while the site goes on.
 * Columns that the database computes are left out, and so is what would sign somebody in.
 */
export async function writeSnapshot(writer: ObjectWriter, say: Say): Promise<Snapshot> {
  return transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // A slow store of backups may keep the transaction waiting between two statements.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      const tables: Manifest['tables'] = [];
      const named: NamedFiles = new Map();
      for (const { name, columns } of await listTables(tx)) {
        tables.push({ name, columns, ...(await writeRows(writer, rowsOf(tx, name, columns))) });
        if (columns.includes(keyColumn)) await collectKeys(tx, name, named);
      }
      say(`${tables.length} tables with ${sum(tables)} rows are copied.`);
      const jobs = await writeRows(writer, waitingJobs(tx));
      return { tables, jobs, named };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const sum = (tables: Manifest['tables']) =>
  tables.reduce((total, { rows }) => total + rows, 0).toLocaleString('en-GB');

/**
 * A part ends after a row whose checksum says so: a changed row changes the part that it is in, and
 * those around it stay as they were (content-defined chunking).
 */
const part = { least: 512 * 1024, most: 8 * 1024 * 1024, oneIn: 32 };
const compress = promisify(gzip);

async function writeRows(
  writer: ObjectWriter,
  batches: AsyncIterable<readonly string[]>,
): Promise<Rows> {
  const written: Rows = { rows: 0, parts: [] };
  let lines: string[] = [];
  let size = 0;
  const finish = async () => {
    written.parts.push(await writer.store(await compress(`${lines.join('\n')}\n`)));
    lines = [];
    size = 0;
  };
  for await (const batch of batches) {
    for (const line of batch) {
      written.rows += 1;
      lines.push(line);
      size += line.length;
      const isEnd = size >= part.least && crc32(line) % part.oneIn === 0;
      if (isEnd || size >= part.most) await finish();
    }
  }
  if (lines.length > 0) await finish();
  return written;
}

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

/** Stored files that the database names as it is now. */
export async function listNamedFiles(): Promise<NamedFiles> {
  const named: NamedFiles = new Map();
  await transaction(async (tx) => {
    for (const { name, columns } of await listTables(tx))
      if (columns.includes(keyColumn)) await collectKeys(tx, name, named);
  });
  return named;
}

/** A list of columns for a statement. */
export const columnList = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

const fetched = 200;

async function* rowsOf(tx: Transaction, table: string, columns: readonly string[]) {
  if (isLeftOut(table)) return;
  const values = sql.join(
    columns.map((column) => backedUp(table, column)),
    sql`, `,
  );
  const from = sql`(select ${values} from ${sql.identifier(table)}) row`;
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

type NamedFile = { key: string; sha256: string; bytes: string };

/** Every table that names stored files keeps their checksum and size beside the name. */
async function collectKeys(tx: Transaction, table: string, named: NamedFiles): Promise<void> {
  const { rows } = await tx.execute<NamedFile>(
    sql`select distinct ${sql.identifier(keyColumn)} as key, sha256, bytes::text as bytes
      from ${sql.identifier(table)}`,
  );
  for (const { key, sha256, bytes } of rows) named.set(key, { sha256, bytes: Number(bytes) });
}

/** Jobs that are still to be done, or being done. */
async function* waitingJobs(tx: Transaction): AsyncIterable<string[]> {
  for await (const jobs of readOpenJobs(tx)) yield jobs.map((job) => JSON.stringify(job));
}
