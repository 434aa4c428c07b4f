import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demonstrationPassword, emailOf, sessionOf, siteOrigin } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, submitSignIn, test, toast, visit } from './steps/fixtures';
import { cookieOf, get, post } from './steps/plain-requests';
import { press, pressUntilTold } from './steps/publishing-steps';
import { signInAgain } from './steps/sign-in-again';

const list = '/administration/newsletters';
const site = () => ({ url: siteOrigin(), password: demonstrationPassword() });
const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Own text' });

const savedElsewhere = (page: Page) => page.getByRole('region', { name: 'Saved in the meantime' });
const refused = /This has been changed since you opened it/;
const deleted = /This draft was deleted in the meantime/;

/** Someone else saves the draft, as they see it. */
async function saveElsewhere(path: string, version: string, subject: string): Promise<void> {
  const cookie = await cookieOf(site(), 'dev');
  const fields = { version, subject, language: 'en', list: 'newsletter', body: 'Their words.' };
  expect((await post(site(), path, fields, cookie)).status).toBe(302);
}

/** Someone else has it sent next year. */
async function scheduleElsewhere(path: string, version: string): Promise<void> {
  const at = `${new Date().getFullYear() + 1}-06-04T09:00`;
  const cookie = await cookieOf(site(), 'dev');
  const answer = await post(site(), `${path}/send`, { version, when: 'later', at }, cookie);
  expect(answer.status).toBe(302);
}

/** Someone else deletes the draft. */
async function deleteElsewhere(path: string): Promise<void> {
  const cookie = await cookieOf(site(), 'dev');
  const answer = await post(site(), path, { version: '1', intent: 'delete' }, cookie);
  expect(answer.status).toBe(302);
}

async function countDrafts(subject: string): Promise<number> {
  const cookie = await cookieOf(site(), 'dev');
  const text = await (await get(site(), list, cookie)).text();
  return [...text.matchAll(new RegExp(`>${subject}</a>`, 'g'))].length;
}

/** Saves a draft with this subject. @returns its address */
async function makeDraft(page: Page, subject: string): Promise<string> {
  await visit(page, `${list}/new`);
  await subjectOf(page).fill(subject);
  await press(page, 'Save draft');
  await expect(toast(page, 'The draft is saved.')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The save is refused, and everything typed stands. */
async function saveInVain(page: Page, subject: string, why = refused): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes(list),
  );
  await press(page, 'Save draft');
  expect((await answer).status()).toBe(why === deleted ? 404 : 409);
  await expect(page.getByRole('main').getByText(why)).toBeVisible();
  await expect(subjectOf(page)).toHaveValue(subject);
}

test('a draft that someone else saves meanwhile stays as it was opened, and is not overwritten unseen', async ({
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 409/);
  const words = randomUUID();
  await visit(page, '/login');
  await submitSignIn(page, { email: emailOf('admin') });
  await expect(page).toHaveURL(`${siteOrigin()}/`);
  const path = await makeDraft(page, `Opened ${words}`);
  await subjectOf(page).fill(`Mine ${words}`);
  await bodyOf(page).fill('What I have typed.');
  await saveElsewhere(path, '1', `Theirs ${words}`);
  await signInAgain(page);
  await expect(subjectOf(page)).toHaveValue(`Mine ${words}`);
  await expect(bodyOf(page)).toHaveText('What I have typed.');
  // A test would be of what the page does not show.
  await press(page, 'Send a test to myself');
  await expect(page.getByRole('main').getByText(refused)).toBeVisible();
  await saveInVain(page, `Mine ${words}`);
  await expect(bodyOf(page)).toHaveText('What I have typed.');
  // What they have saved is shown beside what was typed, which then takes its place.
  await expect(savedElsewhere(page).locator('del', { hasText: 'Theirs' })).toBeVisible();
  await expect(savedElsewhere(page).locator('ins', { hasText: 'Mine' })).toBeVisible();
  await expect(savedElsewhere(page)).toContainText('Their');
  await checkState(page, 'a newsletter that someone else has saved');
  await saveElsewhere(path, '2', `Theirs anew ${words}`);
  await saveInVain(page, `Mine ${words}`);
  await expect(savedElsewhere(page).locator('del', { hasText: 'anew' })).toBeVisible();
  await pressUntilTold(page, 'Save draft', 'The draft is saved.');
  await page.reload();
  await expect(subjectOf(page)).toHaveValue(`Mine ${words}`);
  await expect(bodyOf(page)).toHaveText('What I have typed.');

  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  await plain.goto(path);
  await bodyOf(plain).fill('What I have typed.');
  await subjectOf(plain).fill(`Plain ${words}`);
  await saveElsewhere(path, '4', `Theirs again ${words}`);
  await saveInVain(plain, `Plain ${words}`);
  await expect(bodyOf(plain)).toHaveValue('What I have typed.');
  await expect(savedElsewhere(plain).locator('del', { hasText: 'again' })).toBeVisible();
  expect(await countDrafts(`Theirs again ${words}`)).toBe(1);
  await press(plain, 'Save draft');
  await expect(savedElsewhere(plain)).toHaveCount(0);
  expect(await countDrafts(`Plain ${words}`)).toBe(1);

  // Once it is scheduled nothing is saved any more, and the words stay.
  await plain.goto(path);
  await subjectOf(plain).fill(`Too late ${words}`);
  await scheduleElsewhere(path, '6');
  await saveInVain(plain, `Too late ${words}`);
  await expect(plain.getByRole('region', { name: 'No longer a draft' })).toContainText(
    'no longer a draft',
  );
  await expect(savedElsewhere(plain)).toHaveCount(0);
  await expect(plain.getByRole('button', { name: 'Save draft' })).toHaveCount(0);
  // What there is to choose from has not gone because the sending is near.
  await expect(plain.getByText('There are no published news')).toHaveCount(0);
  await expect(plain.getByRole('group', { name: 'News, articles and events' })).toBeVisible();
  expect(await countDrafts(`Plain ${words}`)).toBe(1);
});

