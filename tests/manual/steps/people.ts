import { type Browser, expect, type Page, test } from '@playwright/test';
import {
  totpCode,
  totpStepAt,
} from '../../../app/features/identity/second-factor/one-time-password.server';
import { acceptAgreement, fillApplication } from '../../e2e/steps/application-form';
import { openUserMenu, submitSignIn, toast, visit } from '../../e2e/steps/fixtures';
import {
  administrator,
  browserOf,
  developer,
  mailboxes,
  member,
  password,
  signedIn,
  signIn,
  site,
} from '../journey';

const enrolment = `${site}/settings/second-factor`;

/** People come in: administrators with a second factor, a member by an application. */
export function people(): void {
  let recoveryCode = '';
  test('the administrator signs in and is led to set up an authenticator app', async ({
    browser,
  }) => {
    const ada = await browserOf(browser, 'ada');
    await signIn(ada, administrator.email);
    await expect(ada).toHaveURL(enrolment);
    recoveryCode = await connectApp(ada);
    await visit(ada, `${site}/administration/users`);
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Users');
  });

  test('a passkey is added, and signs in by itself', async ({ browser }) => {
    const ada = await browserOf(browser, 'ada');
    await giveAuthenticator(ada);
    await visit(ada, enrolment);
    const passkeys = ada.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByLabel('Name').fill('My tablet');
    await passkeys.getByLabel('Current password').fill(password);
    await passkeys.getByLabel('Number from the app, or recovery code').fill(recoveryCode);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByText('My tablet', { exact: true })).toBeVisible();
    await openUserMenu(ada);
    await ada.getByRole('button', { name: 'Sign out' }).click();
    await expect(ada).toHaveURL(`${site}/login`);
    await ada.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(ada).toHaveURL(`${site}/`);
  });

  test('a second administrator is invited by mail', async ({ browser }) => {
    const devi = await browserOf(browser, 'devi');
    await acceptInvitation(devi, developer.email);
    await expect(devi).toHaveURL(enrolment);
    await connectApp(devi);
  });

  test('a judge applies, is admitted by two and signs in', async ({ browser }) => {
    const portia = await browserOf(browser, 'portia');
    await apply(portia);
    await approve(browser);
    await acceptInvitation(portia, member.email);
    await signedIn(portia);
  });
}

/** @returns a recovery code, which is shown this once only */
async function connectApp(page: Page): Promise<string> {
  await visit(page, enrolment);
  await page.getByLabel('Current password').first().fill(password);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('main code').waitFor();
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Number shown by the app').fill(totpCode(secret, totpStepAt(new Date())));
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  return page.locator('main li code').first().innerText();
}

/** A device with a fingerprint reader, whose owner always agrees. */
async function giveAuthenticator(page: Page): Promise<void> {
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
}

async function acceptInvitation(page: Page, email: string): Promise<void> {
  const { linkTo } = await mailboxes();
  await visit(page, await linkTo(email, /\/invitation\//));
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL(`${site}/login`);
  await submitSignIn(page, { email, password });
}

async function apply(page: Page): Promise<void> {
  const { linkTo } = await mailboxes();
  await visit(page, `${site}/membership`);
  await fillApplication(page, member);
  await acceptAgreement(page);
  await page.getByRole('button', { name: 'Send the application' }).click();
  await expect(page).toHaveURL(`${site}/membership/sent`);
  await visit(page, await linkTo(member.email, /\/membership\/confirm\//));
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByText('Received', { exact: true })).toBeVisible();
}

async function approve(browser: Browser): Promise<void> {
  const { linkTo } = await mailboxes();
  const application = await linkTo('secretariat@example.org', /\/administration\/applications\//);
  const ada = await browserOf(browser, 'ada');
  await visit(ada, application);
  await ada.getByRole('button', { name: 'Begin the review' }).click();
  await expect(toast(ada, 'The review has begun.')).toBeVisible();
  await ada.getByLabel('How it was verified').fill('Register of judges');
  await ada.getByRole('button', { name: 'Verified by me today' }).click();
  await ada.getByRole('button', { name: 'Approve (first of two)' }).click();
  const first = ada.getByRole('dialog', { name: /^Approve / });
  await first.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(ada.getByText(/^You have approved\. A second administrator/)).toBeVisible();

  const devi = await browserOf(browser, 'devi');
  await visit(devi, application);
  await devi.getByRole('button', { name: 'Approve', exact: true }).click();
  const second = devi.getByRole('dialog', { name: /^Admit / });
  await second.getByLabel('E-mail text').fill('Dear Portia, you are welcome.');
  await second.getByRole('button', { name: 'Admit and send' }).click();
  await expect(devi.getByText('Invited', { exact: true })).toBeVisible();
}
