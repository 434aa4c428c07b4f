import type { Page } from '@playwright/test';
import { demonstrationPassword, siteOrigin } from './accounts';
import { expect } from './fixtures';

/** The session ends elsewhere, and begins anew on the open page, which then loads its data again. */
export async function signInAgain(page: Page): Promise<void> {
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
  // What has come is shown by now, or the page would be busy.
  await page.evaluate(() => new Promise(requestAnimationFrame));
}
