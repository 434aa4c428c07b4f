import type { Page } from '@playwright/test';
import { demonstrationPassword } from './accounts';
import { expect, signInAtLogin, test, visit } from './fixtures';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });

test('a session that ends while one writes loses nothing', async ({ page, strayThings }) => {
  test.setTimeout(60_000);
  strayThings.expect(/Failed to load resource/);
  await signInAtLogin(page, 'member');
  await visit(page, '/forum/association');
  await page
    .getByRole('link', { name: /^Example discussion/ })
    .first()
    .click();
  await expect(editorOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  // Read before, the page has nothing left to ask the server.
  await visit(page, new URL(page.url()).pathname);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.context().clearCookies();
  const text = 'Written after the session had ended';
  await editorOf(page).click();
  await page.keyboard.type(text);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password').fill(demonstrationPassword());
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
});
