import { describe, expect, test } from 'vitest';
import { keepUnshownNotices, noticeCookie, noticesOf, redirectWithNotice } from './notices.server';

const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
const sent = { id: 'abcd_-12', ...notice };
const carrying = (cookie: string) => new Headers({ cookie });
const valueOf = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';
const written = (value: unknown) =>
  carrying(`__Host-notice=${encodeURIComponent(JSON.stringify(value))}`);

describe('a notice', () => {
  test('is read from the cookie it was written to, among others', () => {
    const cookie = valueOf(noticeCookie(notice));
    expect(noticesOf(carrying(cookie))).toMatchObject([notice]);
    expect(noticesOf(carrying(`lang=en; ${cookie}; __Host-session=a`))).toMatchObject([notice]);
  });

  test('may say how many things it is about', () => {
    const counted = { ...notice, count: 3 };
    expect(noticesOf(carrying(valueOf(noticeCookie(counted))))).toMatchObject([counted]);
    expect(noticesOf(written([{ ...sent, count: '3' }]))).toEqual([]);
  });

  test('lives for a minute in a cookie bound to this host, which the page can remove', () => {
    const [name, ...attributes] = noticeCookie(notice).split('; ');
    expect(name).toMatch(/^__Host-notice=/);
    expect(attributes).toEqual(['Path=/', 'Secure', 'SameSite=Lax', 'Max-Age=60']);
  });

  test('is told from another one that says the same', () => {
    expect(noticeCookie(notice)).not.toBe(noticeCookie(notice));
  });

  test.each([
    ['nothing', new Headers()],
    ['an empty cookie', carrying('__Host-notice=')],
    ['no JSON', carrying('__Host-notice=abc')],
    ['bad percent-encoding', carrying('__Host-notice=%E0%A4%A')],
    ['another cookie of a similar name', carrying(`x${valueOf(noticeCookie(notice))}`)],
    ['no id', written([notice])],
    ['an id that is a text', written([{ ...sent, id: 'two words' }])],
    ['an unknown kind', written([{ ...sent, kind: 'warning' }])],
    ['a text for a key', written([{ ...sent, key: 'Please call 0900-1234!' }])],
    ['markup for a key', written([{ ...sent, key: '<b>a</b>' }])],
    ['a very long key', written([{ ...sent, key: 'a'.repeat(100) }])],
    ['an unknown field', written([{ ...sent, values: {} }])],
    ['no list', written(sent)],
    ['more than are shown', written([sent, sent, sent, sent, sent])],
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
    expect(noticesOf(carrying(valueOf(cookie)))).toMatchObject([notice, refusal]);
  });

  test('goes along with a redirect and the cookies of the answer', () => {
    const response = redirectWithNotice('/login', notice, ['a=b']);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login');
    const [other, cookie = ''] = response.headers.getSetCookie();
    expect(other).toBe('a=b');
    expect(noticesOf(carrying(valueOf(cookie)))).toMatchObject([notice]);
  });
});