test('what is typed stays when another page is opened or the connection is cut, until it is saved', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/net::ERR_/);
  await signInAs('admin');
  const words = randomUUID();
  await makeDraft(page, `Saved ${words}`);
  const unsaved = page.getByText('What you have typed since the draft was last saved');
  await subjectOf(page).fill(`Typed ${words}`);
  await bodyOf(page).fill('What I have typed.');
  const first = page.getByRole('group', { name: 'News, articles and events' });
  await first.getByRole('checkbox').first().check();
  await page.getByRole('checkbox', { name: 'Show in the public archive' }).uncheck();
  await expect(page.getByRole('status').filter({ hasText: 'Your changes are kept' })).toBeVisible();
  for (const name of ['Preview', 'Send or schedule']) {
    await page.getByRole('link', { name }).click();
    await expect(unsaved).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: `Saved ${words}` })
      .click();
    await expect(subjectOf(page)).toHaveValue(`Typed ${words}`);
    await expect(bodyOf(page)).toHaveText('What I have typed.');
    await expect(first.getByRole('checkbox').first()).toBeChecked();
    await expect(
      page.getByRole('checkbox', { name: 'Show in the public archive' }),
    ).not.toBeChecked();
  }

  // The words are kept on the server, but what saves them is not answered.
  await page.route(`**${list}/*.data*`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await press(page, 'Save draft');
  await expect(page.getByRole('main').getByText(/^No connection. What you have/)).toBeVisible();
  await expect(subjectOf(page)).toHaveValue(`Typed ${words}`);
  await expect(bodyOf(page)).toHaveText('What I have typed.');
  await expect(first.getByRole('checkbox').first()).toBeChecked();
  await page.unroute(`**${list}/*.data*`);
  await pressUntilTold(page, 'Save draft', 'The draft is saved.');
  await expect(subjectOf(page)).toHaveValue(`Typed ${words}`);
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.locator('iframe')).toHaveAttribute('srcdoc', /What I have typed/);
  await expect(unsaved).toHaveCount(0);
});

test('a new newsletter whose form is sent twice is one draft', async ({ page, signInAs }) => {
  await signInAs('admin');
  const subject = `Twice ${randomUUID()}`;
  await visit(page, `${list}/new`);
  await subjectOf(page).fill(subject);
  await page.getByRole('button', { name: 'Save draft' }).dblclick();
  await expect(toast(page, 'The draft is saved.').first()).toBeVisible();
  expect(await countDrafts(subject)).toBe(1);

  await visit(page, `${list}/new`);
  const id = await page.locator('input[name="id"]').inputValue();
  const fields = { id, version: '0', subject: `Again ${id}`, language: 'en', list: 'newsletter' };
  const cookie = await cookieOf(site(), 'admin');
  const answers = await Promise.all(
    [1, 2, 3].map(() => post(site(), `${list}/new`, { ...fields, body: 'Words.' }, cookie)),
  );
  const places = answers.map(({ status, headers }) => `${status} ${headers.get('Location')}`);
  expect(new Set(places)).toEqual(new Set([`302 ${list}/${id}`]));
  expect(await countDrafts(`Again ${id}`)).toBe(1);
});

test('what was typed on a draft that someone else deletes can be saved as a new one, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 404/);
  await signInAs('admin');
  const words = randomUUID();
  const gone = await makeDraft(page, `Gone ${words}`);
  await subjectOf(page).fill(`Typed ${words}`);
  await bodyOf(page).fill('What I have typed.');
  await deleteElsewhere(gone);
  await saveInVain(page, `Typed ${words}`, deleted);
  await expect(bodyOf(page)).toHaveText('What I have typed.');
  await expect(page.getByRole('button', { name: 'Send a test to myself' })).toHaveCount(0);
  await checkState(page, 'a newsletter that someone else has deleted');
  await pressUntilTold(page, 'Save as new draft', 'The draft is saved.');
  await expect(subjectOf(page)).toHaveValue(`Typed ${words}`);
  await expect(bodyOf(page)).toHaveText('What I have typed.');
  expect(await countDrafts(`Typed ${words}`)).toBe(1);

  // A step on it loses nothing either.
  await subjectOf(page).fill(`Typed again ${words}`);
  const goneToo = new URL(page.url()).pathname;
  await deleteElsewhere(goneToo);
  await press(page, 'Send a test to myself');
  await expect(page.getByRole('main').getByText(deleted)).toBeVisible();
  await press(page, 'Save as new draft');
  await expect(page).not.toHaveURL(new RegExp(goneToo));
  await expect(subjectOf(page)).toHaveValue(`Typed again ${words}`);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  const path = new URL(page.url()).pathname;
  await plain.goto(path);
  await subjectOf(plain).fill(`Plain ${words}`);
  await bodyOf(plain).fill('What I have typed.');
  await deleteElsewhere(path);
  await saveInVain(plain, `Plain ${words}`, deleted);
  await expect(bodyOf(plain)).toHaveValue('What I have typed.');
  await press(plain, 'Save as new draft');
  await expect(plain).not.toHaveURL(new RegExp(path));
  await expect(subjectOf(plain)).toHaveValue(`Plain ${words}`);
  expect(await countDrafts(`Plain ${words}`)).toBe(1);
});
