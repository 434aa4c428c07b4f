import { redirectTo } from './redirect-to.server';
import { z } from 'zod';

/**
 * A message that a person sees on the next page, as a toast: kept in a cookie for a minute at most
 * and removed when shown. It holds a key, never the text.
 */
const noticeSchema = z.strictObject({
  kind: z.enum(['success', 'error']),
  key: z.string().regex(/^[a-z][a-z0-9./-]{2,80}$/),
});
export type Notice = z.output<typeof noticeSchema>;

const cookieName = '__Host-notice';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

export function noticeCookie(notice: Notice): string {
  return `${cookieName}=${encodeURIComponent(JSON.stringify(notice))}; ${attributes}; Max-Age=60`;
}

export const clearedNoticeCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

/** The notice a request carries, if any. */
export function noticeOf(headers: Headers): Notice | null {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(
    headers.get('cookie') ?? '',
  )?.[1];
  if (!value) return null;
  try {
    return noticeSchema.parse(JSON.parse(decodeURIComponent(value)));
  } catch {
    return null;
  }
}

/** Leads to another page of this site and shows a notice there. */
export function redirectWithNotice(path: string, notice: Notice, cookies: string[] = []): Response {
  const headers = new Headers();
  for (const cookie of [...cookies, noticeCookie(notice)]) headers.append('Set-Cookie', cookie);
  // The path may hold what someone typed into the address bar: only its escaped form is a header.
  const { pathname, search, hash } = new URL(path, 'http://site.invalid');
  return redirectTo(pathname + search + hash, { headers });
}
