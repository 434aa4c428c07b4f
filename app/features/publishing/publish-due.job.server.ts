import { and, eq, gt, lte } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { publicationKinds } from '~/db/schema/publishing';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import type { Job } from '~/platform/job-queue.server';
import { announcePageChange } from '~/platform/page-changes.server';
import type { PublicationKind } from './publication-kinds';
import { coreOf, isPublic, readPublic } from './publication-rows.server';
import { publishDueName, tagOf } from '~/lib/publishing-times';
import { keepVersion } from './saved-versions.server';
import { holdWaiting, publishWaiting } from './waiting-changes.server';

const { pendingChanges } = schema;

/**
 * Does what the clock asks for: changes to public texts whose moment has come are published, and
 * every node hears that a scheduled text has become public or that one has run out. For the latter
 * two readers do not depend on it, since the queries look at the clock. Runs at the moment itself,
 * and every minute in case that was missed.
 */
export const publishDue: Job<object> = {
  name: publishDueName,
  schedule: '* * * * *',
  run: async () => {
    for (const kind of publicationKinds) {
      await noteDue(kind);
      await publishChangesOf(kind);
    }
  },
};

const byJob = { job: publishDueName };
/** Milliseconds for which a text that has run out is still told of. */
const lately = 2 * 60_000;

async function noteDue(kind: PublicationKind): Promise<void> {
  const table = coreOf(kind);
  const now = new Date();
  await transaction(async (tx) => {
    const due = await tx
      .update(table)
      .set({ status: 'published', updatedAt: now })
      .where(and(eq(table.status, 'scheduled'), lte(table.publishAt, now)))
      .returning({ id: table.id, publishAt: table.publishAt, updatedBy: table.updatedBy });
    const ranOut = and(lte(table.expireAt, now), gt(table.expireAt, new Date(+now - lately)));
    const expired = await tx.$count(table, ranOut);
    if (due.length + expired > 0) await announcePageChange(tx, tagOf[kind]);
    for (const { id, publishAt, updatedBy } of due) {
      const content = await readPublic(tx, { kind, id });
      await keepVersion(tx, { id: updatedBy }, { id, content, isPublished: true, at: publishAt });
      await appendAudit(tx, byJob, { action: 'content.publish', target: { kind, id } });
    }
  });
}

async function publishChangesOf(kind: PublicationKind): Promise<void> {
  const { id, publishAt, kind: kindColumn } = pendingChanges;
  const due = await db()
    .select({ id })
    .from(pendingChanges)
    .where(and(eq(kindColumn, kind), lte(publishAt, new Date())));
  for (const text of due) {
    await publishChanges({ kind, id: text.id }).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // Its address belongs to another text by now: it waits for somebody to look at it.
      await transaction(async (tx) => {
        await holdWaiting(tx, text.id);
        const target = { kind, id: text.id };
        await appendAudit(tx, byJob, { action: 'content.publish', target, result: 'refused' });
      });
    });
  }
}

async function publishChanges({ kind, id }: { kind: PublicationKind; id: string }): Promise<void> {
  const table = coreOf(kind);
  await transaction(async (tx) => {
    const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update');
    if (!row || !isPublic(row)) {
      await holdWaiting(tx, id);
      return;
    }
    if (!(await publishWaiting(tx, kind, row))) return;
    await appendAudit(tx, byJob, { action: 'content.publish', target: { kind, id } });
  });
}
