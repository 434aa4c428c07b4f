import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase, db, openDatabase, pool } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { sessionCookie } from '~/platform/auth.server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { secret } from '~/platform/secret.server';
import { translationsAddress } from '~/i18n/translations.server';
import { asking, post } from '../tests/support/site/asking';
import { configure } from '../tests/support/database/configure';
import { cookieHeader } from '../tests/support/people/cookies';
import { password } from '../tests/support/people/enrol';
import { trySignIn } from '../tests/support/people/sign-in';
import { echoBuild } from '../tests/support/site/echo-build';
import { createApp } from './app';

/** A folder as the client build leaves it. */
const folder = mkdtempSync(join(tmpdir(), 'client-'));
const script = 'export {};';
mkdirSync(join(folder, 'client/assets'), { recursive: true });
writeFileSync(join(folder, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'client/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'client/assets/app-abc123.js'), script);
writeFileSync(join(folder, 'client/assets/app-abc123.js.br'), brotliCompressSync(script));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = createApp({
  build: () => echoBuild,
  mode: 'production',
  clientFolder: join(folder, 'client'),
});

const ask = asking(app);

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
const jsonType = { 'Content-Type': 'application/json', 'Content-Length': '2' };

/** Every kind of answer there is. */
const answers: [string, string, RequestInit][] = [
  ['200', '/', {}],
  ['200', '/about', { method: 'HEAD' }],
  ['200', '/healthz', {}],
  ['200', '/readyz', {}],
  ['200', '/favicon.svg', {}],
  ['200', '/assets/app-abc123.js', {}],
  ['200', '/assets/i18n/en.json', {}],
  ['200', '/form', post('a=b')],
  ['302', '/moved', {}],
  ['308', '/about/', {}],
  ['400', '/%zz', {}],
  ['403', '/form', post('a=b', { Origin: 'https://evil.example' })],
  ['404', '/missing', {}],
  ['404', '/assets/i18n/xx.json', {}],
  ['405', '/', { method: 'PROPFIND' }],
  ['405', '/', { method: 'DELETE' }],
  ['405', '/no-form', post('a=b')],
  ['413', '/form', post('a'.repeat(1024 * 1024 + 1), { 'Content-Length': '1048577' })],
  ['415', '/form', { method: 'POST', body: '{}', headers: jsonType }],
  ['500', '/fails', {}],
];

test.each([
  ['405', '/api/decisions', { method: 'DELETE' }],
  ['405', '/api/decisions', { method: 'PROPFIND' }],
  ['400', '/api/%zz', {}],
] as const)(
  '%s %s is a problem for programs, and a page for people',
  async (status, path, init) => {
    const response = await ask(path, init);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ type: 'about:blank', status: Number(status) });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const page = await ask(path, { ...init, headers: { Accept: 'text/html' } });
    expect(page.status).toBe(Number(status));
    expect(page.headers.get('content-type')).not.toBe('application/problem+json');
  },
);

describe('every answer', () => {
  test.each(answers)('%s %s carries the security headers', async (status, path, init) => {
    const response = await ask(path, init);
    expect(response.status).toBe(Number(status));
    // RFC 9110 section 15.5.6.
    if (status === '405') expect(response.headers.get('allow')).toContain('GET, HEAD');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(response.headers.has('x-powered-by')).toBe(false);
    expect(response.headers.has('server')).toBe(false);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('a failure says its number and nothing about its cause', async () => {
    const response = await ask('/fails');
    const text = await response.text();
    expect(text).not.toContain('secret detail');
    expect(text).not.toMatch(/\bat .*:\d+/);
  });
});

describe('the content security policy', () => {
  /** The directives of an answer by name. */
  async function policy(path = '/'): Promise<Record<string, string[]>> {
    const text = (await ask(path)).headers.get('content-security-policy') ?? '';
    return Object.fromEntries(
      text.split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values];
      }),
    );
  }

  test('allows scripts by nonce and from here, and no inline ones', async () => {
    const directives = await policy();
    expect(directives['script-src']).toEqual([
      "'self'",
      expect.stringMatching(/^'nonce-[A-Za-z0-9+/]{22}=='$/),
    ]);
    expect(directives['style-src']?.join()).not.toContain('unsafe');
    expect(JSON.stringify(directives)).not.toContain('unsafe-eval');
    expect(JSON.stringify(directives)).not.toMatch(/https?:|\*/);
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'connect-src': ["'self'"],
    });
  });

  test('has a nonce of its own for each answer, the one the page is given', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const response = await ask('/about');
      const { nonce } = await response.json();
      expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      seen.add(nonce);
    }
    expect(seen.size).toBe(50);
  });

  test('gives the page the request id of the answer', async () => {
    const response = await ask('/about');
    const { requestId } = await response.json();
    expect(response.headers.get('x-request-id')).toBe(requestId);
  });
});

