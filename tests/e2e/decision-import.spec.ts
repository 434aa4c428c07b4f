import { sessionOf, siteOrigin } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';

const list = '/administration/decisions/import';
const head = 'ecli,court,decided_on,case_numbers,names';
const file = (...lines: string[]) => ({
  name: 'judgments.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...lines].join('\n')),
});

test('an administrator checks a file, corrects it, imports it and undoes that', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/decisions');
  await page.getByRole('link', { name: 'Import decisions' }).click();
  await checkState(page, 'import');
  const field = page.getByLabel('File', { exact: true });
  const check = page.getByRole('button', { name: 'Check file' });
  await check.click();
  await expect(field).toHaveAccessibleDescription(/Choose a file\.$/);

  // More than the server reads of a form.
  await field.setInputFiles({ ...file(), buffer: Buffer.alloc(26 * 1024 * 1024, 'a') });
  await check.click();
  await expect(field).toHaveAccessibleDescription(/at most 10\sMB\./);

  await field.setInputFiles(
    file('ECLI:NL:HR:2012:171,EU:X,2012-04-26,C-510/10,DR and TV2 Danmark'),
  );
  await check.click();
  await expect(page.getByRole('heading', { name: 'What “judgments.csv” would do' })).toBeVisible();
  await expect(page.getByRole('row', { name: /court.*“EU:X” is not a court/ })).toBeVisible();
  await checkState(page, 'import with errors');
  await page.getByRole('button', { name: 'Discard file' }).click();
  await expect(check).toBeVisible();

  const named = (name: string) => `ECLI:EU:C:2012:171,EU:C,2012-04-26,C-510/10,${name}`;
  await field.setInputFiles(file(named('DR and TV2 Danmark')));
  await check.click();
  await expect(page.getByRole('row', { name: /DR and TV2 Danmark.*New/ })).toBeVisible();
  await checkState(page, 'import to confirm');
  await page.getByRole('button', { name: 'Import 1 decision' }).click();
  await expect(page.getByRole('heading', { name: 'Decisions in this import' })).toBeVisible();
  await checkState(page, 'imported');
  const seen = async () => (await fetch(`${siteOrigin()}/decisions?q=C-510/10`)).text();
  await expect.poll(seen).toContain('DR and TV2 Danmark');

  await page.getByRole('link', { name: 'Undo this import' }).click();
  await expect(page.getByText('1 decision that it added will be deleted.')).toBeVisible();
  await checkState(page, 'undo question');
  await page.getByRole('button', { name: 'Undo import of 1 decision' }).click();
  await expect(page.getByText('1 added, 0 changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Undo this import' })).toHaveCount(0);
  await expect.poll(seen).not.toContain('DR and TV2 Danmark');
});

test('a file is imported and taken back without scripts', async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await giveSession(page.context(), await sessionOf('admin'));
  await page.goto(list);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(file('ECLI:EU:C:2012:172,EU:C,2012-04-26,C-419/10,Hofmann'));
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Import 1 decision' }).click();
  await expect(page.getByRole('link', { name: 'Hofmann' })).toBeVisible();
  await page.getByRole('link', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo import of 1 decision' }).click();
  await expect(page.getByRole('link', { name: 'Hofmann' })).toHaveCount(0);
  await page.goto(list);
  await expect(page.getByText('1 added, 0 changed · Undone').first()).toBeVisible();
});
