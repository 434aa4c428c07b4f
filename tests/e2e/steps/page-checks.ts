import type { Page, Response } from '@playwright/test';
import { desktop, overhang } from './axe';
import { expect } from './fixtures';

/** The answer allows scripts of its own nonce, or by their hashes, and nothing of another origin. */
export function checkPolicy(answer: Response | null): void {
  const policy = answer?.headers()['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split(';').map((one): [string, string] => {
      const [name = '', ...values] = one.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect.soft(directives.get('default-src')).toBe("'none'");
  expect
    .soft(directives.get('script-src'))
    .toMatch(/^'self'( 'nonce-[\w+/]+=*'|( 'sha256-[\w+/]{43}=')+)$/);
  expect.soft(policy).not.toMatch(/https?:|\*|unsafe-eval/);
}

/** Addresses on the page that lead the browser to another origin without a click. */
export function foreignAddresses(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[src], link[href], [srcset], [data], [poster], form')]
      .flatMap((element) =>
        ['src', 'href', 'action', 'data', 'poster', 'srcset'].map((name) =>
          element.getAttribute(name),
        ),
      )
      .filter((address) => address && new URL(address, location.href).origin !== location.origin),
  );
}

/** Ids that stand twice on the page, and references to ids that are not there. */
export function idFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, position) => ids.indexOf(id) !== position);
    const lost = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
        (element.getAttribute(name) ?? '')
          .split(/\s+/)
          .filter((id) => id && !document.getElementById(id))
          .map((id) => `${name}=${id}`),
      ),
    );
    return [...twice, ...lost];
  });
}

/** Nothing is lost at 320 px (WCAG 2.2, 1.4.10), nor with the text spaced out (1.4.12). */
export async function checkReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  expect.soft(await overhang(page), '320 px').toBeLessThanOrEqual(0);
  await spaceOutText(page);
  expect.soft(await overhang(page), 'spaced out at 320 px').toBeLessThanOrEqual(0);
  expect.soft(await clippedTexts(page), 'spaced out at 320 px').toEqual([]);
  await page.setViewportSize(desktop);
  expect.soft(await clippedTexts(page), 'spaced out').toEqual([]);
}

/** What a reader may set without losing anything. */
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
