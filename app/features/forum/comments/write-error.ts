import type { AppError } from '~/policy/errors';

/**
 * What someone is told whose words were not taken. Where the place is not there any more, such as a
 * category archived meanwhile, they stay on the page as well: an error page would hide them.
 */
export const writeError = ({ code }: AppError): string =>
  code === 'error.not-found' ? 'draft.place-gone' : code;
