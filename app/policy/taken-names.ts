import type { AppError, ErrorCode } from './errors';

/** Names that only one may have, and the field in which they are typed. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  'error.application.open': 'email',
  'error.auth/email-already-in-use': 'email',
  'error.forum.slug-taken': 'slug',
  'error.username-taken': 'username',
};

type Said = { error?: ErrorCode; fieldErrors: Record<string, string> };

/** What a form says of a refusal: beside the field of a name that is taken, else above the form. */
export function saidOf({ code }: AppError): Said {
  const field = fieldOf[code];
  return field ? { fieldErrors: { [field]: code } } : { error: code, fieldErrors: {} };
}
