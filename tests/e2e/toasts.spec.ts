import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openTopic } from './steps/forum-steps';
import { strangersEmail } from './steps/accounts';
import { expect, submitSignIn, test, toast, visit } from './steps/fixtures';

const text =
  'The e-mail address or the password is wrong, or the address has not been confirmed yet. Check both and try again.';

/** Makes the site show a toast, with a clock that only the test moves. */
async function causeToast(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-20T09:00:00Z') });
  await visit(page, '/login');
  await page.clock.pauseAt(new Date('2026-11-20T10:00:00Z'));
  await submitSignIn(page, { email: strangersEmail(), password: 'not-the-password' });
  await expect(toast(page, text)).toBeVisible();
}

test.beforeEach(({ strayThings }) => {
  strayThings.expect(/Failed to load resource.* 401 /);
});

test('a toast stands at the bottom right and goes after five seconds', async ({ page }) => {
  await causeToast(page);
  const box = await page.getByRole('alert').boundingBox();
  const viewport = page.viewportSize();
  if (!box || !viewport) throw new Error('the toast or the window has no size');
  expect(viewport.width - (box.x + box.width)).toBeLessThanOrEqual(32);
  expect(viewport.height - (box.y + box.height)).toBeLessThanOrEqual(32);
  expect(box.x).toBeGreaterThan(viewport.width / 2);
  await page.clock.runFor(4_900);
  await expect(toast(page, text)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page, text)).toHaveCount(0);
  await expect(page.getByRole('main').getByText(text), 'the text stays in the form').toBeVisible();
});

test('it stays as long on the page that one goes on to', async ({ page }) => {
  await causeToast(page);
  await page.clock.runFor(1_000);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/about');
  await expect(toast(page, text)).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(toast(page, text)).toHaveCount(0);
});

test('its time stands still while it is hovered', async ({ page }) => {
  await causeToast(page);
  await page.clock.runFor(3_000);
  await toast(page, text).hover();
  await page.clock.runFor(20_000);
  await expect(toast(page, text)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.runFor(5_100);
  await expect(toast(page, text)).toHaveCount(0);
});

test('its time stands still while it has the focus', async ({ page }) => {
  await causeToast(page);
  await page.getByRole('button', { name: 'Close this message' }).focus();
  await page.clock.runFor(20_000);
  await expect(toast(page, text)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, text)).toHaveCount(0);
});

test('it can be closed, and the same text comes again when it is news again', async ({ page }) => {
  await causeToast(page);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(toast(page, text)).toHaveCount(0);
  await submitSignIn(page, { email: strangersEmail(), password: 'not-the-password' });
  await expect(toast(page, text)).toHaveCount(1);
});

test('it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await causeToast(page);
  const box = await page.getByRole('alert').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('what the server says is shown once, even if an answer that nobody sees has carried it', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  const topic = await openTopic(page.context(), { body: 'Followed' });
  await visit(page, topic);
  // Between the answer and the page it leads to, the page asks for its data by itself.
  await page.route(`**${topic}.data*`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const asked = await page.request.get(`${topic}.data`);
    expect(await asked.text()).toContain('success.follow-saved');
    const headers = { ...response.headers(), 'set-cookie': '' };
    await route.fulfill({ response, headers });
  });
  const saved = toast(page, 'Saved.');
  await page.getByLabel('E-mail me about new comments').selectOption('daily');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved).toBeVisible();
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  expect(await names()).not.toContain('__Host-notice');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(saved).toHaveCount(0);
});

test('why a folder or a document is not shown is a toast as well', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 404 /);
  await signInAs('member');
  const absent = 'This folder or document could not be opened. It may have been deleted.';
  for (const place of ['/intranet', '/intranet/documents']) {
    await visit(page, `${place}/${randomUUID()}`);
    await expect(page.getByRole('main').getByText(absent)).toBeVisible();
    await expect(toast(page, absent)).toBeVisible();
  }
});
