import { cookieHeader, emailOf, sessionOf, siteOrigin } from './steps/accounts';
import { expect, test } from './steps/fixtures';
import { addresses } from './steps/site-map';

type Asked = { headers?: Record<string, string>; method?: string };

async function ask(path: string, { headers = {}, method = 'GET' }: Asked = {}) {
  const answer = await fetch(`${siteOrigin()}${path}`, { headers, method, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** What stands in front of every page; no browser is needed to see it. */
test('a member’s page is never stored, and never what a visitor gets', async () => {
  const cookie = cookieHeader(await sessionOf('member'));
  const email = emailOf('member');
  for (const { path } of addresses) {
    for (const headers of [{ cookie }, { cookie: `lang=en; ${cookie}` }]) {
      const own = await ask(path, { headers });
      const isPage = own.headers.get('content-type')?.startsWith('text/html');
      if (isPage) expect(own.headers.get('etag'), path).toBeNull();
      if (own.status === 200) expect(own.headers.get('cache-control'), path).toBe('no-store');
    }
    const strangers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer x' },
      { cookie: 'lang=en' },
    ];
    for (const headers of strangers) {
      expect((await ask(path, { headers })).text, path).not.toContain(email);
    }
  }
});

test('a public page is sent once, and then only when it has changed', async () => {
  for (const path of ['/', '/news', '/feeds/atom/en', '/feeds/json/en', '/sitemap.xml']) {
    const first = await ask(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^"[\w-]{22}(-gzip|-br)?"$/);
    const again = await ask(path, { headers: { 'if-none-match': etag } });
    expect(again, path).toMatchObject({ status: 304, text: '' });
    const head = await ask(path, { method: 'HEAD' });
    expect(head.headers.get('etag'), path).toBe(etag);
  }
});

test('readers of feeds find them from every page', async ({ page }) => {
  await page.goto('/about');
  const feeds = page.locator('link[rel="alternate"]');
  await expect(feeds).toHaveCount(2);
  for (const feed of await feeds.all()) {
    const answer = await ask((await feed.getAttribute('href')) ?? '');
    expect(answer.headers.get('content-type')).toContain(await feed.getAttribute('type'));
    expect(answer.text).toContain('names-in-a-search-box');
  }
  const isWellFormed = await page.evaluate(async () => {
    const text = await (await fetch('/feeds/atom/en')).text();
    return !new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror');
  });
  expect(isWellFormed).toBe(true);
});
