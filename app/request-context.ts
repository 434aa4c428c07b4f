import { createContext } from 'react-router';

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

/** A page as text, beside the answer that it is the body of. */
export type RenderedPage = { response: Response; page: Buffer<ArrayBuffer> };

/**
 * The page of this request, for the one who sends it. As the body of a Response it would become a
 * stream and be read again, which takes longer than compressing it.
 */
export const renderedPageContext = createContext<RenderedPage | null>(null);
