import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, visit } from './steps/fixtures';

const sample = (name: string) => join('tests/documents', name);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a member uploads over a bad line, someone else sees it appear, and the text is found', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/net::ERR_|Failed to load resource/);
  await signInAs('member');
  await visit(page, '/intranet');
  const folder = `Conference ${Date.now()}`;
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: folder }).click();
  await expect(page.getByRole('heading', { level: 1, name: folder })).toBeVisible();

  const other = await openBrowser();
  await other.context().addCookies(await page.context().cookies());
  await visit(other, new URL(page.url()).pathname);

  let cuts = 0;
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && cuts < 3) {
      cuts += 1;
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  const names = [
    'en-us-appeals-opinion-17p.pdf',
    'fr-proces-verbal-2p.pdf',
    'docx-textbox-footnote-en.docx',
  ];
  await page.getByLabel('Upload files').last().setInputFiles(names.map(sample));
  await expect(page.getByText('3 files have been uploaded.')).toBeVisible({ timeout: 30_000 });
  expect(cuts).toBe(3);
  await expect(other.getByRole('link', { name: 'fr-proces-verbal-2p' })).toBeVisible();

  const link = page.getByRole('link', { name: 'en-us-appeals-opinion-17p' });
  const address = (await link.getAttribute('href')) ?? '';
  const file = await page.request.get(`${address}/file`);
  expect(sha256(await file.body())).toBe(
    sha256(readFileSync(sample('en-us-appeals-opinion-17p.pdf'))),
  );
  expect(file.headers()['content-disposition']).toContain('attachment');
  expect(file.headers()['content-security-policy']).toContain('sandbox');
  const part = await page.request.get(`${address}/file`, { headers: { Range: 'bytes=0-3' } });
  expect([part.status(), await part.text()]).toEqual([206, '%PDF']);

  await expect(async () => {
    await visit(page, '/search?q=%22preliminary+injunction%22');
    await expect(
      page.getByRole('link', { name: 'en-us-appeals-opinion-17p' }).first(),
    ).toBeVisible();
  }).toPass({ timeout: 40_000 });
  await page.getByRole('link', { name: 'en-us-appeals-opinion-17p' }).first().click();
  await expect(page.getByRole('toolbar')).toContainText(/[1-9]\d* of [1-9]\d*/);
  await expect(page.locator('[data-hit="current"]').first()).toBeVisible();
  // From the first page to the last: those that are far away are let go.
  for (let number = 1; number <= 17; number += 1) {
    await page.getByRole('spinbutton', { name: 'Page' }).fill(String(number));
    await expect(page.locator(`#page-${number} canvas`)).toBeVisible();
  }
  await expect.poll(() => page.locator('canvas').count()).toBeLessThan(9);
});

test('a file that is not what its name says is refused with a reason', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  await signInAs('member');
  await visit(page, '/intranet');
  await page
    .getByLabel('Upload files')
    .last()
    .setInputFiles([sample('html-named.pdf'), sample('svg-script.svg')]);
  // Each beside its file, and as a toast, which goes again.
  const places = [
    page.getByRole('region', { name: 'Messages' }),
    page.getByRole('list', { name: 'Upload' }),
  ];
  const reasons = [
    'The content of this file does not match the ending of its name.',
    'Files of this kind are not accepted here.',
  ];
  await Promise.all(
    places.flatMap((place) =>
      reasons.map((reason) => expect(place.getByText(reason)).toBeVisible()),
    ),
  );
});

test('deleting names the folder and the exact numbers, and takes all of it', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, '/intranet');
  const folder = `Drafts ${Date.now()}`;
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('checkbox', { name: `Select ${folder}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(folder)).toBeVisible();
  await expect(dialog.getByText('This removes 1 folder.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('link', { name: folder })).toBeHidden();
});

test('the documents of the administration are not there for members', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  expect((await page.request.get('/intranet/live/adminIntranet')).status()).toBe(404);
  expect((await page.request.get('/intranet/folders/adminIntranet')).status()).toBe(404);
  expect((await page.request.get('/intranet/unfinished/adminIntranet')).status()).toBe(404);
  const guarded = await page.request.get('/administration/intranet', { maxRedirects: 0 });
  expect(guarded.status()).toBe(302);
});

test('a page that nobody sees counts nothing as seen, and looks when it is shown', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('member');
  // Hidden from the start: what others change in the folder meanwhile makes it look at nothing.
  await page.addInitScript(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, value: true }),
  );
  const isOpen = page.waitForResponse(/\/intranet\/live\//);
  await visit(page, '/intranet');
  await isOpen;
  const open = async () => {
    const browser = await openBrowser();
    await browser.context().addCookies(await page.context().cookies());
    await visit(browser, '/intranet');
    return browser;
  };
  const [other, seen] = [await open(), await open()];
  const looks: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/intranet.data') looks.push(request.url());
  });
  const name = `hidden-${Date.now()}`;
  await other
    .getByLabel('Upload files')
    .last()
    .setInputFiles({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(name),
    });
  await expect(other.getByRole('link', { name })).toBeVisible({ timeout: 40_000 });
  // A page that is seen has heard of it by now, and has looked.
  await expect(seen.getByRole('link', { name })).toBeVisible();
  expect(looks).toEqual([]);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByRole('link', { name })).toBeVisible();
});
