import { and, eq, ne } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { storageKeyOf } from '~/features/library/documents/documents.server';
import { enqueueFileRemoval } from '~/features/library/resources/resources.server';
import { extensionOf } from '~/features/library/resources/file-types';
import { enqueue } from '~/platform/jobs/job-queue.server';
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

type Upload = typeof uploads.$inferSelect;

/** The key under which the file of an upload is kept; the same at each attempt, and no other's. */
export function keyOf({ id, collection, document, replaces, fileName }: Upload): string {
  const extension = extensionOf(fileName);
  return storageKeyOf({ collection, document, extension, version: replaces ? id : null });
}

/**
 * Lets the files of uploads that will be no documents be removed once `tx` commits: one that failed
 * at its very end has its name already. A file that became a document stays.
 */
export async function enqueueNamedRemoval(tx: Transaction, gone: readonly Upload[]): Promise<void> {
  await enqueueFileRemoval(
    tx,
    gone.filter(({ state }) => state !== 'done').map((upload) => keyOf(upload)),
  );
}

/**
 * Lets go of what a person has begun to upload, once `tx` commits. For the deletion of accounts,
 * which removes the rows itself.
 */
export async function enqueueRemovalOfUnfinished(tx: Transaction, userId: string): Promise<void> {
  const unfinished = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.user, userId), ne(uploads.state, 'done')));
  await enqueueUploadRemoval(
    tx,
    unfinished.map(({ id }) => id),
  );
  await enqueueNamedRemoval(tx, unfinished);
}
