import {
  totpCode,
  totpStepAt,
} from '../../app/features/identity/second-factor/one-time-password.server';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { emailOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, openUserMenu, submitSignIn, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

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
  const [recovery = ''] = await page.locator('main li code').allInnerTexts();
  await checkState(page, 'the recovery codes');
  await visit(page, `${site.url}/administration/users`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');

  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
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
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await page.goto(`${site.url}/administration/users`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
});
