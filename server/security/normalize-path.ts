import type { MiddlewareHandler } from 'hono';
import { normalizePathname } from '~/features/content/redirects/normalize-pathname';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What pages answer to; files have a protocol of their own. */
export const pageMethods = 'GET, HEAD, POST, OPTIONS';

/** Whether a path can be decoded and holds no control characters. */
export function isWellFormed(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    return !/[\u0000-\u001F\u007F\\]/.test(decoded);
  } catch {
    return false;
  }
}

/** No question has one, and the database refuses each (PostgreSQL 15, section 8.3). */
const hasNul = (search: string) => search.includes('%00') || search.includes('\0');

/**
 * Malformed paths, and questions with a NUL, answer 400, unknown methods 405, and a path with doubled slashes or a slash at
 * its end leads to the plain spelling, so that every page and every guard has one address.
 */
export const normalizePath: MiddlewareHandler = async (context, next) => {
  const url = new URL(context.req.url);
  if (!methods.has(context.req.method)) {
    return context.text('Method not allowed.', 405, { Allow: pageMethods });
  }
  if (!isWellFormed(url.pathname) || hasNul(url.search))
    return context.text('The address is malformed.', 400);
  const tidy = normalizePathname(url.pathname);
  if (tidy === url.pathname) return next();
  const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
  return isRead
    ? context.redirect(`${tidy}${url.search}`, 308)
    : context.text('The address is malformed.', 400);
};
