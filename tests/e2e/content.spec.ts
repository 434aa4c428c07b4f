import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { noViolations } from './steps/axe';
import { expect, giveSession, test, toast, visit } from './steps/fixtures';
import {
  addCorrection,
  addRow,
  choosePhotograph,
  createDraft,
  field,
  press,
  pressUntilTold,
} from './steps/publishing-steps';

/** The clock of Brussels some seconds from now, as the field for a moment takes it. */
function brusselsIn(seconds: number): string {
  const moment = new Date(Date.now() + seconds * 1000);
  return moment.toLocaleString('sv-SE', { timeZone: 'Europe/Brussels' }).replace(' ', 'T');
}

async function schedule(page: Page, seconds: number, button = 'Save and schedule'): Promise<void> {
  await field(page, 'Publish at').fill(brusselsIn(seconds));
  await press(page, button);
  await expect(toast(page, 'Scheduled.')).toBeVisible();
}

test('an article in two languages: written, previewed, scheduled, corrected, restored, withdrawn', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|404|410) /);
  await signInAs('admin');
  const reader = await openBrowser();
  const slug = 'the-right-to-be-heard';

  await createDraft(page, 'article', 'The right to be heard');

  // What is missing is said beside the fields, and nothing typed is lost.
  await field(page, 'Teaser').fill('Who decides hears both sides.');
  await press(page, 'Save and publish now');
  await expect(field(page, 'Abstract')).toHaveAccessibleDescription(/before you publish/);
  await expect(field(page, 'Teaser')).toHaveValue('Who decides hears both sides.');
  await field(page, 'Abstract').fill('The article in a sentence.');
  await addRow(page, 'Add an author', 'Author 1', {
    Name: 'Alba Beispiel',
    'Judicial function': 'Judge',
    Country: 'BE',
  });
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Both sides are heard before the court decides.');
  await pressUntilTold(page, 'Save', 'Saved.');

  await choosePhotograph(page, 'court.jpg');
  await press(page, 'Add the image');
  await expect(page.getByRole('button', { name: 'Replace the image' })).toBeVisible();
  await field(page, 'Cover image description').fill('A court room without people');
  await press(page, 'Save');
  await expect(page.getByRole('img', { name: 'A court room without people' })).toBeVisible();
  await noViolations(page);

  await press(page, 'Create link');
  const preview = await page.getByRole('link', { name: /\/preview\// }).textContent();
  await visit(reader, preview ?? '');
  await expect(reader.getByText('Both sides are heard')).toBeVisible();
  const shown = reader.getByRole('img', { name: 'A court room without people' });
  expect(
    await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBeGreaterThan(0);
  expect((await reader.goto(`/article/${slug}`))?.status()).toBe(404);

  await schedule(page, 3_600);
  const english = new URL(page.url()).pathname;
  expect((await fetch(`${siteOrigin()}/article/${slug}`)).status).toBe(404);
  await visit(page, english);
  await schedule(page, 10, 'Save and keep it scheduled');
  await expect
    .poll(async () => (await fetch(`${siteOrigin()}/article/${slug}`)).status, { timeout: 40_000 })
    .toBe(200);
  await visit(reader, '/news');
  await expect(reader.getByRole('link', { name: 'The right to be heard' })).toBeVisible();

  await visit(page, english);
  await page.getByRole('link', { name: 'Add a translation' }).click();
  await field(page, 'Language').selectOption('fr');
  await field(page, 'Title').fill('Le droit d’être entendu');
  await press(page, 'Create draft');
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  await visit(reader, `/article/${slug}`);
  const inFrench = reader.locator('link[rel="alternate"][hreflang="fr"]');
  await expect(inFrench).toHaveAttribute('href', /\/article\/le-droit-d-etre-entendu$/);
  await reader.getByRole('link', { name: 'Français' }).click();
  await expect(reader.getByRole('heading', { name: 'Le droit d’être entendu' })).toBeVisible();
  await expect(reader.getByText('not available in your language')).toHaveCount(0);

  await visit(page, english);
  await addCorrection(page, 'The first version named another court.');
  await pressUntilTold(page, 'Save', 'Saved.');
  await visit(reader, `/article/${slug}`);
  await expect(reader.getByText('named another court')).toHaveCount(0);
  // The change of what is public waits for its moment as well, and then comes by itself.
  await expect(page.getByRole('button', { name: 'Save and publish the changes' })).toBeVisible();
  await schedule(page, 3_600);
  await expect(page.getByText('The saved changes will be published automatically')).toBeVisible();
  const article = async () => (await fetch(`${siteOrigin()}/article/${slug}`)).text();
  expect(await article()).not.toContain('named another court');
  await visit(page, english);
  await schedule(page, 10, 'Save and keep it scheduled');
  await expect.poll(article, { timeout: 40_000 }).toContain('named another court');
  await visit(reader, `/article/${slug}`);
  await expect(reader.getByText('named another court')).toBeVisible();
  await noViolations(reader);

  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Compare two versions' })).toBeVisible();
  await noViolations(page);
  await press(page, 'Restore version 2');
  await expect(page.getByText('with changes not yet published').first()).toBeVisible();
  await expect(page.getByText('No corrections.')).toBeVisible();

  await page.locator('summary', { hasText: 'Withdraw' }).click();
  await field(page, 'Reason, shown to readers').fill('It named a party to the case.');
  strayThings.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await press(page, 'Withdraw the text');
  const offline = 'No connection. What you have written is still here; send it again.';
  await expect(toast(page, offline)).toBeVisible();
  await page.context().setOffline(false);
  await press(page, 'Withdraw the text');
  await expect(page.getByText('Withdrawn: It named a party')).toBeVisible();
  expect((await reader.goto(`/article/${slug}`))?.status()).toBe(410);
  await expect(reader.getByText('It named a party to the case.')).toBeVisible();
  await noViolations(reader);
});

test('two tabs do not overwrite each other, and an older text is not saved over a newer one', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 409 /);
  await signInAs('admin');
  await createDraft(page, 'news', 'Two tabs');
  await expect(field(page, 'Author shown')).toBeVisible();
  const other = await page.context().newPage();
  await visit(other, new URL(page.url()).pathname);
  await field(page, 'Author shown').fill('Written in the first tab');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await field(other, 'Author shown').fill('Written in the second tab');
  await expect(other.getByRole('button', { name: 'Keep what is written here' })).toBeVisible();
  // What differs is shown by the name of its field, and told to who writes far from there.
  const found = other.getByRole('alert').filter({ hasText: 'This is what was written there' });
  await expect(found.getByRole('term')).toHaveText(['Author shown']);
  await expect(found.getByRole('definition')).toHaveText(['Written in the first tab']);
  const told =
    'Something else was written in another tab or on another device: see above the buttons.';
  await expect(toast(other, told)).toBeVisible();
  await pressUntilTold(page, 'Save', 'Saved.');
  await press(other, 'Keep what is written here');
  // Meanwhile the other tab's draft has become the text itself.
  await expect(other.getByText('This draft was posted')).toBeVisible();
  await press(other, 'Keep what is written here');
  await expect(other.getByText('Draft saved')).toBeVisible();
  await press(other, 'Save');
  await expect(other.getByText('This text has been saved since you began.')).toBeVisible();
  await expect(other.getByRole('deletion').first()).toContainText('first');
  await expect(field(other, 'Author shown')).toHaveValue('Written in the second tab');
  await pressUntilTold(other, 'Save', 'Saved.');
});

test('a changed agreement is put before members unless the writer decides otherwise', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  await visit(page, '/administration/content?kind=page&search=agreement');
  const agreement = page.getByRole('link', { name: 'End-user agreement', exact: true });
  await agreement.and(page.locator('main a')).click();
  await expect(page.getByRole('heading', { name: 'End-user agreement', level: 1 })).toBeVisible();
  const asks = 'Ask members to accept this version when they next sign in';
  await expect(page.getByLabel(asks)).toBeChecked();

  // Without scripts too, a refusal leaves the box as it was.
  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  await plain.goto(page.url());
  await plain.getByLabel(asks).uncheck();
  await plain.getByLabel('In force from').fill('tomorrow');
  await press(plain, 'Save');
  await expect(plain.getByLabel('In force from')).toHaveValue('tomorrow');
  await expect(plain.getByLabel(asks)).not.toBeChecked();
});
