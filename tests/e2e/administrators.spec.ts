import type { Page } from '@playwright/test';
import {
  totpCode,
  totpStepAt,
} from '../../app/features/identity/second-factor/one-time-password.server';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { emailOf, sessionCookie } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, openUserMenu, submitSignIn, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';
import { signInElsewhere } from './steps/session-event';

const chromium = findChromium();

/** A second site that asks administrators for a second factor and has a name, for passkeys. */
const test = withSettings({ HOST: 'localhost', FLAGS: 'requireSecondFactor' });

// The browser of the other tests finds no name at all.
test.use({
  launchOptions: {
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--no-proxy-server'],
    ...(chromium ? { executablePath: chromium } : {}),
  },
});

/** A device that holds passkeys and unlocks at once. @returns how to take it away */
async function addDevice(page: Page): Promise<() => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

test('an administrator sets up the second factor before anything else, then a passkey', async ({
  page,
  site,
}) => {
  const { password } = site;
  const enrolment = `${site.url}/settings/second-factor`;
  await visit(page, `${site.url}/login`);
  await submitSignIn(page, { email: emailOf('admin'), password });
  await expect(page).toHaveURL(enrolment);
  for (const path of ['/', '/administration/users', '/settings/data', '/user']) {
    await page.goto(`${site.url}${path}`);
    await expect(page).toHaveURL(enrolment);
  }

  await visit(page, enrolment);
  await page.getByLabel('Current password').first().fill(password);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('main code').waitFor();
  await checkState(page, 'the picture to scan');
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Number shown by the app').fill(totpCode(secret, totpStepAt(new Date())));
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await signInElsewhere(page);
  await checkState(page, 'the recovery codes');
  await expect(page.locator('main li code')).toHaveCount(10);
  const [recovery = ''] = await page.locator('main li code').allInnerTexts();
  await visit(page, `${site.url}/administration/users`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');

  await addDevice(page);
  await visit(page, enrolment);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name').fill('My tablet');
  await passkeys.getByLabel('Current password').fill(password);
  await passkeys.getByLabel('Number from the app, or recovery code').fill(recovery);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('The passkey has been added.')).toBeVisible();
  await expect(passkeys.getByText('My tablet', { exact: true })).toBeVisible();
  await checkState(page, 'a passkey');

  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${site.url}/login`);
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  const session = (await page.context().cookies()).find(({ name }) => name === sessionCookie);
  expect(session?.expires, 'it outlasts the browser').toBeGreaterThan(Date.now() / 1000);
  await page.goto(`${site.url}/administration/security`);
  const newest = page.getByRole('main').getByRole('row').filter({ hasText: 'Sign-in' }).first();
  await expect(newest).toContainText('passkey');
  await expect(newest).toContainText('Done');
});

test('whoever has only a passkey changes the protection with it, not with the password alone', async ({
  page,
  openBrowser,
  site,
}) => {
  const { password } = site;
  const elsewhere = await openBrowser({});
  for (const place of [elsewhere, page]) {
    await visit(place, `${site.url}/login`);
    await submitSignIn(place, { email: emailOf('member'), password });
    await expect(place).toHaveURL(`${site.url}/`);
  }
  await addDevice(page);
  await visit(page, `${site.url}/settings/second-factor`);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  const add = async (name: string) => {
    await passkeys.getByLabel('Name').fill(name);
    await passkeys.getByLabel('Current password').last().fill(password);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByText('The passkey has been added.')).toBeVisible();
    await expect(passkeys.getByText(name, { exact: true })).toBeVisible();
  };
  await add('My tablet');
  await elsewhere.goto(`${site.url}/settings/security`);
  await expect(elsewhere, 'other sessions have ended').toHaveURL(/\/login\?/);
  const confirms = passkeys.getByText('Your device then asks you to confirm with your passkey.');
  await expect(confirms.last()).toBeVisible();

  // A form without what the device says is that of somebody who knows the password.
  const passkeyId = await passkeys.locator('[name=passkeyId]').inputValue();
  const sent = await page.request.post(`${site.url}/settings/second-factor`, {
    form: { intent: 'remove-passkey', passkeyId, currentPassword: password },
    headers: { Origin: site.url },
    maxRedirects: 0,
  });
  expect(sent.status()).toBe(403);
  expect(await sent.text()).toContain('Your passkey has not confirmed this.');

  await passkeys.locator('summary').click();
  await passkeys.getByLabel('Current password').first().fill(password);
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey has been removed.')).toBeVisible();
  await expect(passkeys.getByText('My tablet', { exact: true })).toHaveCount(0);
});
