import { strangersEmail } from './steps/accounts';
import { checkEveryWay, desktop, phone, violations } from './steps/axe';
import { openMailInOutbox } from './steps/every-page';
import { disclosure, expect, submitSignIn, test, visit } from './steps/fixtures';

// Many short tests that do not disturb each other.
test.describe.configure({ mode: 'parallel' });

test('axe finds what is wrong', async ({ page }) => {
  await visit(page, '/about');
  await page.evaluate(() => {
    const image = new Image();
    const pale = document.createElement('p');
    pale.textContent = 'Hardly to be read';
    pale.style.cssText = 'color: #eee; background: #fff';
    document.querySelector('main')?.append(image, pale);
  });
  const rulesOf = (found: string[]) => found.map((line) => line.split(':')[0]);
  expect(rulesOf(await violations(page))).toEqual(['color-contrast', 'image-alt']);
  expect(rulesOf(await violations(page, { only: ['color-contrast'] }))).toEqual(['color-contrast']);
});

test('axe finds nothing on a mail in the outbox, nor on the list of mails', async ({
  page,
  signInAs,
}) => {
  await signInAs('dev');
  await openMailInOutbox(page);
  await checkEveryWay(page);
  await visit(page, '/administration/outbox');
  await checkEveryWay(page);
});

test('axe finds nothing on forms that were refused', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource.* (400|401) /);
  await visit(page, '/login');
  await submitSignIn(page, { email: 'nobody', password: '' });
  await expect(page.getByLabel('E-mail address', { exact: true })).toHaveAccessibleDescription(
    /Enter a complete/,
  );
  await checkEveryWay(page);
  await submitSignIn(page, { email: strangersEmail(), password: 'not-the-password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('alert').hover();
  await checkEveryWay(page);
});

test('axe finds nothing on the open menus of a wide window', async ({ page, signInAs }) => {
  await signInAs('dev');
  await page.setViewportSize(desktop);
  await visit(page, '/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Communications' }).focus();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Forum' })).toBeVisible();
    expect.soft(await violations(page), `sub-menu, ${colorScheme}`).toEqual([]);
    await disclosure(page, 'Your account').click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect.soft(await violations(page), `user menu, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await disclosure(page, 'Site map').click();
  await checkEveryWay(page);
});

test('axe finds nothing on the open menus of a phone', async ({ page, signInAs }) => {
  await signInAs('dev');
  await page.setViewportSize(phone);
  await visit(page, '/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await disclosure(page, 'Menu').click();
    await disclosure(page, 'Communications').click();
    expect.soft(await violations(page), `menu, ${colorScheme}`).toEqual([]);
    await disclosure(page, 'Communications').click();
    await disclosure(page, 'Your account').click();
    expect.soft(await violations(page), `user menu, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});
