import { request as rawRequest } from 'node:http';
import { emailOf, readSetCookie } from './steps/accounts';
import { expect } from './steps/fixtures';
import { type Site, withSettings } from './steps/own-site';
import { oddAnswers, questions } from './steps/questions';
import { cookieOf, get, post, readIn, userIdOf } from './steps/plain-requests';

/** A site of its own, asked without a browser, whose log is read. */
const test = withSettings({
  LOG_LEVEL: 'info',
  FLAGS: 'errorTracking,selfRegistration',
  TRUSTED_PROXIES: '1',
});

type Asked = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Headers; text: string };

/** Asks with exactly this path and these headers, also those that `fetch` does not let through. */
function ask(site: Site, path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) {
  const { hostname, port } = new URL(site.url);
  return new Promise<Answer>((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const isStream = response.headers['content-type'] === 'text/event-stream';
      let text = '';
      const done = () => {
        const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        );
        resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text });
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (isStream) sent.destroy();
      });
      response.once('close', done);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Every kind of answer, and who asks. */
const kinds: readonly [string, string, number, Asked & { as?: 'member' | 'admin' }][] = [
  ['a page', '/login', 200, {}],
  ['a page from memory', '/about', 200, {}],
  ['a page asked for by HEAD', '/about', 200, { method: 'HEAD' }],
  ['data of a page', '/about.data', 200, {}],
  ['a page that is not there', '/nothing-here', 404, {}],
  ['data that is not there', '/nothing-here.data', 404, {}],
  ['a malformed address', '/%zz', 400, {}],
  ['a doubled slash', '//about', 308, {}],
  ['a guarded page', '/forum', 302, {}],
  ['data of a guarded page', '/forum.data', 202, {}],
  ['a page of a member', '/forum', 200, { as: 'member' }],
  ['data of a member', '/forum.data', 200, { as: 'member' }],
  ['a page a member may not see', '/administration', 302, { as: 'member' }],
  ['a page of an administrator', '/administration', 200, { as: 'admin' }],
  ['a stream of events', '/administration/applications/live', 200, { as: 'admin' }],
  ['an upload by nobody', '/uploads', 401, { method: 'POST' }],
  ['a picture', '/favicon.svg', 200, {}],
  ['texts', '/assets/i18n/en.json', 200, {}],
  ['an asset that is not there', '/assets/nothing-12345678.js', 404, {}],
  ['a feed', '/feeds/atom/en', 200, {}],
  ['rules for robots', '/robots.txt', 200, {}],
  ['security.txt', '/.well-known/security.txt', 200, {}],
  ['a sign of life', '/healthz', 200, {}],
  ['the methods', '/about', 204, { method: 'OPTIONS' }],
  ['a method no page has', '/about', 405, { method: 'DELETE' }],
  ['a method of another protocol', '/about', 405, { method: 'TRACE' }],
  ['a form of another site', '/login', 403, { method: 'POST', headers: { Origin: 'https://a.b' } }],
  ['a form without action', '/about', 405, { method: 'POST' }],
  ['a wrong form', '/login', 400, { method: 'POST', body: 'email=x' }],
  ['a report that is none', '/csp-reports', 415, { method: 'POST' }],
];

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('every kind of answer carries the headers, and none says what runs here', async ({ site }) => {
  const cookies = { member: await cookieOf(site, 'member'), admin: await cookieOf(site, 'admin') };
  for (const [kind, path, status, { as, headers, ...asked }] of kinds) {
    const own: Record<string, string> = as ? { cookie: cookies[as] } : {};
    const answer = await ask(site, path, {
      ...asked,
      headers: { ...formType, ...headers, ...own },
    });
    expect.soft(answer.status, kind).toBe(status);
    expect.soft(Object.fromEntries(answer.headers), kind).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/default-src 'none'|^sandbox/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const names = [...answer.headers.keys()].join();
    expect.soft(names, kind).not.toMatch(/access-control-|x-powered-by|(^|,)server(,|$)/);
    if (as && status === 200)
      expect.soft(answer.headers.get('cache-control'), kind).toBe('no-store');
    if (status === 405) expect.soft(answer.headers.get('allow'), kind).toContain('GET');
    for (const cookie of answer.headers.getSetCookie().map(readSetCookie)) {
      expect.soft(cookie.name, kind).toMatch(/^__Host-/);
      const isForScripts = cookie.name === '__Host-notice';
      const expected = bound.filter((attribute) => attribute !== 'HttpOnly' || !isForScripts);
      expect.soft(cookie.attributes, kind).toEqual(expect.arrayContaining(expected));
    }
  }
  const { headers } = await ask(site, '/about');
  const again = { 'If-None-Match': headers.get('etag') ?? '' };
  const unchanged = await ask(site, '/about', { headers: again });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(unchanged.headers.get('strict-transport-security')).toContain('max-age');
});

const bound = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];

test('a file is sent to be kept, never to be shown as a page of ours', async ({ site }) => {
  const file = await readIn(site, '/about', { cookie: '', pattern: /href="(\/files\/[^"]+)"/ });
  const answer = await ask(site, file);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toMatch(/sandbox|default-src 'none'/);
});

