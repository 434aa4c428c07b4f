import { readParts } from '../support/mail/smtp-server';
import { emailOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, submitSignIn, toast, visit } from './steps/fixtures';
import { test } from './steps/mailed-site';
import { runJob } from './steps/run-job';

const name = 'Followed example';

test('a member follows a search, sees what is new at home and by e-mail, and leaves at one click', async ({
  site,
  openBrowser,
}) => {
  const email = emailOf('member');
  const page = await openBrowser();
  await visit(page, `${site.url}/login`);
  await submitSignIn(page, { email, password: site.password });
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/decisions?country=EU&topic=damages`);
  await checkState(page, 'a search to follow');
  await page.getByRole('button', { name: 'Follow this search' }).click();
  await expect(page.getByText('You follow this search.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose e-mails' }).click();
  const entry = page.getByRole('listitem', { name: 'European Union · Compensation and liability' });
  await entry.getByLabel('E-mails').selectOption('once a day');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  await checkState(page, 'what a member follows');

  // The administrator publishes without scripts.
  const admin = await openBrowser({ javaScriptEnabled: false });
  await admin.goto(`${site.url}/login`);
  await submitSignIn(admin, { email: emailOf('admin'), password: site.password });
  await admin.goto(`${site.url}/administration/decisions/new`);
  await admin.getByRole('textbox', { name: 'ECLI', exact: true }).fill('ECLI:EU:C:2019:27');
  await admin.getByRole('textbox', { name: 'Names', exact: true }).fill(name);
  await admin.getByLabel('Court or authority').selectOption('EU:C');
  await admin.getByLabel('Decided on').fill('2019-01-17');
  await admin.locator('summary', { hasText: 'Topics' }).click();
  await admin.getByRole('checkbox', { name: 'Compensation and liability' }).check();
  await admin.getByRole('button', { name: 'Create decision' }).click();
  await admin.getByRole('button', { name: 'Publish decision' }).click();
  await expect(admin.getByRole('link', { name: 'See published page' })).toBeVisible();

  await visit(page, `${site.url}/`);
  const card = page.getByRole('region', { name: 'New in what you follow' });
  await expect(card.getByRole('link', { name })).toBeVisible();
  await checkState(page, 'home with what is new');
  await runJob(site, 'follows-daily-digests');
  const address = await site.mailboxes.linkTo(email, /\/decisions\/ECLI:EU:C:2019:27/);
  await visit(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('button', { name: 'Follow this decision' }).click();
  await expect(page.getByText('You follow this decision.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('button', { name: 'Follow this decision' })).toBeVisible();

  await visit(page, `${site.url}/`);
  await card.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(card.getByText('Nothing new since you last looked.')).toBeVisible();

  // As a mail program does it (RFC 8058).
  const mail = site.mailboxes.server.received.findLast(
    ({ recipients, source }) => recipients.includes(email) && source.includes('list=3Dfollowing'),
  );
  const [head] = readParts(mail?.source ?? '');
  expect(head?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const link = /<(\S+)>/.exec(head?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
  await visit(page, `${site.url}/settings/following`);
  await expect(page.getByText('You have unsubscribed from these e-mails.')).toBeVisible();
});

test('without scripts a list is followed and let go of', async ({ site, openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('member2'), password: site.password });
  await page.goto(`${site.url}/decisions`);
  await page.getByRole('button', { name: 'Follow all new decisions' }).click();
  await expect(page.getByText('You follow this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('button', { name: 'Follow all new decisions' })).toBeVisible();
});
