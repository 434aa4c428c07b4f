/**
 * The error codes, which are at the same time the keys of their texts (spec section 8), and the
 * HTTP status each of them answers with.
 */
export const errorStatus = {
  'admin-guard.not-admin': 403,
  'admin-guard.not-authenticated': 401,
  'error.auth/email-already-in-use': 409,
  'error.auth/expired-action-code': 410,
  'error.auth/invalid-credential': 401,
  'error.auth/session-expired': 401,
  'error.auth/too-many-requests': 429,
  'error.auth/user-disabled': 403,
  'error.auth/weak-password': 400,
  'error.auth/operation-not-allowed': 403,
  'error.firestore/account-not-found': 401,
  'error.auth/hosted-sign-in-failed': 401,
  'error.auth/wrong-code': 401,
  'error.auth/wrong-password': 403,
  'error.changed-meanwhile': 409,
  'error.forbidden-origin': 403,
  'error.invalid-input': 400,
  'error.last-administrator': 409,
  'error.not-found': 404,
  'error.own-account': 409,
  'error.rank': 403,
  'error.reason-required': 400,
  'error.service-unavailable': 503,
  'error.too-large': 413,
  'error.unexpected': 500,
  'error.username-taken': 409,
  'error.use-functions-for-user-creation': 403,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A failure the person concerned is told about: the text is the translation of `code`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
  }
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text);
}
