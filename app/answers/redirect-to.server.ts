import { redirect, redirectDocument } from 'react-router';
import { isFileAddress } from '~/lib/addresses/file-addresses';

/**
 * An answer that leads on to an own address: by the router of the browser to a page, by the browser
 * itself to a file, which the router cannot show.
 */
export function redirectTo(path: string, init?: ResponseInit): Response {
  return isFileAddress(path) ? redirectDocument(path, init) : redirect(path, init);
}
