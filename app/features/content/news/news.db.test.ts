import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, anonymous, roles } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeEvent, makeNewsItem } from '~/db/factories.server';
import { listTopics } from '~/features/content/articles/articles.server';
import { getFeed } from '~/features/content/feeds/feeds.server';
import { listTexts, newTextLanguages } from '~/features/content/publishing/texts.server';
import { configure } from '../../../../tests/support/database/configure';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { getNewsItem, listHeadlines, listLatestHeadlines, listNewsLanguages } from './news.server';

const hour = 3_600_000;
const soon = () => new Date(Date.now() + hour);
const lately = () => new Date(Date.now() - hour);
const at = (moment: string) => ({ publishAt: new Date(moment) });

const slugs = async (filter = {}, limit?: number) =>
  (await listHeadlines(anonymous, filter, limit)).map(({ slug }) => slug);

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.articles);
});

describe('what is not published', () => {
  const hidden = {
    draft: { status: 'draft' },
    scheduled: { status: 'scheduled', publishAt: soon() },
    archived: { status: 'archived' },
    'published later': { status: 'published', publishAt: soon() },
    expired: { status: 'published', expireAt: lately() },
  } as const;

  test.each(Object.keys(hidden))('is in no list and has no page: %s', async (name) => {
    const fields = Object.entries(hidden).find(([key]) => key === name)?.[1];
    await makeNewsItem(db(), { ...fields, slug: 'hidden', language: 'mt' });
    await makeArticle(db(), { ...fields, slug: 'hidden', language: 'mt' });
    for (const role of roles) {
      const actor = actorWithRole(role);
      expect(await listHeadlines(actor, {})).toEqual([]);
      expect(await listHeadlines(actor, { language: 'mt' })).toEqual([]);
      expect(await listNewsLanguages(actor)).toEqual([]);
      await expect(getNewsItem(actor, 'hidden', 'mt')).rejects.toMatchObject({
        code: 'error.not-found',
        status: 404,
      });
    }
  });

  test('appears at its time and disappears at its end', async () => {
    await makeNewsItem(db(), { slug: 'now', publishAt: lately(), expireAt: soon() });
    expect(await slugs()).toEqual(['now']);
    expect(await getNewsItem(anonymous, 'now', 'en')).toMatchObject({ slug: 'now' });
  });
});

describe('the event and the article that a news item names', () => {
  const related = async (actor: Actor = anonymous) => {
    const { relatedEvent, relatedArticle } = await getNewsItem(actor, 'names-both', 'en');
    return [relatedEvent, relatedArticle];
  };
  beforeEach(async () => {
    await db().delete(schema.events);
    await makeNewsItem(db(), {
      slug: 'names-both',
      relatedEvent: 'a-seminar',
      relatedArticle: 'an-essay',
    });
  });

  test('are offered while they can be opened', async () => {
    expect(await related()).toEqual([null, null]);
    const { id } = await makeEvent(db(), { slug: 'a-seminar' });
    await makeArticle(db(), { slug: 'an-essay' });
    expect(await related()).toEqual(['a-seminar', 'an-essay']);
    await db().update(schema.articles).set({ status: 'draft' });
    const hide = (fields: object) =>
      db().update(schema.events).set(fields).where(eq(schema.events.id, id));
    await hide({ visibility: 'members' });
    expect(await related()).toEqual([null, null]);
    expect(await related(actorWithRole('USER'))).toEqual(['a-seminar', null]);
    await hide({ status: 'draft' });
    expect(await related(actorWithRole('USER'))).toEqual([null, null]);
  });

  test('are offered where they stand now', async () => {
    await makeEvent(db(), { slug: 'a-conference' });
    const moved = { fromPath: '/events/a-seminar', toPath: '/events/a-conference' };
    await db().insert(schema.redirects).values(moved);
    expect(await related()).toEqual(['a-conference', null]);
  });
});

