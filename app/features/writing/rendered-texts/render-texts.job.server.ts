import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { schema, transaction } from '~/db/db.server';
import { isSiteText } from '~/lib/addresses/public-path';
import type { Job } from '~/platform/jobs/job-queue.server';
import type { RichText } from '~/rich-text/rich-text';
import { renderingVersion, renderText } from './rendered-texts.server';

/** The tables of texts that are rendered when they are written. */
const tables = Object.values<unknown>(schema).filter(
  (table): table is PgTable => is(table, PgTable) && 'rendered' in getTableColumns(table),
);

/**
 * Renders the texts anew that another version has rendered, or that came into the database without:
 * at each start, and at night, some at a time, so that a run that is cut short is continued by the next.
 * Until then they are rendered when they are read, or shown as they are where only tables have changed.
 */
export const renderTexts: Job<object> = {
  name: 'render-texts',
  schedule: '40 2 * * *',
  run: async () => {
    for (const table of tables) while (await renderSome(table)) continue;
  },
};

const atATime = 50;

/** @returns whether there may be more */
async function renderSome(table: PgTable): Promise<boolean> {
  const arePages = table === schema.pages;
  const slug: SQL = arePages ? sql`slug` : sql`''`;
  return transaction(async (tx) => {
    // Locked, since a text that is saved meanwhile must not get the markup of the old one.
    const { rows } = await tx.execute<{ id: string; body: RichText; slug: string }>(sql`
      select id, body, ${slug} as slug from ${sql.identifier(getTableName(table))}
      where rendered ->> 'version' is distinct from ${renderingVersion()}
      order by id limit ${atATime} for update`);
    for (const row of rows) {
      const made = renderText(row.body, { hasAnchors: arePages && !isSiteText(row.slug) });
      await tx.execute(sql`
        update ${sql.identifier(getTableName(table))} set rendered = ${JSON.stringify(made)}::jsonb
        where id = ${row.id}::uuid`);
    }
    return rows.length === atATime;
  });
}
