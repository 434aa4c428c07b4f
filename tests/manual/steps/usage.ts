import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openNewFolder, upload } from '../../e2e/steps/library-steps';
import { toast, visit } from '../../e2e/steps/fixtures';
import { readParts } from '../../support/mail/smtp-server';
import { browserOf, mailboxes, member, signedIn, signIn, site } from '../journey';

const title = 'pl-supreme-court-resolution-1994-5p';
const file = `tests/documents/${title}.pdf`;
const comment = 'A comment that has to outlive this machine.';
const reader = 'reader@court.example';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What the members leave on the site: found again after each move of its data. */
const left = { document: '', topic: '', event: '' };

/** Members and visitors use the site: upload, write, register, subscribe. */
export function usage(): void {
  test('a document is uploaded over HTTPS in parts (tus), and its text is read', async ({
    browser,
  }) => {
    const portia = await browserOf(browser, 'portia');
    await openNewFolder(portia);
    const methods: string[] = [];
    portia.on('request', (request) => {
      if (request.url().startsWith(`${site}/uploads`)) methods.push(request.method());
    });
    await upload(portia, file);
    expect(methods).toEqual(expect.arrayContaining(['POST', 'PATCH']));
    await portia.getByRole('link', { name: title }).click();
    await expect(portia.getByRole('heading', { level: 1, name: title })).toBeVisible();
    left.document = portia.url();
    await portia.getByRole('link', { name: 'Edit details' }).click();
    await expect(portia.getByLabel('Case number')).toBeVisible();
    // By a program of its own, within the sandbox of the service.
    await expect(async () => {
      await portia.reload();
      const found = portia.getByText(/Found in the text: .*II UZP 26\/94/);
      await expect(found).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 90_000 });
  });

  test('a topic is opened in the forum, and a comment arrives while it is read', async ({
    browser,
  }) => {
    const [ada, portia] = [await browserOf(browser, 'ada'), await browserOf(browser, 'portia')];
    await makeCategory(ada);
    await visit(portia, `${site}/forum/new?category=practice`);
    await portia.getByLabel('Title').fill('How long do you keep log files?');
    await portia.getByRole('textbox', { name: 'First comment' }).click();
    await portia.keyboard.type('Six months seem long to me.');
    await expect(portia.getByText('Draft saved')).toBeVisible();
    await portia.getByRole('button', { name: 'Open the topic' }).click();
    await expect(portia.getByRole('heading', { level: 1 })).toHaveText(/log files/);
    left.topic = portia.url();
    await visit(ada, left.topic);
    await ada.getByRole('textbox', { name: 'Comment', exact: true }).click();
    await ada.keyboard.type(comment);
    await ada.getByRole('button', { name: 'Post the comment' }).click();
    // Without a reload: live updates pass through nginx.
    await expect(portia.getByRole('listitem').filter({ hasText: comment })).toBeVisible();
  });

  test('a member registers for an event', async ({ browser }) => {
    const portia = await browserOf(browser, 'portia');
    left.event = await publishEvent(await browserOf(browser, 'ada'));
    await visit(portia, left.event);
    await portia.getByRole('link', { name: 'Register', exact: true }).click();
    await portia.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(portia.getByText('You have a place.', { exact: true })).toBeVisible();
  });

  test('a reader subscribes, gets the newsletter and leaves it at one click', async ({
    browser,
  }) => {
    const { linkTo, server } = await mailboxes();
    const visitor = await browserOf(browser, 'visitor');
    await visit(visitor, `${site}/newsletter`);
    const page = visitor.getByRole('main');
    await page.getByLabel('E-mail address').fill(reader);
    await page.getByRole('checkbox', { name: /^I agree/ }).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await visit(visitor, await linkTo(reader, /\/newsletter\/confirm\//));
    await visitor.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your subscription is confirmed.')).toBeVisible();
    await sendNewsletter(await browserOf(browser, 'ada'));

    const link = await linkTo(reader, /\/unsubscribe\//);
    const mail = server.received.findLast(({ recipients }) => recipients.includes(reader));
    const [head] = readParts(mail?.source ?? '');
    expect(head?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick = ''] = /<(https:.+)>/.exec(head?.headers['list-unsubscribe'] ?? '') ?? [];
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200);
    await visitor.goto(link);
    await expect(page.getByText(/is not subscribed to any list/)).toBeVisible();
  });
}

/** The same after a restore: a backup holds no sessions, so everybody signs in again. */
export async function everythingIsRestored(portia: Page): Promise<void> {
  const refused = await portia.request.get(`${left.document}/file`, { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
  await signIn(portia, member.email);
  await signedIn(portia);
  await everythingIsThere(portia);
}

/** What members have left is there, and whoever was signed in still is. */
export async function everythingIsThere(portia: Page): Promise<void> {
  await visit(portia, left.document);
  const download = await portia.request.get(`${left.document}/file`);
  expect(sha256(await download.body())).toBe(sha256(readFileSync(file)));
  await visit(portia, left.topic);
  await expect(portia.getByRole('listitem').filter({ hasText: comment })).toBeVisible();
  await visit(portia, `${left.event}/registration`);
  await expect(portia.getByText('You have a place.', { exact: true })).toBeVisible();
}

async function makeCategory(admin: Page): Promise<void> {
  const category = { name: 'Practice', slug: 'practice', description: '', position: '1' };
  const made = await admin.request.post(`${site}/administration/forum/new`, {
    headers: { Origin: site },
    form: { ...category, readUSER: 'on', writeUSER: 'on' },
    maxRedirects: 0,
  });
  expect(made.status()).toBe(302);
}

async function publishEvent(admin: Page): Promise<string> {
  const day = `${new Date().getFullYear() + 1}-06-02`;
  await visit(admin, `${site}/administration/events/new`);
  await admin.getByLabel('Title', { exact: true }).fill('Logs as evidence');
  await admin.getByLabel('Summary').fill('How courts weigh log files.');
  await admin.getByRole('textbox', { name: 'Text' }).fill('Two hours, one case.');
  await admin.getByLabel('Begins').fill(`${day}T09:30`);
  await admin.getByLabel('Ends').fill(`${day}T12:00`);
  await admin.getByLabel('Time zone').fill('Europe/Vienna');
  await admin.getByLabel('Town').fill('Vienna');
  await admin.getByRole('radio', { name: 'On this site' }).check();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'The event is saved.')).toBeVisible();
  await admin.getByRole('button', { name: 'Publish now' }).click();
  await expect(toast(admin, 'The event is published.')).toBeVisible();
  const path = await admin.getByRole('link', { name: 'See the page' }).getAttribute('href');
  return `${site}${path}`;
}

async function sendNewsletter(admin: Page): Promise<void> {
  await visit(admin, `${site}/administration/newsletters/new`);
  await admin.getByRole('textbox', { name: 'Subject' }).fill('Autumn letter');
  await admin.getByRole('textbox', { name: 'Own text' }).fill('Dear colleagues, good news.');
  await admin.getByRole('button', { name: 'Save draft' }).click();
  await expect(toast(admin, 'The draft is saved.')).toBeVisible();
  await admin.getByRole('link', { name: 'Send or schedule' }).click();
  await admin.getByRole('button', { name: /^Send to/ }).click();
  await expect(admin.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
}
