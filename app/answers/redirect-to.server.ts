import { redirect, redirectDocument } from 'react-router';
import { isFileAddress } from '~/lib/addresses/file-addresses';

/**
 * A redirect within the site: by the client router to a page, as a document request to a file,
 * which the router cannot show.
 */
export function redirectTo(path: string, init?: ResponseInit): Response {
  return isFileAddress(path) ? redirectDocument(path, init) : redirect(path, init);
}
