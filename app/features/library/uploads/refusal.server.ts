import { AppError, type ErrorCode } from '~/policy/errors';
import { isOutage } from '~/answers/outage.server';
import { noteError } from '~/platform/log/log.server';
import { noteOutage } from '~/platform/log/outage-log.server';

/** A refusal in the form the tus library answers with; the body is the key of the text. */
export class UploadRefusal extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor(code: ErrorCode) {
    super(code);
    this.status_code = new AppError(code).status;
    this.body = code;
  }
}

/** The tus library's own refusals, by status, as keys of spec section 8. */
const codes: Record<number, ErrorCode> = {
  400: 'error.storage/unknown',
  403: 'error.storage/object-not-found',
  404: 'error.storage/object-not-found',
  410: 'error.storage/object-not-found',
  413: 'error.storage/too-large',
};

/** The error code for the browser. */
export function refusalOf(error: unknown): { status_code: number; body: string } {
  if (error instanceof UploadRefusal) return error;
  if (error instanceof AppError) return { status_code: error.status, body: error.code };
  if (isOutage(error)) {
    noteOutage(error);
    return { status_code: 503, body: 'error.storage/retry-limit-exceeded' };
  }
  const status =
    typeof error === 'object' && error !== null && 'status_code' in error
      ? Number(error.status_code)
      : 500;
  if (status >= 500) noteError(error);
  // 409 is a wrong offset: the client asks for the true one and goes on.
  return { status_code: status, body: codes[status] ?? 'error.storage/unknown' };
}
