import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { emailOf } from './steps/accounts';
import { disclosure, expect, storages, submitSignIn, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

/** A second site, the same build with other settings. */
const test = withSettings({
  LANGUAGES: 'en,fr,de',
  FLAGS: 'selfRegistration,darkMode=off,privacyPolicyLink=off,endUserAgreementLink=off',
  ASSOCIATION_NAME: 'Association of Examples AISBL',
  ASSOCIATION_SHORT_NAME: 'Examples',
  ASSOCIATION_VAT: 'BE 0123.456.789',
});

async function chooseLanguage(page: Page, from: string, to: string): Promise<void> {
  await disclosure(page, from).click();
  await page.getByRole('banner').getByRole('button', { name: to }).click();
}

test('a year without news says so, and leads to all news', async ({ page, site }) => {
  const client = new Client({ connectionString: site.databaseUrl });
  await client.connect();
  for (const table of ['news_items', 'articles'])
    await client.query(`delete from ${table} where publish_at < '2026-01-01'`);
  // Pages that are kept may show them still.
  await client.query("select pg_notify('live', 'pages/news')");
  await client.end();
  await visit(page, `${site.url}/news`);
  await page.getByLabel('Year').selectOption('2025');
  await expect(page).toHaveURL(/year=2025/);
  const main = page.getByRole('main');
  await expect(main.getByText('There is no news from 2025.', { exact: true })).toBeVisible();
  await expect(main.getByRole('article')).toHaveCount(0);
  await main.getByRole('link', { name: 'Show all news' }).click();
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('with several languages there is a switch, and the choice stays', async ({ page, site }) => {
  await visit(page, `${site.url}/news?year=2025`);
  await chooseLanguage(page, 'EN, Language: English', 'Français');
  await expect(page).toHaveURL(`${site.url}/news?year=2025`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actualités');
  await expect(disclosure(page, 'FR, Langue\u00a0: Français')).toBeFocused();
  await expect.poll(async () => (await storages(page)).local).toEqual({ lang: 'fr' });
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(['lang=fr']);
  await visit(page, `${site.url}/about`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connexion');
});

test('a language that is not active is not accepted', async ({ page, site }) => {
  await page.context().addCookies([{ name: 'lang', value: 'it', url: site.url }]);
  await visit(page, `${site.url}/news`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const answer = await fetch(`${site.url}/language`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ language: 'it', from: '//evil.example' }),
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('languages are chosen without JavaScript as well', async ({ openBrowser, site }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/events/overview`);
  await chooseLanguage(page, 'EN, Language: English', 'Deutsch');
  await expect(page).toHaveURL(`${site.url}/events/overview#choose-language`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Veranstaltungen');
});

test('the settings say that the language is saved, where it was chosen', async ({ page, site }) => {
  await visit(page, `${site.url}/login`);
  await submitSignIn(page, { email: emailOf('member'), password: site.password });
  await expect(page).toHaveURL(`${site.url}/`);
  await visit(page, `${site.url}/settings`);
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save the language' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Ihre Änderungen sind gespeichert.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sprache und Darstellung' })).toBeFocused();
});

test('what is switched off is not there, and names are those of the settings', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, site.url);
  await expect(page.getByRole('button', { name: 'Dark mode' })).toHaveCount(0);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background, 'light on a dark system').toBe('rgb(255, 255, 255)');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Privacy policy', exact: true })).toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'End-user agreement' })).toHaveCount(0);
  await expect(footer).toContainText('Association of Examples AISBL');
  await expect(footer).toContainText('VAT BE 0123.456.789');
  await expect(page.getByRole('link', { name: 'Examples, home page' })).toBeVisible();
});

test('with self-registration on one opens an account and confirms the address', async ({
  page,
  openBrowser,
  site,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|401|410) /);
  const person = { email: 'nora.beispiel@court.example', password: 'seven quiet lanterns' };
  await visit(page, `${site.url}/sign-up`);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Beispiel');
  await page.getByLabel('E-mail address').fill(person.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('nora.beispiel');
  await page.getByRole('button', { name: 'Open an account' }).click();
  await expect(password).toHaveAccessibleDescription(/contains neither your name/);
  await expect(page.getByLabel('First name')).toHaveValue('Nora');
  await password.fill(person.password);
  await page.getByRole('button', { name: 'Open an account' }).click();
  await expect(page).toHaveURL(`${site.url}/login`);
  await expect(page.getByRole('status').getByText(/^Thank you\./)).toBeVisible();

  await signIn(page, person);
  await expect(page.getByRole('main').getByText(/has not been confirmed yet/)).toBeVisible();

  const developer = await openBrowser();
  await visit(developer, `${site.url}/login`);
  await signIn(developer, { email: 'dev@demo.example', password: site.password });
  await expect(disclosure(developer, 'Your account')).toBeVisible();
  const row = developer.getByRole('row').filter({ hasText: person.email });
  const outbox = `${site.url}/administration/outbox?search=${person.email}`;
  while ((await row.count()) === 0) await developer.goto(outbox);
  await row.getByRole('link').click();
  const link = developer.getByRole('link', { name: /\/confirm-email\// });
  const address = (await link.getAttribute('href')) ?? '';
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await fetch(address, { method })).status, 'robots change nothing').toBe(200);
  }

  await visit(page, address);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(
    page.getByRole('status').getByText(/^Your e-mail address is confirmed/),
  ).toBeVisible();
  expect((await fetch(address)).status, 'the link works once').toBe(410);
  await signIn(page, person);
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Administration' })).toHaveCount(
    0,
  );
});

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}
