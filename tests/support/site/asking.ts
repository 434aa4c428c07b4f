import type { Hono } from 'hono';
import type { Environment } from '../../../server/app';

/** The origin of the site in tests. */
export const site = 'https://association.example';

type AskInit = RequestInit & { duplex?: 'half' };

/** How to ask an application as the network would. */
export function asking(app: Hono<Environment>) {
  return async (path: string, init: AskInit = {}): Promise<Response> =>
    app.request(new Request(`${site}${path}`, { redirect: 'manual', ...init }), undefined, {});
}

/** A request with a body; text is that of a form, unless the headers say otherwise. */
export const post = (body: BodyInit | null, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers:
    typeof body === 'string'
      ? { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }
      : headers,
});
