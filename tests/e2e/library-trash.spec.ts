import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import pg from 'pg';
import { readSetCookie } from './steps/accounts';
import { checkEveryWay, checkState } from './steps/axe';
import { expect, giveSession, visit } from './steps/fixtures';
import { fillArea } from './steps/library-things';
import { type Site, withSettings } from './steps/own-site';
import { cookieOf, type Reader } from './steps/plain-requests';
import { press } from './steps/publishing-steps';

/** With a trash, as a site has by itself. */
const test = withSettings({ INTRANET_TRASH_DAYS: '30' });

async function signInAt(site: Site, reader: Reader, context: BrowserContext): Promise<void> {
  const cookies = (await cookieOf(site, reader)).split('; ');
  await giveSession(context, cookies.map(readSetCookie));
}

test('the trash with something in it, as its owner and as an administrator see it', async ({
  site,
  page,
  openBrowser,
}) => {
  const { word } = await fillArea(site, 'member');
  const things = await fillArea(site, 'admin');
  await signInAt(site, 'member', page.context());
  await visit(page, `${site.url}/intranet/trash`);
  await expect(page.getByRole('row', { name: new RegExp(`Draft ${word}`) })).toBeVisible();
  await checkEveryWay(page);
  await press(page, `Delete for good: Draft ${word}`);
  const question = page.getByRole('region', { name: 'Delete 1 entry for good?' });
  await expect(question).toBeFocused();
  await expect(question.getByRole('listitem')).toContainText(`Draft ${word}`);
  await checkState(page, 'the question whether it shall be gone for good');
  await question.getByRole('link', { name: 'Delete nothing' }).press('Enter');
  await expect(question).toHaveCount(0);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await signInAt(site, 'member', plain.context());
  const gone = await fillArea(site, 'member');
  await plain.goto(`${site.url}/intranet/trash`);
  await press(plain, `Delete for good: Draft ${gone.word}`);
  await press(plain, 'Delete 1 entry for good');
  await expect(plain.getByText('1 entry deleted for good.')).toBeVisible();
  await press(plain, `Restore: Draft ${word}`);
  await expect(
    plain.getByRole('main').getByText(new RegExp(`^“Draft ${word}.*” is back`)),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText(/The trash is empty/)).toBeVisible();

  const admin = await openBrowser();
  await signInAt(site, 'admin', admin.context());
  await visit(admin, `${site.url}/administration/intranet/trash`);
  await expect(admin.getByRole('row', { name: new RegExp(`Draft ${things.word}`) })).toBeVisible();
  await checkEveryWay(admin);
});

test('what another member has added is marked until the next visit, what is one’s own never', async ({
  site,
  page,
}) => {
  const database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
  const hoursPass = () =>
    database.query(`
      update intranet_visits
      set last_at = last_at - interval '3 hours', previous_at = previous_at - interval '3 hours';
      update intranet_resources
      set created_at = created_at - interval '3 hours', file_at = file_at - interval '3 hours'`);
  try {
    await signInAt(site, 'member2', page.context());
    await visit(page, `${site.url}/intranet`);
    // An open page looks again by itself when something changes.
    await page.goto('about:blank');
    await hoursPass();
    const { word } = await fillArea(site, 'member');
    await visit(page, `${site.url}/intranet`);
    await page.getByRole('button', { name: 'New folder' }).click();
    const own = `Own ${randomUUID()}`;
    await page.getByLabel('Name', { exact: true }).fill(own);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('link', { name: own })).toBeVisible();
    await visit(page, `${site.url}/intranet`);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    const mark = (name: string) => row(name).getByText('new', { exact: true });
    await expect(mark(`Committee ${word}`)).toBeVisible();
    await expect(row(own)).toBeVisible();
    await expect(mark(own)).toHaveCount(0);
    await page.getByRole('link', { name: `Committee ${word}` }).click();
    await expect(mark(`Minutes ${word}`)).toBeVisible();
    // It stays while the visit lasts, and is no news at the next one.
    await visit(page, `${site.url}/intranet`);
    await expect(mark(`Committee ${word}`)).toBeVisible();
    await hoursPass();
    await visit(page, `${site.url}/intranet`);
    await expect(row(`Committee ${word}`)).toBeVisible();
    await expect(mark(`Committee ${word}`)).toHaveCount(0);
  } finally {
    await database.end();
  }
});
