import type { MiddlewareHandler } from 'hono';

/** What takes something else than a form, and reads whatever comes with care. */
const notForms = new Set([
  '/app-check',
  '/consent/receipts',
  '/forum/drafts/save',
  '/page-views',
  '/passkey/register',
  '/passkey/sign-in',
  '/tracked-errors',
]);

const plainForm = 'application/x-www-form-urlencoded';

/** RFC 9112, section 6.3: neither length nor transfer coding, no body. */
const isEmpty = (headers: Headers) =>
  (headers.get('Content-Length') ?? '0') === '0' && !headers.has('Transfer-Encoding');

/**
 * Lets forms through to the pages, and nothing else: what no page could read answers 415, what is
 * broken 400. A request without any body is a form without fields.
 */
export const formBodies: MiddlewareHandler = async (context, next) => {
  const { raw, path } = context.req;
  if (raw.method !== 'POST' || notForms.has(path)) return next();
  const given = raw.headers.get('Content-Type');
  const type = (given ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === plainForm) return next();
  if (type === 'multipart/form-data') {
    // Whoever asks for it further on gets what is read here.
    const isWhole = await raw
      .clone()
      .formData()
      .then(Boolean, () => false);
    return isWhole ? next() : context.text('The form is malformed.', 400);
  }
  if (given === null && isEmpty(raw.headers)) {
    const headers = new Headers(raw.headers);
    headers.set('Content-Type', plainForm);
    context.req.raw = new Request(raw.url, {
      method: 'POST',
      headers,
      body: '',
      signal: raw.signal,
    });
    return next();
  }
  return context.text('A form is expected here.', 415);
};
