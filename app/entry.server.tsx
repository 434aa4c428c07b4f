import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext, RouterContextProvider } from 'react-router';
import { isRouteErrorResponse, ServerRouter } from 'react-router';
import { noteFailure } from '~/answers/failure.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { languageContext } from '~/i18n/language.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { currentRequestId, noteError } from '~/platform/log/log.server';
import { requestFactsContext } from '~/policy/request-context';

/** A page takes longer than this only when something hangs, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Renders a page as React Router documents it, and waits for the whole: pages have their data before
 * they are rendered, and a page that fails while it is rendered says so by its status.
 */
export default function handleRequest(
  request: Request,
  answered: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  const status = statusWithErrors(answered, routerContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // RFC 9110 section 9.3.2: HEAD answers like GET, without the body.
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = context.get(requestFactsContext);
  const language = context.get(languageContext);
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <TranslationProvider language={language} translate={translateIn(language)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </TranslationProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const sent = hasFailed && status < 500 ? 500 : status;
          // In one piece, it is compressed and sent in one go.
          const whole = new PassThrough();
          pipe(whole);
          buffer(whole).then(
            (body) => resolve(new Response(body, { status: sent, headers })),
            reject,
          );
        },
        onShellError(error: unknown) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error: unknown) {
          hasFailed = true;
          if (!request.signal.aborted) noteError(error);
        },
      },
    );
    const timer = setTimeout(abort, timeoutMs);
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true });
  });
}

/**
 * A refused form gives the answer its status, 400 for one, also where the page that shows the refusal
 * cannot be made, since the database has gone meanwhile.
 */
function statusWithErrors(status: number, { staticHandlerContext }: EntryContext): number {
  if (status >= 500) return status;
  const shown = Object.values(staticHandlerContext.errors ?? {});
  const failed = shown.map((error) => (isRouteErrorResponse(error) ? error.status : 500));
  return failed.find((each) => each >= 500) ?? status;
}

/** Errors of loaders and actions: the person sees a request id, the log has the whole. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // An address or a method that does not exist is no fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  noteFailure(error);
  void recordServerError('server', error, {
    url: new URL(request.url).pathname,
    requestId: currentRequestId(),
  });
}
