import { and, eq, ne } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { fileStore } from '~/platform/file-store.server';
import { enqueue, type Job } from '~/platform/job-queue.server';

const { intranetUploads: uploads } = schema;

/** Deletes the bytes of uploads whose rows are gone, with the names the files had. */
export const discardUploads: Job<{ ids: string[] }> = {
  name: 'discard-uploads',
  retryLimit: 20,
  run: async ({ ids }) => {
    for (const id of ids) await fileStore().discardUpload(id);
  },
};

/**
 * Lets go of what a person has begun to upload, once `tx` commits. For the deletion of accounts,
 * which removes the rows itself.
 */
export async function enqueueUploadRemoval(tx: Transaction, userId: string): Promise<void> {
  const unfinished = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.user, userId), ne(uploads.state, 'done')));
  const ids = unfinished.map(({ id }) => id);
  if (ids.length > 0) await enqueue(tx, { name: discardUploads.name, data: { ids } });
}
