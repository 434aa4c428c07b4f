import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '~/platform/log/log.server';
import { countRequest, metricsToken, readMetrics } from '~/platform/log/metrics.server';
import type { Listening } from '../start/listen';

type Before = NonNullable<Listening['before']>;

/**
 * Counts every request, and answers `GET /metrics` for requests with the token of `metricsToken`. For
 * everybody else that address is like any other that does not exist, wherever they ask from.
 * @param before what sees the requests after this
 */
export function withMetrics(before: Before | undefined): Before {
  return (request, response, next) => {
    if (isAskedWithToken(request)) {
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

function isAskedWithToken(request: IncomingMessage): boolean {
  if (request.method !== 'GET' || request.url !== '/metrics') return false;
  // Digests have one length, whatever was sent.
  const given = digestOf((request.headers.authorization ?? '').replace(/^bearer /i, 'Bearer '));
  return timingSafeEqual(given, digestOf(`Bearer ${metricsToken()}`));
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

async function answer(response: ServerResponse): Promise<void> {
  try {
    const { type, text } = await readMetrics();
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  } catch (error) {
    log().error({ err: error }, 'the figures could not be read');
    response.writeHead(500).end();
  }
}