test('what a request says of its host changes nothing', async ({ site }) => {
  const { host } = new URL(site.url);
  const elsewhere = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '444',
    Forwarded: 'host=evil.example;proto=https',
    'X-Original-URL': '/administration',
    'X-Rewrite-URL': '/administration',
    'X-HTTP-Method-Override': 'DELETE',
  };
  const paths = ['/about', '/login', '/forum', '//about', '/sitemap.xml', '/feeds/atom/en', '/x'];
  for (const path of paths) {
    const plain = await ask(site, path);
    const answer = await ask(site, path, { headers: elsewhere });
    expect.soft(answer.status, path).toBe(plain.status);
    expect.soft(answer.text, path).not.toContain('evil.example');
    expect
      .soft(answer.headers.get('location') ?? '', path)
      .toBe(plain.headers.get('location') ?? '');
  }
  expect((await ask(site, '/about')).text).toContain(`http://${host}/about`);
});

test('no redirect leads away', async ({ site }) => {
  const targets = [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%0d%0aLocation:%20https://evil.example',
    '/a\r\nSet-Cookie: a=b',
    '/\t/evil.example',
  ];
  for (const redirectUrl of targets) {
    const email = emailOf('member');
    const answer = await post(site, '/login', { email, password: site.password, redirectUrl });
    const location = answer.headers.get('location') ?? '';
    expect.soft(new URL(location || '/', site.url).origin, redirectUrl).toBe(site.url);
    expect.soft(location, redirectUrl).not.toMatch(/^\/[/\\]|[\r\n]/);
    expect.soft(answer.headers.get('a'), redirectUrl).toBeNull();
  }
  for (const path of ['//evil.example', '/%5C%5Cevil.example', '/..//evil.example/']) {
    const answer = await ask(site, path);
    expect.soft(answer.headers.get('location') ?? '/', path).not.toMatch(/^\/[/\\]|^https?:/);
  }
  for (const from of targets) {
    const switched = await post(site, '/language', { language: 'en', from });
    const location = switched.headers.get('location') ?? '';
    expect.soft(new URL(location, site.url).origin, from).toBe(site.url);
    expect.soft(location, from).toMatch(/^\/(?![/\\])/);
  }
  const switched = await post(site, '/language', { language: 'en', from: '/about' });
  expect(switched.headers.get('location')).toBe('/about');
});

test('other sites get no leave to read or to write', async ({ site }) => {
  const cookie = await cookieOf(site, 'member');
  const headers = {
    cookie,
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  for (const path of ['/settings', '/login', '/uploads', '/tracked-errors', '/settings.data']) {
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await ask(site, path, { method, headers });
      expect
        .soft([...answer.headers.keys()].join(), `${method} ${path}`)
        .not.toContain('allow-origin');
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await ask(site, path, { method, headers: { ...headers, ...formType } });
      expect.soft(answer.status, `${method} ${path}`).toBe(403);
    }
  }
});

const isIn = async (site: Site, cookie: string) =>
  (await get(site, '/settings', cookie)).status === 200;

test('a session ends at the moment the account is suspended', async ({ site }) => {
  const admin = await cookieOf(site, 'admin');
  const cookie = await cookieOf(site, 'member2');
  const id = await userIdOf(site, emailOf('member2'), admin);
  expect(await isIn(site, cookie)).toBe(true);
  const fields = { intent: 'suspend', confirmed: 'suspend', reason: 'Asked for in writing' };
  expect((await post(site, `/administration/users/${id}`, fields, admin)).status).toBe(302);
  expect(await isIn(site, cookie)).toBe(false);
  for (const path of ['/forum.data', '/intranet', '/uploads'])
    expect.soft((await get(site, path, cookie)).status, path).not.toBe(200);
});

test('odd requests are no failures of the site', async ({ site }) => {
  const before = site.output().length;
  for (const path of ['/', '/about', '/forum', '/healthz', '/favicon.svg', '/uploads', '/x'])
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'PATCH', 'DELETE', 'POST'])
      expect
        .soft((await ask(site, path, { method })).status, `${method} ${path}`)
        .toBeLessThan(500);
  for (const query of ['?_routes=', '?_routes=root', '?_routes=%00', '?index&index', '?a[]=%F0'])
    for (const path of ['/about.data', '/forum.data', '/about', '/_.data', '/.data'])
      expect.soft((await ask(site, `${path}${query}`)).status, path + query).toBeLessThan(500);
  expect(failuresSince(site, before)).toEqual([]);
});

test('an address of a file that is gone is a page for people and a code for programs', async ({
  site,
}) => {
  const id = '0198c1f0-0000-7000-8000-000000000009';
  for (const path of [`/files/${id}/a.pdf`, '/feeds/atom/xx', '/events/nothing/calendar'])
    for (const round of [1, 2]) {
      const page = await ask(site, path, { headers: { accept: 'text/html' } });
      expect(page, `${path}, round ${round}`).toMatchObject({ status: 404 });
      expect(page.text).toContain('<h1>Page not found</h1>');
      expect(page.headers.get('vary')).toContain('Accept');
      const answer = await ask(site, path);
      expect(answer).toMatchObject({ status: 404, text: '"error.not-found"' });
    }
});

/** What the site has noted as its own failures since it had printed so much. */
const failuresSince = (site: Site, before: number) =>
  site
    .output()
    .slice(before)
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));

for (const reader of ['visitor', 'member', 'admin'] as const) {
  test(`odd questions of a ${reader} are no failures of the site`, async ({ site }) => {
    const before = site.output().length;
    const cookie = await cookieOf(site, reader);
    for (const [path, names] of Object.entries(questions[reader]))
      for (const odd of oddAnswers) {
        const query = names.map((name) => `${name}=${odd}`).join('&');
        const { status } = await ask(site, `${path}?${query}`, { headers: { cookie } });
        expect.soft(status, `${path}?${query.slice(0, 200)}`).toBeLessThan(500);
      }
    expect(failuresSince(site, before)).toEqual([]);
  });
}
