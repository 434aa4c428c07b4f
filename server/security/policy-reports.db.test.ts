import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db, schema } from '~/db/db.server';
import { asking, site } from '../../tests/support/site/asking';
import { configure } from '../../tests/support/database/configure';
import { echoBuild } from '../../tests/support/site/echo-build';
import { createApp } from '../app';
import { readRendered } from '../page-cache/encoded-page';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));

const { errorGroups, throttles, trackedErrors } = schema;

let minutes = 0;
beforeEach(async () => {
  // So many are kept in a minute, and each test has one of its own.
  minutes += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  configure({ FLAGS: 'errorTracking=on' });
  await db().delete(errorGroups);
  await db().delete(throttles);
});

afterEach(() => vi.useRealTimers());

const legacy = (changes: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': `${site}/about`,
    referrer: '',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/path?token=secret',
    'status-code': 200,
    'script-sample': '',
    ...changes,
  },
});

const modern = (changes: Record<string, unknown> = {}) => ({
  age: 5,
  type: 'csp-violation',
  url: `${site}/about`,
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: `${site}/about`,
    effectiveDirective: 'script-src-elem',
    blockedURL: 'inline',
    disposition: 'enforce',
    statusCode: 200,
    sample: '',
    ...changes,
  },
});

const send = (body: unknown, headers: HeadersInit = {}) =>
  ask('/csp-reports', {
    method: 'POST',
    headers: { 'Content-Type': 'application/csp-report', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const bundle = { 'Content-Type': 'application/reports+json; charset=utf-8' };

const kept = () =>
  db()
    .select({ kind: trackedErrors.kind, message: trackedErrors.message, url: trackedErrors.url })
    .from(trackedErrors)
    .orderBy(trackedErrors.message);

describe('the policy says where to report', () => {
  const policyOf = async (path: string) => {
    const { headers } = await ask(path);
    return {
      directives: headers.get('content-security-policy')?.split('; ') ?? [],
      endpoints: headers.get('reporting-endpoints'),
    };
  };

  test('while error tracking is on, on pages, errors and pages from memory', async () => {
    for (const path of ['/about', '/missing', '/%zz', '/healthz']) {
      const { directives, endpoints } = await policyOf(path);
      expect(directives).toEqual(
        expect.arrayContaining(['report-uri /csp-reports', 'report-to policy']),
      );
      expect(endpoints).toBe('policy="/csp-reports"');
    }
    const page = new Response('<p>', { headers: { 'Content-Type': 'text/html' } });
    const { headers } = await readRendered(page, { nonce: 'n', requestId: 'r' });
    expect(headers.get('content-security-policy')).toContain('report-to policy');
    expect(headers.get('reporting-endpoints')).toBe('policy="/csp-reports"');
  });

  test('by report-uri alone without HTTPS, where the other way does not exist', async () => {
    configure({ FLAGS: 'errorTracking=on', ORIGIN: 'http://127.0.0.1:3000' });
    const { directives, endpoints } = await policyOf('/about');
    expect(directives).toContain('report-uri /csp-reports');
    expect(directives).not.toContain('report-to policy');
    expect(endpoints).toBeNull();
  });

  test('not while it is off, and then there is no such address', async () => {
    configure();
    const { directives, endpoints } = await policyOf('/about');
    expect(directives.join()).not.toContain('report');
    expect(endpoints).toBeNull();
    expect((await send(legacy())).status).toBe(404);
    expect(await kept()).toEqual([]);
  });
});

describe('a report', () => {
  test('of the older kind is kept without path, query and token of what was refused', async () => {
    expect((await send(legacy())).status).toBe(204);
    expect(await kept()).toEqual([
      { kind: 'policy', message: 'script-src-elem refused https://evil.example', url: '/about' },
    ]);
  });

  test('of the newer kind is kept, each once, others of the bundle are not', async () => {
    const reports = [
      modern(),
      modern(),
      modern({ sourceFile: `${site}/assets/app-1.js?x=1`, lineNumber: 7, blockedURL: 'eval' }),
      { type: 'deprecation', body: { id: 'x' } },
      'nonsense',
    ];
    expect((await send(reports, bundle)).status).toBe(204);
    expect((await kept()).map(({ message }) => message)).toEqual([
      'script-src-elem refused eval in /assets/app-1.js:7',
      'script-src-elem refused inline',
    ]);
  });

  test('names no id, token or e-mail address of the page it is about', async () => {
    const token = randomBytes(32).toString('base64url');
    await send(legacy({ 'document-uri': `${site}/reset-password/${token}?next=1#top` }));
    await send(legacy({ 'document-uri': `${site}/user/anna%40example.org` }));
    const text = JSON.stringify(await kept());
    expect(text).not.toContain(token);
    expect(text).not.toContain('anna');
    expect(text).toContain('/reset-password/[token]');
  });

  test.each([
    ['an add-on was refused', legacy({ 'blocked-uri': 'chrome-extension://abc/x.js' })],
    ['an add-on was refused, named by its scheme', legacy({ 'blocked-uri': 'moz-extension' })],
    ['an add-on did it', legacy({ 'source-file': 'moz-extension://abc/x.js' })],
    ['an add-on of Safari did it', legacy({ 'source-file': 'safari-web-extension://abc' })],
    ['an add-on made code of text', legacy({ 'blocked-uri': 'eval' })],
    ['code of another site did it', legacy({ 'source-file': 'https://other.example/x.js' })],
    ['the page is not ours', legacy({ 'document-uri': 'https://evil.example/' })],
    ['the page is none', legacy({ 'document-uri': 'about' })],
    ['the directive is none', legacy({ 'effective-directive': 'x<script>' })],
  ])('is left out when %s', async (_name, report) => {
    expect((await send(report)).status).toBe(204);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['is no JSON', '{'],
    ['is null', 'null'],
    ['is an object without report', '{}'],
    ['has a wrong field', legacy({ 'document-uri': 7 })],
    ['has a giant field', legacy({ 'document-uri': 'a'.repeat(9_000) })],
    ['has very many entries', Array(51).fill(modern())],
  ])('is refused when it %s', async (_name, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  test('is refused when it is large, announced or not', async () => {
    const text = JSON.stringify(legacy({ sample: 'a'.repeat(70_000) }));
    expect((await send(text, { 'Content-Length': String(text.length) })).status).toBe(413);
    expect((await send(text)).status).toBe(413);
  });

  test('is refused beyond sixty from one address in an hour', async () => {
    const answers = [];
    for (let number = 0; number < 61; number += 1) answers.push((await send(legacy())).status);
    expect(answers.filter((status) => status === 204)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('from another site', () => {
  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', ''])(
    'nothing that a page may send there without asking is taken: "%s"',
    async (type) => {
      expect((await send(legacy(), { 'Content-Type': type })).status).toBe(415);
    },
  );

  test('who asks is not told that it may', async () => {
    const response = await ask('/csp-reports', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('access-control-allow-headers')).toBeNull();
  });

  test('a report is refused, and no cookie is read or set for any', async () => {
    expect((await send(legacy(), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const response = await send(legacy(), { Cookie: '__Host-session=x', Origin: 'null' });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('the other addresses stay closed', async () => {
    for (const path of ['/csp-reports/x', '/csp-reports.data', '/form']) {
      const response = await ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/csp-report', Origin: 'https://evil.example' },
        body: '{}',
      });
      expect(response.status).toBe(403);
    }
  });
});
