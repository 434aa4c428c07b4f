import type { Page } from '@playwright/test';
import { siteOrigin } from './steps/accounts';
import { desktop, overhang, phone } from './steps/axe';
import { disclosure, expect, test, untilAlive, visit } from './steps/fixtures';
import { makeCategory, openTopic } from './steps/forum-steps';

// Independent of each other.
test.describe.configure({ mode: 'parallel' });

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
  for (const viewport of [phone, desktop]) {
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
    for (const viewport of [phone, desktop]) {
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

/** Pairs of controls in the head of which one lies on the other. */
function headOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('header :is(a, summary, button)')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => ({ name: control.textContent, box: control.getBoundingClientRect() }));
    return controls.flatMap(({ name, box }, position) =>
      controls
        .slice(position + 1)
        .filter((other) => {
          const isBeside = box.right <= other.box.left + 1 || other.box.right <= box.left + 1;
          const isBelow = box.bottom <= other.box.top + 1 || other.box.bottom <= box.top + 1;
          return !isBeside && !isBelow;
        })
        .map((other) => `${name} and ${other.name}`),
    );
  });
}

/** What a reader sets in the browser; the address of a page shows it (WCAG 2.2, 1.4.4). */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}

test('with text of twice the size nothing is out of reach, as it is with that of the browser', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  for (const size of [16, 32]) {
    await setTextSize(page, size);
    for (const path of ['/', '/news', '/search', '/intranet', '/article/names-in-a-search-box']) {
      await visit(page, path);
      const text = page.locator('html');
      await expect(text, `${path}, ${size} px`).toHaveCSS('font-size', `${size}px`);
      for (const width of [390, 768, 800, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const place = `${path}, ${size} px of ${width}`;
        expect.soft(await overhang(page), place).toBeLessThanOrEqual(0);
        expect.soft(await headOverlaps(page), place).toEqual([]);
      }
    }
  }
});

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

test('on paper stands the text, without what is for the screen', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/about', '/article/names-in-a-search-box', '/events/overview']) {
    await page.goto(path);
    await expect(page.getByRole('main'), path).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByText(`· ${siteOrigin()}${path}`), path).toBeVisible();
    for (const part of await page.locator('body > div > :is(header, footer), nav, form').all()) {
      await expect(part, path).toBeHidden();
    }
  }
});

test('the longest of words does not make the forum wider than a narrow window', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await page.setViewportSize({ width: 320, height: 800 });
  const category = await makeCategory();
  const word = 'Bundesverfassungsgerichtsentscheidungssammlungsverzeichnis';
  const words = { title: word.repeat(2), tags: word.slice(0, 40), body: word.repeat(3) };
  const topic = await openTopic(page.context(), { category, ...words });
  for (const path of ['/forum', `/forum/${category}`, topic]) {
    await visit(page, path);
    await expect(page.getByText(word).first()).toBeVisible();
    expect(await overhang(page), path).toBeLessThanOrEqual(0);
  }
});
