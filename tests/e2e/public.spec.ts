import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { siteOrigin } from './steps/accounts';
import { expect, test, visit } from './steps/fixtures';

const article = '/article/names-in-a-search-box';

/** The headings of a section, each the title of an entry. */
function titlesIn(page: Page, section: string) {
  return page.getByRole('region', { name: section }).getByRole('heading', { level: 3 });
}

/** Dates of the entries that are shown, as YYYY-MM-DD, in their order. */
function datesOf(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .getByRole('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')?.slice(0, 10) ?? ''));
}

test('home tells who we are, what is next, what is new and how to join', async ({ page }) => {
  await visit(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('data protection');
  await expect(titlesIn(page, 'Next events')).toHaveCount(3);
  const next = page.getByRole('region', { name: 'Next events' }).getByRole('article');
  await expect(next.getByRole('time')).toBeVisible();
  await expect(next.getByRole('link', { name: /^Programme and / })).toHaveAttribute(
    'href',
    /^\/events\//,
  );
  const figures = page.getByRole('region', { name: 'The association in figures' });
  await expect(
    figures.getByRole('link', { name: /^\d+ decisions in our collection$/ }),
  ).toBeVisible();
  await expect(figures).not.toContainText(/(^|\D)0 /);
  await expect(titlesIn(page, 'Latest news and articles')).toHaveCount(5);
  const title = (await titlesIn(page, 'Latest news and articles').first().textContent()) ?? '';
  await titlesIn(page, 'Latest news and articles').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'All events' }).click();
  await expect(page).toHaveURL('/events/overview');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'All news and articles' }).click();
  await expect(page).toHaveURL('/news');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Become a member' }).click();
  await expect(page).toHaveURL('/membership');
});

/** What the list says that it holds, on all its pages. */
async function countOfNews(page: Page): Promise<number> {
  const said = page.getByRole('main').getByText(/^\d+ entr(y|ies)/);
  return Number(/^\d+/.exec((await said.textContent()) ?? '')?.[0]);
}

