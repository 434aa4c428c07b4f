import type { Page } from '@playwright/test';
import pg from 'pg';
import { readParts, type ReceivedMail } from '../support/mail/smtp-server';
import { emailOf, strangersEmail } from './steps/accounts';
import { noViolations } from './steps/axe';
import { expect, submitSignIn, toast, visit } from './steps/fixtures';
import { test } from './steps/mailed-site';
import { openConference } from './steps/open-conference';
import { cookieOf, post } from './steps/plain-requests';
import { filledApplication } from '../support/people/filled-application';

const subject = 'Autumn letter';

const htmlOf = ({ source }: ReceivedMail) =>
  readParts(source).find(({ headers }) => headers['content-type']?.startsWith('text/html'))?.text ??
  '';

async function compose(admin: Page, url: string): Promise<void> {
  await visit(admin, `${url}/administration/newsletters/new`);
  await admin.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await admin.getByRole('textbox', { name: 'Own text' }).fill('Dear colleagues, good news.');
  await admin
    .getByRole('group', { name: 'News, articles and events' })
    .getByRole('checkbox')
    .first()
    .check();
  await noViolations(admin);
  await admin.getByRole('button', { name: 'Save draft' }).click();
  await expect(toast(admin, 'The draft is saved.')).toBeVisible();
}

/** The mail itself is as readable as the page around it, on both widths and as text. */
async function preview(admin: Page): Promise<void> {
  await admin.getByRole('link', { name: 'Preview' }).click();
  const frame = admin.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  const mail = (await frame.getAttribute('srcdoc')) ?? '';
  expect(mail).toContain('Dear colleagues, good news.');
  expect(mail).not.toMatch(/<img|<script|<link[^>]+stylesheet/);
  await noViolations(admin);
  const alone = await admin.context().newPage();
  await alone.setContent(mail);
  // A mail has no regions as a page has.
  await noViolations(alone, { without: ['landmark-one-main', 'region'] });
  await alone.close();
  await admin.getByRole('link', { name: 'Mobile' }).click();
  await expect(admin.getByRole('link', { name: 'Mobile' })).toHaveAttribute('aria-current', 'page');
  await admin.getByRole('link', { name: 'Plain text' }).click();
  await expect(admin.locator('pre')).toContainText('Dear colleagues, good news.');
  await admin.getByRole('link', { name: subject }).click();
}

async function sendFrom(admin: Page): Promise<void> {
  const deletion = admin.getByRole('group').filter({ hasText: 'Delete draft' });
  await deletion.getByText('Delete draft').click();
  await expect(deletion).toContainText(subject);
  await noViolations(admin);
  await deletion.getByText('Delete draft').click();
  await admin.getByRole('button', { name: 'Send a test to myself' }).click();
  await expect(toast(admin, 'The test is on its way to your address.')).toBeVisible();

  await admin.getByRole('link', { name: 'Send or schedule' }).click();
  await noViolations(admin);
  await admin.getByRole('radio', { name: 'At the time below' }).check();
  await admin.getByLabel('Date and time').fill('2020-01-01T10:00');
  await admin.getByRole('button', { name: /^Send to/ }).click();
  await expect(admin.getByLabel('Date and time')).toHaveAttribute('aria-invalid', 'true');
  await admin.getByLabel('Date and time').fill('2040-01-02T10:00');
  await admin.getByRole('button', { name: /^Send to/ }).click();
  await expect(admin.getByText('2 January 2040')).toBeVisible();
  await admin.getByRole('button', { name: 'Cancel the sending' }).click();
  await admin.getByRole('link', { name: 'Send or schedule' }).click();
  await admin.getByRole('button', { name: /^Send to/ }).click();
  await expect(admin.getByRole('heading', { name: 'Sending progress' })).toBeVisible();
  await expect(admin.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 40_000 });
  const bar = admin.getByRole('progressbar');
  await expect(bar).toHaveAttribute('value', (await bar.getAttribute('max')) ?? '');
  await noViolations(admin);
}

