import type { Page } from '@playwright/test';
import { demonstrationPassword, emailOf, siteOrigin } from './steps/accounts';
import { expect, submitSignIn, test, visit } from './steps/fixtures';

/** The session ends elsewhere, and begins anew on the open page, which then loads its data again. */
async function signInAgain(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  await fetch(`${siteOrigin()}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: siteOrigin(),
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(demonstrationPassword());
  const isReloaded = page.waitForResponse((answer) => {
    return answer.request().method() === 'GET' && new URL(answer.url()).pathname.endsWith('.data');
  });
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await isReloaded;
  await expect(dialog).toBeHidden();
}

for (const [path, button, field] of [
  ['/administration/decisions/courts/new', 'Add court', 'Name in English'],
  ['/administration/decisions/new', 'Create decision', 'ECLI'],
  ['/administration/content/new?kind=news', 'Create draft', 'Title'],
  ['/administration/users/new', 'Create the user', 'Last name'],
  ['/administration/association', 'Save', 'Full name'],
  ['/administration/forum/new', 'Save the category', 'Address'],
  ['/administration/content/redirects', 'Add', 'Old address'],
  ['/settings', 'Save', 'First name'],
] as const) {
  test(`a refusal at ${path} stays when one has to sign in again`, async ({
    page,
    strayThings,
  }) => {
    strayThings.expect(/status of 400/);
    await visit(page, '/login');
    await submitSignIn(page, { email: emailOf('admin') });
    await expect(page).toHaveURL(`${siteOrigin()}/`);
    await visit(page, path);
    const wrong = page.getByRole('textbox', { name: field, exact: true });
    await wrong.fill('');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await signInAgain(page);
    // The answer has been shown by now, or the page would be busy.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  });
}
