import type { MiddlewareHandler } from 'hono';
import { isSameOrigin } from './security/same-origin';
import { siteOriginOf } from './security/site-origin';

/** RFC 8058 section 3.2: the whole body is this one pair. */
const pair = ['List-Unsubscribe', 'One-Click'] as const;
const longestBody = 2_000;
const address = /^\/unsubscribe\/[^/]+$/;

/**
 * Lets a mail program end a subscription at one click (RFC 8058): a POST from anywhere, without
 * cookies, whose body says so and nothing else. It goes on as a request without cookies, origin or
 * anything else of the sender's, so that no session of the reader's can be used by it; every other
 * request from elsewhere meets the check of the origin as before.
 */
export const oneClickUnsubscribe: MiddlewareHandler = async (context, next) => {
  const request = context.req.raw;
  const isOwn = isSameOrigin(request, siteOriginOf(request));
  if (request.method === 'POST' && !isOwn && address.test(new URL(request.url).pathname)) {
    const isOneClick = await saysOneClick(request.clone());
    if (isOneClick) {
      context.req.raw = new Request(request.url, {
        method: 'POST',
        body: new URLSearchParams([[...pair]]),
      });
    }
  }
  return next();
};

async function saysOneClick(request: Request): Promise<boolean> {
  if (Number(request.headers.get('Content-Length') ?? Infinity) > longestBody) return false;
  const form = await request.formData().catch(() => null);
  const fields = [...(form?.entries() ?? [])];
  return fields.length === 1 && fields[0]?.[0] === pair[0] && fields[0][1] === pair[1];
}
