import type { Page } from '@playwright/test';
import { emailOf, siteOrigin, strangersEmail } from './steps/accounts';
import {
  expect,
  signInAtLogin,
  storages,
  submitSignIn,
  test,
  toast,
  visit,
} from './steps/fixtures';
import { joinAs } from './steps/forum-steps';

const newPassword = 'slow herons over the estuary';

/** Asks for a link at the form, as the owner of the account. */
async function askForLink(page: Page, email: string): Promise<void> {
  await visit(page, '/login');
  await page.getByRole('link', { name: 'I have forgotten my password' }).click();
  await expect(page).toHaveURL('/forgot-password');
  // The form that it comes from has such a field as well, and is there a moment longer.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const answer =
    `If there is an account for ${email}, a link to set a new password is on its way. ` +
    'If you asked in the last ten minutes, use the link we sent then.';
  await expect(page.getByRole('main').getByText(answer)).toBeVisible();
  await expect(toast(page, answer)).toBeVisible();
}

/** Opens the newest mail to this address in the outbox and reads the link in it. */
async function linkFromOutbox(page: Page, email: string): Promise<string> {
  const link = page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link', { name: /^A new password for / })
    .first();
  // The mail is written by a background job, and there may be others to the same address.
  await expect(async () => {
    await page.goto(`/administration/outbox?search=${email}`);
    await expect(link).toBeVisible({ timeout: 200 });
  }).toPass();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^A new password for /);
  const inMail = page.getByRole('main').getByRole('link', { name: /\/reset-password\// });
  return (await inMail.getAttribute('href')) ?? '';
}

test('a forgotten password is replaced by a link in a mail', async ({
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|410) /);
  const [elsewhere, admin, developer] = [
    await openBrowser(),
    await openBrowser(),
    await openBrowser(),
  ];
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(developer, 'dev');
  // Someone of whom no other test needs the password.
  const names = { firstName: 'Ottilie', lastName: 'Exemple' };
  const email = await joinAs(elsewhere, { admin, developer }, names);

  await askForLink(page, email);
  const link = await linkFromOutbox(developer, email);
  expect(link).toMatch(new RegExp(`^${siteOrigin()}/reset-password/[\\w-]{43}$`));

  await test.step('robots open the link and change nothing', async () => {
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET']) {
      expect((await fetch(link, { method })).status).toBe(200);
    }
    await elsewhere.reload();
    await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveCount(
      0,
    );
  });

  await test.step('a weak password is refused beside the field', async () => {
    await visit(page, link);
    const field = page.getByLabel('New password', { exact: true });
    const refusals = {
      'short one': 'Choose a password of at least 12 characters.',
      password1234:
        'This password is among those that attackers try first. Choose another one, for example four unrelated words.',
      'Exemple at the court':
        'Choose a password that contains neither your name, your e-mail address nor the name of this site.',
    };
    for (const [password, reason] of Object.entries(refusals)) {
      await field.fill(password);
      await page.getByRole('button', { name: 'Set the new password' }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(reason));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
  });

  await test.step('a good one is shown on request, and set', async () => {
    const field = page.getByLabel('New password', { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await field.fill(newPassword);
    await page.getByRole('button', { name: 'Set the new password' }).click();
    await expect(page).toHaveURL('/login');
    await expect(
      toast(page, 'Your password has been changed. You can sign in with it now.'),
    ).toBeVisible();
  });

  await test.step('the session in another browser has ended', async () => {
    await elsewhere.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(
      elsewhere.getByRole('alert').getByText('Your session has ended. Sign in again.'),
    ).toBeVisible();
    await expect.poll(async () => (await storages(elsewhere)).local).not.toHaveProperty('user');
  });

  await test.step('the link is dead', async () => {
    const again = await openBrowser();
    const answer = await again.goto(link);
    expect(answer?.status()).toBe(410);
    await expect(again.getByText('This link has been used already or has expired.')).toBeVisible();
    await expect(again.getByLabel('New password')).toHaveCount(0);
    const sent = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ password: 'another attempt at it' }),
    });
    expect(sent.status).toBe(410);
  });

  await test.step('only the new password opens the account', async () => {
    strayThings.expect(/Failed to load resource.* 401 /);
    await submitSignIn(page, { email });
    await expect(page.getByRole('main').getByText(/the password is wrong/)).toBeVisible();
    await submitSignIn(page, { email, password: newPassword });
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });
});

test('an unknown address gets the same answer and no mail', async ({
  page,
  openBrowser,
  signInAs,
}) => {
  const stranger = await openBrowser();
  const unknown = strangersEmail();
  await askForLink(stranger, unknown);
  // A mail asked for afterwards is there: the earlier one would be as well.
  await askForLink(stranger, emailOf('admin'));
  await signInAs('dev');
  await linkFromOutbox(page, emailOf('admin'));
  await page.goto(`/administration/outbox?search=${unknown}`);
  await expect(page.getByText('No e-mail matches these words.')).toBeVisible();
  await expect(page.getByText(unknown)).toHaveCount(0);
});
