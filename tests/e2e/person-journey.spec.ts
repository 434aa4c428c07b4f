import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  totpCode,
  totpStepAt,
} from '../../app/features/identity/second-factor/one-time-password.server';
import { readZipEntry } from '../../app/platform/reader-sandbox/zip-archive.server';
import { emailOf } from './steps/accounts';
import { acceptAgreement, fillApplication } from './steps/application-form';
import { checkState } from './steps/axe';
import { disclosure, expect, openUserMenu, submitSignIn, toast, visit } from './steps/fixtures';
import { test } from './steps/mailed-site';

const secretariat = 'secretariat@association.example';
const password = 'slow herons over the estuary';
const applicant = {
  firstName: 'Portia',
  lastName: 'Nachtweide',
  email: 'portia.nachtweide@court.example',
};
const { email } = applicant;
const newEmail = 'portia.lang@court.example';

type Site = { url: string; password: string };

async function signedIn(page: Page, site: Site, account: 'admin' | 'dev'): Promise<Page> {
  await visit(page, `${site.url}/login`);
  await submitSignIn(page, { email: emailOf(account), password: site.password });
  await expect(disclosure(page, 'Your account')).toBeVisible();
  return page;
}

/** Sets up the authenticator app. @returns the printed codes */
async function protectAccount(page: Page, site: Site): Promise<string[]> {
  await visit(page, `${site.url}/settings/second-factor`);
  const heading = page.getByRole('heading', { level: 2, name: 'Two-step sign-in' });
  const picture = page.getByRole('img', { name: /Picture for the camera/ });
  for (const round of ['stopped', 'begun again']) {
    await page.getByLabel('Current password').first().fill(password);
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(picture).toBeVisible();
    await expect(heading, round).toBeFocused();
    if (round === 'begun again') break;
    await page.getByRole('button', { name: 'Stop and do this later' }).click();
    await expect(picture).toBeHidden();
    await expect(heading, round).toBeFocused();
  }
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Number shown by the app').fill(totpCode(secret, totpStepAt(new Date())));
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  return page.locator('main li code').allInnerTexts();
}

async function download(page: Page): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  return readFile(await (await started).path());
}

