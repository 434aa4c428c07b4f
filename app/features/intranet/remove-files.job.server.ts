import { inArray } from 'drizzle-orm';
import { db, schema, type Transaction } from '~/db/db.server';
import { fileStore } from '~/platform/file-store.server';
import { enqueue, type Job } from '~/platform/job-queue.server';

const { documentVersions } = schema;

/** Files of one job: small enough to be tried again as a whole. */
const batchSize = 200;

/**
 * Deletes stored files after their rows are gone. A key that a row still names is left alone, so
 * that running it again, or too early, never takes a file away from somebody.
 */
export const removeFiles: Job<{ keys: string[] }> = {
  name: 'remove-files',
  retryLimit: 20,
  run: async ({ keys }) => {
    if (keys.length === 0) return;
    const kept = await db()
      .select({ key: documentVersions.storageKey })
      .from(documentVersions)
      .where(inArray(documentVersions.storageKey, keys));
    const needed = new Set(kept.map(({ key }) => key));
    for (const key of keys) if (!needed.has(key)) await fileStore().delete(key);
  },
};

/** Lets files be deleted once `tx` commits. */
export async function enqueueFileRemoval(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += batchSize) {
    const data = { keys: keys.slice(first, first + batchSize) };
    await enqueue(tx, { name: removeFiles.name, data });
  }
}
