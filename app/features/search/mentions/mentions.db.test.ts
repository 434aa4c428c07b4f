import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '~/db/db.server';

/** The plan of a query for a table that is too large to be read as a whole. */
async function planOf(from: string, keys: string) {
  const rows = await transaction(async (tx) => {
    await tx.execute('set local enable_seqscan = off');
    const found = await tx.execute<{ 'QUERY PLAN': string }>(
      sql.raw(`explain select from ${from} where ${keys} && array['C131/12']`),
    );
    return found.rows;
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each([
  ['forum_comments', 'citation_keys(words)'],
  ['intranet_document_pages', 'citations'],
  ['intranet_resources', 'citations'],
  ['news_items', 'citations'],
  ['articles', 'citations'],
  ['events', 'citations'],
  ['event_translations', 'citations'],
  ['pages', 'citations'],
  ['decision_records', 'keys'],
])('what mentions a decision is found by an index: %s', async (table, keys) => {
  expect(await planOf(table, keys)).toContain('Bitmap Index Scan on');
});
