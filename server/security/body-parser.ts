import { MIMEType } from 'node:util';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { readTokenHash } from '~/platform/auth.server';
import { isSignedIn } from '~/policy/actor';
import type { Environment } from '../app';
import { limitRequests } from './limit-requests';

/** What a body may cost, checked before any of it is parsed (OWASP ASVS 5.0 15.1.3, 15.2.2). */
export type BodyBudget = { bytes: number; fields: number };

export const publicBudget: BodyBudget = { bytes: 64 * 1024, fields: 200 };
/** Only a browser with a session cookie of ours writes long texts. */
export const memberBudget: BodyBudget = { bytes: 1024 * 1024, fields: 2_000 };
/** Pictures and attachments of texts and events, the logo, files with decisions, and returned e-mails, behind the guard of the administration. */
const fileBytes = 25 * 1024 * 1024;
const fileForm =
  /^\/administration\/(content\/pictures|content\/[^/]+\/[^/]+\/files|events\/[^/]+\/files|association|decisions\/import|subscriptions)(\.data)?$/;

/** These take JSON and check it themselves. */
const jsonPaths = new Set([
  '/app-check',
  '/consent/receipts',
  '/forum/drafts/save',
  '/page-views',
  '/passkey/register',
  '/passkey/sign-in',
  '/tracked-errors',
]);

const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

const tooLarge = 'The request is too large.';

export const limitTo = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (context) => context.text(tooLarge, 413) });

/** Refuses a body over the budget of the sender with 413, while it arrives. */
const limitBody: MiddlewareHandler = async (context, next) => {
  const most = await mostBytes(context.req.raw, context.req.path);
  return limitTo(most)(context, next);
};

const budgetOf = async ({ headers }: Request): Promise<BodyBudget> =>
  (await readTokenHash(headers)) ? memberBudget : publicBudget;

async function mostBytes(request: Request, path: string): Promise<number> {
  const budget = await budgetOf(request);
  const announced = Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  const isLarge = fileForm.test(path) && announced > memberBudget.bytes;
  if (budget === publicBudget || !isLarge) return budget.bytes;
  // Asked for before anything large is taken in: the guard of these pages comes when all of it is there.
  const { actor } = await resolveSession(request.headers);
  return isSignedIn(actor) && actor.role !== 'USER' ? fileBytes : budget.bytes;
}

/**
 * Lets forms through to the pages, and nothing else: another type answers 415, too many fields 413. A
 * request without any body is a form without fields. JSON is read by those who take it.
 */
const readForm: MiddlewareHandler = async (context, next) => {
  const { raw, path } = context.req;
  if (raw.method !== 'POST') return next();
  if (jsonPaths.has(path)) {
    context.req.raw = arrived(raw, raw.headers, Buffer.from(await raw.arrayBuffer()));
    return next();
  }
  const given = raw.headers.get('Content-Type');
  const type = typeOf(raw);
  const isNothing = given === null && isEmpty(raw.headers);
  if (type !== urlEncoded && type !== multipart && !isNothing)
    return context.text('A form is expected here.', 415);
  const body = isNothing ? Buffer.alloc(0) : Buffer.from(await raw.arrayBuffer());
  const headers = new Headers(raw.headers);
  if (isNothing) headers.set('Content-Type', urlEncoded);
  const request = arrived(raw, headers, body);
  if (countFields(body, given ?? '') > (await budgetOf(raw)).fields)
    return context.text(tooLarge, 413);
  context.req.raw = request;
  return next();
};

/** A request whose body has been read. */
const arrived = ({ method, url, signal }: Request, headers: Headers, body: Buffer<ArrayBuffer>) =>
  new Request(url, { method, headers, body, signal });

/** Answers 400 to a multipart form that no page could read. */
const refuseMalformed: MiddlewareHandler = async (context, next) => {
  const { raw, path } = context.req;
  const isForm = raw.method === 'POST' && !jsonPaths.has(path) && typeOf(raw) === multipart;
  if (isForm && !(await isWellFormed(raw.clone())))
    return context.text('The form is malformed.', 400);
  return next();
};

/**
 * What every request of a page passes. A form waits for the turn of its client when it has arrived,
 * and is parsed only then: a slow line keeps nobody waiting, many forms at once nobody else.
 */
export const acceptForms: MiddlewareHandler<Environment>[] = [
  limitBody,
  readForm,
  limitRequests,
  refuseMalformed,
];

const typeOf = ({ headers }: Request) =>
  (headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();

/** RFC 9112, section 6.3: neither length nor transfer coding, no body. */
const isEmpty = (headers: Headers) =>
  (headers.get('Content-Length') ?? '0') === '0' && !headers.has('Transfer-Encoding');

/** An upper bound of the number of fields, without parsing: each has a separator of its own. */
function countFields(body: Buffer, contentType: string): number {
  const separator = separatorOf(contentType);
  let count = 1;
  let at = body.indexOf(separator);
  while (at >= 0) {
    count += 1;
    at = body.indexOf(separator, at + separator.length);
  }
  return count;
}

/** Of a form with files its boundary, as those who parse it read it (WHATWG MIME Sniffing, section 4.4). */
function separatorOf(contentType: string): string {
  try {
    const { essence, params } = new MIMEType(contentType);
    // Without a boundary nobody can parse it.
    return essence === multipart ? `--${params.get('boundary') ?? ''}` : '&';
  } catch {
    return '&';
  }
}

const isWellFormed = (form: Request) =>
  form.formData().then(
    () => true,
    () => false,
  );
