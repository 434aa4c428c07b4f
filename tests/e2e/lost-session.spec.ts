import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { Client } from 'pg';
import { emailOf, sessionCookie } from './steps/accounts';
import { expect, storages, submitSignIn, toast, untilAlive } from './steps/fixtures';
import { type Site, withSettings } from './steps/own-site';

const test = withSettings({});

const expired = 'Your session has ended. Sign in again.';

/** Signs in and writes something on a page for members, at a fragment. */
async function writeSomething(page: Page, site: Site, account: 'member' | 'member2' = 'member') {
  await page.goto(`${site.url}/login`);
  await untilAlive(page);
  await submitSignIn(page, { email: emailOf(account), password: site.password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  await page.goto(`${site.url}/settings#name`);
  await untilAlive(page);
  await page.getByLabel('First name').fill('Words not saved yet');
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** As long as the page is open, no more than this is seen of it. */
async function expectHidden(page: Page): Promise<void> {
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText('Words not saved yet')).toBeHidden();
}

async function query(site: Site, text: string, values: unknown[]): Promise<number | null> {
  const client = new Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rowCount;
  } finally {
    await client.end();
  }
}

async function cookieOf(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === sessionCookie);
  return `${cookie?.name}=${cookie?.value}`;
}

const ends: [string, (site: Site, context: BrowserContext) => Promise<unknown>][] = [
  [
    'elsewhere',
    async (site, context) =>
      fetch(`${site.url}/sign-out`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: site.url, Cookie: await cookieOf(context) },
      }),
  ],
  [
    'in the database',
    (site) =>
      query(
        site,
        'delete from sign_in_sessions where user_id = (select id from users where email = $1)',
        [emailOf('member')],
      ),
  ],
  [
    'by its own age',
    (site) =>
      query(
        site,
        `update sign_in_sessions set expires_at = now() where user_id = (select id from users where email = $1)`,
        [emailOf('member')],
      ),
  ],
];

for (const [how, end] of ends) {
  test(`a session that ends ${how} hides the open page and goes on in place`, async ({
    page,
    site,
    strayThings,
  }) => {
    // A wrong password.
    strayThings.expect(/Failed to load resource.* 401 /);
    await writeSomething(page, site);
    const second = await page.context().newPage();
    await second.goto(`${site.url}/forum`);
    await untilAlive(second);
    await end(site, page.context());
    for (const open of [page, second]) {
      await expectHidden(open);
      await expect(toast(open, expired)).toBeVisible();
    }
    expect((await storages(page)).session.redirectUrl).toBe('/settings#name');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await expectHidden(page);
    await dialog.getByLabel('Password').fill(site.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('First name')).toHaveValue('Words not saved yet');
    await expect(page).toHaveURL(`${site.url}/settings#name`);
    await expect(dialogOf(second), 'the other tab goes on as well').toBeHidden();
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('what is saved meanwhile elsewhere is told, not overwritten by who signs in again', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/409 \(Conflict\)/);
  await writeSomething(page, site);
  const saved = `Saved ${randomUUID()}`;
  await query(site, 'update users set first_name = $2, version = version + 1 where email = $1', [
    emailOf('member'),
    saved,
  ]);
  await ends[1]?.[1](site, page.context());
  const dialog = dialogOf(page);
  await dialog.getByLabel('Password').fill(site.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  const form = page.locator('form').filter({ has: page.getByLabel('First name') });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Saved since: ${saved}`)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Words not saved yet');
});

test('why one is not signed in again is said as it is, and the wish to stay signed in is heard', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (401|429) /);
  await writeSomething(page, site, 'member2');
  const ofMember = '(select id from users where email = $1)';
  const email = emailOf('member2');
  await query(site, `delete from sign_in_sessions where user_id = ${ofMember}`, [email]);
  const dialog = dialogOf(page);
  const signIn = async (password: string) => {
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
  };
  const tooMany = /^There have been too many attempts/;
  await expect(async () => {
    await signIn('not the password');
    await expect(dialog.getByText(tooMany).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText(tooMany).first(),
  ).toBeVisible();
  await query(site, 'delete from throttles', []);
  await dialog.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await signIn(site.password);
  await expect(dialog).toBeHidden();
  const kept = (await page.context().cookies()).find(({ name }) => name === sessionCookie);
  expect(kept?.expires).toBeGreaterThan(Date.now() / 1000 + 7 * 24 * 3600);
});

test('a message lies above the dialog, and can be held and closed there', async ({
  page,
  site,
}) => {
  await writeSomething(page, site);
  await ends[1]?.[1](site, page.context());
  await expectHidden(page);
  const message = toast(page, expired);
  await expect(message).toBeVisible();
  const isOnTop = await message.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(message).toHaveCount(0);
  await expect(dialogOf(page)).toBeVisible();
});

test('a form that is sent after the end of the session keeps what was typed', async ({
  page,
  site,
}) => {
  // The page does not hear of the end by itself.
  await page.route('**/session/watch', () => undefined);
  await writeSomething(page, site);
  await ends[1]?.[1](site, page.context());
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expectHidden(page);
  await dialogOf(page).getByLabel('Password').fill(site.password);
  await dialogOf(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Words not saved yet');
  await expect(page).toHaveURL(new RegExp(`^${site.url}/settings`));
});

test('a public page stays, without what it had for the member', async ({ page, site }) => {
  await writeSomething(page, site);
  await page.goto(`${site.url}/about`);
  await untilAlive(page);
  await ends[1]?.[1](site, page.context());
  await expect(toast(page, expired)).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(emailOf('member'))).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('signing in or out in the same browser is no lost session', async ({ page, site }) => {
  await writeSomething(page, site);
  await page.goto(`${site.url}/login`);
  await untilAlive(page);
  await submitSignIn(page, { email: emailOf('member'), password: site.password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(toast(page, expired)).toHaveCount(0);
});

test('whoever else signs in finds nothing of what was typed', async ({ page, site }) => {
  await writeSomething(page, site);
  await ends[1]?.[1](site, page.context());
  await expectHidden(page);
  const second = await page.context().newPage();
  await second.goto(`${site.url}/login`);
  await untilAlive(second);
  await submitSignIn(second, { email: emailOf('member2'), password: site.password });
  await expect(toast(second, 'You are signed in.')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByLabel('First name')).not.toHaveValue('Words not saved yet');
});

test('a member who signs in for a page of the administration sees both messages', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/user`);
  await untilAlive(page);
  await submitSignIn(page, { email: emailOf('member'), password: site.password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText(/^This area is for administrators/),
  ).toBeVisible();
});

test('a deleted account is named as the cause, and nothing is offered that cannot be', async ({
  page,
  site,
}) => {
  await writeSomething(page, site, 'member2');
  const gone = await query(site, 'delete from users where email = $1', [emailOf('member2')]);
  expect(gone).toBe(1);
  await expectHidden(page);
  await expect(dialogOf(page).getByLabel('Password')).toHaveCount(0);
  await expect(dialogOf(page)).toContainText('account');
  await dialogOf(page).getByRole('link').click();
  await expect(page).toHaveURL(`${site.url}/`);
});
