import { requireKnownSchema, schemaTopic } from '~/db/migrate.server';
import { AppError } from '~/policy/errors';
import { Refusal } from '~/policy/refusal';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { subscribe } from './live.server';
import { log } from '~/platform/log/log.server';

let isOutdated = false;

/** Whether a later release has upgraded the database under this process: then it may write nothing. */
export const isSchemaOutdated = () => isOutdated;

/**
 * Looks whether this release knows the schema of the database. Where a later one has upgraded it, the
 * process goes on to answer who reads, takes no jobs and is not ready any more, until it is replaced.
 * @throws AppError when it has been upgraded
 */
export async function pingSchema(): Promise<void> {
  try {
    if (!isOutdated) await requireKnownSchema();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    isOutdated = true;
    log().error(error.message);
    await stopJobQueue();
  }
  if (isOutdated) throw new AppError('error.service-unavailable');
}

/** Checks the schema again when a release migrates and after each lost connection. */
export function watchSchema(): () => void {
  isOutdated = false;
  return subscribe([schemaTopic], () => void pingSchema().catch(() => undefined));
}
