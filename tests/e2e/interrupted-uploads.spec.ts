import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, toast, visit } from './steps/fixtures';
import { openNewFolder, upload } from './steps/library-steps';

const begun: Record<string, string> = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '100' };
const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Announces a file and sends a part of it, as a tab does that is closed then. */
async function interrupt(page: Page, name: string): Promise<string> {
  const origin = new URL(page.url()).origin;
  const facts = {
    filename: name,
    collection: 'userIntranet',
    fingerprint: Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64),
  };
  const made = await page.request.post('/uploads', {
    headers: {
      ...begun,
      Origin: origin,
      'Upload-Metadata': Object.entries(facts)
        .map(([key, value]) => `${key} ${encoded(value)}`)
        .join(','),
    },
  });
  expect(made.status()).toBe(201);
  const address = made.headers()['location'] ?? '';
  const sent = await page.request.patch(address, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      Origin: origin,
    },
    data: Buffer.from('half of it'),
  });
  expect(sent.status()).toBe(204);
  return address;
}

/** The name of the file is read out with the button. */
const discarding = (page: Page, name: string) =>
  page.getByRole('button', { name: `Discard ${name}` });

const statusOf = async (page: Page, address: string) =>
  (await page.request.head(address, { headers: { 'Tus-Resumable': '1.0.0' } })).status();

test('interrupted uploads are thrown away by name, one or all of them', async ({
  page,
  signInAs,
}) => {
  // Nobody else uploads as this member meanwhile.
  await signInAs('member2');
  await visit(page, '/intranet');
  const first = await interrupt(page, 'alpha.txt');
  const second = await interrupt(page, 'beta.txt');
  const third = await interrupt(page, 'gamma.txt');
  await visit(page, '/intranet');
  await discarding(page, 'beta.txt').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Discard interrupted uploads' });
  await expect(dialog).toContainText('beta.txt');
  await expect(dialog).not.toContainText('alpha.txt');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await statusOf(page, second)).toBe(200);

  await discarding(page, 'beta.txt').click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(toast(page, 'The interrupted upload has been discarded.')).toBeVisible();
  await expect(discarding(page, 'beta.txt')).toHaveCount(0);
  expect(await statusOf(page, second)).toBe(404);
  expect(await statusOf(page, first)).toBe(200);

  await page.getByRole('button', { name: 'Discard all 2' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['gamma.txt', 'alpha.txt']);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(0);
  expect([await statusOf(page, first), await statusOf(page, third)]).toEqual([404, 404]);
});

test('the country of a judgment is chosen by its name, and the list is narrowed by it', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, '/intranet');
  await page.getByLabel('Upload files').last().setInputFiles('tests/documents/jpeg-exif-gps.jpg');
  await expect(toast(page, '1 file has been uploaded.')).toBeVisible({ timeout: 40_000 });
  await page.getByRole('link', { name: 'jpeg-exif-gps' }).first().click();
  await page.getByRole('link', { name: 'Edit details' }).click();
  // By the first letters, as in every list of the browser.
  await page.getByLabel('Country').focus();
  await page.keyboard.type('Portu');
  await expect(page.getByLabel('Country')).toHaveValue('PT');
  await page.getByLabel('Kind').selectOption('Judgment');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Portugal', { exact: true })).toBeVisible();
  const plain = await page.request.get(`${new URL(page.url()).pathname}/details`);
  expect(await plain.text()).toMatch(/<option value="PT" selected="">Portugal<\/option>/);
  await visit(page, '/intranet');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Portugal');
  await expect(page).toHaveURL(/country=PT/);
  await expect(page.getByRole('link', { name: 'jpeg-exif-gps' })).toBeVisible();
});

test('a file that has changed since it was chosen before is stored, whatever its name and time say', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await openNewFolder(page);
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  const file = join(folder, 'Minutes.txt');
  const choose = async (content: string) => {
    writeFileSync(file, content);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    await upload(page, file);
  };
  await choose('agreed');
  const entries = page.getByRole('link', { name: /^Minutes/ });
  await expect(entries).toHaveCount(1);
  await choose('argued');
  await expect(entries).toHaveCount(2);
  rmSync(folder, { recursive: true });
});
