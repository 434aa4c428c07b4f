import { eq, like, or } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import {
  makeArticle,
  makeEvent,
  makeNewsItem,
  makePage,
  makeUser,
  paragraphs,
} from '~/db/factories.server';
import { AppError } from '~/policy/errors';
import { findOpenAgreement } from '~/features/compliance/agreement/agreement.server';
import { getEvent, listCalendarEntries, listUpcomingEvents } from '~/features/events/events.server';
import { getFeed } from '~/features/content/feeds/feeds.server';
import { makeSitemap } from '~/pages/site-map/sitemap.server';
import { getNewsItem, listHeadlines } from '~/features/content/news/news.server';
import { findSiteText, getPage } from '~/features/content/pages/pages.server';
import { nextPublicChange } from '~/features/content/pages/public-moments.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { collectSearchWords, searchSite } from '~/features/search/search.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { createText } from '~/features/content/publishing/new-texts.server';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import {
  cancelSchedule,
  setExpiry,
  withdrawText,
} from '~/features/content/publishing/publication-states.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import { answerGone, listLegalVersions } from '~/features/content/publishing/publishing.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing, listTexts } from '~/features/content/publishing/texts.server';

let admin: SignedInActor;
const notFound = { code: 'error.not-found' };
const impossible = { code: 'error.content.not-possible' };
const tomorrow = () => new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 19);
const past = () => new Date(Date.now() - 1000);

beforeEach(async () => {
  await renewDatabase();
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const titleOf = async (slug = 'first-text') =>
  (await getNewsItem(anonymous, slug, 'en').catch(() => null))?.title ?? null;

/** The moment of the waiting changes comes; nobody writes anything. */
const letMomentCome = () => db().update(schema.pendingChanges).set({ publishAt: past() });

/** A page as it is, with another title, saved with these wishes. */
async function savePage(id: string, title: string, wishes: object = {}) {
  const { row, content } = await getTextForEditing(admin, 'page', id);
  if (content.kind !== 'page') throw new Error('not a page');
  const fields = { ...content.fields, title, body: paragraphs(title) };
  const edited = { ...typedNews(), content: { kind: 'page' as const, fields } };
  await saveText(admin, { kind: 'page', id }, { ...edited, baseVersion: row.version, ...wishes });
}

const gone = (kind: PublicationKind, slug: string) =>
  answerGone(anonymous, { kind, slug }, new AppError('error.not-found')).catch(
    (answer: unknown) => answer,
  );

describe('scheduled changes to a public text', () => {
  const scheduled = { intent: 'schedule' as const, publishAt: '' };

  test('are read when their moment comes, and not before', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const publishAt = tomorrow();
    const wishes = { ...scheduled, publishAt, baseVersion: 2 };
    await saveText(admin, text, typedNews({ title: 'Second', slug: 'second-text' }, wishes));
    await publishDue.run({});
    expect(await titleOf()).toBe('First text');
    expect(await titleOf('second-text')).toBeNull();
    const { row, changesAt } = await getTextForEditing(admin, 'news', text.id);
    expect(row.status).toBe('published');
    // The pages in memory know that they change then.
    const soon = new Date(Number(changesAt) - 1);
    expect(await nextPublicChange(['news'], soon)).toEqual(changesAt);
    expect(await nextPublicChange(['events'], soon)).not.toEqual(changesAt);

    // What is saved until then is what will appear.
    await saveText(admin, text, typedNews({ title: 'Better' }, { baseVersion: 3 }));
    expect(await listTexts(admin, { kind: 'news' })).toMatchObject([{ changesAt }]);
    await saveText(
      admin,
      text,
      typedNews({ title: 'Better', slug: 'second-text' }, { baseVersion: 4 }),
    );
    await letMomentCome();
    await publishDue.run({});
    expect(await titleOf('second-text')).toBe('Better');
    expect(await findRedirect(anonymous, '/news/first-text')).toBe('/news/second-text');
    expect(await db().$count(schema.pendingChanges)).toBe(0);
    // Whoever had it open goes on writing: nothing they have seen has changed.
    expect(await text.version()).toBe(5);
    await publishDue.run({});
    const published = eq(schema.publicationVersions.isPublished, true);
    expect(await db().$count(schema.publicationVersions, published)).toBeGreaterThanOrEqual(2);
  });

  test('can be called off, and then wait', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const wishes = { ...scheduled, publishAt: tomorrow(), baseVersion: 2 };
    await saveText(admin, text, typedNews({ title: 'Second' }, wishes));
    await cancelSchedule(admin, { ...text, baseVersion: 3 });
    await publishDue.run({});
    expect(await titleOf()).toBe('First text');
    expect(await getTextForEditing(admin, 'news', text.id)).toMatchObject({
      hasPendingChanges: true,
      changesAt: null,
    });
    await expect(cancelSchedule(admin, { ...text, baseVersion: 4 })).rejects.toMatchObject(
      impossible,
    );
  });

  test('are public before what is saved after their moment, even when the job was late', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const wishes = { ...scheduled, publishAt: tomorrow(), baseVersion: 2 };
    await saveText(admin, text, typedNews({ title: 'Second' }, wishes));
    await letMomentCome();
    await saveText(admin, text, typedNews({ title: 'Unfinished' }, { baseVersion: 3 }));
    await publishDue.run({});
    expect(await titleOf()).toBe('Second');
  });

  test('stay away with a text that was withdrawn, or whose address is taken', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const wishes = { ...scheduled, publishAt: tomorrow(), baseVersion: 2 };
    await saveText(admin, text, typedNews({ title: 'Second', slug: 'wanted' }, wishes));
    await makeNewsItem(db(), { slug: 'wanted' });
    await letMomentCome();
    await publishDue.run({});
    expect(await titleOf()).toBe('First text');
    const { changesAt } = await getTextForEditing(admin, 'news', text.id);
    expect(changesAt).toBeNull();

    const again = { ...scheduled, publishAt: tomorrow(), baseVersion: 3 };
    await saveText(admin, text, typedNews({ title: 'Third' }, again));
    await withdrawText(admin, { ...text, baseVersion: 4 }, 'It named a party.');
    await db().update(schema.pendingChanges).set({ publishAt: past() });
    await publishDue.run({});
    expect(await titleOf()).toBeNull();
  });
});

