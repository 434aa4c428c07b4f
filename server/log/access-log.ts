import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '~/config/config.server';
import { log } from '~/platform/log/log.server';
import { clientAddress } from '../security/client-address';
import type { Listening } from '../start/listen';
import type { PatternOf } from '../security/route-patterns';

type Before = NonNullable<Listening['before']>;

/**
 * Writes a line to the log for each request once it is over: method, route, status, time,
 * and who asked only where `accessLogAddresses` is on. The pattern of the route stands for the
 * address, which may hold names and the secrets of links.
 * @param before what sees the requests after this
 */
export function withAccessLog(before: Before | undefined, patternOf: PatternOf): Before {
  return (request, response, next) => {
    const begin = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - begin);
      log().info({ ...factsOf(request, response, patternOf), ms }, 'request');
    });
    if (before) before(request, response, next);
    else next();
  };
}

function factsOf(request: IncomingMessage, response: ServerResponse, patternOf: PatternOf) {
  const { method, url = '', headers, socket } = request;
  const [pathname = ''] = url.split('?', 1);
  const { flags, server } = config();
  const forwarded = headers['x-forwarded-for'];
  const address = flags.accessLogAddresses
    ? clientAddress(socket.remoteAddress, String(forwarded ?? ''), server.trustedProxies)
    : undefined;
  return {
    method,
    route: patternOf(pathname),
    status: response.statusCode,
    requestId: requestIds.get(response),
    ...(address === undefined ? {} : { address }),
    // The client went away before the end: no error of ours.
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

const requestIds = new WeakMap<ServerResponse, string>();

/** The id of the answer, which cannot be read from its headers once they are sent. */
export function noteRequestId(response: ServerResponse, requestId: string): void {
  if (config().flags.accessLog) requestIds.set(response, requestId);
}
