import type { MiddlewareHandler } from 'hono';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one check against forged requests, for every method that changes something: browsers say
 * where a request comes from, and it must be this site (OWASP ASVS 5.0 3.5.1; the order of the
 * checks is that of the Fetch Metadata standard). A client that sends neither header is no
 * browser and carries no session it was not given.
 * @param isOwnOrigin whether an `Origin` value is this site's
 */
export function isFromOwnOrigin(
  request: Request,
  isOwnOrigin: (origin: string) => boolean,
): boolean {
  if (safeMethods.has(request.method)) return true;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('Origin');
  return origin === null || isOwnOrigin(origin);
}

export function ownOriginOnly(ownOrigin: () => string): MiddlewareHandler {
  return async (context, next) => {
    if (!isFromOwnOrigin(context.req.raw, (origin) => origin === ownOrigin())) {
      return context.text('This request does not come from this website.', 403);
    }
    return next();
  };
}
