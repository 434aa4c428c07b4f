import { createContext } from 'react-router';
import type { ErrorCode } from './errors';

/** What the HTTP layer and the root middleware know of a request, read by loaders. */
export type RequestFacts = {
  requestId: string;
  /** Allows the inline scripts of this answer and no others (CSP level 3). */
  nonce: string;
  /** The address the request really comes from; see TRUSTED_PROXIES. */
  clientAddress: string;
};

export const requestFactsContext = createContext<RequestFacts>({
  requestId: 'none',
  nonce: '',
  clientAddress: '127.0.0.1',
});

/**
 * Whether a form of this request was refused: the page is made once more, with what was typed, even
 * where a page that is opened would lead elsewhere.
 */
export const refusedFormContext = createContext(false);

/** Why the session of this request is over, when the browser still believed in it. */
export const lostSessionContext = createContext<ErrorCode | null>(null);
