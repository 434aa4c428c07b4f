import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { matchRoutes } from 'react-router';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestKind, withinLimits } from '~/platform/concurrency-limits.server';
import { patterns } from '../../tests/e2e/steps/site-map';
import { configure, removeDataDirectory } from '../../tests/support/database/configure';
import type { Environment } from '../app';
import { limitRequests } from './limit-requests';

beforeEach(() => configure());
afterAll(removeDataDirectory);

/** Answers only when it is told to, and says how many are being answered. */
function slowSite() {
  const waiting: ((response: Response) => void)[] = [];
  const app = new Hono<Environment>();
  app.use(limitRequests);
  app.all('*', () => new Promise<Response>((resolve) => waiting.push(resolve)));
  const ask = (path: string, remoteAddress = '192.0.2.1', init: RequestInit = {}) =>
    // What the server knows of a connection.
    Promise.resolve(app.request(path, init, { incoming: { socket: { remoteAddress } } }));
  const answerOne = (body: BodyInit = 'a page') => waiting.shift()?.(new Response(body));
  /** Answers one after the other, until all have their answer. */
  const finish = async (asked: Promise<Response>[]) => {
    const over = Promise.all(asked).then(() => 'over');
    while ((await Promise.race([over, nextTurn()])) !== 'over') answerOne();
  };
  return { ask, answerOne, finish, underWay: () => waiting.length };
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
}

test('one address gets three pages at a time, another one is not kept waiting by it', async () => {
  const { ask, finish, underWay } = slowSite();
  const own = Array.from({ length: 50 }, () => ask('/news'));
  await expect.poll(underWay).toBe(3);
  const other = ask('/news', '192.0.2.2');
  await expect.poll(underWay).toBe(4);
  await finish([...own, other]);
  expect((await other).status).toBe(200);
  expect((await Promise.all(own)).every(({ status }) => status === 200)).toBe(true);
});

test('addresses of one IPv6 network count as one', async () => {
  const { ask, finish, underWay } = slowSite();
  const own = Array.from({ length: 9 }, (_none, host) => ask('/news', `2001:db8::${host + 1}`));
  await expect.poll(underWay).toBe(3);
  await finish(own);
});

test('who has a hundred requests waiting gets 429 for further ones, and is told when to ask again', async () => {
  const { ask, finish } = slowSite();
  const own = Array.from({ length: 103 }, () => ask('/news'));
  await settle();
  const refused = await ask('/news');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('5');
  await finish(own);
  const later = ask('/news');
  await finish([later]);
  expect((await later).status).toBe(200);
});

test('a request whose client has gone away is not answered when its turn comes', async () => {
  const { ask, answerOne, underWay } = slowSite();
  const gone = new AbortController();
  const first = Array.from({ length: 3 }, () => ask('/news'));
  await expect.poll(underWay).toBe(3);
  const left = ask('/news', '192.0.2.1', { signal: gone.signal });
  await settle();
  gone.abort();
  for (let answers = 0; answers < 3; answers += 1) answerOne();
  await Promise.all(first);
  expect((await left).status).toBe(408);
  expect(underWay()).toBe(0);
});

test('a member has thirty live updates and two exports at a time, until the last byte of them', async () => {
  const signal = new AbortController().signal;
  const claim = (kind: 'stream' | 'export', account: string) => ({ kind, of: { account }, signal });
  const open = (kind: 'stream' | 'export', account = 'one') =>
    withinLimits(claim(kind, account), () => Promise.resolve(new Response(new ReadableStream())));
  for (const [kind, most] of [
    ['stream', 30],
    ['export', 2],
  ] as const) {
    const opened = await Promise.all(Array.from({ length: most }, () => open(kind)));
    expect(opened.every(({ status }) => status === 200)).toBe(true);
    expect((await open(kind)).status).toBe(429);
    expect((await open(kind, 'another')).status).toBe(200);
    await opened[0]?.body?.cancel();
    await settle();
    expect((await open(kind)).status).toBe(200);
  }
});

test('an answer to HEAD keeps no place, although nobody reads what GET would send', async () => {
  const { ask, answerOne, underWay } = slowSite();
  for (let asked = 0; asked < 10; asked += 1) {
    const head = ask('/settings/data/export', '192.0.2.1', { method: 'HEAD' });
    await expect.poll(underWay).toBe(1);
    answerOne(new ReadableStream());
    expect((await head).status).toBe(200);
  }
});

