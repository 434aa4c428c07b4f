import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { languageContext } from '~/i18n/language.server';
import { type RequestFacts, requestFactsContext } from '~/policy/request-context';
import { asDataContext, withoutFilesAsData } from './security/reject-file-data';
import { withOutagePages } from './outage-pages';
import { withReadableError } from './readable-error';
import { atSiteOrigin } from './security/site-origin';

/** Answers a request by the routes of the application. */
export type PageHandler = (request: Request, facts: RequestFacts) => Promise<Response>;

/** What serves the routes of a build; in development the build is another after each change. */
export function pageHandler(
  build: () => Promise<ServerBuild> | ServerBuild,
  mode: 'production' | 'development',
): PageHandler {
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;
  return async (request, facts) => {
    const present = await build();
    if (known?.build !== present) {
      const guarded = withOutagePages(withoutFilesAsData(present));
      known = { build: present, handle: createRequestHandler(guarded, mode) };
    }
    const context = new RouterContextProvider();
    context.set(requestFactsContext, facts);
    context.set(asDataContext, new URL(request.url).pathname.endsWith('.data'));
    const answer = await known.handle(atSiteOrigin(request), context);
    return withReadableError(request, answer, context.get(languageContext));
  };
}
