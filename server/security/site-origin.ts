import { config } from '~/config/config.server';

/**
 * The origin at which people reach this site: the configured one, whatever the `Host` header or the
 * proxy in front says. A demonstration without ORIGIN is reached at any of its names.
 * @param request as the server has received it, over plain HTTP behind a proxy
 */
export function siteOriginOf(request: Request): string {
  const { origin, originIsGiven } = config().server;
  return originIsGiven ? origin : new URL(request.url).origin;
}

/**
 * The same request at the address that the browser has asked for. The router compares `Origin` with
 * it, and behind a proxy that ends TLS the scheme and host of the connection are others.
 */
export function atSiteOrigin(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url);
  const siteOrigin = siteOriginOf(request);
  if (origin === siteOrigin) return request;
  const { method, headers, body, signal } = request;
  // The type for browsers does not know of bodies that are still arriving.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  return new Request(`${siteOrigin}${pathname}${search}`, init);
}