test.describe('the list of news', () => {
  test('is filtered by year and language as one chooses', async ({ page }) => {
    await visit(page, '/news');
    const all = await countOfNews(page);
    expect(all).toBeGreaterThan(40);

    await page.getByLabel('Year').selectOption('2025');
    await expect(page).toHaveURL(/[?&]year=2025/);
    await expect.poll(() => datesOf(page)).not.toEqual([]);
    await expect
      .poll(async () => [...new Set((await datesOf(page)).map((date) => date.slice(0, 4)))])
      .toEqual(['2025']);

    await page.getByLabel('Language').selectOption('French');
    await expect(page).toHaveURL(/year=2025.*language=fr/);
    const french = page.getByRole('heading', { level: 2, name: /Qui a consulté mes données/ });
    await expect(french).toBeVisible();
    await expect(french).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);

    await page.goBack();
    await expect(page.getByLabel('Language')).toHaveValue('');
    await expect(page.getByLabel('Year')).toHaveValue('2025');
    await page.getByLabel('Year').selectOption('All years');
    await expect.poll(() => countOfNews(page)).toBe(all);
  });

  test('has twenty on a page, and says and clears what it is narrowed to', async ({ page }) => {
    await visit(page, '/news');
    const titles = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(titles).toHaveCount(20);
    const first = (await titles.first().textContent()) ?? '';
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/news?page=2');
    await expect(titles.first()).not.toHaveText(first);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await visit(page, '/news?year=2025&category=case-law');
    await expect(page.getByRole('main').getByText(/entr(y|ies): 2025, Case law$/)).toBeVisible();
    await page.getByRole('link', { name: 'Show all news' }).click();
    await expect(page).toHaveURL('/news');
    await expect(page.getByLabel('Year')).toHaveValue('');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('is filtered by the arrow keys, choice after choice', async ({ page }) => {
    await visit(page, '/news');
    const category = page.getByLabel('Category');
    await category.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/category=[a-z]/);
    await expect(category).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page).toHaveURL(/category=(&|$)/);
    await expect(category).toBeFocused();
  });

  test('names the language of an entry that is in another one', async ({ page }) => {
    const entries = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await visit(page, '/news?language=fr');
    await expect(entries.first().getByText('French', { exact: true })).toBeVisible();
    await visit(page, '/news?language=en');
    await expect(entries.first()).toBeVisible();
    await expect(entries.getByText('English', { exact: true })).toHaveCount(0);
  });

  test('offers the years from 2025 to the present one', async ({ page }) => {
    await page.goto('/news');
    const years = await page.getByLabel('Year').getByRole('option').allTextContents();
    const present = new Date().getFullYear();
    expect(years[0]).toBe('All years');
    expect(years[1]).toBe(String(present));
    expect(years.at(-1)).toBe('2025');
    expect(years).toHaveLength(present - 2025 + 2);
  });

  test('is filtered by its address, and without JavaScript', async ({ openBrowser }) => {
    const page = await openBrowser({ javaScriptEnabled: false });
    await page.goto('/news?language=de');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(
      headings.filter({ hasText: 'Wieder gelesen: das Volkszählungsurteil' }),
    ).toHaveCount(1);
    for (const heading of await headings.all()) await expect(heading).toHaveAttribute('lang', 'de');
    await page.getByLabel('Language').selectOption('English');
    await page.getByLabel('Year').selectOption('2025');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL('/news?year=2025&language=en&category=&topic=');
    await expect(page.getByLabel('Year')).toHaveValue('2025');
    await expect(page.getByLabel('Language')).toHaveValue('en');
    await expect(headings.filter({ hasText: 'Fines and fault' })).toHaveCount(1);
    await expect(headings.filter({ hasText: 'Lindqvist' })).toHaveCount(0);
  });

  test('shows all for a choice there is not', async ({ page }) => {
    for (const query of [
      'year=2024',
      'year=2025x',
      'year=9999',
      'language=xx',
      'year=&language=',
    ]) {
      await page.goto(`/news?${query}`);
      expect(await countOfNews(page)).toBeGreaterThan(40);
    }
  });

  test('has the newest first, those that are pinned before', async ({ page }) => {
    await page.goto('/news');
    const items = page.getByRole('main').getByRole('listitem');
    const dates = await items
      .filter({ hasNotText: 'Pinned' })
      .getByRole('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    expect(dates.length).toBeGreaterThan(10);
    expect(dates).toEqual(dates.toSorted().toReversed());
    await expect(items.first()).toContainText('Pinned');
    const now = new Date().toISOString();
    expect(
      dates.filter((date) => date > now),
      'nothing from the future',
    ).toEqual([]);
  });
});

test('an article names its author, its decisions with ECLI, and their source', async ({ page }) => {
  await visit(page, article);
  const main = page.getByRole('main');
  await expect(main.getByText('Iñaki Larrazoain')).toBeVisible();
  await expect(main.getByText(/^\d+ minutes? to read|· \d+ minutes? to read/)).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Abstract' })).toBeVisible();
  const decisions = page.getByRole('region', { name: 'Decisions cited' });
  await expect(decisions.getByRole('listitem')).toHaveCount(4);
  await expect(decisions).toContainText('ECLI:EU:C:2014:317');
  const own = decisions.getByRole('link', { name: /C-131\/12/ });
  await expect(own).toHaveAttribute('href', '/decisions/ECLI:EU:C:2014:317');
  const source = decisions.getByRole('link', { name: 'ECLI:EU:C:2014:317' });
  await expect(source).toHaveAttribute('href', /^https:\/\/eur-lex\.europa\.eu\//);
  await expect(source).toHaveAttribute('rel', /noreferrer/);
});

test('the id of an article keeps answering', async () => {
  const data = await (await fetch(`${siteOrigin()}${article}.data`)).text();
  const id = /"id","([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]+)"/.exec(data)?.[1];
  expect(id).toBeDefined();
  const answer = await fetch(`${siteOrigin()}/article/${id}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, article]);
  const unknown = await fetch(`${siteOrigin()}/article/01890000-0000-7000-8000-000000000000`);
  expect(unknown.status).toBe(404);
});

test('the statutes are a file to download', async ({ page }) => {
  await visit(page, '/about');
  const link = page.getByRole('region', { name: 'Documents' }).getByRole('link');
  const [download] = await Promise.all([page.waitForEvent('download'), link.first().click()]);
  expect(download.suggestedFilename()).toBe('statutes.pdf');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const address = `${siteOrigin()}${await link.first().getAttribute('href')}`;
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(address, { method });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  }
});
