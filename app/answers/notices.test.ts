import { describe, expect, test } from 'vitest';
import {
  clearedNoticeCookie,
  keepUnshownNotices,
  noticeCookie,
  noticesOf,
  redirectWithNotice,
} from './notices.server';

const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
const carrying = (cookie: string) => new Headers({ cookie });
const valueOf = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';
const written = (value: unknown) =>
  carrying(`__Host-notice=${encodeURIComponent(JSON.stringify(value))}`);

describe('a notice', () => {
  test('is read from the cookie it was written to, among others', () => {
    const cookie = valueOf(noticeCookie(notice));
    expect(noticesOf(carrying(cookie))).toEqual([notice]);
    expect(noticesOf(carrying(`lang=en; ${cookie}; __Host-session=a`))).toEqual([notice]);
  });

  test('lives for a minute in a cookie bound to this host, out of reach of scripts', () => {
    for (const cookie of [noticeCookie(notice), clearedNoticeCookie]) {
      expect(cookie).toMatch(/^__Host-notice=/);
      for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
        expect(cookie.split('; ')).toContain(part);
      }
      expect(cookie).not.toMatch(/domain/i);
    }
    expect(noticeCookie(notice)).toContain('Max-Age=60');
    expect(clearedNoticeCookie).toContain('Max-Age=0');
  });

  test.each([
    ['nothing', new Headers()],
    ['an empty cookie', carrying('__Host-notice=')],
    ['no JSON', carrying('__Host-notice=abc')],
    ['bad percent-encoding', carrying('__Host-notice=%E0%A4%A')],
    ['another cookie of a similar name', carrying(`x${valueOf(noticeCookie(notice))}`)],
    ['an unknown kind', written([{ kind: 'warning', key: notice.key }])],
    ['a text for a key', written([{ kind: 'error', key: 'Please call 0900-1234!' }])],
    ['markup for a key', written([{ kind: 'error', key: '<b>a</b>' }])],
    ['a very long key', written([{ kind: 'error', key: 'a'.repeat(100) }])],
    ['an unknown field', written([{ ...notice, values: {} }])],
    ['no list', written(notice)],
    ['more than are shown', written([notice, notice, notice, notice, notice])],
    ['null', written(null)],
  ])('is not there for %s', (_name, headers) => {
    expect(noticesOf(headers)).toEqual([]);
  });

  test('is not lost when the next page leads on and says something itself', () => {
    const refusal = { kind: 'error', key: 'admin-guard.not-admin' } as const;
    const response = redirectWithNotice('/login', refusal, ['a=b']);
    const request = new Request('http://site.example/user', {
      headers: { cookie: valueOf(noticeCookie(notice)) },
    });
    keepUnshownNotices(response, { request, also: [] });
    const [other, cookie = '', ...more] = response.headers.getSetCookie();
    expect([other, more]).toEqual(['a=b', []]);
    expect(noticesOf(carrying(valueOf(cookie)))).toEqual([notice, refusal]);
  });

  test('that a page has shown is gone', () => {
    const response = new Response('', { headers: { 'Set-Cookie': clearedNoticeCookie } });
    const headers = { cookie: valueOf(noticeCookie(notice)) };
    const request = new Request('http://site.example/', { headers });
    keepUnshownNotices(response, { request, also: [] });
    expect(response.headers.getSetCookie()).toEqual([clearedNoticeCookie]);
  });

  test('goes along with a redirect and the cookies of the answer', () => {
    const response = redirectWithNotice('/login', notice, ['a=b']);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login');
    expect(response.headers.getSetCookie()).toEqual(['a=b', noticeCookie(notice)]);
  });
});