describe('in a language that is not one of the news', () => {
  beforeEach(() => configure({ NEWS_LANGUAGES: 'en' }));

  test('an item is in no list, filter or feed, and has no page', async () => {
    await makeNewsItem(db(), { slug: 'avis', language: 'fr', title: 'Un avis inattendu' });
    await makeNewsItem(db(), { slug: 'notice', language: 'en' });
    expect(await slugs()).toEqual(['notice']);
    expect(await slugs({ language: 'fr' })).toEqual([]);
    expect(await listNewsLanguages(anonymous)).toEqual(['en']);
    await expect(getFeed(anonymous, 'fr')).rejects.toMatchObject({ code: 'error.not-found' });
    await expect(getNewsItem(anonymous, 'avis', 'fr')).rejects.toMatchObject({ status: 404 });
    configure({ NEWS_LANGUAGES: 'en, fr' });
    expect((await slugs()).toSorted()).toEqual(['avis', 'notice']);
    expect(await getNewsItem(anonymous, 'avis', 'fr')).toMatchObject({ slug: 'avis' });
  });

  test('an administrator finds it, with the reason, and begins no other there', async () => {
    await makeNewsItem(db(), { slug: 'avis', language: 'fr' });
    const admin = actorWithRole('ADMIN');
    const found = await listTexts(admin, { kind: 'news', language: 'fr' });
    expect(found).toMatchObject([{ slug: 'avis', isLanguageOff: true }]);
    expect(await newTextLanguages(admin, 'news')).toEqual(['en']);
    expect(await newTextLanguages(admin, 'article')).toContain('fr');
  });
});

describe('the newest for a reader', () => {
  test('are in that language, else in that of the site, else in any', async () => {
    const newest = async (language: string) =>
      (await listLatestHeadlines(anonymous, language, 5)).map(({ slug }) => slug);
    expect(await newest('de')).toEqual([]);
    await makeNewsItem(db(), { slug: 'actualite', language: 'fr' });
    expect(await newest('de')).toEqual(['actualite']);
    await makeNewsItem(db(), { slug: 'news', language: 'en' });
    expect(await newest('de')).toEqual(['news']);
    expect(await newest('fr')).toEqual(['actualite']);
  });
});

describe('the list', () => {
  test('has news and articles together, newest first, pinned ones before', async () => {
    await makeNewsItem(db(), { slug: 'old-pinned', pinned: true, ...at('2025-01-10T09:00:00Z') });
    await makeNewsItem(db(), { slug: 'middle', ...at('2026-02-01T09:00:00Z') });
    await makeArticle(db(), { slug: 'newest', ...at('2026-03-01T09:00:00Z') });
    await makeArticle(db(), { slug: 'oldest', ...at('2025-03-01T09:00:00Z') });
    expect(await slugs()).toEqual(['old-pinned', 'newest', 'middle', 'oldest']);
    expect(await slugs({}, 2)).toEqual(['old-pinned', 'newest']);
    const [pinned, newest] = await listHeadlines(anonymous, {});
    expect([pinned?.kind, newest?.kind]).toEqual(['news', 'article']);
  });

  test('keeps a pinned one in a list that is cut short', async () => {
    await makeNewsItem(db(), { slug: 'pinned', pinned: true, ...at('2025-01-10T09:00:00Z') });
    for (const day of [1, 2, 3]) {
      await makeNewsItem(db(), { slug: `day-${day}`, ...at(`2026-02-0${day}T09:00:00Z`) });
    }
    expect(await slugs({}, 2)).toEqual(['pinned', 'day-3']);
  });

  test('goes by the year of Brussels', async () => {
    await makeNewsItem(db(), { slug: 'last-of-2024', ...at('2024-12-31T22:59:59.999Z') });
    await makeNewsItem(db(), { slug: 'first-of-2025', ...at('2024-12-31T23:00:00Z') });
    await makeArticle(db(), { slug: 'half-past-eleven', ...at('2024-12-31T23:30:00Z') });
    await makeArticle(db(), { slug: 'last-of-2025', ...at('2025-12-31T22:59:59.999Z') });
    await makeNewsItem(db(), { slug: 'first-of-2026', ...at('2025-12-31T23:00:00Z') });
    expect(await slugs({ year: 2024 })).toEqual(['last-of-2024']);
    expect(await slugs({ year: 2025 })).toEqual([
      'last-of-2025',
      'half-past-eleven',
      'first-of-2025',
    ]);
    expect(await slugs({ year: 2026 })).toEqual(['first-of-2026']);
    expect(await slugs({ year: 2027 })).toEqual([]);
  });

  test('can be had in one language, and in one year of it', async () => {
    await makeNewsItem(db(), { slug: 'english', ...at('2025-06-01T09:00:00Z') });
    await makeNewsItem(db(), { slug: 'français', language: 'fr', ...at('2025-05-01T09:00:00Z') });
    await makeArticle(db(), { slug: 'deutsch', language: 'de', ...at('2026-05-01T09:00:00Z') });
    expect(await slugs({ language: 'fr' })).toEqual(['français']);
    expect(await slugs({ language: 'de', year: 2026 })).toEqual(['deutsch']);
    expect(await slugs({ language: 'de', year: 2025 })).toEqual([]);
    expect(await slugs({ language: 'it' })).toEqual([]);
    expect(await slugs()).toEqual(['deutsch', 'english', 'français']);
  });

  test('can be had of one category, and of one topic, which articles have', async () => {
    await makeNewsItem(db(), { slug: 'call', category: 'call' });
    await makeNewsItem(db(), { slug: 'case', category: 'case-law' });
    await makeArticle(db(), { slug: 'study', category: 'case-law', topics: ['transfers'] });
    await makeArticle(db(), { slug: 'essay', category: 'eu', topics: ['consent', 'transfers'] });
    await makeArticle(db(), { slug: 'secret', topics: ['unpublished'], status: 'draft' });
    expect((await slugs({ category: 'case-law' })).toSorted()).toEqual(['case', 'study']);
    expect(await slugs({ category: 'member-news' })).toEqual([]);
    expect((await slugs({ topic: 'transfers' })).toSorted()).toEqual(['essay', 'study']);
    expect(await slugs({ topic: 'transfers', category: 'eu' })).toEqual(['essay']);
    expect(await slugs({ topic: 'unpublished' })).toEqual([]);
    expect(await listTopics(anonymous)).toEqual(['consent', 'transfers']);
  });

  test('offers the languages in which there are news or articles', async () => {
    await makeNewsItem(db(), { language: 'fr' });
    await makeNewsItem(db(), { language: 'en' });
    await makeNewsItem(db(), { language: 'en' });
    await makeArticle(db(), { language: 'de' });
    await makeArticle(db(), { language: 'it', status: 'draft' });
    expect(await listNewsLanguages(anonymous)).toEqual(['de', 'en', 'fr']);
  });
});

