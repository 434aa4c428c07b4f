import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, toast, visit } from './steps/fixtures';
import { openNewFolder, text, upload } from './steps/library-steps';

const namesIn = (page: Page) => page.getByRole('table').getByRole('rowheader').allInnerTexts();

test('the list of a folder is a table to whoever does not see it', async ({ page, signInAs }) => {
  await signInAs('member');
  await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30), text('Beta.txt', 10));
  const table = page.getByRole('table', { name: /folder/i });
  await expect(table.getByRole('row')).toHaveCount(3);
  const headings = table.getByRole('columnheader');
  await expect(headings).toHaveCount(6);
  const named = ['Name', 'Kind', 'Size', 'Changed', 'Added by'];
  for (const [position, name] of named.entries())
    await expect(headings.nth(position + 1)).toHaveAccessibleName(new RegExp(`^${name}`));
  const size = table.getByRole('columnheader', { name: 'Size' });
  await expect(headings.nth(1)).toHaveAttribute('aria-sort', 'ascending');
  await expect(size).not.toHaveAttribute('aria-sort', /./);
  await size.getByRole('link').click();
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
  await expect(headings.nth(1)).not.toHaveAttribute('aria-sort', /./);
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Alpha']);
  await size.getByRole('link').click();
  await expect(size).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => namesIn(page)).toEqual(['Alpha', 'Beta']);
  // Each row is chosen by its name, all of them at once.
  const row = table.getByRole('row', { name: /Beta/ });
  await expect(row.getByRole('checkbox')).toHaveAccessibleName('Select Beta');
  await row.getByRole('checkbox').check();
  await expect(page.getByRole('status').filter({ hasText: '1' }).first()).toBeVisible();
  await table.getByRole('checkbox').first().check();
  await expect(table.getByRole('checkbox', { name: 'Select Alpha' })).toBeChecked();
});

test('previous and next follow the list as it was sorted and filtered, and lead back to it', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  const folder = await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30), text('Beta.txt', 10), text('Gamma.txt', 20));
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('link').click();
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Gamma', 'Alpha']);
  await page.getByRole('link', { name: 'Gamma', exact: true }).click();
  await expect(page.getByRole('link', { name: /Next.*Alpha/ })).toBeVisible();
  await page.getByRole('link', { name: /Previous.*Beta/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Previous/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Next.*Gamma/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gamma' })).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^List / })
    .click();
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Gamma', 'Alpha']);
  expect(new URL(page.url()).pathname).toBe(folder);
});

test('where columns have no room, a menu sorts by them', async ({ page, signInAs }) => {
  await signInAs('member');
  await page.setViewportSize({ width: 375, height: 800 });
  const folder = await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30), text('Beta.txt', 10));
  const menu = page.getByRole('combobox', { name: 'Sort by' });
  await menu.selectOption('Size, ascending');
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Alpha']);
  await menu.selectOption('Changed, descending');
  await expect(page).toHaveURL(/sort=changedAt(\+|%20)descending/);
  await expect(menu).toHaveValue('changedAt descending');
  await menu.selectOption('Name, descending');
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Alpha']);
  await page.setViewportSize({ width: 1200, height: 800 });
  await visit(page, folder);
  await expect(menu).toBeHidden();
});

/** A folder on this machine, with a folder in it and what systems leave there. */
function folderOnDisk(): { path: string; name: string } {
  const above = mkdtempSync(join(tmpdir(), 'chosen-'));
  const name = `Reports ${randomUUID()}`;
  const path = join(above, name);
  mkdirSync(join(path, '2026'), { recursive: true });
  writeFileSync(join(path, 'Overview.txt'), 'Overview');
  writeFileSync(join(path, '2026', 'May.txt'), 'May');
  for (const litter of ['.DS_Store', 'Thumbs.db', 'desktop.ini'])
    writeFileSync(join(path, '2026', litter), 'litter');
  return { path, name };
}

