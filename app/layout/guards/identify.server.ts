import { type MiddlewareFunction, redirect } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { lostSessionContext } from '~/policy/request-context';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { hasReplica, withReads } from '~/db/db.server';
import { readsOwnWritesFor } from '~/db/replica.server';
import { languageContext, languageOf } from '~/i18n/language.server';
import { clearShownNotices, keepUnshownNotices } from '~/answers/notices.server';
import { requestKind, withinLimits } from '~/platform/concurrency-limits.server';
import { noteUser } from '~/platform/log/log.server';

/** Session, then actor, then language; afterwards the headers that depend on who asked. */
export const identify: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { actor, cookies, lost, mustEnrol } = await resolveSession(request.headers);
  context.set(actorContext, actor);
  context.set(languageContext, languageOf(request.headers));
  if (isSignedIn(actor)) noteUser(actor.id);
  if (lost) context.set(lostSessionContext, lost);
  if (mustEnrol && !isEnrolmentPath(request)) throw redirect(enrolmentPath);
  const read = () => withReads(!hasJustWritten(request), next);
  const response = isSignedIn(actor)
    ? await withinLimits(
        {
          kind: requestKind(new URL(request.url).pathname, request.method),
          of: { account: actor.id },
          signal: request.signal,
        },
        read,
      )
    : await read();
  const setByRoute = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0]);
  // What an open page asks for beside itself may be overtaken by a sign-in, whose cookie is newer.
  for (const cookie of lost && !isForPage(request, response) ? [] : cookies) {
    // A sign-in or sign-out in this very request has the last word.
    if (!setByRoute.includes(cookie.split('=', 1)[0]))
      response.headers.append('Set-Cookie', cookie);
  }
  if (isSignedIn(actor)) noteWrite(request, response);
  const also = lost && leadsOn(response) ? [{ kind: 'error' as const, key: lost }] : [];
  keepUnshownNotices(response, { request, also });
  clearShownNotices(response, request);
  preventCaching(response.headers, isSignedIn(actor) || cookies.length > 0);
  return response;
};

/** To a browser, or to the router of the browser (React Router's status for it). */
const leadsOn = ({ status }: Response) => status === 202 || (status >= 300 && status < 400);

/** A page for the browser, or its data for the router: not a stream, a note of a view or a draft. */
function isForPage({ headers }: Request, { headers: answer, status }: Response): boolean {
  const isForRouter = answer.get('Content-Type')?.includes('text/x-script') || status === 202;
  return isForRouter || ['navigate', null].includes(headers.get('Sec-Fetch-Mode'));
}

/** Kept by the browser of somebody who has written, for as long as a replica may not know of it yet. */
const wroteCookie = '__Host-wrote';

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** An export is sent by a form, and reads. */
const writes = (request: Request) =>
  !isRead(request) && requestKind(new URL(request.url).pathname) !== 'export';

const hasJustWritten = (request: Request) =>
  writes(request) || (request.headers.get('Cookie')?.includes(`${wroteCookie}=`) ?? false);

function noteWrite(request: Request, { headers }: Response): void {
  if (!writes(request) || !hasReplica()) return;
  const about = `Path=/; Max-Age=${readsOwnWritesFor}; HttpOnly; Secure; SameSite=Lax`;
  headers.append('Set-Cookie', `${wroteCookie}=1; ${about}`);
}

/** Where an administrator without a second factor is led before anything else. */
const enrolmentPath = '/settings/second-factor';
/** What else is open until then: what the site says of itself, the choices about it, and the way out. */
const openMeanwhile = [
  '/sign-out',
  '/language',
  '/passkey',
  '/confirm-email-change',
  '/session',
  '/consent',
  '/privacy-policy',
  '/end-user-agreement',
  '/security-policy',
  '/unsubscribe',
];

function isEnrolmentPath(request: Request): boolean {
  const path = new URL(request.url).pathname.replace(/\.data$/, '');
  return [enrolmentPath, ...openMeanwhile].some(
    (way) => path === way || path.startsWith(`${way}/`),
  );
}

/** Pages of a signed-in person are never stored; others are checked each time. */
function preventCaching(headers: Headers, isPersonal: boolean): void {
  // A public file under an address of its own is the same for everybody.
  const isFile = headers.get('Cache-Control')?.includes('immutable');
  if (isFile && !headers.has('Set-Cookie')) return;
  if (isPersonal || headers.has('Set-Cookie')) headers.set('Cache-Control', 'no-store');
  else if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache');
  headers.append('Vary', 'Cookie');
}
