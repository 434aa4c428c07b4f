import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, db, openDatabase, pool, schema, transaction } from '~/db/db.server';
import { makeNewsItem, makePage, makeUser } from '~/db/factories.server';
import { setExpiry } from '~/features/content/publishing/publication-states.server';
import { getAssociation, saveMenu } from '~/features/operations/association/association.server';
import { subscription, startLive, stopLive } from '~/platform/live.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { actorOf } from '../../tests/support/people/actors';
import { configure } from '../../tests/support/database/configure';
import { startTrialSite, type TrialSite } from '../../tests/support/site/trial-site';
import { untilHeard } from '../../tests/support/database/until-heard';

let site: TrialSite;
let slug: string;
let path: string;

beforeAll(() => startLive());
afterAll(() => stopLive());

beforeEach(async () => {
  configure({ LANGUAGES: 'en,fr' });
  site = await startTrialSite();
  ({ slug } = await makeNewsItem(db(), { title: 'First words' }));
  path = `/news/${slug}`;
});

afterEach(() => site.stop());

const soon = { interval: 20, timeout: 10_000 };

/** Writes as an editor does: the change and its announcement in one transaction. */
async function retitle(title: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(schema.newsItems).set({ title }).where(eq(schema.newsItems.slug, slug));
    await invalidateTags(tx, 'news');
  });
}

/** Asks until the page says `words`. */
async function untilItSays(words: string, asked = site): Promise<void> {
  await expect.poll(async () => (await asked.ask(path)).text, soon).toContain(words);
}

describe('a cached page', () => {
  test('is rendered once and then served from the cache, the same for everybody', async () => {
    const first = await site.ask(path);
    const second = await site.ask(path, { headers: { 'User-Agent': 'another' } });
    expect(site.trial.renders).toBe(1);
    expect(second.text).toBe(first.text);
    expect(first.text).toContain('First words');
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Cookie',
      'x-frame-options': 'DENY',
    });
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(second.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('allows only its own inline scripts, by hash', async () => {
    const { text, headers } = await site.ask(path);
    const policy = String(headers['content-security-policy']);
    const [, script = ''] = /<script>(run.*?)<\/script>/.exec(text) ?? [];
    expect(script).toBe('run("")');
    const hash = (words: string) => createHash('sha256').update(words).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash(script)}';`);
    expect(policy).not.toContain(hash('injected()'));
    expect(policy).not.toContain('nonce');
    expect(text).not.toContain('nonce=');
  });

  test('is sent in the accepted coding, each with its own ETag', async () => {
    const plain = await site.ask(path);
    const copies = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      zstd: zstdDecompressSync,
    };
    const etags = new Set([plain.headers.etag]);
    for (const [coding, decompress] of Object.entries(copies)) {
      const copy = await site.ask(path, { headers: { 'Accept-Encoding': coding } });
      expect(copy.headers['content-encoding']).toBe(coding);
      expect(copy.headers['content-length']).toBe(String(copy.bytes.length));
      expect(decompress(copy.bytes).toString()).toBe(plain.text);
      etags.add(copy.headers.etag);
    }
    expect(etags.size).toBe(4);
    expect([...etags].join()).not.toContain('W/');
    expect(site.trial.renders).toBe(1);
  });

  test('that the browser has is answered with 304', async () => {
    const { headers } = await site.ask(path, { headers: { 'Accept-Encoding': 'br' } });
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const asked = { 'Accept-Encoding': 'br', 'If-None-Match': known };
      const answer = await site.ask(path, { headers: asked });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers).toMatchObject({ etag, 'x-frame-options': 'DENY' });
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
    const other = { 'Accept-Encoding': 'gzip', 'If-None-Match': etag };
    expect((await site.ask(path, { headers: other })).status).toBe(200);
  });

  test('answers HEAD, and answers a range request with the whole page', async () => {
    const head = await site.ask(path, { method: 'HEAD' });
    const whole = await site.ask(path, { headers: { Range: 'bytes=0-9' } });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers).toMatchObject({
      etag: whole.headers.etag,
      'content-length': String(whole.bytes.length),
    });
    expect(whole.status).toBe(200);
  });

  test('is cached separately for each language', async () => {
    await makeNewsItem(db(), { slug, language: 'fr', title: 'Premiers mots' });
    for (const round of [1, 2]) {
      expect((await site.ask(path)).text, `round ${round}`).toContain('First words');
      const french = await site.ask(path, { headers: { cookie: 'lang=fr' } });
      expect(french.text).toContain('Premiers mots');
    }
    expect(site.trial.renders).toBe(2);
  });

  test('is rendered once for many concurrent requests', async () => {
    site.trial.beforeEnd = () => pause(30);
    const coding = { headers: { 'Accept-Encoding': 'br' } };
    const answers = await Promise.all(Array.from({ length: 60 }, () => site.ask(path, coding)));
    expect(site.trial.renders).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  });
});

