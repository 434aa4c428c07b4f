import { AppError } from './errors';

/** What Node calls a server that is not there, and a disk or process that can take no more. */
const nodeCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EMFILE',
  'ENFILE',
  'EIO',
]);

/**
 * SQLSTATE (PostgreSQL 15, appendix A): no connection, no resources, cancelled or shutting down,
 * failure of the system, a standby that takes no writes.
 */
const sqlState = /^(08|53|58)[0-9A-Z]{3}$|^57(014|P0[1-5])$|^25006$/;

/** What the drivers say without a code. */
const words =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|closed and is not queryable|premature close/i;

const deepest = 6;

/**
 * Whether something failed because the database, the file store or the disk does not do its work
 * just now: it is nobody's mistake, and the same may succeed in a moment.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > deepest) return false;
  if (error instanceof AppError) return error.code === 'error.service-unavailable';
  if ('code' in error && typeof error.code === 'string') {
    if (nodeCodes.has(error.code) || sqlState.test(error.code)) return true;
  }
  if (words.test(error.message) || isFailureOfLibrary(error)) return true;
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.some((cause) => isOutage(cause, depth + 1));
}

/** Of the S3 client and of the sign-in library, which do not say why. */
function isFailureOfLibrary(error: Error): boolean {
  if (error.name === 'APIError') return 'statusCode' in error && Number(error.statusCode) >= 500;
  if (error.name === 'TimeoutError') return true;
  if (!('$metadata' in error)) return false;
  const about: unknown = error.$metadata;
  return (
    typeof about === 'object' &&
    about !== null &&
    'httpStatusCode' in about &&
    Number(about.httpStatusCode) >= 500
  );
}
