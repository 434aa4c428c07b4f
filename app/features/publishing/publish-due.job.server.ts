import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { transaction } from '~/db/db.server';
import { appendAudit } from '~/features/audit/audit.server';
import type { Job } from '~/platform/job-queue.server';
import { announcePageChange } from '~/platform/page-changes.server';
import { timedOf } from './publication-rows.server';
import { publishDueName, tagOf } from './saving.server';

/**
 * Tells every node that a scheduled text has become public, or that one has run out. Readers do not
 * depend on it: the queries look at the clock; it is the pages kept in memory that must go. Runs at
 * the moment itself, and every minute in case that was missed.
 */
export const publishDue: Job<object> = {
  name: publishDueName,
  schedule: '* * * * *',
  run: async () => {
    for (const kind of ['news', 'article'] as const) await publishDueOf(kind);
  },
};

async function publishDueOf(kind: 'news' | 'article'): Promise<void> {
  const table = timedOf(kind);
  await transaction(async (tx) => {
    const due = await tx
      .update(table)
      .set({ status: 'published', updatedAt: new Date() })
      .where(and(eq(table.status, 'scheduled'), lte(table.publishAt, sql`now()`)))
      .returning({ id: table.id });
    const expired = await tx.$count(
      table,
      and(lte(table.expireAt, sql`now()`), gt(table.expireAt, sql`now() - interval '2 minutes'`)),
    );
    if (due.length + expired > 0) await announcePageChange(tx, tagOf[kind]);
    for (const { id } of due) {
      await appendAudit(
        tx,
        { job: publishDueName },
        { action: 'content.publish', target: { kind, id } },
      );
    }
  });
}