describe('a change', () => {
  test('shows at once, also when it withdraws the page while rendering fails', async () => {
    await untilItSays('First words');
    await retitle('Second words');
    await untilItSays('Second words');
    site.trial.isFailing = true;
    await transaction(async (tx) => {
      await tx.delete(schema.newsItems).where(eq(schema.newsItems.slug, slug));
      await invalidateTags(tx, 'news');
    });
    await expect.poll(async () => (await site.ask(path)).status, soon).toBe(500);
    site.trial.isFailing = false;
    expect((await site.ask(path)).status).toBe(404);
    expect(site.cache.size().pages).toBe(0);
  });

  test('of other content leaves the page in the cache', async () => {
    await site.ask(path);
    await transaction((tx) => invalidateTags(tx, 'events', 'pages'));
    await transaction((tx) => invalidateTags(tx, 'newsletters'));
    // The same connection tells in the order of the commits.
    const { slug: other } = await makeNewsItem(db());
    await site.ask(`/news/${other}`);
    await site.ask(path);
    expect(site.trial.renders).toBe(2);
  });

  test('during a rendering keeps that page out of the cache', async () => {
    let changed: Promise<void> | undefined;
    site.trial.beforeEnd = async () => {
      changed ??= untilHeard('news', () => retitle('Second words'));
      await changed;
    };
    const early = await site.ask(path);
    expect(early.text).toContain('First words');
    expect(early.headers.etag).toBeUndefined();
    expect((await site.ask(path)).text).toContain('Second words');
  });

  test('is never followed by an older page, however many visitors read', async () => {
    const heard: number[] = [];
    const told = { edition: 0 };
    const editions = 25;
    async function read(): Promise<void> {
      while (told.edition < editions) {
        const floor = told.edition;
        const { text } = await site.ask(path, { headers: { 'Accept-Encoding': 'identity' } });
        const seen = Number(/Edition (\d+)/.exec(text)?.[1] ?? 0);
        // What was committed and told before the request is the least that it may show.
        expect(seen).toBeGreaterThanOrEqual(floor);
        heard.push(seen);
      }
    }
    const readers = Array.from({ length: 6 }, read);
    for (let edition = 1; edition <= editions; edition += 1) {
      await retitle(`Edition ${edition}`);
      await untilItSays(`Edition ${edition}`);
      told.edition = edition;
    }
    await Promise.all(readers);
    expect(heard.length).toBeGreaterThan(editions);
  });

  test('that is scheduled shows without a write', async () => {
    const moment = new Date(Date.now() + 3_000);
    const coming = await makeNewsItem(db(), { title: 'It is time', publishAt: moment });
    const expiring = await makeNewsItem(db(), { expireAt: moment });
    path = `/news/${expiring.slug}`;
    expect((await site.ask(path)).status).toBe(200);
    expect((await site.ask(`/news/${coming.slug}`)).status).toBe(404);
    await expect.poll(async () => (await site.ask(path)).status, soon).toBe(404);
    expect((await site.ask(`/news/${coming.slug}`)).text).toContain('It is time');
  });

  test('leads in its menu to a page of the association as long as that is public', async () => {
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    const url = '/pages/statutes';
    await makePage(db(), { slug: 'pages/statutes', expireAt: new Date(Date.now() + 3_000) });
    const entry = { en: 'Statutes', fr: '', de: '', url, inGroup: false, isHidden: false };
    await saveMenu(admin, { menu: [entry], footer: [] }, getAssociation(admin).version);
    expect((await site.ask(path)).text).toContain(url);
    await expect.poll(async () => (await site.ask(path)).text, soon).not.toContain(url);

    const expire = async (at: string) => {
      const [row] = await db().select().from(schema.pages);
      const page = { kind: 'page' as const, id: row?.id ?? '', baseVersion: row?.version ?? 0 };
      await untilHeard('news', () => setExpiry(admin, page, at));
    };
    await expire('');
    expect((await site.ask(path)).text).toContain(url);
    await expire('2020-01-01T12:00');
    expect((await site.ask(path)).text).not.toContain(url);
  });
});

