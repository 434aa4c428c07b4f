import type { Page } from '@playwright/test';
import { emailOf, sessionCookie } from './steps/accounts';
import { disclosure, expect, submitSignIn, test, untilAlive, visit } from './steps/fixtures';

const siteName = 'Data Protection Judges';

test('the skip link comes first and leads to the content', async ({ page }) => {
  await visit(page, '/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  const isInside = await page
    .getByRole('main')
    .evaluate((main) => main.contains(document.activeElement));
  expect(isInside, 'the next stop is inside the content').toBe(true);
});

test('the logo leads home and is at most 40 px high', async ({ page }) => {
  await visit(page, '/about');
  const home = page.getByRole('link', { name: `${siteName}, home page` });
  const box = await home.locator('svg').boundingBox();
  expect(box?.height).toBeLessThanOrEqual(40);
  await home.click();
  await expect(page).toHaveURL('/');
});

test('the footer says who we are', async ({ page }) => {
  await visit(page, '/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('European Association of Data Protection Judges AISBL');
  await expect(footer).toContainText('1000 Brussels, Belgium');
  await expect(footer).toContainText('VAT BE 0000.000.000');
  await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  await expect(
    footer.getByRole('link', { name: 'secretariat@association.example' }),
  ).toHaveAttribute('href', 'mailto:secretariat@association.example');
  await expect(footer.getByText('Site map', { exact: true })).toBeVisible();
  for (const [name, address] of [
    ['End-user agreement', '/end-user-agreement'],
    ['Privacy policy', '/privacy-policy'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
  }
});

test('the side bar leads to the network page, the secretariat and membership', async ({ page }) => {
  await visit(page, '/about');
  const bar = page.getByRole('complementary', { name: 'Contact and membership' });
  const links = bar.getByRole('link');
  await expect(links).toHaveCount(3);
  await expect(links.nth(0)).toHaveAttribute('href', 'https://www.linkedin.com/company/example');
  await expect(links.nth(1)).toHaveAttribute('href', 'mailto:secretariat@association.example');
  await bar.getByRole('link', { name: 'Become a member' }).click();
  await expect(page).toHaveURL('/membership');
});

/** What stands on the page to the right of an edge, as far as one can see it. */
function textsBeyond(page: Page, edge: number): Promise<string[]> {
  return page.evaluate((left) => {
    const seenTo = (element: Element): number => {
      let right = element.getBoundingClientRect().right;
      for (let around = element.parentElement; around; around = around.parentElement) {
        // A wide table is scrolled in its own frame.
        if (getComputedStyle(around).overflowX === 'visible') continue;
        right = Math.min(right, around.getBoundingClientRect().right);
      }
      return right;
    };
    return [...document.querySelectorAll('main *, footer *')]
      .filter((element) => element.childElementCount === 0 && element.textContent?.trim())
      .filter((element) => seenTo(element) > left)
      .map((element) => element.outerHTML.slice(0, 80));
  }, edge);
}

async function expectFreeBar(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const bar = page.getByRole('complementary', { name: 'Contact and membership' });
  const left = await bar.evaluate((element) => element.getBoundingClientRect().left);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect
    .soft(await textsBeyond(page, left), `${path}, ${page.viewportSize()?.width} px`)
    .toEqual([]);
}

for (const width of [769, 1024, 1200, 1343, 1440, 1920]) {
  test(`at ${width} pixels the side bar floats and covers no text`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const path of ['/about', '/news', '/login']) await expectFreeBar(page, path);
  });
}

test('nor does it cover what members and administrators read', async ({ page, signInAs }) => {
  await signInAs('admin');
  for (const path of ['/', '/forum', '/intranet', '/settings', '/administration/users'])
    for (const width of [769, 1200, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await expectFreeBar(page, path);
    }
});

test('on a phone the side bar stands above the footer', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await visit(page, '/about');
  const bar = page.getByRole('complementary', { name: 'Contact and membership' });
  await expect(bar).not.toBeInViewport();
  await bar.scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
});

test('with one language there is no language switch', async ({ page }) => {
  await visit(page, '/');
  // Where there are several, it says which one is chosen (configuration.spec.ts).
  await expect(page.getByRole('banner')).not.toContainText('Language:');
  await expect(page.locator('form[action="/language"]')).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('lang', 'fr'));
  await page.context().addCookies([{ name: 'lang', value: 'fr', domain: '127.0.0.1', path: '/' }]);
  await visit(page, '/');
  await expect(page.getByRole('heading', { name: 'Next events' })).toBeVisible();
});

test.describe('within the site', () => {
  test('a new page starts at its top with the focus on its heading', async ({ page }) => {
    await visit(page, '/');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' });
    await link.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await link.click();
    const heading = page.getByRole('heading', { level: 1, name: 'Privacy policy' });
    await expect(heading).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  test('a link with a fragment scrolls to its target', async ({ page }) => {
    await visit(page, '/privacy-policy');
    const link = page.getByRole('main').getByRole('link', { name: /^4\. Cookies/ });
    await link.click();
    await expect(page).toHaveURL('/privacy-policy#section-4');
    const target = page.getByRole('heading', { level: 2, name: /cookies|browser/i });
    await expect(target).toBeInViewport();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.evaluate(() => scrollTo(0, 0));
    await link.click();
    await expect(target).toBeInViewport();
  });

  test('so does an address with a fragment, also without JavaScript', async ({
    openBrowser,
    page,
  }) => {
    await visit(page, '/privacy-policy#section-4');
    const target = { level: 2, name: /cookies|browser/i };
    await expect(page.getByRole('heading', target)).toBeInViewport();
    const plain = await openBrowser({ javaScriptEnabled: false });
    await plain.goto('/privacy-policy#section-4');
    await expect(plain.getByRole('heading', target)).toBeInViewport();
  });
});

const titles: Record<string, string> = {
  '/about': 'About',
  '/membership': 'Membership',
  '/events/overview': 'Events',
  '/news': 'News',
  '/privacy-policy': 'Privacy policy',
  '/end-user-agreement': 'End-user agreement',
  '/login': 'Sign in',
  '/sign-up': 'Open an account',
  '/forgot-password': 'Forgotten password',
  '/settings': 'Account settings',
  '/intranet': 'Library',
  '/forum': 'Forum',
  '/administration': 'Administration',
  '/administration/users': 'Users',
  '/administration/outbox': 'Outbox',
};

test('every page has its own title, also after a change within the site', async ({
  page,
  signInAs,
}) => {
  await signInAs('dev');
  await visit(page, '/');
  await expect(page, 'of the home page').toHaveTitle(new RegExp(`^${siteName} – .+`));
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(new RegExp(`^${title}.* – ${siteName}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await untilAlive(page);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(new RegExp(`^About.* – ${siteName}$`));
  await page.getByRole('banner').getByRole('link', { name: 'Membership' }).click();
  await expect(page).toHaveTitle(new RegExp(`^Membership.* – ${siteName}$`));
});

test.describe('an address at which there is nothing', () => {
  test('says so, and leads on', async ({ page, strayThings }) => {
    strayThings.expect(/Failed to load resource.* 404 /);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page).toHaveTitle(`Page not found – ${siteName}`);
    await page.getByRole('main').getByRole('link', { name: 'To the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Next events' })).toBeVisible();
  });

  test('answers 404 without JavaScript and keeps menu and footer', async ({
    openBrowser,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 404 /);
    const page = await openBrowser({ javaScriptEnabled: false });
    const answer = await page.goto('/article/no-such-article');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
    await expect(disclosure(page, 'Site map')).toBeVisible();
  });
});

test('what is called off on purpose is no error, anything else is one', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(/a mistake/);
  await visit(page, '/');
  const first = page.context().waitForEvent('weberror');
  await page.evaluate(() => {
    // As the router does with the page before the one that is wanted now.
    void Promise.reject(AbortSignal.abort().reason);
    void Promise.reject(new Error('a mistake'));
  });
  expect((await first).error().message).toBe('a mistake');
});

test('public pages can be read without JavaScript', async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  const words: Record<string, string> = {
    '/': 'Next events',
    '/about': 'The board',
    '/membership': 'What we ask for',
    '/events/overview': 'Upcoming events',
    '/events/annual-conference-2027': 'Programme',
    '/news': 'Lindqvist',
    '/news/lindqvist-reread': 'Lindqvist',
    '/article/names-in-a-search-box': 'Abstract',
    '/privacy-policy': 'In force from',
    '/end-user-agreement': 'In force from',
  };
  for (const [path, word] of Object.entries(words)) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(word).first(), path).toBeVisible();
  }
});

test('one can sign in and out without JavaScript', async ({ openBrowser, strayThings }) => {
  strayThings.expect(/Failed to load resource.* 401 /);
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto('/login');
  await submitSignIn(page, { email: emailOf('admin'), password: 'not-the-password-at-all' });
  await expect(page.getByText('The e-mail address or the password is wrong')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toHaveValue(emailOf('admin'));
  await submitSignIn(page, { email: emailOf('admin') });
  await expect(page).toHaveURL('/');
  await disclosure(page, 'Your account').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain(sessionCookie);
});

test('on the narrowest screens nothing in the head lies on anything else', async ({ page }) => {
  for (const width of [320, 375, 480]) {
    await page.setViewportSize({ width, height: 700 });
    await visit(page, '/news');
    const brand = await page.getByRole('banner').getByRole('link').first().boundingBox();
    const search = await page.getByRole('link', { name: 'Search', exact: true }).boundingBox();
    if (!brand || !search) throw new Error('the head is not there');
    const isBeside = search.x >= brand.x + brand.width;
    const isBelow = search.y >= brand.y + brand.height;
    expect(isBeside || isBelow, `${width} px`).toBe(true);
  }
});

test('forced colours keep the current menu entry', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/about');
  const lineUnder = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link).borderBottomColor);
  expect(await lineUnder('About')).not.toBe(await lineUnder('Home'));
});

test('a member’s home begins with what is new, and does not tell how to join', async ({
  page,
  signInAs,
}) => {
  await visit(page, '/');
  await expect(page.getByRole('heading', { name: 'How to join' })).toBeVisible();
  await signInAs('member');
  await visit(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /);
  for (const name of ['Unread in the forum', 'New in the library', 'Your registrations']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'How to join' })).toBeHidden();
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' });
  await shortcuts.getByRole('link', { name: /^Forum \d+ unread topics?$/ }).click();
  await expect(page).toHaveURL('/forum?list=unread');
  await page.goBack();
  await shortcuts.getByRole('link', { name: /^Library \d+ new documents? in 30 days$/ }).click();
  await expect(page).toHaveURL('/intranet');
});
