import type { Page } from '@playwright/test';
import {
  accounts,
  type Account,
  emailOf,
  sessionCookie,
  siteOrigin,
  strangersEmail,
} from './steps/accounts';
import {
  disclosure,
  expect,
  openUserMenu,
  signInAtLogin,
  storages,
  submitSignIn,
  test,
  toast,
  visit,
} from './steps/fixtures';

/** One of each role; the fourth is a member like the first. */
const everyAccount: readonly Account[] = ['member', 'admin', 'dev'];
const refusal =
  'The e-mail address or the password is wrong, or the address has not been confirmed yet. Check both and try again.';

/** The browser reports the refused request itself. */
const refusedRequest = /Failed to load resource.* 401 /;

async function sessionCookieOf(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === sessionCookie);
}

for (const account of everyAccount) {
  test(`${account} signs in and is told so`, async ({ page }) => {
    await signInAtLogin(page, account);
    await expect(page).toHaveURL('/');
    await openUserMenu(page);
    await expect(page.getByRole('banner').getByText('Signed in as')).toBeVisible();
    await expect(page.getByRole('banner').getByText(emailOf(account))).toBeVisible();
    const seesAdministration = accounts[account] !== 'USER';
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Administration' }),
    ).toHaveCount(seesAdministration ? 1 : 0);
  });
}

test('the session ends with the browser unless it is to be kept', async ({ page, openBrowser }) => {
  await signInAtLogin(page, 'member');
  await expect
    .poll(() => sessionCookieOf(page))
    .toMatchObject({
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    });

  const other = await openBrowser();
  await visit(other, '/login');
  await submitSignIn(other, { email: emailOf('member'), keepSignedIn: true });
  await expect(toast(other, 'You are signed in.')).toBeVisible();
  const kept = await sessionCookieOf(other);
  expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThan(31);
});

test('a wrong password and an unknown account are refused alike', async ({ page, strayThings }) => {
  strayThings.expect(refusedRequest);
  await visit(page, '/login');
  for (const email of [strangersEmail(), emailOf('member')]) {
    await submitSignIn(page, { email, password: 'not-the-password-at-all' });
    await expect(page.getByRole('main').getByText(refusal)).toBeVisible();
    await expect(page.getByRole('main').getByText(refusal)).toHaveCount(1);
    await expect(page.getByRole('alert').getByText(refusal).last()).toBeVisible();
    await expect(page.getByLabel('E-mail address', { exact: true })).toHaveValue(email);
    await expect.poll(() => sessionCookieOf(page)).toBeUndefined();
    await page.getByRole('button', { name: 'Close this message' }).last().click();
  }
});

test('a password is hidden, and may be pasted', async ({ page }) => {
  await visit(page, '/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByLabel('E-mail address', { exact: true }).fill('seven quiet lanterns');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+x');
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(password).toHaveValue('seven quiet lanterns');
});

test('what is missing or malformed is said beside the field', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await visit(page, '/login');
  await submitSignIn(page, { email: 'member', password: 'anything' });
  const email = page.getByLabel('E-mail address', { exact: true });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(
    'Enter a complete e-mail address, such as name@court.example.',
  );
  await expect(email).toHaveValue('member');
});

test('a refused form says first what to correct, and leads to each field', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const summary = page.getByRole('group', { name: 'What to correct' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Check 2 answers:');
  await page.keyboard.press('Tab');
  await expect(summary.getByRole('link', { name: /^Enter an e-mail address/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(summary).toBeFocused();
});

test('who is sent to sign in reads why', async ({ page }) => {
  await visit(page, '/intranet');
  await expect(page).toHaveURL('/login?redirectUrl=%2Fintranet');
  await expect(page.getByText('The library is for members. Sign in to open it.')).toBeVisible();
});

test('after too many failures the account is closed to this address for a while', async () => {
  const email = strangersEmail();
  const attempt = () =>
    fetch(`${siteOrigin()}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email, password: 'guess-after-guess' }),
    });
  const statuses = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await attempt()).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect(await (await attempt()).text()).toContain('There have been too many attempts.');
});

test('sign-out ends the session, clears what was stored and leads to /login', async ({ page }) => {
  await signInAtLogin(page, 'member');
  const cookie = await sessionCookieOf(page);
  await expect.poll(async () => (await storages(page)).local.user).toBe('signed-in');
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(async () => (await storages(page)).local).not.toHaveProperty('user');
  await expect.poll(() => sessionCookieOf(page)).toBeUndefined();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);

  const replayed = await fetch(`${siteOrigin()}/settings`, {
    redirect: 'manual',
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(replayed.status, 'the old cookie opens nothing').toBe(302);
});

test('opening the address of the sign-out ends nothing', async ({ page, signInAs }) => {
  await signInAs('member');
  await visit(page, '/sign-out');
  await expect(disclosure(page, 'Your account')).toBeVisible();
});

test.describe('a lost session', () => {
  const ended = 'Your session has ended. Sign in again.';

  test('is said on the next page when the cookie is gone', async ({ page, signInAs }) => {
    await signInAs('member');
    await visit(page, '/');
    await expect.poll(async () => (await storages(page)).local.user).toBe('signed-in');
    await page.context().clearCookies();
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('alert').getByText(ended)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect.poll(async () => (await storages(page)).local).not.toHaveProperty('user');
  });

  test('leads from a members’ page to the sign-in and back', async ({ page, signInAs }) => {
    await signInAs('member');
    await visit(page, '/settings');
    await page.context().addCookies([
      {
        name: sessionCookie,
        value: 'ended-meanwhile',
        url: siteOrigin().replace('http:', 'https:'),
        secure: true,
        httpOnly: true,
      },
    ]);
    await page.goto('/forum');
    await expect(page).toHaveURL('/login?redirectUrl=%2Fforum');
    await expect(page.getByRole('alert').getByText(ended)).toBeVisible();
    await expect.poll(() => sessionCookieOf(page)).toBeUndefined();
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/forum');
  });
});

test('with self-registration off the sign-up page explains how to join', async ({ page }) => {
  await visit(page, '/login');
  await page.getByRole('link', { name: 'I have no account yet' }).click();
  await expect(page).toHaveURL('/sign-up');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Open an account');
  await expect(main.getByText('Accounts are for members of the association.')).toBeVisible();
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await main.getByRole('link', { name: 'How to become a member' }).click();
  await expect(page).toHaveURL('/membership');

  const sent = await fetch(`${siteOrigin()}/sign-up`, {
    method: 'POST',
    body: new URLSearchParams({
      firstName: 'Nora',
      lastName: 'Exemple',
      email: 'nora@court.example',
      password: 'seven quiet lanterns',
    }),
  });
  expect(sent.status, 'the form refuses whoever sends it all the same').toBe(403);
});