async function expectFolder(page: Page, name: string): Promise<void> {
  await expect(toast(page, '2 files have been uploaded.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/not accepted/)).toHaveCount(0);
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(() => namesIn(page)).toEqual(['2026', 'Overview']);
  await page.getByRole('link', { name: '2026', exact: true }).click();
  await expect.poll(() => namesIn(page)).toEqual(['May']);
}

test('a whole folder is uploaded by its button, without what systems put beside', async ({
  page,
  signInAs,
}) => {
  const { path, name } = folderOnDisk();
  await signInAs('member');
  await openNewFolder(page);
  await page.getByLabel('Upload a folder').last().setInputFiles(path);
  await expectFolder(page, name);
  rmSync(path, { recursive: true });
});

/** As the browser is told of a drag from the desktop. */
async function drop(page: Page, path: string, place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error('There is no place to drop files on');
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const at = { x: box.x + 20, y: box.y + 20, data };
  await page.evaluate(() => {
    const hold = () => document.documentElement.setAttribute('data-held-over', '');
    addEventListener('dragover', hold, { once: true });
  });
  for (const type of ['dragEnter', 'dragOver'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at });
  // Dropped before the page has said that it takes them, files are opened by the browser.
  await expect(page.locator('html[data-held-over]')).toBeAttached();
  await browser.send('Input.dispatchDragEvent', { type: 'drop', ...at });
}

for (const where of ['its place', 'the list', 'the heading'] as const) {
  test(`a whole folder is uploaded by dropping it on ${where}`, async ({ page, signInAs }) => {
    const { path, name } = folderOnDisk();
    await signInAs('member');
    await openNewFolder(page);
    await upload(page, text('Alpha.txt', 30));
    const places = {
      'its place': page.getByRole('region', { name: 'Upload' }),
      'the list': page.getByRole('table'),
      'the heading': page.getByRole('heading', { level: 1 }),
    };
    await drop(page, path, places[where]);
    await expectFolder(page, name);
    rmSync(path, { recursive: true });
  });
}

test('how many have been uploaded counts what was chosen now, and not what is told of before', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await openNewFolder(page);
  await upload(page, text('Alpha.txt', 777));
  await upload(page, text('Beta.txt', 777));
  await expect(page.getByText('The library already has an identical file.')).toBeVisible();
  await upload(page, text('Gamma.txt', 778), text('Delta.txt', 779));
  await expect(page.getByText('The library already has an identical file.')).toBeVisible();
});

test('what is dropped beside a dialog neither arrives nor takes the place of the page', async ({
  page,
  signInAs,
}) => {
  const { path } = folderOnDisk();
  await signInAs('member');
  const folder = await openNewFolder(page);
  await page.getByRole('button', { name: 'New folder' }).click();
  await drop(page, path, page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${folder}$`));
  await upload(page, text('Alpha.txt', 30));
  await expect.poll(() => namesIn(page)).toEqual(['Alpha']);
  rmSync(path, { recursive: true });
});

test('on paper stands the list alone, and without scripts it is said what needs them', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('member');
  const folder = await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30));
  await upload(page, 'tests/documents/fr-proces-verbal-2p.pdf');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeVisible();
  for (const role of ['button', 'checkbox', 'searchbox', 'region'] as const)
    await expect(page.getByRole('main').getByRole(role)).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'fr-proces-verbal-2p' }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(folder);
  const notice = plain.locator('noscript p');
  await expect(notice.filter({ hasText: 'deleting need JavaScript' })).toBeVisible();
  for (const name of ['New folder', 'Upload files'])
    await expect(plain.getByRole('button', { name })).toHaveCount(0);
  await plain.goto(new URL(page.url()).pathname);
  await expect(notice.filter({ hasText: 'Showing a PDF needs JavaScript' })).toBeVisible();
  await plain.getByText('Replace the file').click();
  await expect(notice.filter({ hasText: 'deleting need JavaScript' })).toBeVisible();
  await expect(plain.getByRole('button', { name: 'Choose a file' })).toHaveCount(0);
});

test('an ECLI fills what it says, and leaves alone what was typed', async ({ page, signInAs }) => {
  await signInAs('member');
  await openNewFolder(page);
  await upload(page, text('Ruling.txt', 10));
  await page.getByRole('link', { name: 'Ruling', exact: true }).click();
  await page.getByRole('link', { name: 'Edit details' }).click();
  const [ecli, court] = [page.getByLabel('ECLI'), page.getByLabel('Court', { exact: true })];
  const country = page.getByLabel('Country', { exact: true });
  await ecli.fill('ECLI:DE:BGH:2020:1');
  await ecli.blur();
  await expect(court).toHaveValue('Bundesgerichtshof');
  await expect(country).toHaveValue('DE');
  await expect(page.getByText(/Filled in from the ECLI: Country, Court/)).toBeVisible();
  // Another ECLI replaces what the first one said, not what someone typed.
  await court.fill('Sixth Civil Senate');
  await ecli.fill('ECLI:FR:CCASS:2021:2');
  await ecli.blur();
  await expect(country).toHaveValue('FR');
  await expect(court).toHaveValue('Sixth Civil Senate');
  // What was emptied stays so when one only passes by.
  await country.selectOption('');
  await ecli.focus();
  await ecli.blur();
  await expect(country).toHaveValue('');
  await country.selectOption('FR');
  await ecli.fill('ECLI:no');
  await ecli.blur();
  await expect(country).toHaveValue('FR');
});

test('deleting many files says how far their removal is', async ({ page, signInAs }) => {
  await signInAs('member');
  const folder = await openNewFolder(page);
  const many = Array.from({ length: 24 }, (_, number) => text(`Annex ${number}.txt`, 10));
  await upload(page, ...many);
  // So that there is something to be seen, however quick the machine is.
  const held = Promise.withResolvers<null>();
  await page.route('**/intranet/deletion?act=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await visit(page, folder);
  await page.getByRole('table').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/24 documents/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText(/0 of 24 files have been removed for good/)).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('max', '24');
  held.resolve(null);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a page of entries chosen at once is deleted with its exact number, and the rest moves up', async ({
  page,
  signInAs,
}) => {
  test.slow();
  await signInAs('member');
  const folder = await openNewFolder(page);
  const count = 130;
  const titles = Array.from({ length: count }, (_, number) => `Folder ${number}`);
  for (let from = 0; from < count; from += 10) {
    const some = titles.slice(from, from + 10);
    const made = await Promise.all(
      some.map((title) =>
        page.request.post(folder, { maxRedirects: 0, form: { intent: 'create-folder', title } }),
      ),
    );
    expect(made.every((answer) => answer.status() < 400)).toBe(true);
  }
  await visit(page, folder);
  await page.getByRole('table').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('100 folders')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await namesIn(page)).length).toBe(count - 100);
});

test('a long folder comes in parts, with links, also without scripts', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('member');
  const folder = await openNewFolder(page);
  for (let number = 1; number <= 103; number += 1) {
    const form = { intent: 'create-folder', title: `Part ${number}` };
    const headers = { Origin: new URL(page.url()).origin };
    await page.request.post(folder, { form, headers, maxRedirects: 0 });
  }
  await visit(page, folder);
  await expect(page.getByText('Entries 1 to 100 of 103')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('100 selected on this page')).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByText('Entries 101 to 103 of 103')).toBeVisible();
  await expect(page.getByText('selected on this page')).toHaveCount(0);
  await expect.poll(() => namesIn(page)).toEqual(['Part 101', 'Part 102', 'Part 103']);
  await page.getByRole('link', { name: 'Name', exact: false }).first().click();
  await expect(page.getByText('Entries 1 to 100 of 103')).toBeVisible();
  await page.getByLabel('Name contains').fill('part 10');
  await expect
    .poll(() => namesIn(page))
    .toEqual(['Part 103', 'Part 102', 'Part 101', 'Part 100', 'Part 10']);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(folder);
  await plain.getByRole('link', { name: 'Page 2' }).click();
  await expect(plain).toHaveURL(`${folder}?page=2`);
  await expect(plain.getByRole('row')).toHaveCount(4);
  await plain.getByLabel('Name contains').fill('part 103');
  await plain.getByRole('button', { name: 'Filter the list' }).click();
  await expect(plain.getByRole('row')).toHaveCount(2);
});
