import type { AppError } from '~/policy/errors';

/**
 * The error code shown beside a text that could not be saved. When the topic or category is gone,
 * the text stays on the page too: an error page would hide it.
 */
export const writeError = ({ code }: AppError): string =>
  code === 'error.not-found' ? 'draft.place-gone' : code;
