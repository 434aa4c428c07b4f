import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, toast } from './steps/fixtures';
import { openNewFolder } from './steps/library-steps';

type Given = { name: string; mimeType: string; buffer: Buffer };

/** A note that says of a real decision what it says of itself at its head, and nothing else. */
const note = (name: string, ...lines: string[]): Given => ({
  name: `${name}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(['EXAMPLE. Note for a test; not an official text.', ...lines].join('\n')),
});
const pdf = (path: string): Given => ({
  name: basename(path),
  mimeType: 'application/pdf',
  buffer: readFileSync(path),
});

const german = note(
  'Recht_auf_Vergessen_I',
  'Bundesverfassungsgericht',
  'Beschluss',
  'vom 6. November 2019, 1 BvR 16/13',
  'ECLI:DE:BVerfG:2019:rs20191106.1bvr001613',
);
const spanish = note(
  '292_2000',
  'Tribunal Constitucional',
  'Sentencia de 30 de noviembre de 2000',
  'ECLI:ES:TC:2000:292',
);
const belgian = note(
  'dataretentie',
  'Grondwettelijk Hof',
  'Arrest nr. 57/2021 van 22 april 2021',
  'ECLI:BE:GHCC:2021:ARR.057',
);
const polish = pdf('tests/documents/pl-supreme-court-resolution-1994-5p.pdf');
const dutch = pdf('content/library/njcm-and-others-v-state-of-the-netherlands-syri.pdf');

/** The rows of a file, by the beginning of its name. */
const rowsOf = (page: Page, name: string) =>
  page.getByRole('rowgroup').filter({ has: page.getByRole('link', { name, exact: false }) });

async function uploadAndOpen(page: Page, files: Given[]): Promise<void> {
  await openNewFolder(page);
  await page.getByLabel('Upload files').last().setInputFiles(files);
  const link = page.getByRole('link', { name: `Check the details of ${files.length} files` });
  await link.click({ timeout: 40_000 });
  const heading = `Details of ${files.length} files`;
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  // They are read in the background, one after the other.
  await expect(page.getByText('Still being read')).toHaveCount(0, { timeout: 60_000 });
}

test('five decisions of different States are uploaded at once, corrected in one table, published and found', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  await signInAs('admin');
  await uploadAndOpen(page, [german, spanish, belgian, polish, dutch]);
  await checkState(page, 'details of five files');
  const [first, second, third] = ['Recht_auf', '292_2000', 'dataretentie'].map((name) =>
    rowsOf(page, name),
  );
  const fourth = rowsOf(page, 'pl-supreme-court');
  if (!first || !second || !third) throw new Error('There are no rows');
  await expect(first.getByLabel('Title', { exact: true })).toHaveValue('Recht auf Vergessen I');
  await expect(first.getByLabel('Kind', { exact: true })).toHaveValue('order');
  await expect(first.getByLabel('Court', { exact: true })).toHaveValue('Bundesverfassungsgericht');
  await expect(first.getByLabel('Decided on', { exact: true })).toHaveValue('2019-11-06');
  await expect(third.getByLabel('Case number', { exact: true })).toHaveValue('57/2021');
  await expect(fourth.getByLabel('Court', { exact: true })).toHaveValue('Sąd Najwyższy');
  await expect(rowsOf(page, 'njcm')).toContainText('Belongs to the decision');

  // Two proposals are corrected; Enter goes to the next file and saves nothing.
  await first.getByLabel('Title', { exact: true }).press('Enter');
  await expect(second.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Sentencia 292/2000');
  await second.getByLabel('Case number', { exact: true }).fill('292/2000');
  await fourth.getByLabel('Title', { exact: true }).fill('Resolution of 28 September 1994');
  await second.getByText('More fields').click();
  await second.getByLabel('Provision 1', { exact: true }).fill('art. 17, par. 1 RGPD');
  // A mistake is said at its cell, and nothing is saved or lost.
  await third.getByLabel('Court', { exact: true }).fill('Hoge Raad');
  const save = page.getByRole('button', { name: 'Save details of 5 files' });
  await save.click();
  await expect(third.getByLabel('Court', { exact: true })).toHaveAccessibleDescription(
    /names another court/,
  );
  await checkState(page, 'a refused cell');
  await expect(second.getByLabel('Title', { exact: true })).toHaveValue('Sentencia 292/2000');
  await third
    .getByLabel('Court', { exact: true })
    .fill('Grondwettelijk Hof / Cour constitutionnelle');
  for (const rows of [first, second, third, fourth])
    await expect(rows.getByRole('checkbox', { name: 'Publish this decision' })).toBeChecked();
  await save.click();
  await expect(toast(page, 'The details have been saved.')).toBeVisible();
  await expect(page.getByText('Belongs to the decision')).toHaveCount(5);

  for (const [words, name] of [
    ['ECLI:DE:BVerfG:2019:rs20191106.1bvr001613', 'Recht auf Vergessen I'],
    ['1 BvR 16/13', 'Recht auf Vergessen I'],
    ['Recht auf Vergessen', 'Recht auf Vergessen I'],
    ['ECLI:ES:TC:2000:292', '292/2000'],
    ['292/2000', '292/2000'],
    ['ECLI:BE:GHCC:2021:ARR.057', 'dataretentie'],
    ['57/2021', 'dataretentie'],
    ['dataretentie', 'dataretentie'],
    ['II UZP 26/94', 'Resolution of 28 September 1994'],
    ['Resolution of 28 September 1994', 'Resolution of 28 September 1994'],
    ['ECLI:NL:RBDHA:2020:865', 'NJCM'],
  ] as const) {
    await page.goto(`/decisions?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole('main').getByRole('link', { name }).first(), words).toBeVisible();
  }
  await page.goto('/decisions?provision=gdpr/17');
  await expect(
    page.getByRole('main').getByRole('link', { name: '292/2000' }).first(),
  ).toBeVisible();
  await page.goto('/decisions?q=ECLI:NL:RBDHA:2020:865');
  await page.getByRole('link', { name: /NJCM/ }).first().click();
  await expect(page.getByRole('link', { name: /NJCM/ }).first()).toBeVisible();
  await page.goto('/decisions/ECLI:DE:BVerfG:2019:rs20191106.1bvr001613');
  await page.getByRole('link', { name: 'Recht auf Vergessen I' }).last().click();
  await expect(page.getByText('Bundesverfassungsgericht').first()).toBeVisible();
});

