import type { MiddlewareHandler } from 'hono';
import { siteOriginOf } from './site-origin';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one check against forged requests, for every method that changes something (OWASP ASVS 5.0
 * 3.5.1). An `Origin` header has to name this site, and Fetch Metadata must not say otherwise. A
 * client that sends neither is no browser and carries no session it was not given.
 * @param siteOrigin the origin of this site
 */
export function isSameOrigin(request: Request, siteOrigin: string): boolean {
  if (safeMethods.has(request.method)) return true;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('Origin');
  return origin === null || origin === siteOrigin;
}

/** Refuses what another site has sent (403). */
export const sameOriginOnly: MiddlewareHandler = async (context, next) => {
  const request = context.req.raw;
  if (isSameOrigin(request, siteOriginOf(request))) return next();
  return context.text('This request does not come from this website.', 403);
};
