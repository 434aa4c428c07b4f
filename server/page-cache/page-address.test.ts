import { beforeEach, describe, expect, test } from 'vitest';
import { configure } from '../../tests/support/database/configure';
import { isPlainSearch, pageAddressOf } from './page-address';

beforeEach(() => configure({ LANGUAGES: 'en,fr,de' }));

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  pageAddressOf({ url, headers, method });

describe('a request may be answered from the cache', () => {
  test.each([
    '/',
    '/about',
    '/news',
    '/news/a-slug',
    '/article/names-in-a-search-box',
    '/feed.xml',
  ])('at a plain address: %s', (url) => {
    expect(ask(url)).toEqual({ pathname: url, search: '', language: 'en', key: `en ${url}` });
  });

  test('with a plain search', () => {
    expect(ask('/news?year=2026')).toMatchObject({ pathname: '/news', search: '?year=2026' });
  });

  test('with HEAD as with GET', () => {
    expect(ask('/about', {}, 'HEAD')).toEqual(ask('/about'));
  });

  test.each([
    ['lang=fr', 'fr'],
    ['lang=de;', 'de'],
    ['lang=xx', 'en'],
    ['lang=', 'en'],
    ['', 'en'],
  ])('in the chosen language: %j', (cookie, language) => {
    expect(ask('/about', { cookie })).toMatchObject({ language, key: `${language} /about` });
  });

  test('whatever other headers a browser or proxy sends', () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-original-url': '/login',
      'user-agent': 'anything',
      accept: '*/*',
      range: 'bytes=0-1',
    };
    expect(ask('/about', headers)).toEqual(ask('/about'));
  });
});

describe('a request is not answered from the cache', () => {
  test.each([
    '__Host-session=abc',
    '__Host-session=',
    '__Host-session-only=true',
    'lang=fr; __Host-session=abc',
    '__Host-session=abc; lang=fr',
    '__Host-notice=%7B%7D',
    '__Host-site.two_factor=x',
    'anything=x',
    'language=fr',
    'lang',
    '=lang=fr',
    'lang=fr,__Host-session=abc',
    'lang=fr __Host-session=abc',
  ])('for a request with another cookie: %j', (cookie) => {
    expect(ask('/about', { cookie })).toBeNull();
  });

  test.each<Record<string, string>>([
    { authorization: 'Bearer x' },
    { authorization: '' },
    { 'proxy-authorization': 'Basic x' },
    { 'if-match': '"x"' },
    { 'if-unmodified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' },
    { 'transfer-encoding': 'chunked' },
    { 'content-length': '5' },
    { expect: '100-continue' },
    { upgrade: 'websocket' },
  ])('for a request with %j', (headers) => {
    expect(ask('/about', headers)).toBeNull();
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', ''])(
    'for the method %j',
    (method) => {
      expect(ask('/about', {}, method)).toBeNull();
    },
  );

  test.each([
    '//about',
    '/about/',
    '/about//x',
    '//',
    '/%61bout',
    '/about%00',
    '/about%2f',
    '/ABOUT',
    '/about\\x',
    '/../about',
    '/./about',
    '/.about',
    '/about;x=1',
    '/about#x',
    'about',
    'http://evil.example/about',
    '*',
    '',
    '/about.data',
    '/_root.data',
    '/news.data?_routes=root',
    '/about?',
    '/about?a=%41',
    '/about?a=b?c',
    '/about?a=b+c',
  ])('at another spelling: %j', (url) => {
    expect(ask(url)).toBeNull();
  });
});

describe('a search', () => {
  test.each([
    ['', true],
    ['?year=2026', true],
    ['?year=2026&language=en', true],
    ['?language=en', true],
    ['?language=en&year=2026', false],
    ['?year=2026&year=2025', false],
    ['?year=2026&other=1', false],
    ['?other=1', false],
    ['?&', true],
    [`?year=${'2'.repeat(41)}`, false],
  ])('%s is plain: %s', (search, isPlain) => {
    expect(isPlainSearch(search, ['year', 'language'])).toBe(isPlain);
  });
});
