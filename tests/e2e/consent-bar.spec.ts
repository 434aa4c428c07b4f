import type { Page } from '@playwright/test';
import { expect, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

const test = withSettings({ FLAGS: 'analytics,errorTracking,publicStatistics' });

const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' });

for (const width of [320, 375, 1440]) {
  test(`at ${width} pixels the question is a slim bar that covers nothing and moves nothing`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry) shifts.push(Number(entry.value));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/', '/login', '/about']) {
      await visit(page, `${site.url}${path}`);
      await expect(bar(page)).toBeVisible();
      const seen = await bar(page).evaluate((element) => {
        const { bottom, height } = element.getBoundingClientRect();
        const [header, footer] = ['header', 'footer'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        return {
          height,
          isAboveAll: bottom <= (header?.top ?? 0) + 1,
          below: document.documentElement.scrollHeight - ((footer?.bottom ?? 0) + scrollY),
          shifts: Reflect.get(globalThis, 'shifts'),
        };
      });
      expect.soft(seen, path).toMatchObject({ isAboveAll: true, shifts: [] });
      expect.soft(seen.below, path).toBeLessThan(1);
      expect.soft(seen.height, path).toBeLessThan(width < 400 ? 200 : 64);
    }
  });
}

test('a page that asks is printed on as many sheets as one that does not', async ({
  page,
  site,
}) => {
  const sheets = async () =>
    (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
  await visit(page, `${site.url}/login`);
  await expect(bar(page)).toBeVisible();
  const asking = await sheets();
  await bar(page).getByRole('button', { name: 'Reject all', exact: true }).click();
  await expect(bar(page)).toBeHidden();
  expect(asking).toBe(await sheets());
  expect(asking).toBe(1);
});
