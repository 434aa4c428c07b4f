import { STATUS_CODES } from 'node:http';
import type { MiddlewareHandler } from 'hono';

const problem = 'application/problem+json';

/**
 * Makes each refusal under `/api` a problem as programs read it (RFC 9457), wherever it was made. A
 * request that accepts HTML, as browsers send, gets the answer as it was made.
 */
export const apiProblems: MiddlewareHandler = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  const isPage = context.req.header('Accept')?.includes('text/html');
  if (status < 400 || isPage || headers.get('Content-Type')?.startsWith(problem)) return;
  const kept = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length']) kept.delete(name);
  kept.set('Content-Type', problem);
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status };
  // Whoever makes a body waits for its end, with the place it has (`limitRequests`).
  await context.res.body?.cancel();
  // Hono copies the headers of the answer that it replaces, its length among them.
  context.res = undefined;
  context.res = new Response(JSON.stringify(body), { status, headers: kept });
};