test('without scripts and on a phone a member proposes what was uploaded, with a plain form', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 40[04]/);
  await signInAs('member');
  const unknown = [
    note('first', 'Korkein hallinto-oikeus', '17.8.2018', 'ECLI:FI:KHO:2018:112'),
    note('second', 'Minutes of a meeting'),
  ];
  await uploadAndOpen(page, unknown);
  const address = page.url().replace(siteOrigin(), '');
  const plain = await openBrowser({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 800 },
  });
  await giveSession(plain.context(), await sessionOf('member'));
  await plain.goto(address);
  const first = rowsOf(plain, 'first');
  await first.getByLabel('Title', { exact: true }).fill('KHO:2018:112');
  await rowsOf(plain, 'second').getByLabel('Title', { exact: true }).fill('');
  const save = plain.getByRole('button', { name: 'Save details of 2 files' });
  await save.click();
  await expect(rowsOf(plain, 'second').getByLabel('Title', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(first.getByLabel('Title', { exact: true })).toHaveValue('KHO:2018:112');
  await rowsOf(plain, 'second').getByLabel('Title', { exact: true }).fill('Minutes');
  await rowsOf(plain, 'second').getByLabel('Kind', { exact: true }).selectOption('Minutes');
  await save.click();
  const notice = plain.locator('noscript [role="status"]');
  await expect(notice).toHaveText('The details have been saved.');
  await expect(plain.getByText('The administrators are checking this decision')).toBeVisible();
  await plain.goto('/decisions/propose');
  await expect(plain.getByRole('row', { name: /KHO:2018:112/ })).toContainText('Being checked');

  const other = await openBrowser({ javaScriptEnabled: false });
  await giveSession(other.context(), await sessionOf('member2'));
  expect((await other.goto(address))?.status()).toBe(404);
});