describe('without the database', () => {
  test('a stale page is served until a new one can be rendered', async () => {
    await site.ask(path);
    const { connectionString } = pool().options;
    stopLive();
    await closeDatabase();
    for (const round of [1, 2, 3]) {
      const helped = await site.ask(path);
      expect([helped.status, helped.text.includes('First words')], `${round}`).toEqual([200, true]);
    }
    expect((await site.ask('/news/never-asked-for')).status).toBe(503);
    openDatabase({ connectionString });
    await startLive();
    await retitle('Second words');
    await untilItSays('Second words');
  });

  test('a page from before a lost subscription is not served afterwards', async () => {
    await site.ask(path);
    stopLive();
    await retitle('Second words');
    await startLive();
    await expect.poll(() => subscription(), soon).not.toBeNull();
    site.trial.isFailing = true;
    expect((await site.ask(path)).status).toBe(500);
    site.trial.isFailing = false;
    expect((await site.ask(path)).text).toContain('Second words');
  });

  test('a page is rendered again after a lost subscription and served in the next outage', async () => {
    await site.ask(path);
    const { renders } = site.trial;
    const before = subscription();
    await pool().query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen live'`,
    );
    // Nobody asks for it meanwhile.
    await expect
      .poll(() => [subscription() !== before, site.trial.renders > renders], soon)
      .toEqual([true, true]);
    await expect
      .poll(async () => {
        site.trial.isFailing = true;
        const { status, text } = await site.ask(path);
        site.trial.isFailing = false;
        return status === 200 && text.includes('First words');
      }, soon)
      .toBe(true);
    await retitle('Second words');
    await untilItSays('Second words');
  });

  test('no page is trusted without a subscription', async () => {
    await site.ask(path);
    stopLive();
    expect(subscription()).toBeNull();
    await retitle('Second words');
    expect((await site.ask(path)).text).toContain('Second words');
    await startLive();
    expect(subscription()).not.toBeNull();
    await untilItSays('Second words');
  });
});

test('the cache is bounded, and the least recently used pages go first', async () => {
  await site.stop();
  site = await startTrialSite({ limit: 60_000 });
  const slugs: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const item = await makeNewsItem(db());
    slugs.push(item.slug);
    await site.ask(path);
    await site.ask(`/news/${item.slug}`, { headers: { 'Accept-Encoding': 'br' } });
    expect(site.cache.size().bytes).toBeLessThanOrEqual(60_000);
  }
  const { renders } = site.trial;
  await site.ask(path);
  expect(site.trial.renders).toBe(renders);
  await site.ask(`/news/${slugs[0]}`);
  expect(site.trial.renders).toBe(renders + 1);
});
