import type { EntryContext, RouterContextProvider } from 'react-router';
import { isRouteErrorResponse, ServerRouter } from 'react-router';
import { type Actor, actorContext, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { noteFailure } from '~/failure.server';
import { recordOwnError } from '~/features/error-tracking/error-tracking.server';
import { languageContext } from '~/i18n/language.server';
import { isReadingPage } from '~/i18n/reading-page';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { frameOf, type MadeFrame, MadeFrameProvider } from '~/layout/made-frame';
import { pieceMaker } from '~/layout/made-pieces.server';
import { yearOf } from '~/lib/format-date';
import { leanManifest, preloadsOf } from '~/page-modules.server';
import { routesToTell } from '~/page-routes.server';
import { currentRequestId } from '~/platform/log.server';
import { doctype, renderWhole } from '~/render-whole.server';
import { renderedPageContext, requestFactsContext } from '~/request-context';
import { PieceMakerProvider } from '~/ui/made-list';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // RFC 9110 section 9.3.2: HEAD answers like GET, without the body.
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = context.get(requestFactsContext);
  const language = context.get(languageContext);
  const actor = context.get(actorContext);
  const place = framePlace(request.url, language, actor);
  const frame = (place !== null && frames.get(place)) || null;
  await readData(routerContext);
  const { manifest } = routerContext;
  const { ids, context: handled } = routesToTell(routerContext.staticHandlerContext);
  const page = {
    ...routerContext,
    manifest: leanManifest(manifest, ids),
    staticHandlerContext: handled,
  };
  const { html, hasFailed } = await renderWhole(
    <TranslationProvider language={language} translate={translateIn(language)}>
      <MadeFrameProvider value={frame}>
        <PieceMakerProvider value={import.meta.env.PROD ? pieceMaker(language) : null}>
          <ServerRouter context={page} url={request.url} nonce={nonce} />
        </PieceMakerProvider>
      </MadeFrameProvider>
    </TranslationProvider>,
    { nonce, signal: request.signal },
  );
  if (place && !frame && !hasFailed && status === 200) keepFrame(place, html);
  const response = new Response(null, {
    status: hasFailed && status < 500 ? 500 : status,
    headers,
  });
  const ofPage = routerContext.staticHandlerContext.matches.map(({ route }) => route.id);
  context.set(renderedPageContext, {
    response,
    page: bytesOf([
      doctype,
      ...(isSignedIn(actor) ? withinHead(html, preloadsOf(manifest, ofPage)) : [html]),
    ]),
  });
  return response;
}

/** The page with more at the end of its head, in parts. */
function withinHead(page: string, more: string): string[] {
  const end = page.indexOf('</head>');
  return end < 0 ? [page] : [page.slice(0, end), more, page.slice(end)];
}

/** Strings are joined by copying them, which for a long page takes as long as writing its bytes. */
const bytesOf = (parts: readonly string[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** What stands around a page, of the addresses that visitors asked for last. */
const frames = new Map<string, MadeFrame>();
const mostFrames = 300;

/**
 * A frame shows the language, the present place in the menu, the year, and who is signed in: a
 * member's is kept by all that it says of the person, so that nobody gets another's.
 */
function framePlace(url: string, language: string, actor: Actor): string | null {
  const { pathname, search } = new URL(url);
  // In development each part may be another by now; other addresses may hold secrets.
  if (!import.meta.env.PROD) return null;
  const kind = `${language} ${yearOf(new Date())}`;
  if (!isSignedIn(actor)) {
    return search === '' && isReadingPage(pathname) ? `${kind} ${pathname}` : null;
  }
  // The choice of a language leads back to the very address. Without it, what has an id has no
  // entry in the menu, and the frame of one topic is that of all.
  if (config().languages.active.length > 1) return null;
  const place = pathname.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0');
  return isMembersPlace.test(place) ? `${kind} ${place} ${JSON.stringify(actor)}` : null;
}

/** Where members spend their time; the pages are alike in what stands around them. */
const isMembersPlace = /^\/($|settings$|news$|(forum|intranet|events|article|search)(\/|$))/;

function keepFrame(place: string, html: string): void {
  const frame = frameOf(html);
  if (!frame) return;
  frames.set(place, frame);
  const [oldest] = frames.keys();
  if (frames.size > mostFrames && oldest) frames.delete(oldest);
}

/**
 * Reads the data that the browser is to get, before rendering: the router's component would wait
 * for each piece of it, and the page be rendered in as many steps. It finds it as if it had read it.
 */
async function readData(routerContext: EntryContext): Promise<void> {
  const { serverHandoffStream, renderMeta } = routerContext;
  if (!serverHandoffStream || !renderMeta) return;
  const decoder = new TextDecoder();
  let value = '';
  for await (const bytes of serverHandoffStream) value += decoder.decode(bytes, { stream: true });
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  renderMeta.streamCache = { 0: read };
}

/** Errors of loaders and actions: the person sees a request id, the log has the whole. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // An address or a method that does not exist is no fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  noteFailure(error);
  void recordOwnError('server', error, {
    url: new URL(request.url).pathname,
    requestId: currentRequestId(),
  });
}