describe('a news item', () => {
  test('is shown in the language of the reader where it can be', async () => {
    await makeNewsItem(db(), { slug: 'statutes', language: 'en', title: 'Statutes' });
    await makeNewsItem(db(), { slug: 'statutes', language: 'fr', title: 'Statuts' });
    await makeNewsItem(db(), {
      slug: 'statutes',
      language: 'de',
      title: 'Satzung',
      status: 'draft',
    });
    expect(await getNewsItem(anonymous, 'statutes', 'fr')).toMatchObject({ title: 'Statuts' });
    expect(await getNewsItem(anonymous, 'statutes', 'en')).toMatchObject({ title: 'Statutes' });
    expect(await getNewsItem(anonymous, 'statutes', 'de')).toMatchObject({ title: 'Statutes' });
    await makeNewsItem(db(), { slug: 'avis', language: 'fr', title: 'Avis' });
    expect(await getNewsItem(anonymous, 'avis', 'de')).toMatchObject({ language: 'fr' });
  });

  test.each([
    ['was withdrawn', { status: 'archived' as const }],
    ['ran out', { expireAt: new Date(Date.now() - 1) }],
  ])('does not stand for one of another language that %s', async (_what, fields) => {
    await makeNewsItem(db(), { slug: 'avis', language: 'en', ...fields });
    await makeNewsItem(db(), { slug: 'avis', language: 'fr', title: 'Avis' });
    await expect(getNewsItem(anonymous, 'avis', 'de')).rejects.toMatchObject({ status: 404 });
    expect(await getNewsItem(anonymous, 'avis', 'fr')).toMatchObject({ title: 'Avis' });
    // Lists lead to the one that there is.
    await makeNewsItem(db(), { slug: 'seul', language: 'fr' });
    const listed = await listHeadlines(anonymous, { language: 'fr' });
    expect(listed.find(({ slug }) => slug === 'avis')).toMatchObject({ isShared: true });
    expect(listed.find(({ slug }) => slug === 'seul')).toMatchObject({ isShared: false });
  });

  test('carries the decisions it cites, in its order', async () => {
    const [first, second] = ['ECLI:EU:C:2020:559', 'ECLI:EU:C:2014:317'];
    for (const [ecli, name] of [
      [first, 'Schrems II'],
      [second, 'Google Spain'],
    ]) {
      if (!ecli || !name) continue;
      const facts = { caseNumber: 'C-1/20', court: 'Court of Justice', dateDecided: '2020-07-16' };
      await db()
        .insert(schema.decisions)
        .values({ ecli, name, ...facts });
    }
    await makeNewsItem(db(), { slug: 'cites', decisions: [second, 'ECLI:XX:unknown', first] });
    const { decisions } = await getNewsItem(anonymous, 'cites', 'en');
    expect(decisions.map(({ name }) => name)).toEqual(['Google Spain', 'Schrems II']);
  });

  test.each(['', 'unknown', "' or 1=1 --", '%', 'a'.repeat(5000)])(
    '%# is not there',
    async (slug) => {
      await makeNewsItem(db());
      await expect(getNewsItem(anonymous, slug, 'en')).rejects.toMatchObject({
        code: 'error.not-found',
      });
    },
  );
});
