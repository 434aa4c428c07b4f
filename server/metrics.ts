import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '~/platform/log.server';
import { countRequest, readMetrics } from '~/platform/metrics.server';
import type { Listening } from './listen';

type Before = NonNullable<Listening['before']>;

/**
 * Counts every request, and answers `GET /metrics` to whoever asks from this very machine, by a name
 * of this machine, without a proxy in between: proxies that say nothing of themselves speak HTTP 1.0
 * or pass the name on that they were asked by. For everybody else that address is like any other that does not exist.
 * @param before what sees the requests after this
 */
export function withMetrics(before: Before | undefined): Before {
  return (request, response, next) => {
    if (isAskedHere(request)) {
      void answer(response);
      return;
    }
    const begin = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - begin) / 1_000;
      countRequest({ method: request.method ?? '', status: response.statusCode, seconds });
    });
    if (before) before(request, response, next);
    else next();
  };
}

const ownName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const ownAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** What proxies add: their requests come from this machine, but not from somebody on it. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

function isAskedHere(request: IncomingMessage): boolean {
  return (
    request.method === 'GET' &&
    request.url === '/metrics' &&
    request.httpVersion === '1.1' &&
    ownName.test(request.headers.host ?? '') &&
    ownAddresses.has(request.socket.remoteAddress ?? '') &&
    proxyHeaders.every((name) => request.headers[name] === undefined)
  );
}

async function answer(response: ServerResponse): Promise<void> {
  try {
    const { type, text } = await readMetrics();
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  } catch (error) {
    log().error({ err: error }, 'the figures could not be read');
    response.writeHead(500).end();
  }
}