test('a judge applies, is admitted by two, protects the account, takes the data out and leaves', async ({
  page,
  openBrowser,
  site,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (401|410) /);
  const { linkTo, server } = site.mailboxes;
  const ada = await signedIn(await openBrowser(), site, 'admin');
  await visit(ada, `${site.url}/administration/applications?search=Nachtweide`);
  await expect(ada.getByText('0 applications')).toBeVisible();

  await test.step('the application is sent and confirmed from the mail', async () => {
    await visit(page, `${site.url}/membership`);
    await fillApplication(page, applicant);
    await acceptAgreement(page);
    await page.getByRole('checkbox', { name: /newsletter/i }).check();
    await page.getByRole('button', { name: 'Send the application' }).click();
    await expect(page).toHaveURL(`${site.url}/membership/sent`);
    const link = await linkTo(email, /\/membership\/confirm\//);
    await expect(ada.getByText('0 applications')).toBeVisible();
    await visit(page, link);
    await checkState(page, 'an application to confirm');
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page.getByText('Received', { exact: true })).toBeVisible();
    expect(await linkTo(email, /\/membership\/status\//)).toBe(page.url());
  });

  await test.step('the first administrator sees it come in, and approves', async () => {
    // Without a reload: the queue is live.
    await ada.getByRole('link', { name: 'Nachtweide, Portia' }).click();
    await expect(ada).toHaveURL(await linkTo(secretariat, /\/administration\/applications\//));
    await ada.getByRole('button', { name: 'Begin the review' }).click();
    await expect(ada.getByText(/^Verify the judicial status below before/)).toBeVisible();
    await ada.getByLabel('How it was verified').fill('Register of judges');
    await ada.getByRole('button', { name: 'Verified by me today' }).click();
    await ada.getByRole('button', { name: 'Approve (first of two)' }).click();
    const dialog = ada.getByRole('dialog', { name: /Approve .* Portia Nachtweide/ });
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(ada.getByText(/^You have approved\. A second administrator/)).toBeVisible();
  });

  await test.step('the second one admits', async () => {
    const devi = await signedIn(await openBrowser(), site, 'dev');
    await visit(devi, await linkTo(secretariat, /\/administration\/applications\//));
    await devi.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = devi.getByRole('dialog', { name: /Admit Portia Nachtweide/ });
    await dialog.getByLabel('E-mail text').fill('Dear Portia, you are welcome.');
    await checkState(devi, 'the dialog to admit');
    await dialog.getByRole('button', { name: 'Admit and send' }).click();
    await expect(devi.getByText('Invited', { exact: true })).toBeVisible();
    await linkTo(email, /\/membership\/status\//);
  });

  await test.step('the invitation sets the password', async () => {
    const invitation = await linkTo(email, /\/invitation\//);
    await visit(page, invitation);
    await checkState(page, 'an invitation');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page).toHaveURL(`${site.url}/login`);
    expect((await fetch(invitation)).status, 'it works once').toBe(410);
    await linkTo(email, /\/login$/);
    await submitSignIn(page, { email, password });
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });

  let codes: string[] = [];
  await test.step('the second factor is set up and asked for', async () => {
    codes = await protectAccount(page, site);
    expect(codes).toHaveLength(10);
    await linkTo(email, /\/settings\/security$/);
    await openUserMenu(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await submitSignIn(page, { email, password });
    await expect(page).toHaveURL(/\/second-step/);
    await checkState(page, 'the second step of signing in');
    await page.getByLabel('Number or recovery code').fill(codes[0] ?? '');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });

  await test.step('names, public name and newsletter are the person’s own', async () => {
    await visit(page, `${site.url}/settings`);
    await expect(page.getByRole('checkbox', { name: /newsletter/i })).toBeChecked();
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue('portia.nachtweide');
    await page.getByLabel('Last name').fill('Nachtweide-Lang');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(page.getByRole('main').getByText('Your changes have been saved.')).toBeVisible();
  });

  await test.step('the address changes when both have agreed', async () => {
    await visit(page, `${site.url}/settings/security`);
    const form = page.locator('form', { has: page.getByLabel('New e-mail address') });
    await form.getByLabel('New e-mail address').fill(newEmail);
    await form.getByLabel('Current password').fill(password);
    await form.getByRole('button').last().click();
    await visit(page, await linkTo(newEmail, /\/confirm-email-change\/new\//));
    await checkState(page, 'an address to agree to');
    await page.getByRole('button', { name: 'Agree to the change' }).click();
    await expect(
      page.getByRole('main').getByText(/as soon as the other one has agreed/),
    ).toBeVisible();
    await visit(page, await linkTo(email, /\/confirm-email-change\/old\//));
    await page.getByRole('button', { name: 'Agree to the change' }).click();
    await expect(
      page.getByRole('main').getByText('Your e-mail address has been changed.'),
    ).toBeVisible();
  });

  await test.step('who came in by the old address is signed out', async () => {
    await visit(page, `${site.url}/login`);
    await submitSignIn(page, { email: newEmail, password });
    await page.getByLabel('Number or recovery code').fill(codes[1] ?? '');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });

  await test.step('the data are taken out', async () => {
    await visit(page, `${site.url}/settings/data`);
    const archive = await download(page);
    const read = async (name: string) => (await readZipEntry(archive, name)).toString();
    expect(JSON.parse(await read('json/users.json'))).toMatchObject([
      { email: newEmail, lastName: 'Nachtweide-Lang', emailSubscriber: true },
    ]);
    expect(await read('json/membership_applications.json')).toContain(
      'Administrative Court of Nordtal',
    );
    expect(await read('my-data.html')).toContain('Portia');
  });

  await test.step('no mail that was sent can be read in the outbox', async () => {
    const devi = await signedIn(await openBrowser(), site, 'dev');
    await visit(devi, `${site.url}/administration/outbox?search=${email}`);
    await devi.getByRole('row', { name: email }).getByRole('link').last().click();
    await expect(devi.getByText(/Its text is no longer kept here/)).toBeVisible();
  });

  await test.step('the account is deleted', async () => {
    await visit(page, `${site.url}/settings/delete`);
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(toast(page, 'Your account has been deleted.')).toBeVisible();
    const received = (to: string) => () =>
      server.received.some(
        ({ recipients, source }) => recipients.includes(to) && /deleted/.test(source),
      );
    await expect.poll(received(newEmail)).toBe(true);
    await expect.poll(received('secretariat@association.example')).toBe(true);
    await visit(ada, `${site.url}/administration/users?search=nachtweide`);
    await expect(ada.getByText('0 accounts')).toBeVisible();
    await visit(ada, `${site.url}/administration/applications?state=all&search=Nachtweide`);
    await expect(ada.getByText('0 applications')).toBeVisible();
  });
  expect(server.received.length).toBeGreaterThan(8);
});
