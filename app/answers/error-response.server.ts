import { data } from 'react-router';
import { AppError, type ErrorCode } from '~/policy/errors';
import { noteFailure } from './failure.server';
import { noteRefusal } from '~/platform/log/log.server';

/** Seconds after which asking again makes sense, where it is not a matter of a moment. */
const waits: Partial<Record<ErrorCode, number>> = {
  'error.auth/busy': 5,
  'error.export.busy': 60,
  'error.export.running': 60,
};

/**
 * For loaders: turns a refusal of a front door into the page with its status; unknown errors stay
 * what they are, are logged whole and show the plain page. Use as `.catch(throwErrorResponse)`.
 */
export function throwErrorResponse(error: unknown): never {
  if (error instanceof AppError) {
    const wait = waits[error.code];
    const headers = { 'Retry-After': `${wait ?? 5}` };
    if (wait !== undefined) {
      noteRefusal();
      throw data(error.code, { status: error.status, headers });
    }
    if (error.status < 500) throw data(error.code, { status: error.status });
    const requestId = noteFailure(error);
    throw data(
      { code: error.code, requestId },
      { status: error.status, ...(error.status === 503 ? { headers } : {}) },
    );
  }
  throw error;
}
