import type { Page } from '@playwright/test';
import { demonstrationPassword, siteOrigin } from './steps/accounts';
import { acceptAgreement, fillApplication, nextPart } from './steps/application-form';
import { noViolations } from './steps/axe';
import {
  disclosure,
  expect,
  signInAtLogin,
  storages,
  submitSignIn,
  test,
  toast,
  untilAlive,
  visit,
} from './steps/fixtures';
import { cookieOf, post } from './steps/plain-requests';
import { filledApplication } from '../support/people/filled-application';

const password = 'slow herons over the estuary';

/** The link of a kind in the newest mail to this address, read in the outbox by a developer. */
async function linkFromOutbox(page: Page, email: string, kind: RegExp): Promise<string> {
  let link = '';
  // Mails are delivered to the outbox by a background job.
  await expect(async () => {
    await page.goto(`/administration/outbox?search=${email}`);
    const rows = page.getByRole('row').filter({ hasText: email });
    const paths = await rows
      .getByRole('link')
      .evaluateAll((links) => links.map((found) => found.getAttribute('href') ?? ''));
    for (const path of paths) {
      await page.goto(path);
      const found = page.getByRole('main').getByRole('link', { name: kind });
      if ((await found.count()) === 0) continue;
      link = (await found.first().getAttribute('href')) ?? '';
      return;
    }
    throw new Error(`no mail to ${email} leads to ${kind.source} yet`);
  }).toPass();
  return link;
}

/** What a mail gateway does with every link. */
async function robotOpens(link: string): Promise<void> {
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET']) {
    expect((await fetch(link, { method })).status).toBe(200);
  }
}

