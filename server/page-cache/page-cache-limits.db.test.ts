import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeNewsItem } from '~/db/factories.server';
import { startLive, stopLive } from '~/platform/live.server';
import { configure } from '../../tests/support/database/configure';
import { startTrialSite, type TrialSite } from '../../tests/support/site/trial-site';

let site: TrialSite;
let open: () => void;

beforeAll(() => startLive());
afterAll(() => stopLive());

beforeEach(async () => {
  configure({ TRUSTED_PROXIES: '1' });
  site = await startTrialSite();
  // No page is finished before it is said.
  const gate = Promise.withResolvers<void>();
  site.trial.beforeEnd = () => gate.promise;
  open = gate.resolve;
});

afterEach(async () => {
  // What a failed test left waiting does not keep the others waiting.
  open();
  await site.stop();
});

const soon = { interval: 20, timeout: 10_000 };

/** Items of news, each with a page that is not in memory yet. */
const items = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => `/news/${(await makeNewsItem(db())).slug}`),
  );
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

test('pages that are not in memory are made three at a time for one address', async () => {
  const paths = await items(9);
  const own = paths.map((path) => site.ask(path, from('192.0.2.1')));
  await expect.poll(() => site.trial.renders, soon).toBe(3);
  const other = site.ask((await items(1))[0] ?? '', from('192.0.2.2'));
  await expect.poll(() => site.trial.renders, soon).toBe(4);
  open();
  expect((await Promise.all([...own, other])).every(({ status }) => status === 200)).toBe(true);
});

test('who asks for too many is told when to ask again, and still gets what is in memory', async () => {
  const [kept = '', ...paths] = await items(109);
  const first = site.ask(kept, from('192.0.2.2'));
  await expect.poll(() => site.trial.renders, soon).toBe(1);
  const statuses: number[] = [];
  const own = paths.map(async (path) => {
    statuses.push((await site.ask(path, from('192.0.2.1'))).status);
  });
  // Three are made and a hundred wait, so that all of them have arrived once five are refused.
  await expect.poll(() => statuses, soon).toEqual(Array(5).fill(429));
  const { status, headers } = await site.ask((await items(1))[0] ?? '', from('192.0.2.1'));
  expect(status).toBe(429);
  expect(headers).toMatchObject({ 'retry-after': '5', 'x-frame-options': 'DENY' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  open();
  await Promise.all([first, ...own]);
  expect(statuses.filter((answered) => answered === 200)).toHaveLength(103);
  expect((await site.ask(kept, from('192.0.2.1'))).status).toBe(200);
});
