import type { Locator, Page, Request } from '@playwright/test';
import { everyPage } from './steps/every-page';
import { expect, storages, visit } from './steps/fixtures';
import { siteOrigin } from './steps/accounts';
import { withSettings } from './steps/own-site';

/** A site as in production: statistics and error reports are switched on. */
const test = withSettings({ FLAGS: 'analytics,errorTracking,publicStatistics' });

const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your privacy choices' });
/** Of the bar, or of the dialog while it is open. */
const control = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answer = (page: Page, name: string) => control(page, name).click();
const receiptsSent = (page: Page) => {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/consent/receipts')) seen.push(request);
  });
  return seen;
};
const reports = (page: Page) => {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (/\/(?:page-views|tracked-errors)$/.test(request.url())) seen.push(request);
  });
  return seen;
};
const consentCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'consent');

/** Goes to another page as a reader does, by a link. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('nothing happens before a choice and after a refusal; both answers are equally easy', async ({
  page,
  site,
}) => {
  const seen = reports(page);
  await visit(page, `${site.url}/`);
  await expect(bar(page)).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await follow(page, 'Privacy policy');
  const [reject, accept] = await Promise.all(
    ['Reject all', 'Accept all'].map((name) => {
      return control(page, name).evaluate((element) => {
        const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(element);
        const { height, top } = element.getBoundingClientRect();
        return { backgroundColor, color, fontSize, fontWeight, height, top };
      });
    }),
  );
  expect(reject).toEqual(accept);
  await answer(page, 'Reject all');
  await expect(bar(page)).toBeHidden();
  await follow(page, 'End-user agreement');
  expect(seen).toEqual([]);
  const cookie = await consentCookie(page);
  expect(cookie?.value).toMatch(/\.none$/);
  const inDays = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
  expect(Math.round(inDays)).toBe(365);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

/** How a control is pressed. */
const presses = {
  click: (control: Locator) => control.click(),
  Enter: (control: Locator) => control.press('Enter'),
  Space: (control: Locator) => control.press('Space'),
};

