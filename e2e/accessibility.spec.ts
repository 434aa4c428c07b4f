import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { strangersEmail } from './accounts';
import { answersWithError, everyPage, nameOf, openMailInOutbox } from './every-page';
import { disclosure, expect, submitSignIn, test, untilAlive, visit } from './fixtures';

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

/** How far the page is wider than its window, in CSS pixels. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
  });
}

/** WCAG 2.2, 1.4.12: what a reader may set without losing anything. */
function spaceOutText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}

/** Elements whose own text does not fit and cannot be scrolled to. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isTiny = element.clientWidth <= 1 || element.clientHeight <= 1;
      if (isTiny || !element.textContent?.trim()) return [];
      const isCut =
        (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
      return isCut ? [`${element.tagName} ${element.textContent.trim().slice(0, 60)}`] : [];
    }),
  );
}

for (const account of ['visitor', 'member', 'admin', 'dev'] as const) {
  const pages = everyPage.filter((one) => (one.account ?? 'visitor') === account);

  test(`pages of a ${account} fit 320 px and spaced-out text`, async ({ page, signInAs }) => {
    test.slow();
    if (account !== 'visitor') await signInAs(account);
    for (const { path } of pages) {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(path);
      expect.soft(await overhang(page), `${path} at 320 px`).toBeLessThanOrEqual(0);
      await spaceOutText(page);
      expect.soft(await overhang(page), `${path} spaced out at 320 px`).toBeLessThanOrEqual(0);
      expect.soft(await clippedTexts(page), `${path} spaced out at 320 px`).toEqual([]);
      await page.setViewportSize(desk);
      expect.soft(await clippedTexts(page), `${path} spaced out`).toEqual([]);
    }
  });
}

/** Controls outside running text that are smaller than 24 px in either direction. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, input:not([type=hidden]), select, summary, header a, nav a, aside a, footer a',
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        if (width >= 24 && height >= 24) return [];
        const name = control.textContent?.trim() || control.getAttribute('aria-label');
        return [`${control.tagName} ${name} ${width} x ${height}`];
      });
  });
}

test('controls are at least 24 px high and wide', async ({ page, signInAs }) => {
  test.slow();
  await signInAs('dev');
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    for (const path of ['/', '/news', '/login', '/settings', '/administration/outbox']) {
      await visit(page, path);
      await disclosure(page, 'Site map').click();
      await disclosure(page, 'Your account').click();
      expect.soft(await smallTargets(page), `${path}, ${viewport.width} px`).toEqual([]);
    }
  }
});

test('wherever the focus goes it can be seen', async ({ page, signInAs }) => {
  test.slow();
  await signInAs('dev');
  for (const path of ['/', '/login', '/administration/users']) {
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport);
      await visit(page, path);
      const stops = await walkThrough(page);
      expect(stops.length, path).toBeGreaterThan(10);
      const unseen = stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
      expect.soft(unseen, `${path}, ${viewport.width} px`).toEqual([]);
    }
  }
});

type Stop = { name: string; isSeen: boolean };

/** Presses Tab until the page has been gone through once. */
async function walkThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < 120; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body || element.hasAttribute('data-walked')) return null;
      element.setAttribute('data-walked', '');
      // A field may show the focus on the box drawn around it.
      const isOutlined = [element, element.parentElement].some((shown) => {
        const style = shown && getComputedStyle(shown);
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
      });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isInWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return {
        name: `${element.tagName} ${element.textContent?.trim() || element.getAttribute('aria-label')}`,
        isSeen: isInWindow && isOutlined,
      };
    });
    if (!stop) return stops;
    stops.push(stop);
  }
  return stops;
}

test('nothing moves for who wants it still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/login', '/news']) {
    await page.goto(path);
    await untilAlive(page);
    const moving = await page.evaluate(() =>
      [...document.body.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration, animationName, transitionProperty } =
          getComputedStyle(element);
        const lasts = (times: string) => times.split(',').some((time) => parseFloat(time) > 0.01);
        const isMoving =
          (transitionProperty !== 'none' && lasts(transitionDuration)) ||
          (animationName !== 'none' && lasts(animationDuration));
        return isMoving ? [element.outerHTML.slice(0, 120)] : [];
      }),
    );
    expect.soft(moving, path).toEqual([]);
  }
});
