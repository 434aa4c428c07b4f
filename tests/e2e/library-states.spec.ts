import { join } from 'node:path';
import { checkState } from './steps/axe';
import { expect, test, toast, visit } from './steps/fixtures';

const sample = (name: string) => join('tests/documents', name);

test('documents of every kind, their details and their versions', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('member');
  await visit(page, '/intranet');
  await page.getByRole('link', { name: 'Court of Justice', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Court of Justice' })).toBeVisible();
  await checkState(page, 'a folder of judgments');
  const folder = new URL(page.url()).pathname;
  const kinds: [string, RegExp][] = [
    ['PDF', /Ryne/],
    ['Word', /Pu.k.r/],
  ];
  for (const [kind, name] of kinds) {
    await visit(page, folder);
    await page.getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 2, name: 'Versions' })).toBeVisible();
    if (kind === 'PDF') await expect(page.getByRole('toolbar')).toContainText(/of [1-9]/);
    const fact = page.getByText('Court of Justice of the European Union', { exact: true });
    expect((await fact.boundingBox())?.width).toBeGreaterThan(120);
    await checkState(page, `a document: ${kind}`);
  }

  // One of one's own: details with a mistake, another file, the first one taken back.
  await visit(page, '/intranet');
  await page.getByLabel('Upload files').last().setInputFiles(sample('jpeg-exif-gps.jpg'));
  await expect(toast(page, '1 file has been uploaded.')).toBeVisible({ timeout: 40_000 });
  await page.getByRole('link', { name: 'jpeg-exif-gps' }).first().click();
  await page.getByRole('link', { name: 'Edit details' }).click();
  await page.getByLabel('ECLI').fill('ECLI:EU:C:14:317');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('ECLI')).toHaveAccessibleDescription(/.{10,}/);
  await expect(page.getByLabel('ECLI')).toHaveValue('ECLI:EU:C:14:317');
  await checkState(page, 'details with a mistake');
  await page.getByRole('link', { name: /Back/ }).click();
  await page.getByText('Replace the file', { exact: true }).click();
  await page.getByLabel('What has changed (optional)').fill('A better copy');
  await page.getByLabel('Choose a file').setInputFiles(sample('jpeg-exif-gps.jpg'));
  await expect(page.getByText('A better copy', { exact: true })).toBeVisible({ timeout: 40_000 });
  await checkState(page, 'versions');
  await page.getByRole('button', { name: 'Restore this version 1' }).click();
  await expect(page.getByRole('link', { name: /Version 3/ })).toBeVisible();
});
