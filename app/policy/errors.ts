/**
 * The error codes, which are at the same time the keys of their texts (spec section 8), and the
 * HTTP status each of them answers with.
 */
export const errorStatus = {
  'admin-guard.not-admin': 403,
  'admin-guard.not-authenticated': 401,
  'error.account.already-proposed': 409,
  'error.account.nobody-to-confirm': 409,
  'error.account.own-proposal': 409,
  'error.app-check': 403,
  'error.application.not-verified': 409,
  'error.application.second-administrator': 409,
  'error.auth/busy': 503,
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
  'error.auth/passkey-not-confirmed': 403,
  'error.auth/passkey-required': 403,
  'error.auth/wrong-code': 401,
  'error.auth/wrong-password': 403,
  'error.changed-meanwhile': 409,
  'error.event.has-participants': 409,
  'error.event.has-registrations': 409,
  'error.event.not-possible': 409,
  'error.event.not-restorable': 409,
  'error.event.slug-taken': 409,
  'error.content.cover-alt': 400,
  'error.content.ends-before': 409,
  'error.content.incomplete': 400,
  'error.content.language-taken': 409,
  'error.content.not-possible': 409,
  'error.content.redirect-loop': 409,
  'error.content.slug-taken': 409,
  'error.content.withdrawn': 410,
  'error.court.in-use': 409,
  'error.court.known': 409,
  'error.decision.known': 409,
  'error.decision.not-possible': 409,
  'error.decision.withdrawn': 410,
  'error.export.busy': 503,
  'error.export.running': 429,
  'error.flag.already-flagged': 409,
  'error.flag.not-shown': 409,
  'error.flag.own-comment': 403,
  'error.flag.settled': 409,
  'error.forbidden-origin': 403,
  'error.forum.category-not-empty': 409,
  'error.forum.closed': 409,
  'error.forum.pending-case': 409,
  'error.forum.removed': 409,
  'error.forum.slug-taken': 409,
  'error.intranet-document.could-not-delete-intranet-document': 409,
  'error.intranet-resource.content-changed': 409,
  'error.intranet-resource.could-not-delete-intranet-folder': 409,
  'error.intranet-resource.could-not-get-intranet-resource': 404,
  'error.intranet-resource.could-not-get-intranet-resources': 503,
  'error.intranet-resource.could-not-update-intranet-resource': 409,
  'error.intranet-resource.could-not-upload-resource': 400,
  'error.intranet-resource.gone': 404,
  'error.intranet-resource.into-itself': 409,
  'error.intranet-resource.name-taken': 409,
  'error.intranet-resource.reason-missing': 400,
  // Not 409, which for uploads is a wrong offset, after which one goes on.
  'error.intranet-resource.replaced-meanwhile': 412,
  'error.intranet-resource.stale': 409,
  'error.invalid-input': 400,
  'error.last-administrator': 409,
  'error.newsletter.empty': 400,
  'error.not-found': 404,
  'error.own-account': 409,
  'error.rank': 403,
  'error.reason-required': 400,
  'error.registration.closed': 409,
  'error.registration.full': 409,
  'error.registration.invitation-used': 404,
  'error.registration.known': 409,
  'error.registration.none-chosen': 400,
  'error.registration.not-possible': 409,
  'error.review.already-decided': 409,
  'error.review.conflict-of-interest': 403,
  'error.review.no-appeal': 409,
  'error.review.nobody-for-appeal': 409,
  'error.review.nobody-to-confirm': 409,
  'error.review.not-possible': 409,
  'error.service-unavailable': 503,
  'error.storage/canceled': 410,
  'error.storage/empty-file': 400,
  'error.storage/image-too-large': 400,
  'error.storage/infected': 400,
  'error.storage/invalid-file-name': 400,
  'error.storage/no-file-provided': 400,
  'error.storage/not-scanned': 503,
  'error.storage/object-not-found': 404,
  'error.storage/quota-exceeded': 413,
  'error.storage/retry-limit-exceeded': 503,
  'error.storage/too-large': 413,
  'error.storage/too-large-to-scan': 413,
  'error.storage/type-mismatch': 415,
  'error.storage/type-not-allowed': 415,
  'error.storage/unauthenticated': 401,
  'error.storage/unknown': 500,
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
