import { AppError } from '~/policy/errors';
import { isOutage } from './outage.server';
import { log, noteError, requestScope } from '~/platform/log/log.server';
import { noteOutage } from '~/platform/log/outage-log.server';

/**
 * Notes for the log what went wrong with the present request.
 * @returns the id to show, under which the log has it
 */
export function noteFailure(error: unknown): string | undefined {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  if (isOutage(cause)) return noteOutage(cause);
  noteError(cause);
  return requestScope()?.requestId;
}

/** A line about something that failed beside the answer; outages are counted instead. */
export function warnUnlessOutage(error: unknown, message: string): void {
  if (isOutage(error)) noteOutage(error);
  else log().warn({ err: error }, message);
}
