import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeNewsItem } from '~/db/factories.server';
import { getRelatedContent } from '~/features/content/publishing/publishing.server';

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.articles);
});

const at = (day: string) => ({ publishAt: new Date(`2026-${day}T09:00:00Z`) });
const aroundNews = (item: Awaited<ReturnType<typeof makeNewsItem>>) =>
  getRelatedContent(anonymous, { ...item, kind: 'news', decisionKeys: item.decisions });
const aroundArticle = (item: Awaited<ReturnType<typeof makeArticle>>) =>
  getRelatedContent(anonymous, { ...item, kind: 'article', decisionKeys: item.decisions });
const slugsOf = (texts: { slug: string }[]) => texts.map(({ slug }) => slug);

test('the previous and next text are public, of the same kind and language', async () => {
  await makeNewsItem(db(), { slug: 'first', ...at('01-01') });
  const second = await makeNewsItem(db(), { slug: 'second', ...at('02-01') });
  await makeNewsItem(db(), { slug: 'français', language: 'fr', ...at('02-02') });
  await makeNewsItem(db(), { slug: 'draft', status: 'draft', ...at('02-03') });
  await makeNewsItem(db(), { slug: 'expired', expireAt: new Date(0), ...at('02-04') });
  await makeArticle(db(), { slug: 'article', ...at('02-05') });
  const third = await makeNewsItem(db(), { slug: 'third', ...at('03-01') });
  const { previous, next } = await aroundNews(second);
  expect([previous?.slug, next?.slug]).toEqual(['first', 'third']);
  expect(await aroundNews(third)).toMatchObject({ previous: { slug: 'second' }, next: null });
});

test('of texts that appeared at the same moment none is left out', async () => {
  const items = [];
  for (const slug of ['a', 'b', 'c'])
    items.push(await makeNewsItem(db(), { slug, ...at('01-01') }));
  const inOrder = items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const [place, item] of inOrder.entries()) {
    const { previous, next } = await aroundNews(item);
    expect(previous?.slug).toBe(inOrder[place - 1]?.slug);
    expect(next?.slug).toBe(inOrder[place + 1]?.slug);
  }
});

test('related are texts about the same decision or topic, then those of the category', async () => {
  const decisions = ['ECLI:EU:C:2020:559'];
  const article = await makeArticle(db(), { slug: 'own', decisions, topics: ['transfers'] });
  const { translationGroup } = article;
  await makeArticle(db(), { slug: 'traduction', language: 'fr', decisions, translationGroup });
  await makeNewsItem(db(), { slug: 'same-decision', decisions, category: 'eu' });
  const same = await makeArticle(db(), { slug: 'same-topic', topics: ['transfers', 'consent'] });
  const other = { language: 'fr', translationGroup: same.translationGroup };
  await makeArticle(db(), { slug: 'même-sujet', topics: ['transfers'], ...other });
  await makeArticle(db(), { slug: 'same-category' });
  await makeArticle(db(), { slug: 'elsewhere', category: 'eu' });
  await makeArticle(db(), { slug: 'draft', topics: ['transfers'], status: 'draft' });
  const { related, languages } = await aroundArticle(article);
  expect(slugsOf(related)).toEqual(['same-topic', 'same-decision', 'same-category']);
  expect(languages).toEqual([{ slug: 'traduction', language: 'fr' }]);
});

test('a newly published text is among them', async () => {
  const decisions = ['ECLI:EU:C:2020:559'];
  const item = await makeNewsItem(db(), { slug: 'own', decisions, ...at('01-01') });
  const none = { languages: [], previous: null, next: null, related: [] };
  expect(await aroundNews(item)).toMatchObject(none);
  const publishAt = new Date();
  const { translationGroup } = item;
  await makeNewsItem(db(), { slug: 'traduction', language: 'fr', translationGroup, publishAt });
  await makeNewsItem(db(), { slug: 'later', decisions, publishAt });
  await makeArticle(db(), { slug: 'article', decisions, publishAt });
  await makeArticle(db(), { slug: 'article', language: 'fr', publishAt });
  expect(await aroundNews(item)).toMatchObject({
    languages: [{ slug: 'traduction' }],
    next: { slug: 'later' },
    related: [{ slug: 'later' }, { slug: 'article', isShared: true }],
  });
});
