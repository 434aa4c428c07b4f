import type { Page } from '@playwright/test';
import { checkState } from './steps/axe';
import { disclosure, expect, signInAtLogin, test, visit } from './steps/fixtures';
import { makeCategory } from './steps/forum-steps';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Quick search' });
const field = (page: Page) => paletteOf(page).getByRole('combobox');

test('leads a member by keyboard to a page, and gives the focus back', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, '/settings');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const link = page.getByRole('main').getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.keyboard.press('Control+k');
  await field(page).fill('libr');
  const library = paletteOf(page).getByRole('option', { name: 'Library', exact: true });
  await expect(library).toHaveAttribute('aria-selected', 'true');
  await checkState(page, 'the command palette');
  const selected = await library.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', selected ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(library).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/intranet');
  await expect(paletteOf(page)).toHaveCount(0);
});

test('Enter waits for what fits the last letter, and a session that is over leads nowhere', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  await signInAs('member');
  await visit(page, '/settings');
  await page.getByLabel('First name').fill('Words not saved yet');
  await page.keyboard.press('Control+k');
  await field(page).fill('zzqqxx');
  await expect(paletteOf(page).getByText('Nothing found.')).toBeVisible();
  await page.route(/\/palette\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await field(page).fill('libr');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/intranet');

  await visit(page, '/settings');
  await page.getByLabel('First name').fill('Words not saved yet');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeVisible();
  await page.context().clearCookies();
  await field(page).fill('forum');
  await expect(paletteOf(page).getByText('Nothing found.')).toBeVisible();
  await expect(page).toHaveURL('/settings');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('First name')).toHaveValue('Words not saved yet');
});

test('offers people to administrators, not to members', async ({ page, signInAs, openBrowser }) => {
  await signInAs('admin');
  await visit(page, '/');
  await disclosure(page, 'Your account').click();
  await page.getByRole('button', { name: 'Quick search' }).click();
  await field(page).fill('member@demo.example');
  await expect(paletteOf(page).getByRole('group', { name: 'People' })).toBeVisible();
  const other = await openBrowser();
  await signInAtLogin(other, 'member');
  await other.keyboard.press('Control+k');
  await field(other).fill('admin@demo.example');
  await expect(paletteOf(other).getByRole('group', { name: 'Everywhere' })).toBeVisible();
  await expect(paletteOf(other).getByRole('group', { name: 'People' })).toHaveCount(0);
});

test('visitors have none, and nothing of it is loaded', async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Quick search' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Quick search' })).toHaveCount(0);
});

test('the keys make a link in a text that is being written', async ({ page, signInAs }) => {
  await signInAs('member');
  await visit(page, `/forum/new?category=${await makeCategory()}`);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'First comment' });
  await editor.click();
  await page.keyboard.type('A word');
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(editor).toContainText('A word');
});
