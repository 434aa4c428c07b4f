import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { renderedPageContext, type RequestFacts, requestFactsContext } from '~/request-context';
import { type BuildOfArea, splitByArea } from './build-of-area';
import type { KeptData } from './kept-data';
import { asDataContext, withoutFilesAsData } from './no-files-as-data';
import { withOutagePages } from './outage-pages';
import { atSiteOrigin } from './site-origin';
import { withTextsOnce } from './texts-once';

/** What the routes answer. */
export type Answer = {
  response: Response;
  /** The text of a page, or of its data; `response` has no body then. Null for everything else. */
  page: Buffer<ArrayBuffer> | null;
};

/** Answers a request by the routes of the application. */
export type PageHandler = (request: Request, facts: RequestFacts) => Promise<Answer>;

type Known = {
  build: ServerBuild;
  parts: BuildOfArea;
  handlers: Map<string, ReturnType<typeof createRequestHandler>>;
};

/**
 * What serves the routes of a build. Reading its route table takes longer than many a page, so it
 * is read once for each area of the site.
 * @param kept what is in memory of the data of public pages; without it everything is read anew
 */
export function pageHandler(
  build: () => Promise<ServerBuild> | ServerBuild,
  mode: 'production' | 'development',
  kept?: KeptData,
): PageHandler {
  let known: Known | undefined;
  return async (request, facts) => {
    const present = await build();
    // In development the build is another after each change.
    if (known?.build !== present) {
      known = {
        build: present,
        parts: splitByArea(
          withOutagePages(withoutFilesAsData(withTextsOnce(kept ? kept.around(present) : present))),
        ),
        handlers: new Map(),
      };
    }
    const { parts, handlers } = known;
    const area = parts.areaOf(request.url);
    const handle = handlers.get(area) ?? createRequestHandler(parts.buildOf(area), mode);
    handlers.set(area, handle);
    const provider = new RouterContextProvider();
    const isData = new URL(request.url).pathname.endsWith('.data');
    provider.set(requestFactsContext, facts);
    provider.set(asDataContext, isData);
    const response = await handle(atSiteOrigin(request), provider);
    const rendered = provider.get(renderedPageContext);
    if (rendered?.response === response) return { response, page: rendered.page };
    return { response, page: isData ? await bytesOf(response) : null };
  };
}

/** What the router of a browser asks for instead of a page: short, and there at once. */
async function bytesOf(response: Response): Promise<Answer['page']> {
  return response.body ? Buffer.from(await response.arrayBuffer()) : null;
}
