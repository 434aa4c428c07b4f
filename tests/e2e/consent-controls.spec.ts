import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, untilAlive } from './steps/fixtures';
import { type Site, withSettings } from './steps/own-site';

/**
 * Every control of the notice, of the dialog that the footer opens and of the page /consent, in each
 * way it can be pressed: what is stored, what is sent and what the receipt says is what was chosen.
 * The controls of the notice on a first visit are in `consent.spec.ts`.
 */
const test = withSettings({ FLAGS: 'analytics,errorTracking,publicStatistics' });

const ways = {
  click: (control: Locator) => control.click(),
  Enter: (control: Locator) => control.press('Enter'),
  Space: (control: Locator) => control.press('Space'),
};
type Way = keyof typeof ways;

/** Ticks and unticks until exactly these are on. */
async function tick(place: Locator, wanted: readonly string[], way: Way): Promise<void> {
  for (const name of ['Statistics', 'Error reports']) {
    const box = place.getByRole('checkbox', { name: new RegExp(`^${name}`) });
    if ((await box.isChecked()) === wanted.includes(name)) continue;
    await (way === 'click' ? box.click() : box.press('Space'));
  }
}

type Row = { control: string; ticked?: readonly string[]; stored: string };

const rows: readonly Row[] = [
  { control: 'Reject all', stored: 'none' },
  { control: 'Reject all', ticked: ['Statistics'], stored: 'none' },
  { control: 'Accept all', stored: 'analytics+errorTracking' },
  { control: 'Accept all', ticked: [], stored: 'analytics+errorTracking' },
  { control: 'Save my choice', ticked: [], stored: 'none' },
  { control: 'Save my choice', ticked: ['Statistics'], stored: 'analytics' },
  { control: 'Save my choice', ticked: ['Error reports'], stored: 'errorTracking' },
  {
    control: 'Save my choice',
    ticked: ['Statistics', 'Error reports'],
    stored: 'analytics+errorTracking',
  },
];

const stored = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'consent')?.value ?? null;

async function query<Row extends object>(site: Site, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** What the receipt of the choice that the browser keeps says, as a cookie would say it. */
async function receipted(site: Site, cookie: string | null): Promise<string | null> {
  const [found] = await query<{ choices: Record<string, boolean> }>(
    site,
    'select choices from consent_receipts where id = $1',
    [cookie?.split('.', 1)[0]],
  );
  if (!found) return null;
  const names = ['analytics', 'errorTracking'].filter((name) => found.choices[name]);
  return names.join('+') || 'none';
}

/** A browser that has answered before, or not. */
async function openBrowser(
  browser: Browser,
  { site, before, scripts }: { site: Site; before: string | null; scripts: boolean },
): Promise<Page> {
  // So many choices an hour are more than one address may make.
  await query(site, 'delete from throttles');
  const context = await browser.newContext({ javaScriptEnabled: scripts });
  const page = await context.newPage();
  if (before === null) return page;
  await page.request.post(`${site.url}/consent`, {
    form: { answer: 'chosen', ...(before === 'analytics' ? { analytics: 'on' } : {}) },
    headers: { origin: site.url },
  });
  expect((await stored(context))?.split('.').at(-1)).toBe(before);
  return page;
}

/** Presses a control and compares everything that is kept afterwards. */
async function expectChoice(
  page: Page,
  { site, place, row, way }: { site: Site; place: Locator; row: Row; way: Way },
): Promise<void> {
  const name = `${row.control} [${row.ticked?.join(', ') ?? 'as it was'}] by ${way}`;
  const old = await stored(page.context());
  if (row.ticked) await tick(place, row.ticked, way);
  await ways[way](place.getByRole('button', { name: row.control, exact: true }));
  await expect.poll(() => stored(page.context()), name).not.toBe(old);
  const cookie = await stored(page.context());
  expect(cookie?.split('.').at(-1), name).toBe(row.stored);
  await expect.poll(() => receipted(site, cookie), `the receipt: ${name}`).toBe(row.stored);
}

const visits = { 'first visit': null, 'later visit': 'analytics' };

for (const way of ['click', 'Enter', 'Space'] as const) {
  for (const [when, before] of Object.entries(visits)) {
    test(`footer, ${when}, by ${way}: the dialog keeps what was chosen`, async ({
      browser,
      site,
    }) => {
      const page = await openBrowser(browser, { site, before, scripts: true });
      const place = page.getByRole('dialog', { name: 'Your privacy choices' });
      await page.goto(`${site.url}/about`);
      await untilAlive(page);
      const opener = page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'Cookies and consent' });
      // A link answers to Enter alone, as links do.
      const open = () => ways[way === 'Space' ? 'Enter' : way](opener);
      await open();
      const statistics = place.getByRole('checkbox', { name: /^Statistics/ });
      await expect(statistics).toBeChecked({ checked: before === 'analytics' });
      const old = await stored(page.context());
      await ways[way](place.getByRole('button', { name: 'Close', exact: true }));
      await expect(place).toBeHidden();
      expect(await stored(page.context()), 'closing decides nothing').toBe(old);
      for (const row of rows) {
        await open();
        await expectChoice(page, { site, place, row, way });
        await expect(place).toBeHidden();
      }
      await page.context().close();
    });

    for (const scripts of [true, false]) {
      test(`/consent, ${when}, ${scripts ? 'with' : 'without'} scripts, by ${way}: the page keeps what was chosen`, async ({
        browser,
        site,
      }) => {
        const page = await openBrowser(browser, { site, before, scripts });
        const place = page.getByRole('main');
        for (const row of rows) {
          await page.goto(`${site.url}/consent`);
          if (scripts) await untilAlive(page);
          await expectChoice(page, { site, place, row, way });
          await expect(
            place.getByRole('checkbox', { name: /^Statistics/ }),
            'the page shows it',
          ).toBeChecked({ checked: row.stored.includes('analytics') });
          await expect(page.getByRole('region', { name: 'Your privacy choices' })).toBeHidden();
        }
        await page.context().close();
      });
    }
  }
}

test('at the page of the choice the foot of the page leads to itself, and opens nothing later', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/consent`);
  await untilAlive(page);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Cookies and consent' }).click();
  await expect(page).toHaveURL(`${site.url}/consent`);
  await footer.getByRole('link', { name: 'Privacy policy', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Your privacy choices' })).toHaveCount(0);
});

test('whose browser asks not to be tracked hears that nothing is counted', async ({
  page,
  site,
}) => {
  const told = page.getByRole('main').getByText(/Your browser asks websites not to track you/);
  await page.goto(`${site.url}/consent`);
  await untilAlive(page);
  await expect(told).toHaveCount(0);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await page.goto(`${site.url}/consent`);
  await expect(told).toBeVisible();
});