describe('pages are scheduled, run out and are withdrawn as news are', () => {
  test('a translation appears by the clock, and the legal text of tomorrow is asked for then', async () => {
    const place = { slug: 'end-user-agreement', language: 'en' };
    const page = await makePage(db(), { ...place, title: 'Agreement' });
    if (!page) throw new Error('no page');
    const member = actorOf(await makeUser(db(), { createdAt: new Date('2026-01-01') }));
    const french = await createText(admin, {
      kind: 'page',
      language: 'fr',
      title: 'Accord',
      of: page.id,
    });
    await savePage(french, 'Accord', { intent: 'schedule', publishAt: tomorrow() });
    expect(await getPage(anonymous, place.slug, 'fr')).toMatchObject({ language: 'en' });
    await db().update(schema.pages).set({ publishAt: past() }).where(eq(schema.pages.id, french));
    expect(await getPage(anonymous, place.slug, 'fr')).toMatchObject({ title: 'Accord' });
    await publishDue.run({});
    expect(await listLegalVersions(anonymous, { ...place, language: 'fr' })).toHaveLength(1);

    const wishes = { intent: 'schedule', publishAt: tomorrow(), asksForAcceptance: true };
    await savePage(page.id, 'New agreement', wishes);
    expect(await getPage(anonymous, place.slug, 'en')).toMatchObject({ title: 'Agreement' });
    expect(await findOpenAgreement(member, 'en')).toBeNull();
    await letMomentCome();
    await publishDue.run({});
    expect(await getPage(anonymous, place.slug, 'en')).toMatchObject({ title: 'New agreement' });
    expect(await findOpenAgreement(member, 'en')).not.toBeNull();
    expect(await listLegalVersions(anonymous, place)).toHaveLength(2);
  });

  test('an announcement ends by itself', async () => {
    const fields = { title: 'Announcement', publishAt: new Date('2025-01-01') };
    const page = await makePage(db(), { slug: 'text-announcement', ...fields });
    const text = { kind: 'page' as const, id: page?.id ?? '', baseVersion: 1 };
    await setExpiry(admin, text, tomorrow());
    const read = () => findSiteText(anonymous, 'text-announcement', 'en');
    expect(await read()).not.toBeNull();
    const { row } = await getTextForEditing(admin, 'page', text.id);
    const soon = new Date(Number(row.expireAt) - 1);
    expect(await nextPublicChange(['pages'], soon)).toEqual(row.expireAt);
    await setExpiry(admin, { ...text, baseVersion: 2 }, '2026-01-01T09:00');
    expect(await read()).toBeNull();
  });

  test('indispensable pages cannot be withdrawn; others show the reason', async () => {
    const home = await makePage(db(), { slug: 'home' });
    const about = await makePage(db(), { slug: 'about', title: 'About us' });
    const seen = (id = '') => ({ kind: 'page' as const, id, baseVersion: 1 });
    await expect(withdrawText(admin, seen(home?.id), 'No reason')).rejects.toMatchObject(
      impossible,
    );
    await expect(setExpiry(admin, seen(home?.id), tomorrow())).rejects.toMatchObject(impossible);
    await withdrawText(admin, seen(about?.id), 'It is written anew.');
    await expect(getPage(anonymous, 'about', 'en')).rejects.toMatchObject(notFound);
    expect(await gone('page', 'about')).toMatchObject({
      init: { status: 410 },
      data: { title: 'About us', reason: 'It is written anew.' },
    });
  });
});

