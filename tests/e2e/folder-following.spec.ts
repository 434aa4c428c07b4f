import { emailOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, submitSignIn, visit } from './steps/fixtures';
import { fillArea } from './steps/library-things';
import { test } from './steps/mailed-site';
import { runJob } from './steps/run-job';

test('a member follows a folder, and finds what another adds below it at home and in the e-mail', async ({
  site,
  openBrowser,
}) => {
  const email = emailOf('member2');
  const admin = await openBrowser();
  await visit(admin, `${site.url}/login`);
  await submitSignIn(admin, { email: emailOf('admin'), password: site.password });
  await admin.waitForURL(`${site.url}/`);
  const makeFolder = async (name: string) => {
    await admin.getByRole('button', { name: 'New folder' }).click();
    await admin.getByLabel('Name', { exact: true }).fill(name);
    await admin.getByRole('button', { name: 'Create' }).click();
    await admin.getByRole('link', { name }).click();
    await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await visit(admin, `${site.url}/intranet`);
  await makeFolder('Followed folder');
  const folder = admin.url();
  await makeFolder('Folder below it');

  const page = await openBrowser();
  await visit(page, `${site.url}/login`);
  await submitSignIn(page, { email, password: site.password });
  await page.waitForURL(`${site.url}/`);
  await visit(page, folder);
  await page.getByRole('button', { name: 'Follow this folder' }).click();
  await expect(page.getByText('You follow this folder.')).toBeVisible();
  await checkState(page, 'a followed folder');
  await page.getByRole('link', { name: 'Choose e-mails' }).click();
  const entry = page.getByRole('listitem', { name: 'Library: Followed folder' });
  await entry.getByLabel('E-mails').selectOption('once a day');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry.getByRole('link')).toHaveAttribute('href', new URL(folder).pathname);

  await admin
    .getByLabel('Upload files')
    .last()
    .setInputFiles({
      name: 'Note for followers.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A note on Article 82.'),
    });
  await expect(admin.getByRole('link', { name: 'Note for followers' })).toBeVisible();

  await visit(page, `${site.url}/`);
  const card = page.getByRole('region', { name: 'New in what you follow' });
  await expect(card.getByRole('link', { name: 'Note for followers' })).toBeVisible();
  await expect(card.getByText('Folder below it')).toBeVisible();
  await checkState(page, 'home with a new document');
  await runJob(site, 'follows-daily-digests');
  await visit(page, await site.mailboxes.linkTo(email, /\/intranet\/documents\/[0-9a-f-]+/));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Note for followers');
});

test('without scripts a folder is followed and let go of', async ({ site, openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(`${site.url}/login`);
  await submitSignIn(page, { email: emailOf('member2'), password: site.password });
  const { folder } = await fillArea(site, 'member');
  await page.goto(`${site.url}/intranet/${folder}`);
  await page.getByRole('button', { name: 'Follow this folder' }).click();
  await expect(page.getByText('You follow this folder.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('button', { name: 'Follow this folder' })).toBeVisible();
});
