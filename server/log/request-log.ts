import { countError } from '~/platform/log/error-count.server';
import { log, requestScope } from '~/platform/log/log.server';
import { noteOutage } from '~/platform/log/outage-log.server';

/**
 * Writes to the log what went wrong with the present request, now that its status is known: each
 * error with its stack, a refusal as one short line, an outage as a number.
 * @param answered `isAborted`: the client closed the connection, which is not an error
 * @returns the id under which the log has it
 */
export function logFailures(answered: { status: number; isAborted: boolean }): string | undefined {
  const scope = requestScope();
  if (!scope || answered.isAborted) return scope?.requestId;
  const { status } = answered;
  const { errors = [], outageId } = scope;
  for (const error of errors) log().error({ err: error, status }, 'request failed');
  if (outageId !== undefined) return outageId;
  if (errors.length > 0) countError('request');
  else if (status === 503 && !scope.isRefused) return noteOutage(new Error('answered 503'));
  else if (status >= 500 && !scope.isRefused) {
    countError('request');
    log().error({ status }, 'request failed');
  } else if (status >= 400) log().info({ status }, 'request refused');
  return scope.requestId;
}
