import type { BrowserContext, Page } from '@playwright/test';
import { readSetCookie } from './steps/accounts';
import { checkState, overhang, phone } from './steps/axe';
import { expect, giveSession, visit } from './steps/fixtures';
import { fillArea } from './steps/library-things';
import { type Site, withSettings } from './steps/own-site';
import { cookieOf } from './steps/plain-requests';
import { press } from './steps/publishing-steps';

const test = withSettings({ INTRANET_TRASH_DAYS: '30' });

async function signIn(site: Site, context: BrowserContext): Promise<void> {
  const cookies = (await cookieOf(site, 'member')).split('; ');
  await giveSession(context, cookies.map(readSetCookie));
}
const row = (page: Page, word: string) =>
  page.getByRole('checkbox', { name: `Select Draft ${word}` });
const sure = (page: Page, count: number) =>
  page.getByRole('region', { name: `Delete ${count} entries for good?` });

test('several entries are restored or deleted for good together, with and without scripts', async ({
  site,
  page,
  openBrowser,
}) => {
  const words: string[] = [];
  for (let made = 0; made < 5; made += 1) words.push((await fillArea(site, 'member')).word);
  const [one = '', two = '', three = '', four = '', five = ''] = words;
  const address = `${site.url}/intranet/trash`;
  await signIn(site, page.context());
  await page.setViewportSize(phone);
  await visit(page, address);
  await row(page, one).focus();
  await page.keyboard.press('Space');
  await row(page, two).check();
  await press(page, 'Delete selected entries for good');
  await expect(sure(page, 2)).toBeFocused();
  await expect(sure(page, 2).getByRole('listitem')).toHaveText([
    new RegExp(`^Draft ${two} \\(1 document, `),
    new RegExp(`^Draft ${one} \\(1 document, `),
  ]);
  expect(await overhang(page)).toBe(0);
  await checkState(page, 'entries to be deleted for good');

  // Meanwhile one of them is restored in another window.
  const plain = await openBrowser({ javaScriptEnabled: false });
  await signIn(site, plain.context());
  await plain.goto(address);
  await row(plain, two).check();
  await row(plain, three).check();
  await press(plain, 'Restore selected entries');
  await expect(plain.getByText('2 entries restored.')).toBeVisible();
  await expect(row(plain, three)).toHaveCount(0);
  await press(page, 'Delete 2 entries for good');
  const main = page.getByRole('main');
  await expect(main.getByText('1 entry deleted for good.')).toBeVisible();
  await expect(main.getByText(/^1 selected entry was left as it is\./)).toBeVisible();
  await expect(row(page, one)).toHaveCount(0);

  await plain.goto(address);
  await row(plain, four).check();
  await row(plain, five).check();
  await press(plain, 'Delete selected entries for good');
  await expect(sure(plain, 2)).toBeVisible();
  await press(plain, 'Delete 2 entries for good');
  await expect(plain.getByText('2 entries deleted for good.')).toBeVisible();
  await expect(plain.getByText('The trash is empty.')).toBeVisible();
});