describe('the body of a request', () => {
  const megabyte = 1024 * 1024;
  const chunked = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += 4096) {
          controller.enqueue(new Uint8Array(Math.min(4096, bytes - sent)).fill(97));
        }
        controller.close();
      },
    });

  const senders: [string, number, () => Record<string, string>][] = [
    ['a visitor', 64 * 1024, () => ({})],
    ['a member', megabyte, () => ({ Cookie: signedBy(secret()) })],
  ];
  function signedBy(key: string): string {
    const token = 'a'.repeat(32);
    const signature = createHmac('sha256', key).update(token).digest('base64');
    return `${sessionCookie}=${encodeURIComponent(`${token}.${signature}`)}`;
  }

  async function sessionOf(role: 'ADMIN' | 'USER'): Promise<string> {
    const { email } = await makeUser(db(), { role, password });
    return cookieHeader(await trySignIn({ email, password })).get('cookie') ?? '';
  }

  test.each(senders)('of %s may have %i bytes', async (_who, most, headersOf) => {
    const headers = headersOf();
    const announced = { ...headers, 'Content-Length': String(most) };
    const response = await ask('/form', post('a'.repeat(most), announced));
    expect(await response.json()).toMatchObject({ method: 'POST', length: most });
    const given = { ...formType, ...headers };
    const streamed = await ask('/form', { ...post(chunked(most), given), duplex: 'half' });
    expect(await streamed.json()).toMatchObject({ length: most });
  });

  test.each(senders)('of %s is refused over %i bytes', async (_who, most, headersOf) => {
    const headers = headersOf();
    const announced = { ...headers, 'Content-Length': String(most + 1) };
    expect((await ask('/form', post('a', announced))).status).toBe(413);
    const streamed = await ask('/form', { ...post(chunked(most + 1), headers), duplex: 'half' });
    expect(streamed.status).toBe(413);
  });

  test.each(['/administration/content/news/1/files', '/administration/subscriptions'])(
    'of files for %s is taken from administrators, and small otherwise',
    async (path) => {
      const send = (cookie: string) => {
        const headers = { ...formType, Cookie: cookie };
        return ask(path, { ...post(chunked(2 * megabyte), headers), duplex: 'half' });
      };
      const administrator = await sessionOf('ADMIN');
      expect((await send(administrator)).status).toBe(200);
      const many = post(`f=&`.repeat(500), { ...formType, Cookie: administrator });
      expect((await ask(path, many)).status).toBe(200);
      // A member, nobody, who was signed in once, and a forged cookie.
      for (const cookie of [await sessionOf('USER'), '', signedBy(secret()), signedBy('another')])
        expect((await send(cookie)).status).toBe(413);
    },
  );

  test('is not even looked at when it comes from elsewhere', async () => {
    const headers = { Origin: 'https://evil.example' };
    const response = await ask('/form', {
      ...post(chunked(megabyte + 1), headers),
      duplex: 'half',
    });
    expect(response.status).toBe(403);
  });
});

describe('files', () => {
  test('with a hash in their name may be kept for ever, others for an hour', async () => {
    const hashed = await ask('/assets/app-abc123.js');
    expect(hashed.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const plain = await ask('/favicon.svg');
    expect(plain.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('of the languages are served with and without hash', async () => {
    const hashed = await ask(translationsAddress('en'));
    expect(hashed.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await hashed.json()).toMatchObject({ 'login.title': 'Sign in' });
    const plain = await ask('/assets/i18n/en.json');
    expect(plain.headers.get('cache-control')).toBe('no-cache');
  });

  test('of the languages are looked up anew for each request in development', async () => {
    let text = 'as it was';
    const development = createApp({
      mode: 'development',
      build: () => echoBuild,
      textsFile: async () => () => ({ json: text, isHashed: false }),
    });
    const askThere = asking(development);
    const read = async () => (await askThere('/assets/i18n/en.json')).text();
    expect(await read()).toBe('as it was');
    text = 'as it is now';
    expect(await read()).toBe('as it is now');
  });

  test.each([
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/.env',
    '/server/app.ts',
    '/.svn/entries',
  ])('of the source are not served: %s', async (path) => {
    const response = await ask(path);
    expect(await response.json()).toMatchObject({ path });
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%252fsecret.txt',
    '/assets/....//....//secret.txt',
    '/%2Fsecret.txt',
  ])('outside the folder are out of reach: %s', async (path) => {
    const response = await ask(path);
    expect(await response.text()).not.toBe('secret');
  });
});

describe('compression', () => {
  test('is given to those who ask for it, for long texts', async () => {
    const plain = await ask('/large');
    expect(plain.headers.has('content-encoding')).toBe(false);
    const compressed = await ask('/large', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    const refused = await ask('/large', { headers: { 'Accept-Encoding': 'identity' } });
    expect(refused.headers.has('content-encoding')).toBe(false);
  });

  test('prefers the copies that the build has made', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' };
    const response = await ask('/assets/app-abc123.js', { headers });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
  });
});

describe('health and readiness', () => {
  test('say so', async () => {
    const health = await ask('/healthz');
    expect(await health.text()).toBe('ok');
    const ready = await ask('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ database: 'ok', schema: 'ok', files: 'ok', jobs: 'ok' });
    for (const { headers } of [health, ready])
      expect(headers.get('cache-control')).toBe('no-store');
  });

  test('without the database the process lives and is not ready, and then is again', async () => {
    const { connectionString } = pool().options;
    await closeDatabase();
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await response.json()).toMatchObject({ database: 'failed', files: 'ok' });
    expect((await ask('/healthz')).status).toBe(200);
    openDatabase({ connectionString });
    await stopJobQueue();
    await startJobQueue([], { work: false });
    expect(await (await ask('/readyz')).json()).toMatchObject({ database: 'ok' });
  });
});

test('HTTPS is promised for more names only by setting', async () => {
  const header = async () => (await ask('/')).headers.get('strict-transport-security');
  configure({ FLAGS: 'hstsIncludeSubDomains=on' });
  expect(await header()).toBe('max-age=63072000; includeSubDomains');
  configure({ FLAGS: 'hstsPreload=on,hstsIncludeSubDomains=on' });
  expect(await header()).toBe('max-age=63072000; includeSubDomains; preload');
});
