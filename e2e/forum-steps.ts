import type { Page } from '@playwright/test';
import { siteOrigin } from './accounts';
import { expect, submitSignIn, toast, visit } from './fixtures';

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });

/** A comment on the page of its topic, by its number. */
export const commentOn = (page: Page, number: number) =>
  page.getByRole('article', { name: `Comment ${number}`, exact: true });

/** Writes a comment and posts it, once all of it is on the page. */
export async function post(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.type(text);
  await expect(editorOf(page)).toHaveText(text);
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible({
    timeout: 40_000,
  });
}

/** Waits until a mail with this subject has been written to this address. @returns its words */
export async function mailTo(developer: Page, email: string, subject: RegExp): Promise<string> {
  const row = developer.getByRole('row').filter({ hasText: email });
  const link = row.getByRole('link', { name: subject }).first();
  // A background job writes the mails.
  await expect(async () => {
    await developer.goto('/administration/outbox');
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await link.click();
  await developer.getByRole('link', { name: 'Back to the outbox' }).waitFor();
  return developer.getByRole('main').innerText();
}

/** Has an administrator invite somebody, who sets a password and signs in. */
export async function joinAs(
  page: Page,
  { admin, developer }: { admin: Page; developer: Page },
  names: { firstName: string; lastName: string },
): Promise<string> {
  const email = `forum-${Date.now()}@court.example`;
  const password = 'nine grey otters on the quay';
  await visit(admin, '/administration/users/new');
  await admin.getByLabel('First name').fill(names.firstName);
  await admin.getByLabel('Last name').fill(names.lastName);
  await admin.getByLabel('E-mail address').fill(email);
  await admin.getByRole('button', { name: 'Create the user' }).click();
  await expect(admin).toHaveURL('/administration/users');
  const words = await mailTo(developer, email, /./);
  const invitation = /\/invitation\/[\w-]{40,}/.exec(words)?.[0];
  await visit(page, invitation ?? '/no-invitation');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, { email, password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  return email;
}

/** What somebody with the browser's session gets at an address. */
export async function statusFor(page: Page, path: string): Promise<number> {
  const answer = await page.request.get(`${siteOrigin()}${path}`, { maxRedirects: 0 });
  return answer.status();
}
