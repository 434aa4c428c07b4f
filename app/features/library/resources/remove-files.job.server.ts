import { inArray } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { fileStore } from '~/platform/files/file-store.server';
import type { Job } from '~/platform/jobs/job-queue.server';

const { documentVersions } = schema;

/**
 * Deletes stored files after their rows are gone. A key that a row still names is left alone, so
 * that running it again, or too early, never takes a file away from someone.
 */
export const removeFiles: Job<{ keys: string[]; act?: string }> = {
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
