import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeEvent, makeNewsItem, makePage } from '~/db/factories.server';
import { configure } from '../../../../tests/support/database/configure';
import { parseXml, type XmlElement } from '../../../../tests/support/site/parse-xml';
import { atomOf } from './atom';
import { getFeed } from './feeds.server';
import { jsonFeedOf } from './json-feed';
import { makeRobotsText, makeSitemap } from '~/pages/site-map/sitemap.server';

const site = 'https://association.example';
const odd = 'Is "a < b" & \'c\' \u0007 – ou l’été ?';
const later = new Date(Date.now() + 3_600_000);
const earlier = new Date(Date.now() - 3_600_000);

const standing = ['home', 'about', 'membership', 'privacy-policy', 'end-user-agreement'];

beforeEach(async () => {
  configure({ LANGUAGES: 'en,fr' });
  const { newsItems, articles, events, pages } = schema;
  for (const table of [newsItems, articles, events, pages]) await db().delete(table);
  for (const slug of [...standing, 'text-news']) {
    await makePage(db(), { slug });
  }
  await makeNewsItem(db(), {
    slug: 'first',
    title: odd,
    teaser: odd,
    publishAt: new Date('2026-01-02T09:00:00Z'),
    updatedAt: new Date('2026-01-01T09:00:00Z'),
  });
  await makeArticle(db(), {
    slug: 'second',
    publishAt: new Date('2026-01-03T09:00:00Z'),
    updatedAt: new Date('2026-02-01T09:00:00Z'),
  });
  await makeNewsItem(db(), { slug: 'premier', language: 'fr', title: 'Premier' });
  await makeNewsItem(db(), { slug: 'draft', status: 'draft' });
  await makeNewsItem(db(), { slug: 'coming', publishAt: later });
  await makeArticle(db(), { slug: 'expired', expireAt: earlier });
  await makeEvent(db(), { slug: 'open-seminar' });
  await makeEvent(db(), { slug: 'assembly', visibility: 'members' });
});

const named = (parent: XmlElement, name: string) =>
  parent.children.filter((child) => child.name === name);
