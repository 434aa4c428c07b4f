import { and, eq, ne } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { enqueue } from '~/platform/job-queue.server';
import { discardUploads } from './discard-uploads.job.server';

const { intranetUploads: uploads } = schema;

const batchSize = 200;

/** Lets the bytes of uploads be removed once `tx` commits. */
export async function enqueueUploadRemoval(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += batchSize) {
    const data = { ids: ids.slice(first, first + batchSize) };
    await enqueue(tx, { name: discardUploads.name, data });
  }
}

/**
 * Lets go of what a person has begun to upload, once `tx` commits. For the deletion of accounts,
 * which removes the rows itself.
 */
export async function enqueueRemovalOfUnfinished(tx: Transaction, userId: string): Promise<void> {
  const unfinished = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.user, userId), ne(uploads.state, 'done')));
  await enqueueUploadRemoval(
    tx,
    unfinished.map(({ id }) => id),
  );
}