test('who asks as fast as the answers come waits for a breath, another one does not', async () => {
  const { ask, answerOne, underWay } = slowSite();
  let first = 'own';
  for (let asked = 0; asked < 500 && first === 'own'; asked += 1) {
    const own = ask('/news').then(() => 'own');
    const other = ask('/news', `203.0.113.${asked % 250}`).then(() => 'other');
    await expect.poll(underWay).toBeGreaterThan(0);
    answerOne();
    first = await Promise.race([own, other]);
    await expect.poll(underWay).toBe(1);
    answerOne();
    await Promise.all([own, other]);
  }
  expect(first).toBe('other');
});

test('searches have places of their own, fewer than pages', async () => {
  const { ask, finish, underWay } = slowSite();
  const own = [...Array.from({ length: 9 }, () => ask('/search?q=words')), ask('/about')];
  await expect.poll(underWay).toBe(3);
  await finish(own);
});

test('a failure gives the place back', async () => {
  const signal = new AbortController().signal;
  const claim = { kind: 'export', of: { account: 'who fails' }, signal } as const;
  for (let tries = 0; tries < 5; tries += 1) {
    const fails = withinLimits(claim, () => Promise.reject(new Error('no')));
    await expect(fails).rejects.toThrow('no');
  }
});

const sources = import.meta.glob<string>('../../app/**/*.route.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The site map, with what the files are called that answer. */
const routes = patterns.map(({ text, file }) => ({
  pattern: text,
  path: text.replaceAll(/:\w+\??/g, 'x'),
  file: file.replace(/^.*\//, '').replace(/\.route\.tsx?$/, ''),
  isFile: /handle = \{[^;]*\bfile: '/.test(sources[`../../app/${file}`] ?? ''),
}));

/** Files that are there before they are sent, or made in one go. */
const shortFiles = [
  '/api/decisions',
  '/api/decisions.atom',
  '/api/decisions/x',
  '/api/openapi.json',
  '/events/calendar.ics',
  '/events/x/calendar',
  '/feeds/atom/x',
  '/feeds/json/x',
  '/files/x/x',
  '/intranet/documents/x/file',
  '/logo/x',
  '/pictures/x/x',
  '/profile-picture/x',
  '/robots.txt',
  '/session',
  '/sitemap.xml',
  '/social-card/x',
];

/** The route is found by each of them. */
const spellingsOf = (path: string) => [
  path,
  path.toUpperCase(),
  path.replaceAll(/[a-z.]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
  `${path}.data`,
  `${path}/_.data`,
  `${path.toUpperCase()}/_.data`,
];

test('every live update, export, archive and search counts as what it is, however it is spelled', () => {
  const kindOf = (file: string) => {
    if (/(^|-)(live|watch)$/.test(file)) return 'stream';
    if (/(^|-)(export|zip)$/.test(file)) return 'export';
    return /(^|-)(search|palette)$/.test(file) ? 'search' : 'page';
  };
  for (const { pattern, path, file } of routes) {
    const wanted = kindOf(file);
    const counted = spellingsOf(path).map((spelling) => requestKind(spelling));
    expect([path, ...new Set(counted)]).toEqual([path, wanted]);
    const pages = spellingsOf(path).filter((spelling) => !spelling.endsWith('.data'));
    for (const page of pages) expect(matchRoutes([{ path: pattern }], page)).not.toBeNull();
  }
  const paths = routes.map(({ path }) => path);
  expect(paths.filter((path) => requestKind(path) === 'stream')).toHaveLength(6);
  expect(paths).toContain('/api/decisions.csl.json');
});

test('each file of the site map counts as one that lasts, or is known to be short', () => {
  const pages = routes.filter(({ path, isFile }) => isFile && requestKind(path) === 'page');
  expect(pages.map(({ path }) => path).toSorted()).toEqual(shortFiles);
});

test('uploads count as uploads, and what only looks like another kind as a page', () => {
  expect(requestKind('/uploads')).toBe('upload');
  expect(requestKind('/uploads/x')).toBe('upload');
  expect(requestKind('/news/live')).toBe('page');
  expect(requestKind('/forum/topic/a%2Fb%2Flive')).toBe('page');
});

test('the limits can be left to the proxy in front', async () => {
  configure({ FLAGS: 'requestLimits=off' });
  const { ask, answerOne, underWay } = slowSite();
  const own = Array.from({ length: 120 }, () => ask('/news'));
  await expect.poll(underWay).toBe(120);
  while (underWay() > 0) answerOne();
  await Promise.all(own);
});