test('a visitor asks for the newsletter, gets what an administrator sends, and ends it', async ({
  site,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|410) /);
  // The frame of the preview runs nothing, not even what is written in it.
  strayThings.expect(/Blocked script execution in 'about:srcdoc'/);
  const email = strangersEmail();
  const reader = await openBrowser({ javaScriptEnabled: false });
  await reader.goto(`${site.url}/`);
  const box = reader.getByRole('region', { name: 'Newsletter' });
  await box.getByLabel('E-mail address').fill(email);
  await box.getByRole('checkbox').check();
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(reader.getByText('We have sent an e-mail to this address.')).toBeVisible();
  await reader.goto(await site.mailboxes.linkTo(email, /\/newsletter\/confirm\//));
  const confirmed = reader.waitForResponse((answer) => answer.request().method() === 'POST');
  await reader.getByRole('button', { name: 'Confirm' }).click();
  expect((await confirmed).status()).toBe(200);
  await expect(reader.getByText('Your subscription is confirmed.')).toBeVisible();

  const admin = await openBrowser();
  await visit(admin, `${site.url}/login`);
  await submitSignIn(admin, { email: emailOf('admin'), password: site.password });
  await admin.waitForURL(`${site.url}/`);
  await compose(admin, site.url);
  await preview(admin);
  await sendFrom(admin);

  const link = await site.mailboxes.linkTo(email, /\/unsubscribe\//);
  const mail = site.mailboxes.server.received.findLast(({ recipients }) =>
    recipients.includes(email),
  );
  const [head] = readParts(mail?.source ?? '');
  expect(head?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(htmlOf(mail ?? { from: '', recipients: [], source: '' })).not.toMatch(
    // The name of the document type is fetched by nobody.
    /<img|https?:\/\/(?!127|www\.w3\.org\/TR\/xhtml1\/)/,
  );

  // The robot has opened every link; the subscription is still there.
  await reader.goto(link);
  await expect(reader.getByText(`${email[0]}•••@c•••.example`)).toBeVisible();
  await expect(reader.locator('body')).not.toContainText(email);
  const leave = reader.getByRole('button', { name: 'Unsubscribe from the selected ones' });
  for (const box of await reader.getByRole('checkbox').all()) await box.uncheck();
  await leave.click();
  await expect(reader.getByRole('group', { name: 'E-mails to end' })).toContainText(
    'Choose at least one option for “E-mails to end”.',
  );
  await reader.getByRole('checkbox').first().check();
  await leave.click();
  await expect(
    reader.getByText('Done. You will not receive these e-mails any more.'),
  ).toBeVisible();
  await reader.getByRole('button', { name: 'Receive them again' }).click();
  await expect(reader.getByText('Done. You will receive these e-mails again.')).toBeVisible();
  const [, oneClick = ''] = /<(.+)>/.exec(head?.headers['list-unsubscribe'] ?? '') ?? [];
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200);
  await reader.goto(link);
  await expect(reader.getByText(/is not subscribed to any list/)).toBeVisible();

  const page = await openBrowser();
  await visit(page, link);
  await noViolations(page);
});

/** Everything that is stored, a fingerprint per table; counters against floods may go on. */
async function storedIn(database: pg.Client): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name !~ '^(throttle|rate_limit)' order by 1`,
  );
  const seen: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await database.query<{ hash: string; count: number }>(
      `select count(*)::int as count, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${name}" as t`,
    );
    seen[name] = `${found.rows[0]?.count} rows, ${found.rows[0]?.hash}`;
  }
  return seen;
}

function linksOf(mail: ReceivedMail): string[] {
  const parts = readParts(mail.source);
  const header = parts[0]?.headers['list-unsubscribe']?.match(/https?:[^>]+/g) ?? [];
  const texts = parts
    .filter((part) => part.headers['content-type']?.startsWith('text/'))
    // The lines of a calendar are folded (RFC 5545 section 3.1).
    .map((part) =>
      part.headers['content-type']?.startsWith('text/calendar')
        ? { text: part.text.replaceAll(/\r?\n[ \t]/g, '') }
        : part,
    );
  const inText = texts.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>")\]]+/g) ?? []);
  const inHtml = texts.flatMap(({ text }) =>
    [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  );
  return [...header, ...inText, ...inHtml].filter((link) => link.startsWith('http'));
}

test('robots open every link of every mail five times, and nothing changes', async ({ site }) => {
  const { received } = site.mailboxes.server;
  const member = await cookieOf(site, 'member');
  const stranger = strangersEmail();
  await post(site, '/newsletter', { email: stranger, list: 'newsletter', agreed: 'on' });
  await post(site, '/membership', filledApplication(stranger));
  await post(site, '/forgot-password', { email: emailOf('member2') });
  const person = { firstName: 'Uma', lastName: 'Neu', password: 'lantern orchard pebble tide' };
  await post(site, '/sign-up', { ...person, email: strangersEmail() });
  await post(
    site,
    `${await openConference(site)}/registration`,
    { intent: 'register', mode: 'on-site', 'question-workshop': 'None' },
    member,
  );
  const kinds = [
    /\/newsletter\/confirm\//,
    /\/membership\/confirm\//,
    /\/reset-password/,
    /\/confirm-email\//,
    /\/registration\//,
  ];
  await expect
    .poll(() => kinds.filter((kind) => !received.flatMap(linksOf).some((link) => kind.test(link))))
    .toEqual([]);

  const links = new Set(received.flatMap(linksOf).filter((link) => link.startsWith(site.url)));
  const database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
  try {
    // What the site does by itself after its start: sending, reading the example documents, and all that
    // follows from it, such as recording whom they cite.
    const underWay = `select
      (select count(*) from mails where state not in ('sent', 'kept'))::int
      + (select count(*) from intranet_resources where text_state = 'waiting')::int
      + (select count(*) from pgboss.job where state < 'completed' and start_after <= now())::int
      as count`;
    const open = async () => (await database.query<{ count: number }>(underWay)).rows[0]?.count;
    await expect.poll(open, { timeout: 60_000 }).toBe(0);
    const before = await storedIn(database);
    for (const link of links) {
      for (let time = 0; time < 5; time += 1) {
        for (const method of ['GET', 'HEAD']) {
          const { status } = await fetch(link, { method });
          // A link that was used before says so.
          expect(status < 400 || status === 410, `${method} ${link}: ${status}`).toBe(true);
        }
      }
    }
    expect(await storedIn(database)).toEqual(before);
  } finally {
    await database.end();
  }
});
