import { countFailure } from './metrics.server';

/** Failures of ours that were counted in this process and are not yet in the database. */
let unsaved = 0;

/** A request that answered 500, or a run of a job that failed for another reason than an outage. */
export function countError(kind: 'request' | 'job'): void {
  unsaved += 1;
  countFailure(kind);
}

/** The failures since the last call, to be stored. */
export function drainErrors(): number {
  const taken = unsaved;
  unsaved = 0;
  return taken;
}

/** They could not be written down. */
export function restoreErrors(errors: number): void {
  unsaved += errors;
}
