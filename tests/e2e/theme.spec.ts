import type { Page } from '@playwright/test';
import { expect, storages, test, visit } from './steps/fixtures';

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test.describe('the theme', () => {
  const dark = { colorScheme: 'dark' } as const;

  test('is that of the system until one chooses', async ({ page }) => {
    await visit(page, '/');
    const button = page.getByRole('button', { name: 'Dark mode' });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    const light = await backgroundOf(page);
    await page.emulateMedia(dark);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => backgroundOf(page)).not.toBe(light);
    await expect.poll(async () => (await storages(page)).local).not.toHaveProperty('theme');
  });

  test('stays as chosen: dark, or empty for light', async ({ page }) => {
    await visit(page, '/');
    const light = await backgroundOf(page);
    const button = page.getByRole('button', { name: 'Dark mode' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await storages(page)).local.theme).toBe('dark');
    await expect.poll(() => backgroundOf(page)).not.toBe(light);
    const darkened = await backgroundOf(page);
    await visit(page, '/news');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => backgroundOf(page)).toBe(darkened);

    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(async () => (await storages(page)).local.theme).toBe('');
    await page.emulateMedia(dark);
    await visit(page, '/about');
    await expect.poll(() => backgroundOf(page), 'light against a dark system').toBe(light);
  });

  test('changes at once for whoever wants no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/news');
    const moving = await page.evaluate(() => {
      const colours = () =>
        [...document.querySelectorAll('body *')].map((one) => getComputedStyle(one).color);
      const before = colours();
      document.documentElement.dataset.theme = 'dark';
      const changed = colours().filter((colour, place) => colour !== before[place]).length;
      return { changed, transitions: document.getAnimations().length };
    });
    expect(moving.changed).toBeGreaterThan(50);
    expect(moving.transitions).toBe(0);
  });

  test('is there before the first paint', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'dark');
      const seen: string[] = [];
      const look = () => {
        if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      Object.assign(window, { backgroundsSeen: seen });
    });
    await visit(page, '/');
    const seen: unknown = await page.evaluate(() => Reflect.get(window, 'backgroundsSeen'));
    const background = await backgroundOf(page);
    expect(new Set(Array.isArray(seen) ? seen : [])).toEqual(new Set([background]));
    expect(background).not.toBe('rgb(255, 255, 255)');
  });
});
