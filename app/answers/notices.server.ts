import { redirectTo } from './redirect-to.server';
import { z } from 'zod';

/**
 * Messages that a person sees on the next page, as toasts: kept in a cookie for a minute at most
 * and removed when shown. It holds keys, never texts.
 */
const noticeSchema = z.strictObject({
  kind: z.enum(['success', 'error']),
  key: z.string().regex(/^[a-z][a-z0-9./-]{2,80}$/),
});
export type Notice = z.output<typeof noticeSchema>;

/** A cookie is small, and nobody reads more at once. */
const most = 4;
const noticesSchema = z.array(noticeSchema).max(most);

const cookieName = '__Host-notice';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

const cookieOf = (notices: readonly Notice[]) =>
  `${cookieName}=${encodeURIComponent(JSON.stringify(notices))}; ${attributes}; Max-Age=60`;

export const noticeCookie = (notice: Notice): string => cookieOf([notice]);

export const clearedNoticeCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

/** The notices a request carries. */
export function noticesOf(headers: Headers): Notice[] {
  return readNotices(headers.get('cookie') ?? '');
}

/** @param cookies as in a header, ours among them or not */
function readNotices(cookies: string): Notice[] {
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
  // A page has shown them.
  if (own !== undefined && said.length === 0) return;
  const all = [...noticesOf(request.headers), ...said, ...also].slice(-most);
  if (said.length + also.length === 0) return;
  response.headers.delete('Set-Cookie');
  for (const cookie of cookies) {
    if (!cookie.startsWith(`${cookieName}=`)) response.headers.append('Set-Cookie', cookie);
  }
  response.headers.append('Set-Cookie', cookieOf(all));
}

/** Leads to another page of this site and shows a notice there. */
export function redirectWithNotice(path: string, notice: Notice, cookies: string[] = []): Response {
  const headers = new Headers();
  for (const cookie of [...cookies, noticeCookie(notice)]) headers.append('Set-Cookie', cookie);
  // The path may hold what someone typed into the address bar: only its escaped form is a header.
  const { pathname, search, hash } = new URL(path, 'http://site.invalid');
  return redirectTo(pathname + search + hash, { headers });
}
