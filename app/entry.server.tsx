import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import type { ReactNode } from 'react';
import type { EntryContext, RouterContextProvider } from 'react-router';
import { isRouteErrorResponse, ServerRouter } from 'react-router';
import { recordOwnError } from '~/features/error-tracking/error-tracking.server';
import { languageContext } from '~/i18n/language.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { currentRequestId, log } from '~/platform/log.server';
import { renderedPageContext, requestFactsContext } from '~/request-context';

/** A page takes longer than this only when something hangs, in milliseconds. */
const patience = 10_000;

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
  const { html, hasFailed } = await renderWhole(
    <TranslationProvider language={language} translate={translateIn(language)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </TranslationProvider>,
    { nonce, signal: request.signal },
  );
  const response = new Response(null, {
    status: hasFailed && status < 500 ? 500 : status,
    headers,
  });
  context.set(renderedPageContext, { response, page: html });
  return response;
}

type Rendering = { nonce: string; signal: AbortSignal };

/**
 * The whole page before the first byte: then its status is the true one, and it is compressed in
 * one go. Node's own streams do it in fewer steps than those of the web.
 */
function renderWhole(
  page: ReactNode,
  { nonce, signal }: Rendering,
): Promise<{ html: Buffer<ArrayBuffer>; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const chunks: Buffer[] = [];
    const whole = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        stopWaiting();
        resolve({ html: Buffer.concat(chunks), hasFailed });
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => stream.pipe(whole),
      onShellError(error: unknown) {
        stopWaiting();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onError(error: unknown) {
        hasFailed = true;
        if (!signal.aborted) log().error({ err: error }, 'page could not be rendered');
      },
    });
    const giveUp = () => stream.abort(signal.reason);
    const timer = setTimeout(giveUp, patience);
    signal.addEventListener('abort', giveUp, { once: true });
    // A page that is done is held by nothing any more.
    function stopWaiting() {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  });
}

/** Errors of loaders and actions: the person sees a request id, the log has the whole. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // An address or a method that does not exist is no fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log().error({ err: error }, 'request failed');
  void recordOwnError('server', error, {
    url: new URL(request.url).pathname,
    requestId: currentRequestId(),
  });
}
