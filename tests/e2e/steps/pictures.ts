import { join } from 'node:path';
import type { Page } from '@playwright/test';

const folder = process.env.TEST_PICTURES;
let taken = 0;

/**
 * Keeps a picture of the whole page, where the folder `TEST_PICTURES` is named, for whoever wants to
 * see what the tests have seen.
 * @param how width and theme, or what is open
 */
export async function keepPicture(page: Page, how: string): Promise<void> {
  if (!folder) return;
  const { pathname, search } = new URL(page.url());
  taken += 1;
  const words = `${pathname}${search} ${how}`.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '');
  const name = `${words.slice(0, 120)}-${process.pid}-${taken}.png`;
  await page.screenshot({ path: join(folder, name), fullPage: true, animations: 'disabled' });
}

/** The same at the width between telephone and desk, in both themes; no test looks at that alone. */
export async function keepTabletPictures(page: Page): Promise<void> {
  if (!folder) return;
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `768 ${colorScheme}`);
  }
}
