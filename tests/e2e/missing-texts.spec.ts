import type { Page } from '@playwright/test';
import { acceptAgreement, fillApplication } from './steps/application-form';
import { expect, test, visit } from './steps/fixtures';

const hashed = /\/assets\/i18n\/en\.[0-9a-f]{10}\.json/;
const any = /\/assets\/i18n\//;

/** Marks the page, so that it can be told whether another was loaded since. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['before'] = 'yes';
  });
const followed = '[data-before]';
const search = (page: Page) => page.getByRole('main').getByLabel('What are you looking for?');
const toSearch = (page: Page) => page.getByRole('banner').locator('a[href="/search"]').click();

test('after the site was renewed an open page finds its texts', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource.* 404 /);
  await visit(page, '/about');
  await mark(page);
  await page.route(hashed, (route) => route.fulfill({ status: 404 }));
  await toSearch(page);
  await expect(search(page)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('search.');
  await expect(page.locator(followed)).toHaveCount(1);
});

test('without its texts a page is loaded as a whole', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource/);
  await visit(page, '/about');
  await mark(page);
  await page.route(any, (route) => route.abort());
  await toSearch(page);
  await expect(page).toHaveURL('/search');
  await expect(page.locator(followed)).toHaveCount(0);
  await expect(search(page)).toBeVisible();
});

test('an application is sent where no further text can be had', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource/);
  await visit(page, '/membership');
  await page.route(any, (route) => route.abort());
  await fillApplication(page, {
    firstName: 'Mechthild',
    lastName: 'Funkloch',
    email: 'mechthild.funkloch@court.example',
  });
  await acceptAgreement(page);
  await page.getByRole('button', { name: 'Send the application' }).click();
  await expect(page).toHaveURL('/membership/sent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you for your application',
  );
});
