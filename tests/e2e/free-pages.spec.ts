import { emailOf } from './steps/accounts';
import { noViolations } from './steps/axe';
import { expect, submitSignIn, toast, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';
import { addRow, field, press, pressUntilTold } from './steps/publishing-steps';

/** A site of its own: menu and footer stand on every page. */
const test = withSettings({});

test('a page of the association is written, previewed, published, put into the menu and moved', async ({
  page,
  site,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|404) /);
  const visitor = await openBrowser({});
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);

  await visit(page, `${site.url}/administration/content`);
  await page.getByRole('link', { name: 'New page' }).click();
  await field(page, 'Title').fill('Visiting the courts');
  await press(page, 'Create draft');
  await expect(page.getByRole('heading', { name: 'Visiting the courts' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Members may follow a hearing of a colleague.');
  await pressUntilTold(page, 'Save', 'Saved.');
  await noViolations(page);

  await press(page, 'Create link');
  const preview = await page.getByRole('link', { name: /\/preview\// }).textContent();
  await visit(visitor, preview ?? '');
  await expect(visitor.getByText('follow a hearing of a colleague')).toBeVisible();
  const address = `${site.url}/pages/visiting-the-courts`;
  expect((await visitor.goto(address))?.status()).toBe(404);
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  expect((await visitor.goto(address))?.status()).toBe(200);
  await expect(visitor).toHaveTitle(/^Visiting the courts – /);
  await noViolations(visitor);

  // Chosen by its name: nobody types an address, nor the words.
  const editor = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Add the page to menu or footer' }).click();
  await expect(page.getByRole('heading', { name: 'Menu and footer' })).toBeVisible();
  await addRow(page, 'Add an entry', 'Link 1', { Page: '/pages/visiting-the-courts' });
  await press(page, 'Preview');
  const shown = page.getByRole('region', { name: 'Preview for visitors' });
  await expect(shown.getByText('Visiting the courts')).toBeVisible();
  await press(page, 'Save menu and footer');
  await expect(toast(page, 'Saved. Every page now shows it.')).toBeVisible();
  const menu = visitor.getByRole('banner').getByRole('navigation').first();
  const entry = menu.getByRole('link', { name: 'Visiting the courts' });
  await expect(async () => {
    await visitor.goto(`${site.url}/about`);
    await expect(entry).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await entry.click();
  await expect(visitor.getByRole('heading', { name: 'Visiting the courts' })).toBeVisible();

  // Another address: the old one leads there, and so does the menu.
  await visit(page, site.url + editor);
  await field(page, 'Address after /pages/').fill('Court visits');
  await press(page, 'Change address');
  await expect(field(page, 'Address after /pages/')).toHaveAccessibleDescription(/small letters/);
  await field(page, 'Address after /pages/').fill('court-visits');
  await press(page, 'Change address');
  await expect(toast(page, 'Address changed.')).toBeVisible();
  await visitor.goto(address);
  await expect(visitor).toHaveURL(/\/pages\/court-visits$/);
  await expect(entry).toHaveAttribute('href', '/pages/court-visits');
});

test('a page is begun without scripts as well', async ({ site, openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${site.url}/administration/content/new?kind=page`);
  await field(page, 'Title').fill('Contact');
  await press(page, 'Create draft');
  await page.getByLabel('Text', { exact: true }).fill('Write to the secretariat.');
  await press(page, 'Save and publish now');
  expect((await page.goto(`${site.url}/pages/contact`))?.status()).toBe(200);
  await expect(page.getByText('Write to the secretariat.')).toBeVisible();
});