test('an expired text disappears everywhere, and its address answers 410', async () => {
  const text = await writeNews(admin, { title: 'Zeppelin seminar' }, { intent: 'publish' });
  const found = async () => (await searchSite(anonymous, { query: 'zeppelin' })).total > 0;
  const everywhere = async () => [
    (await listHeadlines(anonymous, {})).length > 0,
    (await getFeed(anonymous, 'en')).entries.length > 0,
    (await makeSitemap()).includes('/news/first-text'),
    await found(),
    (await titleOf()) !== null,
  ];
  expect(await everywhere()).toEqual([true, true, true, true, true]);
  await db().update(schema.newsItems).set({ expireAt: past() });
  expect(await everywhere()).toEqual([false, false, false, false, false]);
  for (const name of ['first-text', text.id]) {
    const answer = await gone('news', name);
    expect(answer).toMatchObject({ init: { status: 410 }, data: { until: expect.any(String) } });
    expect(JSON.stringify(answer)).not.toContain('Zeppelin');
  }
});

test('an unpublished text is not found by the search', async () => {
  const page = await makePage(db(), { slug: 'about', title: 'About' });
  const french = { kind: 'page', language: 'fr', title: 'Zeppelin secret', of: page?.id } as const;
  const id = await createText(admin, french);
  const search = { query: 'zeppelin', language: 'fr' };
  const found = async () => (await searchSite(anonymous, search)).total > 0;
  expect(await found()).toBe(false);
  await savePage(id, 'Zeppelin secret', { intent: 'publish' });
  expect(await found()).toBe(true);
});

test('words are proposed from what visitors see at that moment, as it is shown', async () => {
  const ended = { expireAt: past(), publishAt: new Date(0) };
  const appeared = { status: 'scheduled' as const, publishAt: past() };
  await makeNewsItem(db(), { slug: 'ended', title: 'Opisthocomid', ...ended });
  await makeArticle(db(), { slug: 'ended', title: 'Nothosaurid', ...ended });
  await makePage(db(), { slug: 'ended', title: 'Mosasaurid', ...ended });
  await makeNewsItem(db(), { slug: 'appeared', title: 'Pliosaurid', ...appeared });
  await makeArticle(db(), { slug: 'appeared', title: 'Ichthyosaurid', ...appeared });
  await makePage(db(), { slug: 'appeared', title: 'Coelacanthid', ...appeared });
  await makePage(db(), {
    slug: 'coming',
    ...appeared,
    title: 'Hadrosaurid',
    publishAt: new Date(Date.now() + 60_000),
  });
  await makeEvent(db(), { slug: 'appeared', title: 'Plesiosaurid', ...appeared });
  const soon = new Date(Date.now() + 60_000);
  await makeEvent(db(), { title: 'Stegosaurid', status: 'scheduled', publishAt: soon });
  await collectSearchWords.run({});
  const { word } = schema.searchWords;
  const known = await db()
    .select({ word })
    .from(schema.searchWords)
    .where(or(like(word, '%saurid'), like(word, '%omid'), like(word, '%thid')))
    .orderBy(word);
  expect(known.map((row) => row.word)).toEqual([
    'coelacanthid',
    'ichthyosaurid',
    'plesiosaurid',
    'pliosaurid',
  ]);
});

test('a scheduled event appears at its moment, by the clock alone', async () => {
  await db().delete(schema.events);
  const publishAt = new Date(Date.now() + 60_000);
  await makeEvent(db(), { slug: 'coming', status: 'scheduled', publishAt });
  await expect(getEvent(anonymous, 'coming')).rejects.toMatchObject(notFound);
  expect((await listUpcomingEvents(anonymous)).map(({ slug }) => slug)).not.toContain('coming');
  // The pages in memory know when.
  const next = await nextPublicChange(['events'], new Date());
  expect(Number(next)).toBeLessThanOrEqual(Number(publishAt));
  await db()
    .update(schema.events)
    .set({ publishAt: new Date(Date.now() - 1000) });
  expect(await getEvent(anonymous, 'coming')).toMatchObject({ status: 'published' });
  expect((await listUpcomingEvents(anonymous)).map(({ slug }) => slug)).toContain('coming');
  expect((await listCalendarEntries(anonymous)).map(({ address }) => address)).toEqual([
    expect.stringMatching(/\/events\/coming$/),
  ]);
});
