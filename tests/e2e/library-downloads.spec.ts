import type { Page } from '@playwright/test';
import { expect, test, toast, visit } from './steps/fixtures';
import { openNewFolder, text, upload } from './steps/library-steps';

const gone =
  'Something you selected has since been moved or deleted, so nothing has changed. Check the list and select again.';

/** Deletes a document as another window would, of which this page hears nothing. */
async function deleteElsewhere(page: Page, folder: string, id: string): Promise<void> {
  const form = { intent: 'delete', ids: id };
  const answer = await page.request.post(`${folder}.data`, {
    form,
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
}

async function idOf(page: Page, name: string): Promise<string> {
  const address = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  return /documents\/([0-9a-f-]{36})/.exec(address ?? '')?.[1] ?? '';
}

test('what is gone meanwhile is said on a page, whichever way it is downloaded', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/status of 404/);
  await signInAs('member');
  const folder = await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30), text('Beta.txt', 10));
  // Of the deletion these pages hear nothing.
  await page.route('**/intranet/live/**', (route) => route.abort());
  strayThings.expect(/ERR_FAILED/);
  await visit(page, folder);
  const [alpha, beta] = [await idOf(page, 'Alpha'), await idOf(page, 'Beta')];

  await page.getByRole('table').getByRole('checkbox').first().check();
  await deleteElsewhere(page, folder, alpha);
  await page.getByRole('button', { name: 'Download as ZIP' }).click();
  await expect(toast(page, gone)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Beta', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Alpha', exact: true })).toHaveCount(0);

  await visit(page, `/intranet/documents/${beta}`);
  await deleteElsewhere(page, folder, beta);
  await page.getByRole('link', { name: 'Download' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/intranet/documents/${beta}$`));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Beta');
  await expect(page.getByRole('main')).not.toContainText('error.');
});

test('whoever is signed out by now is led to the sign-in, and saves no page as a file', async ({
  page,
  signInAs,
  strayThings,
}) => {
  // The page may notice first that its session has ended, by an answer or by its live updates.
  strayThings.expect(/Failed to load resource|EventSource's response has a MIME type/);
  await signInAs('member');
  await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30));
  await page.getByRole('link', { name: 'Alpha', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible();
  await page.context().clearCookies();
  let isSaved = false;
  page.on('download', () => {
    isSaved = true;
  });
  await page.getByRole('link', { name: 'Download' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  expect(isSaved).toBe(false);
});
