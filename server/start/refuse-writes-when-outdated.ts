import type { MiddlewareHandler } from 'hono';
import { isSchemaOutdated } from '~/platform/schema-watch.server';

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A process whose database a later release has upgraded writes nothing into it. */
export const refuseWritesWhenOutdated: MiddlewareHandler = async (context, next) => {
  if (!isSchemaOutdated() || safe.has(context.req.method)) return next();
  const text = 'The site is being upgraded. Nothing was saved. Try again in a few minutes.';
  return context.text(text, 503, { 'Retry-After': '60', 'Cache-Control': 'no-store' });
};
