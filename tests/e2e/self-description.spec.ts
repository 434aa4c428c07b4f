import type { Page } from '@playwright/test';
import { siteOrigin } from './steps/accounts';
import { answersWithError, everyPage } from './steps/every-page';
import { expect, test } from './steps/fixtures';

/** What a page says of itself to search engines and previews. */
function metaOf(page: Page) {
  return page.evaluate(() => {
    const content = (selector: string) =>
      document.querySelector(selector)?.getAttribute('content') ?? '';
    return {
      title: document.title,
      description: content('meta[name=description]'),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
      robots: content('meta[name=robots]'),
      og: Object.fromEntries(
        ['title', 'description', 'url', 'type', 'site_name', 'image', 'image:alt'].map((name) => [
          name,
          content(`meta[property="og:${name}"]`),
        ]),
      ),
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => script.textContent ?? '',
      ),
    };
  });
}

test('public pages describe themselves, each in its own words', async ({ page, strayThings }) => {
  strayThings.expect(answersWithError);
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const { path } of everyPage.filter(({ account }) => !account)) {
    await page.goto(path);
    const { title, description, canonical, robots, og } = await metaOf(page);
    const plain = path.split('?')[0] ?? '';
    if (robots.includes('noindex')) continue;
    expect.soft(canonical, path).toBe(`${siteOrigin()}${plain}`);
    expect.soft(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
    expect.soft(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
    expect.soft(description, `${path}: ends in the middle of a word`).toMatch(/[.?!…]$/);
    expect.soft(og, path).toMatchObject({ description, url: canonical });
    expect.soft(title, path).toContain(og.title);
    expect.soft(og.type, path).toMatch(/^(website|article)$/);
    expect.soft(og.site_name, path).toBe('Data Protection Judges');
    expect.soft(og['image:alt'], path).toBe('Data Protection Judges');
    expect.soft(og.image, path).toMatch(/^https?:.*\/social-card\/[0-9a-f]{16}$/);
    if (plain !== path) continue;
    expect.soft(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    expect.soft(descriptions.get(description), `${path} has another's words`).toBeUndefined();
    titles.set(title, path);
    descriptions.set(description, path);
  }
  expect(titles.size).toBeGreaterThanOrEqual(12);
});

test('pages for nobody else are kept from search engines', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(answersWithError);
  await signInAs('dev');
  for (const path of [
    '/sign-up',
    '/forgot-password',
    '/reset-password/unknown',
    '/nonexistent',
    '/settings',
    '/forum',
    '/intranet',
    '/administration',
    '/events/general-assembly-2027',
  ]) {
    await page.goto(path);
    expect.soft((await metaOf(page)).robots, path).toContain('noindex');
  }
});

test('articles, news, events and decisions carry structured data that can be read', async ({
  page,
}) => {
  const expected: Record<string, Record<string, unknown>> = {
    '/article/names-in-a-search-box': {
      '@type': 'Article',
      inLanguage: 'en',
      datePublished: '2026-01-19T08:00:00.000Z',
    },
    '/news/volkszaehlungsurteil': { '@type': 'NewsArticle', inLanguage: 'de' },
    '/events/annual-conference-2027': {
      '@type': 'Event',
      startDate: '2027-05-20T07:00:00.000Z',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
    },
    '/events/seminar-valletta-public-registers': {
      eventStatus: 'https://schema.org/EventCancelled',
    },
    '/decisions/ECLI:EU:C:2023:370': { '@type': 'CreativeWork', dateCreated: '2023-05-04' },
    '/provisions/gdpr/82': {
      '@type': 'CollectionPage',
      about: {
        '@type': 'Legislation',
        name: 'Article 82 GDPR',
        url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
      },
    },
  };
  for (const [path, facts] of Object.entries(expected)) {
    await page.goto(path);
    const { structured } = await metaOf(page);
    expect(structured, path).toHaveLength(1);
    const read: unknown = JSON.parse(structured[0] ?? '');
    expect(read, path).toMatchObject({ '@context': 'https://schema.org', ...facts });
  }
});

test('a list of decisions names to search engines what it shows, and how many there are', async ({
  page,
}) => {
  await page.goto('/decisions');
  const { structured } = await metaOf(page);
  const { mainEntity } = JSON.parse(structured[0] ?? '');
  const main = page.getByRole('main');
  await expect(main).toContainText(`${mainEntity.numberOfItems} decisions`);
  expect(mainEntity.itemListElement).toHaveLength(25);
  for (const { name, url, position } of mainEntity.itemListElement) {
    expect(mainEntity.itemListElement[position - 1].url).toBe(url);
    await expect(main.locator(`a[href="${url}"]`).first()).toContainText(name);
  }
});
