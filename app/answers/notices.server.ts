import { randomBytes } from 'node:crypto';
import { redirectTo } from './redirect-to.server';
import { z } from 'zod';
import { noticeCookieName as cookieName } from '~/site/shown-notices';

/**
 * Messages that a person sees on the next page: as toasts, or above the page where scripts do not
 * run. They stay in a cookie until a page has shown them, for a minute at most: an answer that
 * carries them may come too late to be shown. The cookie holds keys and numbers, never texts.
 */
const noticeSchema = z.strictObject({
  /** By which the page knows what it has shown. */
  id: z.string().regex(/^[\w-]{8}$/),
  kind: z.enum(['success', 'error']),
  key: z.string().regex(/^[a-z][a-z0-9./-]{2,80}$/),
  /** How many things it is about. */
  count: z.int().min(0).max(9_999).optional(),
});
type SentNotice = z.output<typeof noticeSchema>;
export type Notice = Omit<SentNotice, 'id'>;

/** A cookie is small, and nobody reads more at once. */
const most = 4;
const noticesSchema = z.array(noticeSchema).max(most);

const withId = (notice: Notice): SentNotice => ({
  id: randomBytes(6).toString('base64url'),
  ...notice,
});

/** Scripts may read it: the page removes what it has shown. */
const cookieOf = (notices: readonly SentNotice[]) =>
  `${cookieName}=${encodeURIComponent(JSON.stringify(notices))}; Path=/; Secure; SameSite=Lax; Max-Age=60`;

export const noticeCookie = (notice: Notice): string => cookieOf([withId(notice)]);

/** The notices a request carries. */
export function noticesOf(headers: Headers): SentNotice[] {
  return readNotices(headers.get('cookie') ?? '');
}

/** @param cookies as in a header, ours among them or not */
function readNotices(cookies: string): SentNotice[] {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies)?.[1];
  if (!value) return [];
  try {
    return noticesSchema.parse(JSON.parse(decodeURIComponent(value)));
  } catch {
    return [];
  }
}

/**
 * An answer that says something more has not shown what was to be said before: the guard behind a
 * sign-in speaks after it, and both are heard.
 * @param also what this request has found out besides
 */
export function keepUnshownNotices(
  response: Response,
  { request, also }: { request: Request; also: readonly Notice[] },
): void {
  const cookies = response.headers.getSetCookie();
  const own = cookies.findLast((cookie) => cookie.startsWith(`${cookieName}=`));
  const said = own === undefined ? [] : readNotices(own);
  if (said.length + also.length === 0) return;
  const all = [...noticesOf(request.headers), ...said, ...also.map(withId)].slice(-most);
  response.headers.delete('Set-Cookie');
  for (const cookie of cookies) {
    if (!cookie.startsWith(`${cookieName}=`)) response.headers.append('Set-Cookie', cookie);
  }
  response.headers.append('Set-Cookie', cookieOf(all));
}

/**
 * A whole page carries what it has to say in its text: without scripts nothing else removes it. One that
 * could not be made, or that nobody reads, has not shown it.
 */
export function clearShownNotices(response: Response, { headers, method }: Request): void {
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  const isPage = isHtml && response.status < 500 && method !== 'HEAD';
  const saysMore = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${cookieName}=`));
  if (!isPage || saysMore || noticesOf(headers).length === 0) return;
  response.headers.append('Set-Cookie', `${cookieName}=; Path=/; Secure; SameSite=Lax; Max-Age=0`);
}

/** Leads to another page of this site and shows a notice there. */
export function redirectWithNotice(path: string, notice: Notice, cookies: string[] = []): Response {
  const headers = new Headers();
  for (const cookie of [...cookies, noticeCookie(notice)]) headers.append('Set-Cookie', cookie);
  // The path may hold what someone typed into the address bar: only its escaped form is a header.
  const { pathname, search, hash } = new URL(path, 'http://site.invalid');
  return redirectTo(pathname + search + hash, { headers });
}
