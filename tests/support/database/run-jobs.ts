import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '~/db/db.server';
import { removeFiles } from '~/features/library/resources/remove-files.job.server';
import { discardUploads } from '~/features/library/uploads/discard-uploads.job.server';
import { listWaitingJobs } from '~/platform/jobs/job-queue.server';

const removal = z.object({ keys: z.array(z.string()) });
const discarding = z.object({ ids: z.array(z.string()) });

/** Does what waits in the queues for stored files and finished uploads, and takes it from there. */
export async function runFileJobs(): Promise<void> {
  for (const data of await listWaitingJobs(removeFiles.name)) {
    await removeFiles.run(removal.parse(data));
  }
  for (const data of await listWaitingJobs(discardUploads.name)) {
    await discardUploads.run(discarding.parse(data));
  }
  await db().execute(
    sql`delete from pgboss.job where name in (${removeFiles.name}, ${discardUploads.name})`,
  );
}
