import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures';
import { keepPicture, keepTabletPictures } from './pictures';

type Axe = typeof axe;

declare global {
  // What the script of axe adds to the page.
  var axe: Axe;
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** The rules about colours: all that the other theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export const phone = { width: 375, height: 800 };
export const desktop = { width: 1440, height: 900 };

type Choice = {
  /** These rules and no others. */
  only?: string[];
  /** Rules that say nothing about what is looked at. */
  without?: string[];
};

/** What axe finds on the page as it is, one line per rule and element. */
export async function violations(
  page: Page,
  { only, without = [] }: Choice = {},
): Promise<string[]> {
  await untilAtRest(page);
  const isThere = await page.evaluate(() => 'axe' in window);
  // Half a megabyte: once for each page is enough.
  if (!isThere) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: rules },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    // The only frames show mails; no script may run in them, and so axe could not answer.
    iframes: false,
  };
  const found = await page.evaluate(async (asked) => {
    const { violations: all } = await globalThis.axe.run(document, asked);
    return all.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
  }, options);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Axe finds nothing on the page as it is. */
export async function noViolations(page: Page, choice?: Choice): Promise<void> {
  expect(await violations(page, choice), page.url()).toEqual([]);
}

/** Looks at the page in both widths and both themes. Nothing may be wider than the window. */
export async function checkEveryWay(page: Page): Promise<void> {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await violations(page, colorScheme === 'dark' ? { only: colourRules } : {});
      expect.soft(found, `${page.url()}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
      await keepPicture(page, `${viewport.width} ${colorScheme}`);
    }
    expect.soft(await overhang(page), `${page.url()}, ${viewport.width} px`).toBeLessThanOrEqual(0);
  }
  await keepTabletPictures(page);
}

/**
 * Looks at what is open on the page: on a phone by all rules, in a wide window in the dark by those
 * about colours. Nothing may be wider than the window.
 */
export async function checkState(page: Page, what: string): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violations(page), `${what} on a phone`).toEqual([]);
  await keepPicture(page, `${what} phone`);
  expect.soft(await overhang(page), `${what} on a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect.soft(await violations(page, { only: colourRules }), `${what} in the dark`).toEqual([]);
  await keepPicture(page, `${what} dark`);
}

/** By how many pixels the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
  });
}

/** Ends every transition: axe would read colours half way through one. */
async function untilAtRest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await untilPainted(page);
}

/** Waits until the page has been drawn in its new size and colours. */
export function untilPainted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
