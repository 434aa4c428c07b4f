import type { Page } from '@playwright/test';
import { siteOrigin } from './steps/accounts';
import { checkEveryWay } from './steps/axe';
import { expect, test, toast, visit } from './steps/fixtures';
import { field, press, pressUntilTold } from './steps/publishing-steps';

const list = '/administration/content/board';

async function writeEntry(page: Page): Promise<void> {
  await visit(page, list);
  await page.getByRole('link', { name: 'Add board member' }).click();
  await field(page, 'Name').fill('Ottilie Brandt');
  await press(page, 'Create draft');
  await field(page, 'Office in the association').fill('Treasurer');
  await field(page, 'Judicial function').fill('Judge');
  await field(page, 'Court').fill('Court of Appeal');
  await field(page, 'Country').selectOption('AT');
  await page.getByRole('textbox', { name: 'Biography', exact: true }).click();
  await page.keyboard.type('She has judged since 2009.');
  await pressUntilTold(page, 'Save', 'Saved.');
}

test('an entry of the board: written, previewed, translated, restored, moved, withdrawn', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const reader = await openBrowser();
  await writeEntry(page);
  const editor = new URL(page.url()).pathname;
  await press(page, 'Create link');
  const preview = await page.getByRole('link', { name: /\/preview\// }).textContent();
  await checkEveryWay(page);
  await visit(reader, preview ?? '');
  await expect(reader.getByRole('heading', { name: 'Ottilie Brandt' })).toBeVisible();
  await visit(reader, '/about');
  await expect(reader.getByText('Ottilie Brandt')).toHaveCount(0);
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  const seen = async () => (await fetch(`${siteOrigin()}/about`)).text();
  await expect.poll(seen).toContain('Ottilie Brandt');
  await visit(reader, '/about');
  await reader.getByText('About Ottilie Brandt').click();
  await expect(reader.getByText('She has judged since 2009.')).toBeVisible();
  await checkEveryWay(reader);

  // One language is published by itself.
  await page.getByRole('link', { name: 'Add a translation' }).click();
  await field(page, 'Language').selectOption('fr');
  await field(page, 'Name').fill('Ottilie Brandt');
  await press(page, 'Create draft');
  await field(page, 'Office in the association').fill('Trésorière');
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  const french = page.url();
  await visit(reader, '/about?language=fr');
  await expect(reader.getByText('Trésorière')).toBeVisible();
  await visit(reader, '/about');
  await expect(reader.getByText('Trésorière')).toHaveCount(0);

  await visit(page, editor);
  await field(page, 'Office in the association').fill('President');
  await pressUntilTold(page, 'Save and publish the changes', 'Published.');
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await expect(page.locator('del', { hasText: 'Treasurer' })).toBeVisible();
  await press(page, 'Restore version 3');
  await expect(field(page, 'Office in the association')).toHaveValue('Treasurer');
  // Saved again, it is public once it is published.
  await visit(reader, '/about');
  await expect(reader.getByText('President', { exact: true })).toHaveCount(2);
  // Who has no portrait is drawn by their initials; readers hear the name alone.
  await expect(reader.getByText('MÄ', { exact: true })).toBeVisible();
  const entry = reader.getByRole('listitem').filter({ hasText: 'Ottilie Brandt' });
  await expect(entry.getByText('OB', { exact: true })).toBeVisible();
  await expect(entry).not.toMatchAriaSnapshot('- text: OB');
  await pressUntilTold(page, 'Save and publish the changes', 'Published.');
  await visit(reader, '/about');
  await expect(reader.getByText('President', { exact: true })).toHaveCount(1);

  // The last one up, and the whole board with its languages.
  await visit(page, list);
  await checkEveryWay(page);
  await press(page, 'Move Ottilie Brandt up');
  await expect(toast(page, 'Board order changed.')).toBeVisible();
  const row = page.getByRole('row').nth(-2);
  await expect(row).toContainText('Ottilie Brandt');

  for (const address of [editor, french]) {
    await visit(page, address);
    await page.getByText('Withdraw', { exact: true }).last().click();
    await field(page, 'Reason, kept for the editors').fill('The term is over.');
    await pressUntilTold(page, 'Withdraw the text', 'Withdrawn. The page no longer shows it.');
  }
  await visit(reader, '/about');
  await expect(reader.getByText('Ottilie Brandt')).toHaveCount(0);
  for (const address of [editor, french]) {
    await visit(page, address);
    await page.getByText('Delete this text', { exact: true }).last().click();
    await press(page, 'Delete for good');
    await expect(page.getByRole('heading', { name: 'Content', exact: true })).toBeVisible();
  }
  await visit(page, list);
  await expect(page.getByText('Ottilie Brandt')).toHaveCount(0);
});

test('two who write one entry do not overwrite each other, and members do not write it', async ({
  page,
  context,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (404|409) /);
  await signInAs('admin');
  await writeEntry(page);
  const address = new URL(page.url()).pathname;
  const other = await context.newPage();
  await visit(other, address);
  await field(page, 'Court').fill('Court of Cassation');
  await pressUntilTold(page, 'Save', 'Saved.');
  await field(other, 'Court').fill('Supreme Court');
  await press(other, 'Save');
  await expect(other.getByText('This text has been saved since you began.')).toBeVisible();
  await expect(field(other, 'Court')).toHaveValue('Supreme Court');
  await visit(page, `${address}/versions`);
  await expect(page.locator('ins', { hasText: 'Cassation' })).toBeVisible();
  await expect(page.locator('ins, del', { hasText: 'Supreme' })).toHaveCount(0);

  const reader = await openBrowser();
  for (const path of [list, address, `${address}/versions`]) {
    const answer = await reader.request.get(path, { maxRedirects: 0 });
    expect([302, 404]).toContain(answer.status());
    expect(await answer.text()).not.toContain('Ottilie Brandt');
  }
});
