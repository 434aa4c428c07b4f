import { renderToReadableStream } from 'react-dom/server';
import type { EntryContext, RouterContextProvider } from 'react-router';
import { ServerRouter } from 'react-router';
import { recordOwnError } from '~/features/error-tracking/error-tracking.server';
import { languageContext } from '~/i18n/language.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { currentRequestId, log } from '~/platform/log.server';
import { requestFactsContext } from '~/request-context';

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
  let failed = false;
  const body = await renderToReadableStream(
    <TranslationProvider language={language} translate={translateIn(language)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </TranslationProvider>,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(patience)]),
      onError(error: unknown) {
        failed = true;
        if (!request.signal.aborted) log().error({ err: error }, 'page could not be rendered');
      },
    },
  );
  // The whole page before the first byte: then its status is the true one.
  await body.allReady;
  return new Response(body, { status: failed && status < 500 ? 500 : status, headers });
}

/** Errors of loaders and actions: the person sees a request id, the log has the whole. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  log().error({ err: error }, 'request failed');
  void recordOwnError('server', error, {
    url: new URL(request.url).pathname,
    requestId: currentRequestId(),
  });
}
