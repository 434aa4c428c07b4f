import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { strangersEmail } from './accounts';
import { answersWithError, everyPage, nameOf, openMailInOutbox } from './every-page';
import { disclosure, expect, submitSignIn, test, visit } from './fixtures';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const phone = { width: 375, height: 800 };
const desk = { width: 1440, height: 900 };

// Many short tests that do not disturb each other.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(({ strayThings }) => {
  strayThings.expect(answersWithError);
});

/** The rules about colours: all that the other theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it is, one line per rule and element. */
async function violations(page: Page, only?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const result = await (only ? builder.withRules(only) : builder.withTags(rules)).analyze();
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Looks at the page in both widths and both themes. */
async function checkEveryWay(page: Page): Promise<void> {
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await untilPainted(page);
      const found = await violations(page, colorScheme === 'dark' ? colourRules : undefined);
      expect.soft(found, `${page.url()}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

for (const sitePage of everyPage) {
  test(`axe finds nothing on ${nameOf(sitePage)}`, async ({ page, signInAs }) => {
    if (sitePage.account) await signInAs(sitePage.account);
    await visit(page, sitePage.path);
    await checkEveryWay(page);
  });
}

test('axe finds nothing on a mail in the outbox, nor on the list of mails', async ({
  page,
  signInAs,
}) => {
  test.slow();
  await signInAs('dev');
  await openMailInOutbox(page);
  await checkEveryWay(page);
  await visit(page, '/administration/outbox');
  await checkEveryWay(page);
});

test('axe finds nothing on forms that were refused', async ({ page, strayThings }) => {
  test.slow();
  strayThings.expect(/Failed to load resource.* (400|401) /);
  await visit(page, '/login');
  await submitSignIn(page, { email: 'nobody', password: '' });
  await expect(page.getByLabel('E-mail address', { exact: true })).toHaveAccessibleDescription(
    /Please enter/,
  );
  await checkEveryWay(page);
  await submitSignIn(page, { email: strangersEmail(), password: 'not-the-password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('alert').hover();
  await checkEveryWay(page);
});

test('axe finds nothing on the open menus of a wide window', async ({ page, signInAs }) => {
  test.slow();
  await signInAs('dev');
  await page.setViewportSize(desk);
  await visit(page, '/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilPainted(page);
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
    await untilPainted(page);
    await disclosure(page, 'Menu').click();
    await disclosure(page, 'Communications').click();
    expect.soft(await violations(page), `menu, ${colorScheme}`).toEqual([]);
    await disclosure(page, 'Communications').click();
    await disclosure(page, 'Your account').click();
    expect.soft(await violations(page), `user menu, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

/** Waits until the page has been drawn in its new size and colours. */
function untilPainted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
