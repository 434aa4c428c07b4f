import { and, eq, gt, lte } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { textKinds } from '~/lib/addresses/public-path';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { log } from '~/platform/log/log.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { isItemContent } from './content-schemas';
import type { PublicationKind } from './publication-kinds';
import { coreOf, isPublic, notWithdrawn, readPublic } from './publication-rows.server';
import { publishDueName, tagOf } from './publishing-times';
import { saveRevision } from './save-revision.server';
import {
  byClock,
  followSlug,
  formerAddress,
  holdPendingChange,
  publishPendingChange,
} from './pending-changes.server';

const { pendingChanges } = schema;

/**
 * Runs scheduled publications: due changes of public texts are published, and
 * every node is notified that a scheduled text has become public or has expired. For the latter
 * two readers do not depend on it, since the queries look at the clock. Runs at the moment itself,
 * and every minute in case that was missed.
 */
export const publishDue: Job<object> = {
  name: publishDueName,
  schedule: '* * * * *',
  lookEvery: 1,
  run: async () => {
    const failures: unknown[] = [];
    for (const kind of textKinds) {
      const apart = apartFor(kind, failures);
      await apart(null, () => invalidateExpired(kind));
      await apart(null, () => noteDue(kind, apart));
      await apart(null, () => publishChangesOf(kind, apart));
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Some texts could not be published');
  },
};

/** Does the work for one text, or for all of a kind. */
type Apart = (id: string | null, work: () => Promise<unknown>) => Promise<void>;

/** What fails for one text is noted, and the others are still published. */
function apartFor(kind: PublicationKind, failures: unknown[]): Apart {
  return async (id, work) => {
    try {
      await work();
    } catch (error) {
      log().error({ err: error, kind, id }, publishDueName);
      failures.push(error);
    }
  };
}

/** Milliseconds after expiry during which a text's pages are invalidated. */
const lately = 2 * 60_000;

async function invalidateExpired(kind: PublicationKind): Promise<void> {
  const { expireAt } = coreOf(kind);
  const now = new Date();
  const ranOut = and(lte(expireAt, now), gt(expireAt, new Date(+now - lately)));
  if ((await db().$count(coreOf(kind), ranOut)) === 0) return;
  await transaction((tx) => invalidateTags(tx, tagOf[kind]));
}

async function noteDue(kind: PublicationKind, apart: Apart): Promise<void> {
  const { id, status, publishAt } = coreOf(kind);
  const isDue = and(eq(status, 'scheduled'), lte(publishAt, new Date()));
  const due = await db().select({ id }).from(coreOf(kind)).where(isDue);
  for (const text of due) await apart(text.id, () => noteOne({ kind, id: text.id }));
}

/** Notes that the clock has made a text public, unless someone was faster. */
async function noteOne({ kind, id }: { kind: PublicationKind; id: string }): Promise<void> {
  const table = coreOf(kind);
  const now = new Date();
  await transaction(async (tx) => {
    const [due] = await tx
      .update(table)
      .set({ status: 'published', updatedAt: now, ...notWithdrawn })
      .where(and(eq(table.id, id), eq(table.status, 'scheduled'), lte(table.publishAt, now)))
      .returning();
    if (!due) return;
    const content = await readPublic(tx, { kind, id });
    const { publishAt: at, updatedBy } = due;
    await saveRevision(tx, { id: updatedBy }, { id, content, isPublished: true, at });
    if (isItemContent(content)) {
      const slug = await formerAddress(tx, { ...due, kind: content.kind });
      await followSlug(tx, { slug, language: due.language }, content);
    }
    await invalidateTags(tx, tagOf[kind]);
    await appendAudit(tx, byClock, { action: 'content.publish', target: { kind, id } });
  });
}

async function publishChangesOf(kind: PublicationKind, apart: Apart): Promise<void> {
  const { id, publishAt, kind: kindColumn } = pendingChanges;
  const due = await db()
    .select({ id })
    .from(pendingChanges)
    .where(and(eq(kindColumn, kind), lte(publishAt, new Date())));
  for (const text of due) await apart(text.id, () => publishOrHold({ kind, id: text.id }));
}

async function publishOrHold(target: { kind: PublicationKind; id: string }): Promise<void> {
  await publishChanges(target).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'error.content.slug-taken')) throw error;
    // Its address belongs to another text by now: it waits for someone to look at it.
    await transaction(async (tx) => {
      await holdPendingChange(tx, target.id);
      await appendAudit(tx, byClock, { action: 'content.publish', target, result: 'refused' });
    });
  });
}

async function publishChanges({ kind, id }: { kind: PublicationKind; id: string }): Promise<void> {
  const table = coreOf(kind);
  await transaction(async (tx) => {
    const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update');
    if (!row || !isPublic(row)) {
      await holdPendingChange(tx, id);
      return;
    }
    await publishPendingChange(tx, kind, row);
  });
}