test('from the application to the first sign-in', async ({ page, openBrowser, strayThings }) => {
  // Three browsers and a dozen pages one after the other.
  test.setTimeout(300_000);
  strayThings.expect(/Failed to load resource.* (400|409|410) /);
  const email = 'ottilie.waldbrand@court.example';
  const developer = await openBrowser();
  await signInAtLogin(developer, 'dev');
  const administrator = await openBrowser();
  await signInAtLogin(administrator, 'admin');

  await test.step('each part is checked before the next', async () => {
    await visit(page, '/membership');
    await expect(page.getByLabel('Function')).toBeHidden();
    await nextPart(page);
    const problems = page.getByRole('group', { name: 'What to correct' });
    await expect(problems).toBeFocused();
    await problems.getByRole('link', { name: 'Enter your first name.' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
      'Enter your first name.',
    );
    await expect(page.getByText('Check 3 answers:')).toBeVisible();
    const enterEmail = 'Enter an e-mail address, such as name@court.example.';
    await expect(problems.getByRole('link', { name: enterEmail, exact: true })).toBeVisible();
    await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(
      new RegExp(enterEmail),
    );
    await noViolations(page);
  });

  await test.step('a reload loses nothing that was typed', async () => {
    await fillApplication(page, { firstName: 'Ottilie', lastName: 'Waldbrand', email });
    await page.reload();
    await untilAlive(page);
    await expect(page.getByLabel('Last name')).toHaveValue('Waldbrand');
    await expect.poll(async () => (await storages(page)).session).toHaveProperty('membershipDraft');
    expect(JSON.stringify((await storages(page)).local)).not.toContain('Waldbrand');
    for (let part = 1; part < 4; part += 1) await nextPart(page);
    await expect(page.getByRole('heading', { name: 'Agreement' })).toBeFocused();
    await noViolations(page);
  });

  await test.step('what has to be accepted is not ticked beforehand', async () => {
    for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    await page.getByRole('button', { name: 'Send the application' }).click();
    await expect(page.getByRole('group', { name: 'What to correct' })).toBeFocused();
    await page
      .getByRole('link', { name: /statutes/ })
      .first()
      .click();
    await acceptAgreement(page);
    await page.getByRole('button', { name: 'Send the application' }).click();
    await expect(page).toHaveURL('/membership/sent');
    await expect
      .poll(async () => (await storages(page)).session)
      .not.toHaveProperty('membershipDraft');
  });

  const confirmation = await linkFromOutbox(developer, email, /\/membership\/confirm\//);
  await test.step('the secretariat sees it after the press in the mail only', async () => {
    await robotOpens(confirmation);
    await visit(administrator, '/administration/applications?search=Waldbrand');
    await expect(administrator.getByText('0 applications')).toBeVisible();
    await visit(page, confirmation);
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page).toHaveURL(/\/membership\/status\/[0-9a-f]{64}$/);
    await expect(page.getByText('Received', { exact: true })).toBeVisible();
    await noViolations(page);
  });
  const statusPage = page.url();
  expect(await linkFromOutbox(developer, email, /\/membership\/status\//)).toBe(statusPage);

  await test.step('a question and its answer', async () => {
    await visit(administrator, '/administration/applications?search=Waldbrand');
    await administrator.getByRole('link', { name: 'Waldbrand, Ottilie' }).click();
    // The column of the decision has room for its buttons.
    const decision = administrator.getByRole('complementary').filter({ hasText: 'Decision' });
    expect((await decision.boundingBox())?.width).toBeGreaterThanOrEqual(320);
    await administrator.getByRole('button', { name: 'Begin the review' }).click();
    await expect(toast(administrator, 'The review has begun.')).toBeVisible();
    await administrator.getByRole('button', { name: 'Ask for information' }).click();
    const dialog = administrator.getByRole('dialog', { name: /Ask Ottilie Waldbrand/ });
    await dialog.getByLabel('E-mail text').fill('Since when have you been in office?');
    await dialog.getByRole('button', { name: 'Show the e-mail' }).click();
    await expect(dialog.getByText(/A question about your request/)).toBeVisible();
    await noViolations(administrator);
    await dialog.getByRole('button', { name: 'Send the question' }).click();
    await expect(dialog).toBeHidden();
    await visit(page, statusPage);
    await page.getByLabel('Your answer').fill('Since 2014.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByText('Under review', { exact: true })).toBeVisible();
  });

  const address = administrator.url();
  await test.step('one administrator is not enough', async () => {
    await visit(administrator, address);
    await administrator.getByLabel('How it was verified').fill('Register of judges');
    await administrator.getByRole('button', { name: 'Verified by me today' }).click();
    await administrator.getByRole('button', { name: 'Approve (first of two)' }).click();
    const dialog = administrator.getByRole('dialog', { name: /Approve .* Ottilie Waldbrand/ });
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(
      administrator.getByText('You have approved. A second administrator has to approve as well.'),
    ).toBeVisible();
    await expect(administrator.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(
      0,
    );
  });

  await test.step('who is late is told what happened meanwhile', async () => {
    await visit(developer, address);
    await developer.getByRole('button', { name: 'Approve', exact: true }).click();
    await administrator.getByRole('combobox', { name: /Person/ }).selectOption('Devi Exemple');
    await administrator.getByRole('button', { name: 'Assign' }).click();
    await expect(toast(administrator, 'The change has been saved.')).toBeVisible();
    const dialog = developer.getByRole('dialog', { name: /Admit Ottilie Waldbrand/ });
    await dialog.getByLabel('E-mail text').fill('Dear Ottilie, you are welcome.');
    await dialog.getByRole('button', { name: 'Admit and send' }).click();
    await expect(dialog.getByText(/Ada Exemple: Person in charge changed/)).toBeVisible();
    await expect(dialog.getByLabel('E-mail text')).toHaveValue('Dear Ottilie, you are welcome.');
    await dialog.getByRole('button', { name: 'Admit and send' }).click();
    await expect(developer.getByText('Invited', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  const invitation = await linkFromOutbox(developer, email, /\/invitation\//);
  await test.step('the invitation sets the password, once', async () => {
    await robotOpens(invitation);
    await visit(page, invitation);
    await noViolations(page);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page).toHaveURL('/login');
    expect((await fetch(invitation)).status).toBe(410);
    await submitSignIn(page, { email, password });
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });

  await test.step('the member sees the membership and what was noted', async () => {
    await visit(page, '/membership');
    await expect(page.getByRole('heading', { name: 'You are a member' })).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveCount(0);
    await visit(page, '/settings/audit');
    await expect(page.getByRole('cell', { name: 'Membership begun' })).toBeVisible();
  });
});

test('without scripts the form is one page that loses nothing', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  strayThings.expect(/was preloaded using link preload but not used/);
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto('/membership');
  await page.getByLabel('First name').fill('Ilias');
  await page.getByLabel('Country').selectOption('Greece');
  await page.getByRole('checkbox', { name: 'French' }).check();
  await page.getByRole('button', { name: 'Send the application' }).click();
  await expect(page.getByText(/Check \d+ answers/)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ilias');
  await expect(page.getByLabel('Country')).toHaveValue('GR');
  await expect(page.getByRole('checkbox', { name: 'French' })).toBeChecked();
  await page.getByLabel('Last name').fill('Petrou');
  await page.getByLabel('E-mail address').fill('ilias.petrou@court.example');
  await page.getByRole('radio', { name: 'Associate or observer' }).check();
  await page.getByLabel('Function').fill('Professor');
  await page.getByLabel('Court or institution').fill('University of Akrotiri');
  await page.getByLabel('City').fill('Akrotiri');
  await page.getByLabel('Your experience').fill('Research on the supervision of courts.');
  await page.getByLabel('Preferred language').selectOption('French');
  await acceptAgreement(page);
  await page.getByRole('button', { name: 'Send the application' }).click();
  await expect(page).toHaveURL('/membership/sent');
});

test('an address that is known gets the same answer to the byte', async () => {
  const send = async (email: string) => {
    const body = new URLSearchParams(filledApplication(email));
    const url = `${siteOrigin()}/membership`;
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const headers = [...answer.headers].filter(([name]) => !/date|request-id|policy/.test(name));
    return { status: answer.status, headers, body: await answer.text() };
  };
  expect(await send('member@demo.example')).toEqual(await send('nobody-yet@court.example'));
});

test('the audit log is filtered and leaves the house with a reason only', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/audit');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Checked on .* none changed or missing/)).toBeVisible();
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('Application sent');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/action=application.submit/);
  await noViolations(page);

  // Columns and filter stay on the way to what is older; a view has both, but not the way.
  const site = { url: siteOrigin(), password: demonstrationPassword() };
  const cookie = await cookieOf(site, 'admin');
  for (let number = 1; number <= 30; number += 1)
    await (await post(site, '/administration/lists/events/export', { query: '' }, cookie)).text();
  await visit(page, '/administration/audit?action=list.export');
  await disclosure(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Who' }).uncheck();
  await page.getByRole('button', { name: 'Apply' }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Who' })).toHaveCount(0);
  await expect(table.getByRole('rowheader')).toHaveCount(25);
  const last = Number(await table.getByRole('rowheader').last().textContent());
  await page.getByRole('link', { name: 'Older entries' }).press('Enter');
  const first = table.getByRole('rowheader').first();
  await expect.poll(async () => Number(await first.textContent())).toBeLessThan(last);
  await expect(table.getByRole('columnheader', { name: 'Who' })).toHaveCount(0);
  await disclosure(page, 'Save this view').click();
  await page.getByLabel('View name').fill('Without names');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('link', { name: 'Without names' }).click();
  await expect(page).not.toHaveURL(/before=/);
  await expect(page.getByRole('combobox', { name: 'What', exact: true })).toHaveValue(
    'list.export',
  );
  await expect(table.getByRole('columnheader', { name: 'Who' })).toHaveCount(0);
  await expect(table.getByRole('rowheader')).toHaveCount(25);
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('Application sent');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/action=application.submit/);
  await page.getByLabel('What it is needed for').fill('Yearly report of the board');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
  // What others do meanwhile stands in the log as well.
  await visit(page, '/administration/audit?action=audit.export');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText('Yearly report of the board')).toBeVisible();
  await noViolations(page);
});
