import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, roles } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { getArticle, listDecisions, listPublishedArticles } from './articles.server';

const notFound = { code: 'error.not-found', status: 404 };

beforeEach(async () => {
  await db().delete(schema.articles);
});

describe('an article', () => {
  test('is found by its slug and by its id', async () => {
    const { id, slug } = await makeArticle(db(), { title: 'Proportionality' });
    for (const name of [slug, id, id.toUpperCase()]) {
      expect(await getArticle(anonymous, name, 'en')).toMatchObject({
        id,
        title: 'Proportionality',
      });
    }
  });

  test('is there from the moment it appears, and gone when it is over', async () => {
    const slug = 'transfers';
    await expect(getArticle(anonymous, slug, 'en')).rejects.toMatchObject(notFound);
    const { id } = await makeArticle(db(), { slug, publishAt: new Date() });
    expect(await getArticle(anonymous, slug, 'en')).toMatchObject({ id, isShared: false });
    await makeArticle(db(), { slug, language: 'fr', publishAt: new Date() });
    expect(await getArticle(anonymous, slug, 'en')).toMatchObject({ id, isShared: true });
    await db().update(schema.articles).set({ expireAt: new Date() });
    await expect(getArticle(anonymous, slug, 'en')).rejects.toMatchObject(notFound);
    await expect(getArticle(anonymous, id, 'en')).rejects.toMatchObject(notFound);
  });

  test('by its id it is that very text, by its slug the one in the language of the reader', async () => {
    const english = await makeArticle(db(), { slug: 'transfers', language: 'en' });
    const french = await makeArticle(db(), { slug: 'transfers', language: 'fr' });
    expect(await getArticle(anonymous, english.id, 'fr')).toMatchObject({ language: 'en' });
    expect(await getArticle(anonymous, 'transfers', 'fr')).toMatchObject({ id: french.id });
    expect(await getArticle(anonymous, 'transfers', 'en')).toMatchObject({ id: english.id });
    const { language } = await getArticle(anonymous, 'transfers', 'de');
    expect(['en', 'fr']).toContain(language);
  });

  test('is not shown where it was withdrawn in the language that the reader would have got', async () => {
    await makeArticle(db(), { slug: 'transfers', language: 'en', status: 'archived' });
    const french = await makeArticle(db(), { slug: 'transfers', language: 'fr' });
    await expect(getArticle(anonymous, 'transfers', 'de')).rejects.toMatchObject(notFound);
    for (const [name, language] of [
      ['transfers', 'fr'],
      [french.id, 'de'],
    ] as const) {
      expect(await getArticle(anonymous, name, language)).toMatchObject({ id: french.id });
    }
  });

  test.each(['', 'unknown', "'; drop table articles --", newId(), '0198c1f0-0000'])(
    'is not there under %j',
    async (name) => {
      await makeArticle(db());
      await expect(getArticle(anonymous, name, 'en')).rejects.toMatchObject(notFound);
    },
  );

  test.each([
    ['draft', { status: 'draft' }],
    ['scheduled', { status: 'scheduled', publishAt: new Date(Date.now() + 60_000) }],
    ['archived', { status: 'archived' }],
    ['published later', { publishAt: new Date(Date.now() + 60_000) }],
    ['expired', { expireAt: new Date(Date.now() - 60_000) }],
  ] as const)('is not there for anybody while it is %s', async (_name, fields) => {
    const { id, slug } = await makeArticle(db(), fields);
    for (const role of roles) {
      const actor = actorWithRole(role);
      await expect(getArticle(actor, slug, 'en')).rejects.toMatchObject(notFound);
      await expect(getArticle(actor, id, 'en')).rejects.toMatchObject(notFound);
      expect(await listPublishedArticles(actor, { limit: 10 })).toEqual([]);
    }
  });
});

test('a list has bounds in time, the later one not included', async () => {
  const from = new Date('2025-01-01T00:00:00Z');
  const to = new Date('2025-02-01T00:00:00Z');
  await makeArticle(db(), { slug: 'before', publishAt: new Date(Number(from) - 1) });
  await makeArticle(db(), { slug: 'first', publishAt: from });
  await makeArticle(db(), { slug: 'last', publishAt: new Date(Number(to) - 1) });
  await makeArticle(db(), { slug: 'after', publishAt: to });
  const found = await listPublishedArticles(anonymous, { from, to, limit: 10 });
  expect(found.map(({ slug }) => slug)).toEqual(['last', 'first']);
});

test('no decisions are asked for where none is cited', async () => {
  expect(await listDecisions(anonymous, [])).toEqual([]);
  expect(await listDecisions(anonymous, ['ECLI:XX:unknown'])).toEqual([]);
});
