import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** Goes on with the tabulator until an element has the focus. */
export async function goTo(page: Page, wanted: Locator, tabulator = 'Tab'): Promise<void> {
  await wanted.waitFor();
  await expect(async () => {
    await page.keyboard.press(tabulator);
    await expect(wanted).toBeFocused({ timeout: 20 });
  }).toPass({ intervals: [0], timeout: 40_000 });
}

/** Goes on with the tabulator until an element has the focus, and presses a key. */
export async function press(
  page: Page,
  wanted: Locator,
  key = 'Enter',
  tabulator = 'Tab',
): Promise<void> {
  await goTo(page, wanted, tabulator);
  await page.keyboard.press(key);
}

/** Goes on with the tabulator to a group of radio buttons, and down to the one that is wanted. */
export async function choose(page: Page, group: Locator, wanted: string): Promise<void> {
  await press(page, group.getByRole('radio').first(), 'Space');
  const radio = group.getByLabel(wanted);
  await expect(async () => {
    if (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
    await expect(radio).toBeChecked({ timeout: 50 });
  }).toPass({ intervals: [0], timeout: 10_000 });
}
