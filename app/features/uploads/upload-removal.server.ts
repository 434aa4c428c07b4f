import type { Transaction } from '~/db/db.server';
import { enqueue } from '~/platform/job-queue.server';
import { discardUploads } from './discard-uploads.job.server';

const batchSize = 200;

/** Lets the bytes of uploads be removed once `tx` commits. */
export async function enqueueUploadRemoval(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += batchSize) {
    const data = { ids: ids.slice(first, first + batchSize) };
    await enqueue(tx, { name: discardUploads.name, data });
  }
}
