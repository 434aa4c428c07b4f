import { AppError } from '~/policy/errors';

/** What Node calls a line that broke, and a disk or process that can take no more. */
const nodeCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTCONN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOBUFS',
  'ENOMEM',
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
 * System calls that look for a server: whatever the reason, it cannot be reached. A socket that is
 * not there is ENOENT as a file would be, one whose queue is full EAGAIN (unix(7)).
 */
const callsToServers = new Set(['connect', 'getaddrinfo']);

/**
 * SQLSTATE (PostgreSQL 18, appendix A): no connection, no resources, no admission, no such database,
 * cancelled or shutting down, failure of the system, a transaction that waited too long, a standby
 * that takes no writes.
 */
const sqlState = /^(08|28|53|58)[0-9A-Z]{3}$|^57(014|P0[1-5])$|^25(006|P0[34])$|^3D000$/;

/** What the drivers say without a code. */
const words =
  /connection terminated|timeout exceeded when trying to connect|^timeout expired$|connection error and is not queryable|closed and is not queryable|query read timeout|after calling end on the pool|the database is not open|ssl connections?$|socket hang up|premature close/i;

const deepest = 6;

/**
 * Whether something failed because the database, the file store or the disk does not do its work
 * just now: it is not the user's mistake, and a retry may succeed.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > deepest) return false;
  if (error instanceof AppError) return error.code === 'error.service-unavailable';
  if ('code' in error && typeof error.code === 'string') {
    if (nodeCodes.has(error.code) || sqlState.test(error.code)) return true;
  }
  if ('syscall' in error && callsToServers.has(String(error.syscall))) return true;
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
