import { lineOf, pdfOf } from '../support/files/pdf-file';
import { paragraphOf, wordFileOf } from '../support/files/word-file';
import { checkState } from './steps/axe';
import { expect, test, toast, visit } from './steps/fixtures';
import { openNewFolder, text, upload } from './steps/library-steps';

/** What a member does with a document once it is there. */

const polish = 'pl-supreme-court-resolution-1994-5p';
const sample = `tests/documents/${polish}.pdf`;

test('what a judgment says of itself is offered, confirmed by its reader, and cited by one press', async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('member');
  const folder = await openNewFolder(page);
  await upload(page, sample);
  await page.getByRole('link', { name: polish }).click();
  await page.getByRole('link', { name: 'Edit details' }).click();
  await expect(page.getByLabel('Case number')).toHaveValue('');
  // Its text is read by a job.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/Found in the text: .*II UZP 26\/94/)).toBeVisible();
  }).toPass({ timeout: 40_000 });
  await page.getByRole('link', { name: 'Use these in the form' }).click();
  await expect(page.getByLabel('Case number')).toHaveValue('II UZP 26/94');
  await expect(page.getByLabel('Decided on')).toHaveValue('1994-09-28');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Not the sentences of citations in the document, which appear below once a job has read it.
  const citation = page.locator('blockquote:has(+ button)').filter({ hasText: 'Sąd Najwyższy' });
  await expect(citation).toContainText('II UZP 26/94');
  await page.getByRole('button', { name: 'Copy the citation' }).click();
  await expect(toast(page, 'The citation has been copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Sąd Najwyższy');
  expect(copied).toContain('28 September 1994');
  expect(await citation.innerText()).toBe(copied);
  await visit(page, folder);
  await expect(page.getByText(/Sąd Najwyższy, II UZP 26\/94/)).toBeVisible();
});

test('what a document cites is listed beside it and opens, also without scripts', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('member');
  await openNewFolder(page);
  const words = 'A note on Case C-300/21 and Article 82 GDPR, and on C-999/99.';
  await upload(page, { ...text('Note.txt', 0), buffer: Buffer.from(words) });
  await page.getByRole('link', { name: 'Note' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
  // Its text is read by a job, and the page hears of it.
  const cited = page.getByRole('region', { name: '1 decision cited in this document' });
  await expect(cited).toContainText('4 May 2023', { timeout: 40_000 });
  const name = /Österreichische Post/;
  await expect(cited.getByRole('link', { name })).toBeVisible();

  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(page.url());
  const provisions = plain.getByRole('region', { name: 'Provisions cited in this document' });
  await expect(provisions.getByRole('link', { name: 'Article 82 GDPR' })).toHaveAttribute(
    'href',
    '/provisions/gdpr/82',
  );
  await plain.getByRole('link', { name }).click();
  await expect(plain).toHaveURL(/\/decisions\/ECLI:EU:C:2023:370$/);
});

test('a decision cited in a Word document says what it is, in the preview', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await openNewFolder(page);
  const file = await wordFileOf(paragraphOf('As in C-300/21, damage must be shown.'));
  await upload(page, { ...text('Remarks.docx', 0), buffer: Buffer.from(file) });
  await page.getByRole('link', { name: 'Remarks' }).click();
  const link = page.getByRole('link', { name: 'C-300/21', exact: true });
  await expect(link).toHaveAttribute('href', '/decisions/ECLI:EU:C:2023:370');
  const card = page.getByRole('tooltip');
  await link.hover();
  await expect(card).toContainText('4 May 2023');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await link.focus();
  await expect(link).toHaveAccessibleDescription(/Court of Justice/);
  await checkState(page, 'card of a decision in a document');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/decisions\/ECLI:EU:C:2023:370$/);
});

test('a decision cited in a PDF says what it is on the page, and opens from there', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await openNewFolder(page);
  const buffer = pdfOf(lineOf('As in C-300/21, damage must be shown under Article 82 GDPR.'));
  await upload(page, { name: 'Paper.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('link', { name: 'Paper' }).click();
  // Its text is read by a job.
  await expect(page.getByRole('region', { name: '1 decision cited in this document' })).toBeVisible(
    { timeout: 40_000 },
  );
  await page.reload();
  const sheet = page.getByRole('group', { name: 'Page 1' });
  const link = sheet.getByRole('link', { name: 'C-300/21', exact: true });
  await expect(link).toHaveAttribute('href', '/decisions/ECLI:EU:C:2023:370');
  await expect(sheet.getByRole('link', { name: 'Article 82 GDPR' })).toHaveAttribute(
    'href',
    '/provisions/gdpr/82',
  );
  await expect(sheet).toContainText('As in C-300/21, damage must be shown under Article 82 GDPR.');
  // Drawn anew, it has them again.
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect(sheet.getByRole('link')).toHaveCount(2);
  await link.hover();
  await expect(page.getByRole('tooltip')).toContainText('4 May 2023');
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: 375, height: 800 });
  // Too small for a finger, until it is enlarged.
  await expect(sheet.getByRole('link')).toHaveCount(0);
  await checkState(page, 'a PDF with citations');
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect(sheet.getByRole('link')).toHaveCount(2);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/decisions\/ECLI:EU:C:2023:370$/);
});

test('a document is read and searched by keys alone', async ({ page, signInAs }) => {
  await signInAs('member');
  await openNewFolder(page);
  await upload(page, sample);
  await page.getByRole('link', { name: polish }).click();
  const viewer = page.getByRole('region', { name: `Preview of ${polish}` });
  const number = page.getByRole('spinbutton', { name: 'Page' });
  await expect(page.locator('#page-1 canvas')).toBeVisible();
  await viewer.focus();
  await page.keyboard.press('ArrowRight');
  await expect(number).toHaveValue('2');
  await page.keyboard.press('ArrowLeft');
  await expect(number).toHaveValue('1');
  await page.keyboard.press('+');
  await expect(page.getByRole('toolbar')).toContainText('125 %');
  await page.keyboard.press('0');
  await expect(page.getByRole('toolbar')).toContainText('100 %');
  await page.keyboard.press('/');
  const find = page.getByRole('searchbox', { name: 'Find in this document' });
  await expect(find).toBeFocused();
  await find.fill('sąd');
  await expect(page.getByRole('toolbar')).toContainText(/1 of [1-9]\d*/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('toolbar')).toContainText(/2 of [1-9]\d*/);
  await expect(page.locator('[data-hit="current"]').first()).toBeVisible();
});

test('what is chosen is one archive, what is typed narrows the list, and what others delete goes', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('member');
  const folder = await openNewFolder(page);
  await upload(page, text('Alpha.txt', 30), text('Beta.txt', 10));
  for (const name of ['Alpha', 'Beta'])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('table').getByRole('checkbox').first().check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as ZIP' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const archive = Buffer.concat(chunks);
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['Alpha.txt', 'Beta.txt']) expect(archive.includes(name)).toBe(true);

  await page.getByLabel('Name contains').fill('bet');
  await expect(page.getByRole('link', { name: 'Alpha' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Beta' })).toBeVisible();
  await page.getByLabel('Name contains').fill('');
  await expect(page.getByRole('link', { name: 'Alpha' })).toBeVisible();

  const other = await openBrowser();
  await other.context().addCookies(await page.context().cookies());
  await visit(other, folder);
  await other.getByRole('checkbox', { name: 'Select Alpha' }).check();
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Alpha' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Beta' })).toBeVisible();
});
