import type { PgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { db } from '~/db/db.server';

/** Whether a table has no row, which is known after one: counting takes as long as there are rows. */
export async function isEmpty(table: PgTable): Promise<boolean> {
  const rows = await db()
    .select({ one: sql`1` })
    .from(table)
    .limit(1);
  return rows.length === 0;
}