for (const [way, press] of Object.entries(presses)) {
  test(`first visit, by ${way}: "Choose" opens the services and stores nothing`, async ({
    page,
    site,
  }) => {
    const receipts = receiptsSent(page);
    await visit(page, `${site.url}/`);
    await press(control(page, 'Choose'));
    const statistics = dialog(page).getByRole('checkbox', { name: /^Statistics/ });
    await expect(statistics).toBeFocused();
    await expect(statistics).not.toBeChecked();
    await expect(control(page, 'Choose')).toBeHidden();
    await expect(control(page, 'Save my choice')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(control(page, 'Choose')).toBeFocused();
    expect(await consentCookie(page)).toBeUndefined();
    expect(receipts).toEqual([]);
    // Still unanswered, it asks again.
    await page.reload();
    await expect(control(page, 'Choose')).toBeVisible();
    expect(await consentCookie(page)).toBeUndefined();
  });

  for (const [name, ticked, stored] of [
    ['Reject all', [], 'none'],
    ['Reject all', ['Statistics'], 'none'],
    ['Accept all', [], 'analytics+errorTracking'],
    ['Save my choice', [], 'none'],
    ['Save my choice', ['Statistics'], 'analytics'],
    ['Save my choice', ['Error reports'], 'errorTracking'],
    ['Save my choice', ['Statistics', 'Error reports'], 'analytics+errorTracking'],
  ] as const) {
    test(`first visit, by ${way}: "${name}" with "${ticked.join(', ')}" ticked stores ${stored}`, async ({
      page,
      site,
    }) => {
      const receipts = receiptsSent(page);
      await visit(page, `${site.url}/`);
      if (ticked.length > 0 || name === 'Save my choice') await press(control(page, 'Choose'));
      for (const service of ticked) {
        const box = dialog(page).getByRole('checkbox', { name: new RegExp(`^${service}`) });
        await (way === 'click' ? box.click() : box.press('Space'));
      }
      const written = page.waitForResponse(/\/consent\/receipts$/);
      await press(control(page, name));
      await expect(dialog(page)).toBeHidden();
      await expect(bar(page)).toBeHidden();
      await expect(page.getByRole('main')).toBeFocused();
      expect((await written).status()).toBe(201);
      expect((await consentCookie(page))?.value.split('.').at(-1)).toBe(stored);
      expect(receipts.map((receipt) => receipt.postDataJSON().choices)).toEqual([
        {
          analytics: stored.includes('analytics'),
          errorTracking: stored.includes('errorTracking'),
        },
      ]);
    });
  }
}

test('first visit: reading the privacy policy and opening the notice again stores nothing', async ({
  page,
  site,
}) => {
  const receipts = receiptsSent(page);
  await visit(page, `${site.url}/`);
  await bar(page).getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  const opener = page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and consent' });
  await opener.click();
  await expect(control(page, 'Save my choice')).toBeVisible();
  await control(page, 'Close').click();
  await expect(opener).toBeFocused();
  await expect(control(page, 'Choose')).toBeVisible();
  expect(await consentCookie(page)).toBeUndefined();
  expect(receipts).toEqual([]);
});

test('after acceptance each route change but the first is counted, without ids', async ({
  page,
  site,
}) => {
  const seen = reports(page);
  await visit(page, `${site.url}/`);
  await answer(page, 'Accept all');
  expect(seen).toEqual([]);
  const counted = page.waitForResponse(/\/page-views$/);
  await follow(page, 'Privacy policy');
  expect((await counted).status()).toBe(202);
  expect(seen[0]?.postDataJSON()).toEqual({
    path: '/privacy-policy',
    language: 'en',
    referrer: null,
  });
  await page.goto(`${site.url}/statistics`);
  await expect(page.getByRole('row', { name: '/privacy-policy 1' })).toBeVisible();
});

test('the choice can be changed from the foot of the page, and its receipt read', async ({
  page,
  site,
}) => {
  await visit(page, `${site.url}/about`);
  await answer(page, 'Accept all');
  const footer = page.getByRole('contentinfo');
  const opener = footer.getByRole('link', { name: 'Cookies and consent' });
  await opener.click();
  const statistics = dialog(page).getByRole('checkbox', { name: /^Statistics/ });
  await expect(statistics).toBeFocused();
  await expect(statistics).toBeChecked();
  await expect(dialog(page).getByRole('checkbox', { name: /^Signing in/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await statistics.uncheck();
  const written = page.waitForResponse(/\/consent\/receipts$/);
  await answer(page, 'Save my choice');
  expect((await written).status()).toBe(201);
  expect((await consentCookie(page))?.value).toMatch(/\.errorTracking$/);
  await opener.click();
  await dialog(page).getByRole('link', { name: 'See the receipt' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: /^Statistics/ })).toContainText(
    'refused',
  );
  await expect(main.getByRole('listitem').filter({ hasText: /^Error reports/ })).toContainText(
    'allowed',
  );
});

test('an error page between two others is no beginning: what follows it is counted', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 404 /);
  await visit(page, `${site.url}/`);
  await answer(page, 'Accept all');
  const seen = reports(page);
  await page.goto(`${site.url}/nonexistent`);
  await follow(page, 'Privacy policy');
  await expect
    .poll(() => seen.map((one) => one.postDataJSON()))
    .toMatchObject([{ path: '/privacy-policy' }]);
});

test('after 366 days it is asked again, and nothing is counted meanwhile', async ({
  page,
  site,
}) => {
  await visit(page, `${site.url}/`);
  await answer(page, 'Accept all');
  // The browser throws the cookie away by its own clock; here it is still there and must not count.
  await page.clock.setFixedTime(Date.now() + 366 * 24 * 3_600_000);
  const seen = reports(page);
  await page.goto(`${site.url}/about`);
  await expect(bar(page)).toBeVisible();
  await follow(page, 'Privacy policy');
  expect(seen).toEqual([]);
});

test('without scripts everything is denied, and the choice can be made on a page', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/`);
  await expect(bar(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and consent' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('everything optional is refused')).toBeVisible();
  await main.getByRole('checkbox', { name: /^Statistics/ }).check();
  await main.getByRole('button', { name: 'Save my choice' }).click();
  await expect(main.getByRole('checkbox', { name: /^Statistics/ })).toBeChecked();
  expect((await context.cookies()).find(({ name }) => name === 'consent')?.value).toMatch(
    /\.analytics$/,
  );
  await context.close();
});

test('who sends Global Privacy Control is not asked and not counted', async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const seen = reports(page);
  await visit(page, `${site.url}/`);
  await expect(bar(page)).toBeHidden();
  await follow(page, 'Privacy policy');
  expect(seen).toEqual([]);
});

test('where nothing optional is in use nobody is asked, and nothing is stored', async ({
  page,
}) => {
  const receipts = receiptsSent(page);
  await visit(page, '/');
  await expect(bar(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and consent' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('there is nothing to choose')).toBeVisible();
  await expect(main.getByRole('checkbox', { name: /^Signing in/ })).toBeDisabled();
  await expect(main.getByRole('checkbox')).toHaveCount(2);
  await expect(main.getByRole('button')).toHaveCount(0);
  await page.request.post('/consent', {
    form: { answer: 'all' },
    headers: { origin: siteOrigin() },
  });
  expect(await page.context().cookies()).toEqual([]);
  expect(receipts).toEqual([]);
});

test.describe('on a site without error reports', () => {
  const test = withSettings({ FLAGS: 'analytics' });

  test('"Accept all" grants statistics and nothing else', async ({ page, site }) => {
    const receipts = receiptsSent(page);
    await visit(page, `${site.url}/`);
    await expect(bar(page)).not.toContainText('Error reports');
    const written = page.waitForResponse(/\/consent\/receipts$/);
    await answer(page, 'Accept all');
    expect((await written).status()).toBe(201);
    expect((await consentCookie(page))?.value).toMatch(/\.analytics$/);
    expect(receipts.map((receipt) => receipt.postDataJSON().choices)).toEqual([
      { analytics: true, errorTracking: false },
    ]);
  });
});

test('every public page keeps the promise, before, after refusal, after acceptance and after 366 days', async ({
  browser,
  site,
}) => {
  const table: Record<string, Record<string, string>> = {};
  for (const choice of ['none yet', 'Reject all', 'Accept all', 'a year ago'] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const seen = reports(page);
    const elsewhere: string[] = [];
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && origin !== site.url) elsewhere.push(request.url());
    });
    if (choice !== 'none yet') {
      await visit(page, `${site.url}/`);
      await answer(page, choice === 'a year ago' ? 'Accept all' : choice);
    }
    if (choice === 'a year ago') await page.clock.setFixedTime(Date.now() + 366 * 24 * 3_600_000);
    for (const { path } of everyPage.filter(({ account }) => !account)) {
      await page.goto(`${site.url}${path}`);
      const { local } = await storages(page);
      const cookies = (await context.cookies()).map(({ name }) => name).join(' ') || 'none';
      // A page opened by its address is the first of its app session: no view is reported.
      const row = {
        cookies,
        storage: Object.keys(local).join(' ') || 'none',
        reports: `${seen.length}`,
        elsewhere: `${elsewhere.length}`,
      };
      table[`${choice}: ${path}`] = row;
      expect.soft(row, `${choice} ${path}`).toEqual({
        cookies: choice === 'none yet' ? 'none' : 'consent',
        storage: 'none',
        reports: '0',
        elsewhere: '0',
      });
    }
    await context.close();
  }
  // oxlint-disable-next-line no-console -- the table is what this test is asked for
  console.table(table);
});
