import type { Page } from '@playwright/test';
import { expect, test, visit } from './steps/fixtures';

/** What another tab says when its session has changed, until the page has asked for its data again. */
async function reloadBySessionEvent(page: Page, path: string): Promise<void> {
  let reloads = 0;
  page.on('requestfinished', (request) => {
    const isReload = new URL(request.url()).pathname === `${path}.data`;
    if (isReload && request.method() === 'GET') reloads += 1;
  });
  await expect(async () => {
    await page.evaluate(() => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to tabs of this site alone
      new BroadcastChannel('session').postMessage('changed');
    });
    expect(reloads).toBeGreaterThan(0);
  }).toPass({ intervals: [2_000], timeout: 60_000 });
}

for (const [path, button, field] of [
  ['/administration/decisions/courts/new', 'Add court', 'Name in English'],
  ['/administration/decisions/new', 'Create decision', 'ECLI'],
  ['/administration/content/new?kind=news', 'Create draft', 'Title'],
] as const) {
  test(`a refusal at ${path} stays when one signs in in another tab`, async ({
    page,
    signInAs,
    strayThings,
  }) => {
    strayThings.expect(/status of 400/);
    await signInAs('admin');
    await visit(page, path);
    await page.getByRole('button', { name: button }).click();
    const wrong = page.getByRole('textbox', { name: field, exact: true });
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await reloadBySessionEvent(page, path.replace(/\?.*/, ''));
    // The answer has been shown by now, or the page would be busy.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  });
}
