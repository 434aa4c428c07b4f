import sharp from 'sharp';
import { emailOf } from './steps/accounts';
import { expect, submitSignIn, toast, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

/** A site of its own: what is changed here stands on every page. */
const test = withSettings({});

test('the administration gives the site its name, colour and logo, and every visitor sees them', async ({
  page,
  site,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const visitor = await openBrowser({ colorScheme: 'light' });
  await visitor.goto(`${site.url}/about`);
  await expect(visitor.getByRole('banner')).toContainText('Data Protection Judges');

  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await visit(page, `${site.url}/administration/association`);

  // Too weak: said before and after it is sent, and nothing typed is lost.
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Short name').fill('Examples');
  await page.getByLabel('Colour on light pages').fill('#e0a0a0');
  await expect(page.getByText(/^Contrast \d\.\d to 1: too weak/)).toBeVisible();
  await save.click();
  await expect(page.getByLabel('Colour on light pages')).toHaveAccessibleDescription(
    /^Choose a colour with more contrast/,
  );
  await expect(page.getByLabel('Short name')).toHaveValue('Examples');
  await page.getByLabel('Colour on light pages').fill('#7a1f2b');
  await expect(page.getByText(/^Contrast \d+\.\d to 1: easy to read/)).toBeVisible();
  await save.click();
  await expect(toast(page, 'Saved. Every page now shows it.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Examples');

  const upload = { name: 'logo.png', mimeType: 'image/png', buffer: await logo() };
  await page.getByLabel('Image file').setInputFiles(upload);
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByAltText('The current logo')).toBeVisible();

  await expect
    .poll(async () => {
      await visitor.goto(`${site.url}/about`);
      return visitor.getByRole('banner').textContent();
    })
    .toContain('Examples');
  const link = visitor.getByRole('contentinfo').getByRole('link').first();
  await expect(link).toHaveCSS('color', 'rgb(122, 31, 43)');
  const picture = visitor.getByRole('banner').locator('img').first();
  await expect(picture).toHaveJSProperty('naturalHeight', 80);
});

test('without JavaScript too, a colour that is too weak is refused and what was typed stays', async ({
  site,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${site.url}/administration/association`);
  const colour = page.getByLabel('Colour on light pages');
  const name = page.getByLabel('Short name');
  await name.fill('Plain Examples');
  await colour.fill('#e0a0a0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(colour).toHaveAccessibleDescription(/^Choose a colour with more contrast/);
  await expect(colour).toHaveValue('#e0a0a0');
  await expect(name).toHaveValue('Plain Examples');
  await colour.fill('#1f5c3a');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('Plain Examples');
  const saved = page.locator('noscript [role="status"]');
  await expect(saved).toHaveText('Saved. Every page now shows it.');
  await expect(saved).toBeVisible();
  // Said once: the next page says nothing of it.
  await page.goto(`${site.url}/about`);
  await expect(saved).toHaveCount(0);
});

test('the administration adds to menu and footer, sees it before, and visitors get it', async ({
  site,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const visitor = await openBrowser({});
  await visitor.goto(`${site.url}/about`);
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${site.url}/administration/association`);
  const part = page.getByRole('region', { name: 'Menu and footer' });
  const entry = part.getByRole('group', { name: 'Menu entries' }).locator('noscript li').first();
  const line = part.getByRole('group', { name: 'Footer lines' }).locator('noscript li').first();
  await entry.getByLabel('Words').fill('All decisions');
  await entry.getByLabel('Address').fill('javascript:alert(1)');
  await line.getByLabel('Words').fill('Visits by appointment');
  await part.getByRole('button', { name: 'Preview' }).click();

  // What was typed is there again, and what is wrong is said at its field.
  const typed = part.getByRole('group', { name: 'Menu entries' }).getByLabel('Address').first();
  await expect(typed).toHaveValue('javascript:alert(1)');
  await expect(typed).toHaveAccessibleDescription(/^Enter a page of this site/);
  await typed.fill('/decisions');
  await part.getByRole('button', { name: 'Preview' }).click();
  const preview = part.getByRole('region', { name: 'Preview for visitors' });
  await expect(preview.getByText('All decisions')).toBeVisible();
  await expect(preview.getByText('Visits by appointment')).toBeVisible();
  await expect(page.getByRole('banner').getByText('All decisions')).toHaveCount(0);

  await part.getByRole('button', { name: 'Save menu and footer' }).click();
  await expect
    .poll(async () => {
      await visitor.goto(`${site.url}/about`);
      return visitor.getByRole('contentinfo').textContent();
    })
    .toContain('Visits by appointment');
  const menu = visitor.getByRole('banner').getByRole('navigation').first();
  await menu.getByRole('link', { name: 'All decisions' }).click();
  await expect(visitor).toHaveURL(/\/decisions$/);
});

test('what is typed in one form stays when another one is saved, and without a connection', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password: site.password });
  await expect(page).not.toHaveURL(/login/);
  await visit(page, `${site.url}/administration/association`);
  const saved = toast(page, 'Saved. Every page now shows it.');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const colour = page.getByLabel('Colour on light pages');
  const part = page.getByRole('region', { name: 'Menu and footer' });
  const entries = part.getByRole('group', { name: 'Menu entries' });

  await colour.fill('#1f5c3a');
  const upload = { name: 'logo.png', mimeType: 'image/png', buffer: await logo() };
  await page.getByLabel('Image file').setInputFiles(upload);
  const version = page.locator('main input[name="version"]').first();
  const before = await version.inputValue();
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(version).not.toHaveValue(before);
  await expect(colour).toHaveValue('#1f5c3a');

  await part.getByRole('button', { name: 'Add an entry' }).click();
  await entries.getByLabel('Words').first().fill('All decisions');
  await entries.getByLabel('Address').first().fill('/decisions');
  await page.context().setOffline(true);
  await save.click();
  const offline = /^No connection. What you have written is still here/;
  await expect(page.getByRole('main').getByText(offline)).toBeVisible();
  await expect(colour).toHaveValue('#1f5c3a');
  await expect(entries.getByLabel('Words').first()).toHaveValue('All decisions');
  await page.context().setOffline(false);

  // Saved one after the other, none is too late.
  await save.click();
  await expect(saved.first()).toBeVisible();
  await expect(page.getByRole('main').getByText(offline)).toHaveCount(0);
  await expect(entries.getByLabel('Words').first()).toHaveValue('All decisions');
  await part.getByRole('button', { name: 'Save menu and footer' }).click();
  await expect(page.getByRole('banner').getByText('All decisions').first()).toBeAttached();
  await expect(colour).toHaveValue('#1f5c3a');
  await page.reload();
  await expect(colour).toHaveValue('#1f5c3a');
  await expect(entries.getByLabel('Words').first()).toHaveValue('All decisions');
});

const logo = () =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer();
