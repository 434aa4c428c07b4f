import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { withOutagePages } from './outage-pages';
import { type RequestFacts, requestFactsContext } from '~/request-context';

/** Answers a request by the routes of the application. */
export type PageHandler = (request: Request, facts: RequestFacts) => Promise<Response>;

/** What serves the routes of a build; reading its route table takes longer than many a page. */
export function pageHandler(
  build: () => Promise<ServerBuild> | ServerBuild,
  mode: 'production' | 'development',
): PageHandler {
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;
  return async (request, facts) => {
    const present = await build();
    // In development the build is another after each change.
    if (known?.build !== present) {
      known = { build: present, handle: createRequestHandler(withOutagePages(present), mode) };
    }
    const provider = new RouterContextProvider();
    provider.set(requestFactsContext, facts);
    return known.handle(request, provider);
  };
}
