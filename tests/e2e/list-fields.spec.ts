import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  beginUpload,
  sendBytes,
  signIn as signInToLibrary,
} from '../../ops/faults/library/library-client';
import { demonstrationPassword, emailOf, siteOrigin } from './steps/accounts';
import { expect, test, visit } from './steps/fixtures';
import { makeCategory } from './steps/forum-steps';
import { addRow, createDraft, press, pressUntilTold } from './steps/publishing-steps';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** The values in the fields of this name. */
const valuesOf = (page: Page, name: string) =>
  page
    .locator(`input[name="${name}"]`)
    .evaluateAll((all) =>
      all.flatMap((one) => (one instanceof HTMLInputElement ? [one.value] : [])),
    );

/** Opens the form for the details of a new document. */
async function visitDetails(page: Page): Promise<void> {
  const client = await signInToLibrary(siteOrigin(), emailOf('member'), demonstrationPassword());
  const bytes = Buffer.from('What was said.');
  const name = `Tags ${randomUUID()}.txt`;
  const path = await beginUpload(client, { name, bytes: bytes.length });
  const id = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
  await visit(page, `/intranet/documents/${id}/details`);
}

test('tags and provisions of a document each have a field, where one is refused', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('member');
  await visitDetails(page);
  await page.getByLabel('Kind').selectOption('Judgment');
  await field(page, 'Tag 1').fill('erasure');
  await page.keyboard.press('Enter');
  await page.keyboard.type('consent, profiling');
  await expect(field(page, 'Tag 2')).toBeFocused();
  await field(page, 'Provision 1').fill('Art. 17 GDPR');
  await press(page, 'Add a provision');
  await expect(field(page, 'Provision 2')).toBeFocused();
  await page.keyboard.type('x'.repeat(61));
  await press(page, 'Save');
  await expect(field(page, 'Provision 2')).toHaveAccessibleDescription('Shorten “Provision 2”.');
  // What was typed with a comma is two by now.
  expect(await valuesOf(page, 'tags')).toEqual(['erasure', 'consent', 'profiling']);
  await press(page, 'Remove provision 2');
  await expect(field(page, 'Provision 1')).toBeFocused();
  const address = page.url();
  await press(page, 'Save');
  await expect(page.getByText('Art. 17 GDPR')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('erasure, consent, profiling');

  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(address);
  await plain.locator('[name="tags"]').nth(3).fill('a fourth');
  await plain.locator('[name="tags"]').nth(0).fill('');
  await press(plain, 'Save');
  await expect(plain.getByRole('main')).toContainText('consent, profiling, a fourth');
});

test('tags of a topic each have a field, kept in the draft and after a refusal', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('member');
  await visit(page, `/forum/new?category=${await makeCategory()}`);
  await field(page, 'Title').fill('Tags in fields of their own');
  await field(page, 'Tag 1').fill('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second, third');
  await press(page, 'Add a tag');
  await page.keyboard.type('fourth');
  await press(page, 'Remove tag 1');
  await expect(field(page, 'Tag 1')).toBeFocused();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await visit(page, page.url());
  expect(await valuesOf(page, 'tags')).toEqual(['second', 'third', 'fourth']);
  await field(page, 'Tag 3').fill('x'.repeat(61));
  await page.getByRole('textbox', { name: 'First comment' }).fill('Words');
  await press(page, 'Open the topic');
  await expect(field(page, 'Tag 3')).toHaveAccessibleDescription('Shorten “Tag 3”.');
  await field(page, 'Tag 3').fill('');
  await page.keyboard.press('Backspace');
  await expect(field(page, 'Tag 2')).toBeFocused();
  await press(page, 'Open the topic');
  await expect(page.getByText('#second', { exact: true })).toBeVisible();
  await expect(page.getByText('#third', { exact: true })).toBeVisible();
});

test('a tag that is typed before scripts run stays', async ({ page, signInAs }) => {
  await signInAs('member');
  const category = await makeCategory();
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`/forum/new?category=${category}`, { waitUntil: 'commit' });
  await field(page, 'Tag 1').fill('early');
  goOn();
  await page.getByRole('button', { name: 'Bold' }).waitFor();
  await press(page, 'Add a tag');
  await page.keyboard.type('late');
  expect(await valuesOf(page, 'tags')).toEqual(['early', 'late']);
});

test('what is typed into rows before scripts run stays', async ({ page, signInAs }) => {
  await signInAs('admin');
  await createDraft(page, 'news', 'Rows before the scripts');
  await addRow(page, 'Add a link', 'Link 1', { Words: 'First', Address: '/legal' });
  await addRow(page, 'Add a link', 'Link 2', { Words: 'Second', Address: '/about' });
  await pressUntilTold(page, 'Save', 'Saved.');
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(page.url(), { waitUntil: 'commit' });
  const cell = (name: string) => page.locator(`[name="links.${name}"]`);
  await cell('0.label').fill('First, early');
  await cell('1.url').fill('/news');
  goOn();
  await page.getByRole('button', { name: 'Bold' }).first().waitFor();
  await addRow(page, 'Add a link', 'Link 3', { Words: 'Third', Address: '/events' });
  await expect(cell('0.label')).toHaveValue('First, early');
  await pressUntilTold(page, 'Save', 'Saved.');
  await visit(page, page.url());
  const saved = ['0.label', '0.url', '1.label', '1.url', '2.label'].map((name) =>
    cell(name).inputValue(),
  );
  expect(await Promise.all(saved)).toEqual(['First, early', '/legal', 'Second', '/news', 'Third']);
});
