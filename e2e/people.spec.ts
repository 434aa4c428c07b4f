import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { totpCode, totpStepAt } from '../app/lib/one-time-password.server';
import { giveSession } from './fixtures';
import { sessionOf, siteOrigin } from './accounts';
import { expect, openUserMenu, submitSignIn, test, toast, visit } from './fixtures';

const password = 'seven quiet lanterns at dusk';

/** The link in the newest mail to an address, read from the outbox by the developer. */
async function linkInMailTo(developer: Page, email: string): Promise<string> {
  const link = developer.getByRole('row', { name: email }).getByRole('link').first();
  while ((await link.count()) === 0) await visit(developer, '/administration/outbox');
  await link.click();
  await developer.getByRole('link', { name: 'Back to the outbox' }).waitFor();
  const text = await developer.getByRole('main').innerText();
  const frames = await Promise.all(developer.frames().map((frame) => frame.content()));
  const found = /\/(?:invitation)\/[\w-]{40,}/.exec([text, ...frames].join('\n'))?.[0];
  if (!found) throw new Error('no link in the mail');
  return found;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('a person is invited, protects the account, takes the data out and leaves', async ({
  openBrowser,
}) => {
  test.setTimeout(120_000);
  const email = `journey-${Date.now()}@court.example`;

  const admin = await openBrowser();
  await giveSession(admin.context(), await sessionOf('admin'));
  await visit(admin, '/administration/users/new');
  await admin.getByLabel('First name').fill('Portia');
  await admin.getByLabel('Last name').fill('Beispiel');
  await admin.getByLabel('E-mail address').fill(email);
  await admin.getByRole('button', { name: 'Create the user' }).click();
  await expect(admin).toHaveURL('/administration/users');
  await expect(toast(admin, 'The account has been created and the invitation sent.')).toBeVisible();

  const developer = await openBrowser();
  await giveSession(developer.context(), await sessionOf('dev'));
  const invitation = await linkInMailTo(developer, email);
  for (let robot = 0; robot < 5; robot += 1) {
    expect((await fetch(`${siteOrigin()}${invitation}`)).status).toBe(200);
    expect((await fetch(`${siteOrigin()}${invitation}`, { method: 'HEAD' })).status).toBe(200);
  }

  const page = await openBrowser();
  await visit(page, invitation);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, { email, password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();

  await visit(page, '/settings');
  await page.getByLabel('Last name').fill('Nouveau');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByText('Your changes have been saved.')).toBeVisible();

  await visit(page, '/settings/second-factor');
  await page.getByLabel('Present password').fill(password);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('img', { name: /Picture for the camera/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  const present = totpCode(secret, totpStepAt(new Date()));
  await page.getByLabel('Number shown by the app').fill(present);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessible(page);
  const codes = await page.locator('main li code').allInnerTexts();
  expect(codes).toHaveLength(10);

  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.goto('/settings/security');
  await submitSignIn(plain, { email, password });
  await expect(plain).toHaveURL(/\/second-step/);
  await plain.getByLabel('Number or recovery code').fill(codes[0] ?? '');
  await plain.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(plain).toHaveURL('/settings/security');
  await expect(plain.getByText('this one')).toBeVisible();

  await submitSignIn(page, { email, password });
  await expect(page).toHaveURL(/\/second-step/);
  await expectAccessible(page);
  await page.getByLabel('Number or recovery code').fill(codes[1] ?? '');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(toast(page, 'You are signed in.')).toBeVisible();

  await visit(page, '/settings/data');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.zip');

  await visit(page, '/settings/delete');
  await expect(page.getByText('User record: 1')).toBeVisible();
  await page.getByLabel('Present password').fill(password);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Your account has been deleted.')).toBeVisible();
  await plain.goto('/settings');
  await expect(plain).toHaveURL(/\/login/);
});

test('an administrator suspends an account with a reason, and not without', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  const email = `suspended-${Date.now()}@court.example`;
  await signInAs('admin');
  await visit(page, '/administration/users/new');
  await page.getByLabel('First name').fill('Hugo');
  await page.getByLabel('Last name').fill('Beispiel');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Create the user' }).click();
  await expect(page).toHaveURL('/administration/users');
  await visit(page, `/administration/users?search=${email}`);
  await page.getByRole('link', { name: 'Beispiel, Hugo' }).click();
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  const reason = page.getByRole('textbox', { name: 'Reason' }).last();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('Asked for by the court in writing');
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'The whole record of this person' }).click();
  await expect(page.getByRole('cell', { name: 'user.suspend' })).toBeVisible();
  await expect(page.getByText('Asked for by the court in writing')).toBeVisible();
  await expectAccessible(page);
});

test('the pages of the administration are not there for members', async ({ page, signInAs }) => {
  await signInAs('member');
  for (const path of ['/administration/users', '/administration/users/new', '/user']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  }
});
