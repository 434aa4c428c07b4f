import type { Locator, Page } from '@playwright/test';
import { type Account, sessionCookie } from './steps/accounts';
import { disclosure, expect, test, visit } from './steps/fixtures';

const phone = { width: 375, height: 720 };
const breakpoint = { width: 768, height: 900 };

type Reader = 'visitor' | Account;

/** Spec section 6: what each role sees, in this order; the group has no page of its own. */
const entries: Record<string, { menu: string[]; communications: string[] }> = {
  visitor: {
    menu: ['Home', 'About', 'Membership', 'Communications'],
    communications: ['Events', 'News'],
  },
  member: {
    menu: ['Home', 'About', 'Communications'],
    communications: ['Events', 'News', 'Library', 'Forum'],
  },
  admin: {
    menu: ['Home', 'About', 'Communications', 'Administration'],
    communications: ['Events', 'News', 'Library', 'Forum'],
  },
  dev: {
    menu: ['Home', 'About', 'Membership', 'Communications', 'Administration'],
    communications: ['Events', 'News', 'Library', 'Forum'],
  },
};
const readers: readonly Reader[] = ['visitor', 'member', 'admin', 'dev'];

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const group = (page: Page) => mainMenu(page).getByRole('button', { name: 'Communications' });

/** The words of a list's entries, those of lists within left out. */
async function entriesOf(list: Locator): Promise<string[]> {
  return list.evaluate((element) =>
    [...element.children].map((item) => {
      const copy = item.cloneNode(true);
      if (copy instanceof Element) copy.querySelectorAll('ul').forEach((inner) => inner.remove());
      return (copy.textContent ?? '').trim();
    }),
  );
}

for (const reader of readers) {
  test(`menu and site map of a ${reader}`, async ({ page, signInAs }) => {
    if (reader !== 'visitor') await signInAs(reader);
    await visit(page, '/');
    const expected = entries[reader];
    await group(page).hover();
    const lists = mainMenu(page).getByRole('list');
    expect(await entriesOf(lists.first())).toEqual(expected?.menu);
    expect(await entriesOf(lists.last())).toEqual(expected?.communications);

    await disclosure(page, 'Site map').click();
    const siteMap = page.getByRole('navigation', { name: 'Site map' }).getByRole('list');
    await expect(siteMap.first()).toBeVisible();
    expect(await entriesOf(siteMap.first())).toEqual(expected?.menu);
    expect(await entriesOf(siteMap.last())).toEqual(expected?.communications);
  });
}

test('every entry of menu and site map leads to its page', async ({ page, signInAs }) => {
  await signInAs('dev');
  await visit(page, '/');
  const addresses = {
    About: '/about',
    Membership: '/membership',
    Events: '/events/overview',
    News: '/news',
    Library: '/intranet',
    Forum: '/forum',
    Administration: '/administration',
    Home: '/',
  };
  for (const [name, address] of Object.entries(addresses)) {
    const link = mainMenu(page).getByRole('link', { name, exact: true });
    if (!(await link.isVisible())) await group(page).hover();
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(
      mainMenu(page).getByRole('link', { name, exact: true, includeHidden: true }),
    ).toHaveAttribute('aria-current', 'page');
  }
  await disclosure(page, 'Site map').click();
  const siteMap = page.getByRole('navigation', { name: 'Site map' });
  for (const [name, address] of Object.entries(addresses)) {
    await expect(siteMap.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

test('by keyboard: the sub-menu opens on focus and closes on Escape', async ({ page }) => {
  await visit(page, '/about');
  const events = mainMenu(page).getByRole('link', { name: 'Events', exact: true });
  await mainMenu(page).getByRole('link', { name: 'Membership' }).focus();
  await expect(events).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(group(page)).toBeFocused();
  await expect(group(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(events).toBeFocused();
  await expect(events).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(events).toBeHidden();
  await expect(group(page)).toBeFocused();
  await expect(group(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(events).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(mainMenu(page).getByRole('link', { name: 'News', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/news');
  await expect(events).toBeHidden();
});

test('by keyboard: leaving the sub-menu closes it', async ({ page }) => {
  await visit(page, '/about');
  const news = mainMenu(page).getByRole('link', { name: 'News', exact: true });
  await group(page).focus();
  await expect(news).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(news).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(news).toBeHidden();
  await expect(group(page)).toHaveAttribute('aria-expanded', 'false');
});

test('by mouse: the sub-menu opens on hover, stays while used and closes', async ({ page }) => {
  await visit(page, '/about');
  const news = mainMenu(page).getByRole('link', { name: 'News', exact: true });
  await expect(news).toBeHidden();
  await group(page).hover();
  await expect(news).toBeVisible();
  await expect(group(page)).toHaveAttribute('aria-expanded', 'true');
  await news.hover();
  await expect(news).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(news).toBeHidden();
  await expect(group(page)).toHaveAttribute('aria-expanded', 'false');
});

for (const [name, viewport] of Object.entries({ 'a phone': phone, 'the breakpoint': breakpoint })) {
  test(`at the width of ${name} the menu opens and expands`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await visit(page, '/about');
    await expect(mainMenu(page)).toBeHidden();
    const toggle = disclosure(page, 'Menu');
    await toggle.click();
    await expect(mainMenu(page)).toBeVisible();
    const events = mainMenu(page).getByRole('link', { name: 'Events', exact: true });
    await expect(events).toBeHidden();
    await mainMenu(page).getByText('Communications', { exact: true }).click();
    await expect(events).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(mainMenu(page)).toBeHidden();
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(events).toBeVisible();
    await events.click();
    await expect(page).toHaveURL('/events/overview');
    await expect(mainMenu(page)).toBeHidden();
  });
}

test('above the breakpoint the menu lies open', async ({ page }) => {
  await page.setViewportSize({ ...breakpoint, width: 769 });
  await visit(page, '/');
  await expect(mainMenu(page)).toBeVisible();
  await expect(disclosure(page, 'Menu')).toBeHidden();
});

test('the menus open without JavaScript', async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false, viewport: phone });
  await page.goto('/');
  await disclosure(page, 'Menu').click();
  await mainMenu(page).getByText('Communications', { exact: true }).click();
  await mainMenu(page).getByRole('link', { name: 'News', exact: true }).click();
  await expect(page).toHaveURL('/news');

  const wide = await openBrowser({ javaScriptEnabled: false });
  await wide.goto('/');
  await group(wide).hover();
  await mainMenu(wide).getByRole('link', { name: 'Events', exact: true }).click();
  await expect(wide).toHaveURL('/events/overview');
});

test('the user menu works by keyboard and closes when one goes elsewhere', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, '/');
  const menu = disclosure(page, 'Your account');
  const settings = page.getByRole('link', { name: 'Account settings' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(settings).toBeFocused();
  // Past the guide, the quick search and the button to sign out.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
  await expect(settings).toBeHidden();
  await menu.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(settings).toBeHidden();
  await menu.click();
  await settings.click();
  await expect(page).toHaveURL('/settings');
  await expect(settings).toBeHidden();
});

test('a visitor’s header has the way to sign in and no user menu', async ({ page }) => {
  await visit(page, '/');
  await expect(disclosure(page, 'Your account')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain(sessionCookie);
});
