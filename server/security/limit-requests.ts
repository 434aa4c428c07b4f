import type { MiddlewareHandler } from 'hono';
import { networkOf } from '~/lib/network-of';
import { requestKind, withinLimits } from '~/platform/concurrency-limits.server';
import type { Environment } from '../app';
import { clientAddressOf } from './client-address';

/** What one address may have under way at a time, before anything is looked up for it. */
export const limitRequests: MiddlewareHandler<Environment> = async (context, next) => {
  const claim = {
    kind: requestKind(context.req.path, context.req.method),
    of: { address: networkOf(clientAddressOf(context)) },
    signal: context.req.raw.signal,
  };
  const answer = await withinLimits(claim, async () => {
    await next();
    return context.res;
  });
  // Set once more, an answer is copied.
  if (answer !== context.res) context.res = answer;
};
