import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { askedConsent } from '~/features/consent/consent.server';
import { consentCookieLine, newReceipt } from '~/features/consent/consent-choice';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import {
  countPageView,
  countUnansweredSearch,
  getPublicStatistics,
  getStatistics,
  pageViewSchema,
} from './analytics.server';
import { countedPattern } from './counted-pages';

const admin = actorWithRole('ADMIN');
const clientAddress = '192.0.2.1';

function agreeing(analytics = true, more: Record<string, string> = {}): Headers {
  const consent = {
    receipt: newReceipt(),
    purposes: askedConsent().purposes,
    givenAt: Date.now(),
    choices: { analytics, errorTracking: false },
  };
  return new Headers({ cookie: consentCookieLine(consent, true).split(';')[0] ?? '', ...more });
}

const view = { path: '/article/:id', language: 'en', referrer: 'court.example' } as const;
const count = (headers: Headers, changes: object = {}, from = clientAddress) =>
  countPageView(anonymous, { ...view, ...changes }, { headers, clientAddress: from });
const rows = () => db().select().from(schema.pageViews);

beforeEach(async () => {
  await db().delete(schema.pageViews);
  await db().delete(schema.referrerDomains);
  await db().delete(schema.unansweredSearches);
  await db().delete(schema.throttles);
  configure({ FLAGS: 'analytics' });
});

describe('a page view', () => {
  test('is one more in the total of its day, and nothing else', async () => {
    await Promise.all(Array.from({ length: 10 }, () => count(agreeing())));
    expect(await rows()).toMatchObject([{ path: '/article/:id', language: 'en', count: 10 }]);
    const [row] = await rows();
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['count', 'day', 'language', 'path']);
    expect(await db().select().from(schema.referrerDomains)).toMatchObject([
      { domain: 'court.example', count: 1 },
    ]);
  });

  test('counts where someone came from once for each network, and shows it from the fifth on', async () => {
    configure({ FLAGS: 'analytics,publicStatistics' });
    const shown = async () => (await getPublicStatistics(anonymous, 7)).byDomain;
    for (let network = 1; network < 5; network += 1)
      await count(agreeing(), {}, `10.0.${network}.1`);
    await count(agreeing(), {}, '10.0.1.1');
    expect(await shown()).toEqual([]);
    await count(agreeing(), {}, '10.0.5.1');
    expect(await shown()).toEqual([{ name: 'court.example', number: 5 }]);
  });

  test('writes down few domains of one network', async () => {
    for (let number = 0; number < 40; number += 1) {
      await count(agreeing(), { referrer: `spam-${number}.example` });
    }
    expect(await db().$count(schema.referrerDomains)).toBe(30);
  });

  test.each([
    ['without consent', () => new Headers()],
    ['after a refusal', () => agreeing(false)],
    ['with Do Not Track', () => agreeing(true, { dnt: '1' })],
    ['with Global Privacy Control', () => agreeing(true, { 'sec-gpc': '1' })],
  ])('does not count %s', async (_, headers) => {
    await count(headers());
    expect(await rows()).toEqual([]);
  });

  test('has no address while analytics is off', async () => {
    configure();
    await expect(count(agreeing())).rejects.toMatchObject({ status: 404 });
    expect(await rows()).toEqual([]);
  });

  test('is of a public page, named without ids', () => {
    expect(countedPattern('/article/names-in-a-search-box')).toBe('/article/:id');
    for (const path of ['/settings', '/forum', '/intranet', '/administration', '/user/1']) {
      expect(countedPattern(path)).toBeNull();
    }
    expect(countedPattern('/decisions/ECLI:EU:C:2023:370')).toBe('/decisions/:identifier');
    for (const path of ['/unsubscribe/3q2', '/decisions/propose', '/decisions/proposals']) {
      expect(countedPattern(path)).toBeNull();
    }
    expect(pageViewSchema.safeParse({ ...view, path: '/forum' }).success).toBe(false);
    expect(pageViewSchema.safeParse({ ...view, path: '/article/x' }).success).toBe(false);
    expect(pageViewSchema.safeParse({ ...view, user: 'someone' }).success).toBe(false);
    expect(pageViewSchema.safeParse({ ...view, referrer: 'a b' }).success).toBe(false);
  });

  test('from this very site has no referrer', async () => {
    await count(agreeing(), { referrer: 'association.example' });
    expect(await db().select().from(schema.referrerDomains)).toEqual([]);
  });
});

describe('a search that found nothing', () => {
  let networks = 0;
  const search = (words: string, from = `10.1.${(networks += 1)}.1`) =>
    countUnansweredSearch(anonymous, words, { headers: agreeing(), clientAddress: from });

  test('counts once for each network: nobody writes words alone', async () => {
    for (let time = 0; time < 10; time += 1) await search('vote for me', clientAddress);
    expect((await getStatistics(admin, 30)).byWords).toEqual([]);
    expect((await getStatistics(admin, 30)).rareSearches).toBe(1);
    for (let number = 0; number < 40; number += 1) await search(`word ${number}`, clientAddress);
    expect((await getStatistics(admin, 30)).rareSearches).toBeLessThanOrEqual(30);
    // What does not count is nothing that anybody has done wrong.
    expect(await db().$count(schema.securityEvents)).toBe(0);
  });

  test('is written down in words from the fifth time on only', async () => {
    for (const words of ['Jane  Doe', 'jane doe', 'JANE DOE', ' jane doe ']) await search(words);
    const stored = () => db().select().from(schema.unansweredSearches);
    expect(JSON.stringify(await stored()).toLowerCase()).not.toContain('jane');
    expect((await getStatistics(admin, 30)).byWords).toEqual([]);
    expect((await getStatistics(admin, 30)).rareSearches).toBe(4);
    await search('jane doe');
    expect((await getStatistics(admin, 30)).byWords).toEqual([{ name: 'jane doe', number: 5 }]);
  });

  test('does not count without consent', async () => {
    await countUnansweredSearch(anonymous, 'words', { headers: new Headers(), clientAddress });
    expect(await db().select().from(schema.unansweredSearches)).toEqual([]);
  });
});

describe('the figures', () => {
  test('are for administrators, and for everybody only by setting', async () => {
    await count(agreeing());
    expect((await getStatistics(admin, 7)).byPage).toEqual([{ name: '/article/:id', number: 1 }]);
    const { byDay } = await getStatistics(admin, 7);
    expect(byDay.map(({ number }) => number)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(new Set(byDay.map(({ day }) => day)).size).toBe(7);
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      await expect(getStatistics(actorWithRole(role), 7)).rejects.toMatchObject({ status: 404 });
    }
    await expect(getPublicStatistics(anonymous, 7)).rejects.toMatchObject({ status: 404 });
    configure({ FLAGS: 'analytics,publicStatistics' });
    expect(await getPublicStatistics(anonymous, 7)).toEqual({
      ...(await getStatistics(admin, 7)),
      byDomain: [],
    });
  });

  test('leave out what is older than the period', async () => {
    await db()
      .insert(schema.pageViews)
      .values({ day: '2020-01-01', path: '/', language: 'en', count: 3 });
    expect((await getStatistics(admin, 365)).byPage).toEqual([]);
  });
});
