import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeNewsItem, makeUser } from '~/db/factories.server';
import { startLive, stopLive } from '~/platform/live.server';
import { configure } from '../../tests/support/database/configure';
import { goodPassword, signedInHeaders } from '../../tests/support/people/sign-in';
import { startTrialSite, type TrialSite } from '../../tests/support/site/trial-site';

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

describe('a personal answer', () => {
  test('is neither cached nor served from the cache', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    const cookie = String((await signedInHeaders(user.email)).get('cookie'));
    const asMember = { headers: { cookie } };
    const visitorFirst = (await site.ask(path)).text;
    expect(visitorFirst).toContain('"actor":"visitor"');
    for (const address of [path, '/', '/list?year=2026', '/plain', '/form']) {
      for (const round of [1, 2]) {
        const { text, headers } = await site.ask(address, asMember);
        expect(text, `${address}, round ${round}`).toContain(user.email);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers.etag).toBeUndefined();
      }
      const { text } = await site.ask(address);
      expect(text, address).not.toContain(user.email);
      expect(text).toContain('"actor":"visitor"');
    }
    const ended = await site.ask(path, { headers: { cookie: '__Host-session=made.up' } });
    expect(ended.headers['set-cookie']?.join()).toContain('Max-Age=0');
    expect((await site.ask(path)).text).toBe(visitorFirst);
  });

  test('cannot enter the cache through what a visitor sends', async () => {
    const evil = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      'X-Forwarded-For': '203.0.113.9',
      'X-Original-URL': '/evil',
      'X-Rewrite-URL': '/evil',
      'X-HTTP-Method-Override': 'POST',
      Forwarded: 'host=evil.example',
      'User-Agent': 'evil',
      Referer: 'https://evil.example/',
      'Accept-Language': 'evil',
      Accept: 'evil/evil',
      'X-API-Key': 'evil',
    };
    const poisoned = await site.ask(path, { headers: evil });
    expect(poisoned.text).not.toMatch(/evil|gopher|203\.0/);
    expect(poisoned.text).toContain(`https://association.example${path}`);
    expect(JSON.stringify(poisoned.headers)).not.toContain('evil');
    expect((await site.ask(path)).text).toBe(poisoned.text);
  });

  test.each(['/plain', '/form', '/cookie', '/personal', '/secret', '/list?month=1', '/nowhere'])(
    'is made for each: %s',
    async (address) => {
      await site.ask(address);
      await site.ask(address);
      expect(site.cache.size().pages).toBe(0);
      const { headers } = await site.ask(address);
      expect(headers.etag).toBeUndefined();
    },
  );

  test('is not served to a data request of the router', async () => {
    await site.ask(path);
    const { text, headers } = await site.ask(`${path}.data`);
    expect(headers['content-type']).toBe('text/x-script; charset=utf-8');
    expect(text).not.toContain('<script>');
  });

  test.each(['//', `/news//x`, '/news/x/', '/%6eews/x', '/%zz', '/news/..%2fx'])(
    'is not at another spelling: %s',
    async (address) => {
      await site.ask(address);
      expect(site.cache.size().pages).toBe(0);
    },
  );

  test('a guarded page is never cached, whatever its route declares', async () => {
    const { status, text } = await site.ask('/secret');
    expect(status).toBe(302);
    expect(text).not.toContain('the secret');
  });

  test('errors and redirects are not cached', async () => {
    const moved = await site.ask('/moved');
    expect(moved).toMatchObject({ status: 301 });
    expect(moved.headers).toMatchObject({ location: '/news/other', 'x-frame-options': 'DENY' });
    expect((await site.ask('/news/unknown')).status).toBe(404);
    site.trial.isFailing = true;
    const failed = await site.ask(path);
    expect(failed.status).toBe(500);
    expect(failed.text).toContain(String(failed.headers['x-request-id']));
    site.trial.isFailing = false;
    expect((await site.ask(path)).status).toBe(200);
    expect(site.cache.size().pages).toBe(1);
  });
});