const textOf = (parent: XmlElement, name: string) => {
  const [only, ...others] = named(parent, name);
  expect(others, name).toEqual([]);
  return only?.text ?? '';
};
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** What RFC 4287 requires of a feed or an entry (sections 4.1.1 and 4.1.2). */
function expectAtom(element: XmlElement): void {
  expect(() => new URL(textOf(element, 'id'))).not.toThrow();
  expect(textOf(element, 'title')).not.toBe('');
  expect(textOf(element, 'updated')).toMatch(rfc3339);
  const links = named(element, 'link').map(({ attributes }) => attributes);
  expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
  for (const { href = '' } of links) expect(href).toMatch(/^https:\/\/association\.example\//);
}

describe('the feed as Atom', () => {
  test('has what RFC 4287 requires', async () => {
    const feed = parseXml(atomOf(await getFeed(anonymous, 'en')));
    expect(feed).toMatchObject({
      name: 'feed',
      attributes: { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
    });
    expectAtom(feed);
    const [author] = named(feed, 'author');
    expect(author && textOf(author, 'name')).toContain('European Association');
    const self = named(feed, 'link').find(({ attributes }) => attributes.rel === 'self');
    expect(self?.attributes.href).toBe(`${site}/feeds/atom/en`);
    const entries = named(feed, 'entry');
    for (const entry of entries) {
      expectAtom(entry);
      expect(textOf(entry, 'published')).toMatch(rfc3339);
      expect(textOf(entry, 'summary')).not.toBe('');
    }
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(entries.length);
  });

  test('has the published of its language, newest first, word for word', async () => {
    const feed = parseXml(atomOf(await getFeed(anonymous, 'en')));
    const links = named(feed, 'entry').map((entry) => named(entry, 'link')[0]?.attributes.href);
    expect(links).toEqual([`${site}/article/second`, `${site}/news/first`]);
    const [, first] = named(feed, 'entry');
    expect(first && textOf(first, 'title')).toBe(odd.replace('\u0007', ''));
    // It appeared after it was written.
    expect(first && textOf(first, 'updated')).toBe('2026-01-02T09:00:00.000Z');
    expect(textOf(feed, 'updated')).toBe('2026-02-01T09:00:00.000Z');
    const french = await getFeed(anonymous, 'fr');
    expect(french.entries.map(({ title }) => title)).toEqual(['Premier']);
  });

  test('is a valid one when there is nothing', async () => {
    await db().delete(schema.newsItems);
    await db().delete(schema.articles);
    const feed = parseXml(atomOf(await getFeed(anonymous, 'fr')));
    expectAtom(feed);
    expect(named(feed, 'entry')).toEqual([]);
  });

  test('leads to the text itself where another language of it was withdrawn', async () => {
    await makeNewsItem(db(), { slug: 'avis', status: 'archived', withdrawnReason: 'Wrong.' });
    await makeNewsItem(db(), { slug: 'avis', language: 'fr', title: 'Avis' });
    // What is being written changes no address.
    await makeNewsItem(db(), { slug: 'avis-2', status: 'draft' });
    await makeNewsItem(db(), { slug: 'avis-2', language: 'fr' });
    const { entries } = await getFeed(anonymous, 'fr');
    const { url } = entries.find(({ title }) => title === 'Avis') ?? {};
    expect(url).toMatch(/\/news\/avis\?language=fr$/);
    const sitemap = await makeSitemap();
    expect(sitemap).toContain('/news/avis?language=fr</loc>');
    expect(sitemap).not.toContain('/news/avis</loc>');
    expect(sitemap).toContain('/news/avis-2</loc>');
  });

  test('is there in a language that the site does not speak as soon as it has texts', async () => {
    await makeNewsItem(db(), { language: 'de', title: 'Ein Urteil' });
    const feed = parseXml(atomOf(await getFeed(anonymous, 'de')));
    expectAtom(feed);
    expect(feed.attributes['xml:lang']).toBe('de');
    expect(named(feed, 'entry').map((entry) => textOf(entry, 'title'))).toEqual(['Ein Urteil']);
  });

  test.each(['de', 'xx', 'EN', ''])('is not there for the language %j', async (language) => {
    await expect(getFeed(anonymous, language)).rejects.toMatchObject({ code: 'error.not-found' });
  });
});

/** JSON Feed 1.1, its required parts and those we give. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.url(),
  description: z.string(),
  favicon: z.url(),
  authors: z.array(z.strictObject({ name: z.string().min(1) })).min(1),
  language: z.string(),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: z.url(),
      title: z.string(),
      summary: z.string(),
      content_text: z.string().min(1),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      tags: z.array(z.string()),
      language: z.string(),
    }),
  ),
});

test('the feed as JSON Feed 1.1 has what that requires', async () => {
  const feed = jsonFeed.parse(JSON.parse(jsonFeedOf(await getFeed(anonymous, 'en'))));
  expect(feed).toMatchObject({ feed_url: `${site}/feeds/json/en`, language: 'en' });
  const urls = feed.items.map(({ url }) => url);
  expect(urls).toEqual([`${site}/article/second`, `${site}/news/first`]);
});

test('the sitemap has the published public pages, once each, with their last change', async () => {
  await makeNewsItem(db(), { slug: 'first', language: 'fr', publishAt: earlier });
  const sitemap = parseXml(await makeSitemap());
  expect(sitemap).toMatchObject({
    name: 'urlset',
    attributes: { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
  });
  const urls = named(sitemap, 'url').map((url) => textOf(url, 'loc'));
  expect(urls.map((url) => url.replace(site, '')).toSorted()).toEqual([
    '/',
    '/about',
    '/article/second',
    '/decisions',
    '/end-user-agreement',
    '/events/open-seminar',
    '/events/overview',
    '/membership',
    '/news',
    '/news/first?language=en',
    '/news/first?language=fr',
    '/news/premier',
    '/newsletter',
    '/newsletter/archive',
    '/privacy-policy',
  ]);
  for (const url of named(sitemap, 'url')) {
    if (/\/(news|article)\/./.test(textOf(url, 'loc'))) {
      expect(textOf(url, 'lastmod')).toMatch(rfc3339);
    }
  }
});

test('the sitemap names the translations of a text, and only those that are public', async () => {
  const { translationGroup } = await makeNewsItem(db(), { slug: 'statutes' });
  await makeNewsItem(db(), { slug: 'statuts', language: 'fr', translationGroup });
  await makeNewsItem(db(), { slug: 'satzung', language: 'de', translationGroup, status: 'draft' });
  const same = await makeArticle(db(), { slug: 'same' });
  await makeArticle(db(), {
    slug: 'same',
    language: 'fr',
    translationGroup: same.translationGroup,
  });
  await makePage(db(), { slug: 'about', language: 'fr' });
  await makePage(db(), { slug: 'home', language: 'fr', expireAt: earlier });
  const sitemap = parseXml(await makeSitemap());
  const alternates = new Map(
    named(sitemap, 'url').map((url) => [
      textOf(url, 'loc').replace(site, ''),
      named(url, 'xhtml:link').map(
        ({ attributes }) => `${attributes.hreflang} ${attributes.href?.replace(site, '')}`,
      ),
    ]),
  );
  expect(alternates.get('/')).toEqual([]);
  expect(alternates.get('/news/first')).toEqual([]);
  for (const path of ['/news/statutes', '/news/statuts']) {
    expect(alternates.get(path)?.toSorted()).toEqual(['en /news/statutes', 'fr /news/statuts']);
  }
  const articles = ['en /article/same?language=en', 'fr /article/same?language=fr'];
  for (const language of ['en', 'fr']) {
    expect(alternates.get(`/article/same?language=${language}`)?.toSorted()).toEqual(articles);
  }
  expect([...alternates.keys()].some((path) => path.includes('satzung'))).toBe(false);
  const about = ['en /about?language=en', 'fr /about?language=fr', 'x-default /about'];
  for (const path of ['/about', '/about?language=en', '/about?language=fr']) {
    expect(alternates.get(path)).toEqual(about);
  }
});

test('robots.txt names closed paths and the sitemap', () => {
  const text = makeRobotsText();
  expect(text).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+\nSitemap: /);
  expect(text).toContain(`Sitemap: ${site}/sitemap.xml\n`);
  for (const path of ['/administration', '/intranet', '/forum', '/settings', '/user']) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
});
