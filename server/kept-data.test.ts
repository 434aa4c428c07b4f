import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeNewsItem, makeUser } from '~/db/factories.server';
import { startLive, stopLive } from '~/platform/live.server';
import { announcePageChange } from '~/platform/page-changes.server';
import { goodPassword, signedInHeaders } from '../test/sign-in';
import { type Trial, trialBuild } from '../test/trial-build';
import { untilHeard } from '../test/until-heard';
import { KeptData } from './kept-data';
import { pageHandler } from './page-handler';

let trial: Trial;
let kept: KeptData;
let path: string;
let slug: string;
let ask: (path: string, headers?: Headers) => Promise<string>;
let nextMoment: Date;

beforeAll(() => startLive());
afterAll(() => stopLive());

beforeEach(async () => {
  trial = { renders: 0 };
  nextMoment = new Date(Date.now() + 3_600_000);
  kept = new KeptData(async () => nextMoment);
  const build = trialBuild(trial);
  const handle = pageHandler(() => build, 'production', kept);
  ask = async (asked, headers = new Headers()) => {
    const request = new Request(`https://association.example${asked}`, { headers });
    const facts = { requestId: 'none', nonce: 'nonce', clientAddress: '127.0.0.1' };
    const { response, page } = await handle(request, facts);
    return page?.toString() ?? response.text();
  };
  ({ slug } = await makeNewsItem(db(), { title: 'First words' }));
  path = `/news/${slug}`;
});

afterEach(() => kept.stop());

async function retitle(title: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(schema.newsItems).set({ title }).where(eq(schema.newsItems.slug, slug));
    await announcePageChange(tx, 'news');
  });
}

describe('the data of a public page', () => {
  test('is read once for all visitors, for pages and for the router of their browsers', async () => {
    expect(await ask(path)).toContain('First words');
    expect(await ask(path, new Headers({ Cookie: 'lang=en' }))).toContain('First words');
    expect(await ask(`${path}.data`)).toContain('First words');
    expect(trial.renders).toBe(1);
  });

  test('is read anew after a change', async () => {
    await ask(path);
    await retitle('Second words');
    await expect.poll(() => ask(path), { interval: 20, timeout: 10_000 }).toContain('Second words');
    expect(trial.renders).toBe(2);
  });

  test('is not kept when it changed while it was read', async () => {
    trial.beforeEnd = async () => {
      delete trial.beforeEnd;
      await untilHeard('news', () => retitle('Second words'));
    };
    expect(await ask(path)).toContain('First words');
    expect(await ask(path)).toContain('Second words');
  });

  test('is read anew when something appears or expires by the clock', async () => {
    nextMoment = new Date();
    await ask(path);
    await ask(path);
    expect(trial.renders).toBe(2);
  });

  test('is read for each request that is not a plain one of a visitor', async () => {
    const { email } = await makeUser(db(), { password: goodPassword });
    const member = await signedInHeaders(email);
    for (const headers of [member, new Headers({ Cookie: 'other=1' })]) {
      await ask(path, headers);
      await ask(path, headers);
    }
    await ask(`${path}?unknown=1`);
    await ask(`${path}?unknown=1`);
    expect(trial.renders).toBe(6);
  });

  test('is not kept for a route that does not say so', async () => {
    await ask('/plain');
    await ask('/plain');
    expect(trial.renders).toBe(2);
  });
});
