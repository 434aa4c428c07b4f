import { and, eq, inArray } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { fileStore } from '~/platform/files/file-store.server';
import type { Job } from '~/platform/jobs/job-queue.server';

const { intranetUploads: uploads } = schema;

/**
 * Removes what has arrived of uploads that are over: finished, refused, cancelled or gone with
 * their person's account. One that is still on its way is left alone.
 */
export const discardUploads: Job<{ ids: string[] }> = {
  name: 'discard-uploads',
  retryLimit: 20,
  run: async ({ ids }) => {
    if (ids.length === 0) return;
    const arriving = await db()
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(inArray(uploads.id, ids), eq(uploads.state, 'arriving')));
    const needed = new Set(arriving.map(({ id }) => id));
    for (const id of ids) if (!needed.has(id)) await fileStore().discardUpload(id);
  },
};
