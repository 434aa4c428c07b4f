import { join } from 'node:path';
import { checkState } from './steps/axe';
import { press } from './steps/by-keyboard';
import { expect, test, toast, visit } from './steps/fixtures';

const sample = (name: string) => join('tests/documents', name);

test('the library without a mouse: every dialog opens, says what it does, and gives the focus back', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|409) /);
  await signInAs('member');
  await visit(page, '/intranet');
  const folder = `Keyboard ${Date.now()}`;
  const dialog = page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  // A new folder, the second time with a name that is taken.
  await press(page, button('New folder'), 'Enter');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/.{10,}/);
  await checkState(page, 'a new folder without a name');
  await dialog.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type(folder);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused();
  await press(page, link(folder), 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: folder })).toBeVisible();
  await checkState(page, 'an empty folder');
  const address = new URL(page.url()).pathname;

  // Uploads: those under way, those refused.
  const held = Promise.withResolvers<void>();
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise;
    await route.continue();
  });
  const files = ['jpeg-exif-gps.jpg', 'docx-textbox-footnote-en.docx', 'svg-script.svg'];
  await page.getByLabel('Upload files').last().setInputFiles(files.map(sample));
  await expect(page.getByRole('progressbar', { name: /jpeg-exif-gps/ })).toBeVisible();
  await expect(page.getByText(/^\d+% uploaded$/).first()).toBeVisible();
  await checkState(page, 'uploads');
  held.resolve();
  await expect(toast(page, '2 files have been uploaded.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await press(page, button('Clear this list'), 'Enter');

  // Two inner folders and, by the dialog, a document in one of them.
  for (const name of ['Inner', 'Other']) {
    await press(page, button('New folder'), 'Enter');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await press(page, choose('Select Other'), 'Space');
  await press(page, choose('Select jpeg-exif-gps'), 'Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await checkState(page, 'a selection');
  await press(page, button('Move'), 'Enter', 'Shift+Tab');
  await expect(dialog.getByRole('radio', { name: 'Inner' })).toBeVisible();
  await checkState(page, 'the dialog to move');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const place = dialog.getByRole('radio', { name: 'Inner' });
  await dialog.getByRole('radio', { checked: true }).focus();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(place).toBeChecked({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'jpeg-exif-gps' })).toBeHidden();
  await expect(toast(page, 'Moved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: folder })).toBeFocused();

  // The same with the mouse: what is dragged to a folder goes there.
  await page
    .getByRole('row', { name: /docx-textbox/ })
    .dragTo(page.getByRole('row', { name: /Inner/ }));
  await expect(page.getByRole('row', { name: /docx-textbox/ })).toBeHidden();
  await press(page, link('Inner'), 'Enter');
  for (const name of ['jpeg-exif-gps', 'Other', 'docx-textbox-footnote-en']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }

  // Another name by F2, and deleting by the key for it.
  await press(page, choose('Select Other'), 'Space');
  await page.keyboard.press('F2');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Other');
  await checkState(page, 'the dialog to rename');
  await dialog.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Renamed' })).toBeVisible();
  await expect(toast(page, 'Renamed.')).toBeVisible();
  await press(page, choose('Select all'), 'Space', 'Shift+Tab');
  await page.keyboard.press('Delete');
  await expect(dialog.getByText(/This removes 1 folder, 2 documents/)).toBeVisible();
  await checkState(page, 'the dialog to delete');
  await page.keyboard.press('Escape');

  await visit(page, address);
  await press(page, choose('Select Inner'), 'Space');
  await page.keyboard.press('Delete');
  await press(page, dialog.getByRole('button', { name: 'Delete' }), 'Enter');
  await expect(page.getByRole('link', { name: 'Inner' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: folder })).toBeFocused();
});
