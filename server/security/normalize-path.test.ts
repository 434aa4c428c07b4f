import { describe, expect, test } from 'vitest';
import { asking, site } from '../../tests/support/site/asking';
import { echoBuild } from '../../tests/support/site/echo-build';
import { createApp } from '../app';

const app = createApp({ build: () => echoBuild, mode: 'production' });
const ask = asking(app);

describe('the address of a request', () => {
  test.each([
    ['//', '/'],
    ['//evil.example', '/evil.example'],
    ['///evil.example//', '/evil.example'],
    ['/intranet//', '/intranet'],
    ['//intranet', '/intranet'],
    ['/a//b///c', '/a/b/c'],
    ['/about/', '/about'],
    ['/about/?a=1&b=//', '/about?a=1&b=//'],
    ['/\\evil.example', '/evil.example'],
    ['/..//evil.example', '/evil.example'],
    ['/a/..//evil.example/', '/evil.example'],
    ['/.//', '/'],
  ])('%s leads to %s', async (path, target) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(path, { method });
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe(target);
      expect(new URL(target, site).origin).toBe(site);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await ask(path, { method })).status).toBe(400);
    }
  });

  test.each([
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/%C3%28',
    '/a%00b',
    '/a%0d%0aSet-Cookie:a=b',
    '/a%09b',
    '/%7F',
    '/%5Cevil.example',
    '/..%5c..%5csecret',
    '/%ff',
    '/about/%2e%2e%00',
    '/search?q=a%00b',
    '/forum/members.data?q=%00',
  ])('%s is malformed', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await ask(path, { method })).status).toBe(400);
    }
  });

  test.each([
    '/',
    '/about',
    '/news?year=2026',
    '/caf%C3%A9',
    '/a%20b',
    '/a%2Fb',
    '/article/a.b',
    '/%F0%9F%98%80',
  ])('%s stays as it is', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  test.each(['PROPFIND', 'SEARCH', 'MKCOL', 'PURGE', 'LINK', 'get', 'FOO'])(
    'the method %s is not known',
    async (method) => {
      // The Fetch standard writes some in capitals by itself; `get` is then an ordinary GET.
      const request = new Request(site, { method });
      const wanted = request.method === 'GET' ? 200 : 405;
      expect((await app.request(request, undefined, {})).status).toBe(wanted);
    },
  );
});
