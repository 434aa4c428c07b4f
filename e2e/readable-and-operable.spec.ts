import type { Page } from '@playwright/test';
import { answersWithError, everyPage } from './every-page';
import { disclosure, expect, test, untilAlive, visit } from './fixtures';

const phone = { width: 375, height: 800 };
const desk = { width: 1440, height: 900 };

// Independent of each other.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(({ strayThings }) => {
  strayThings.expect(answersWithError);
});

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
