import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { checkState, overhang, phone } from './steps/axe';
import { expect, giveSession, test, toast, visit } from './steps/fixtures';
import { beginEvent, field, press } from './steps/publishing-steps';

/** Of the events: in the next year, so never over. */
const day = `${new Date().getFullYear() + 1}-06-04`;

const row = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select ${title}, `) });
const sure = (page: Page, question: string) => page.getByRole('region', { name: question });
const state = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function makeDraft(page: Page, title: string): Promise<string> {
  const texts = { summary: 'What it is about.', text: 'Two hours, one case.' };
  await beginEvent(page, { title, ...texts, day });
  await page.getByRole('radio', { name: 'On this site' }).check();
  await press(page, 'Save');
  await expect(toast(page, 'The event is saved.')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Someone registers for an event, which is published already. */
async function register(member: Page, admin: Page, editor: string): Promise<void> {
  await visit(admin, editor);
  const path = await admin.getByRole('link', { name: 'See the page' }).getAttribute('href');
  await visit(member, `${siteOrigin()}${path}/registration`);
  await press(member, 'Register');
  await expect(member.getByText('You have a place.', { exact: true })).toBeVisible();
}

// By another administrator than the tests beside it: the draft of a new event is one for each person.
test('several events are published, withdrawn or deleted once that is confirmed, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const [member, plain] = [await openBrowser(), await openBrowser({ javaScriptEnabled: false })];
  await giveSession(member.context(), await sessionOf('member2'));
  await giveSession(plain.context(), await sessionOf('dev'));
  await signInAs('dev');
  const word = randomUUID().slice(0, 8);
  const [one, two, three] = [`One ${word}`, `Two ${word}`, `Three ${word}`];
  const list = `/administration/events?show=all&search=${word}`;
  const first = await makeDraft(page, one);
  await makeDraft(page, two);
  await makeDraft(page, three);

  await page.setViewportSize(phone);
  await visit(page, list);
  await expect(page.getByRole('button', { name: 'Withdraw events' })).toHaveCount(0);
  await row(page, one).focus();
  await page.keyboard.press('Space');
  await row(page, two).check();
  await press(page, 'Publish events');
  await expect(sure(page, 'Publish 2 events?')).toBeFocused();
  await expect(sure(page, 'Publish 2 events?').getByRole('listitem')).toHaveText([
    new RegExp(`^${one}, .*4 June`),
    new RegExp(`^${two}, .*4 June`),
  ]);
  expect(await overhang(page)).toBe(0);
  await checkState(page, 'events to be published');
  await press(page, 'Publish 2 events now');
  const main = page.getByRole('main');
  await expect(main.getByText('2 events published.')).toBeVisible();
  await expect(state(page, one)).toContainText('Published');
  await expect(state(page, three)).toContainText('Draft');

  // Someone is registered for one of them: it is not withdrawn behind their back.
  await register(member, page, first);
  await visit(page, list);
  for (const title of [one, two, three]) await row(page, title).check();
  await press(page, 'Withdraw events');
  await expect(main.getByText('2 events cannot be withdrawn.')).toBeVisible();
  const left = main.getByRole('listitem');
  await expect(left.filter({ hasText: `${one} · people are registered for it.` })).toBeVisible();
  await expect(left.filter({ hasText: `${three} · it is not published.` })).toBeVisible();
  await checkState(page, 'an event to be withdrawn, others not');
  await press(page, 'Withdraw 1 event');
  await expect(field(page, 'Reason, shown to readers')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('group', { name: 'What to correct' })).toBeFocused();
  await field(page, 'Reason, shown to readers').fill('It was announced twice.');
  await press(page, 'Withdraw 1 event');
  await expect(main.getByText('1 event withdrawn.')).toBeVisible();
  await expect(state(page, two)).toContainText('Withdrawn');
  await expect(row(page, two)).toHaveCount(0);

  await plain.goto(list);
  await row(plain, one).check();
  await row(plain, three).check();
  await press(plain, 'Delete drafts');
  await expect(sure(plain, 'Delete 1 draft?')).toBeVisible();
  await expect(plain.getByText(`${one} · only drafts can be deleted.`)).toBeVisible();
  await plain.getByRole('link', { name: 'Delete nothing' }).click();
  await expect(row(plain, three)).toBeVisible();
  await row(plain, three).check();
  await press(plain, 'Delete drafts');
  await press(plain, 'Delete 1 draft for good');
  await expect(plain.getByText('1 draft deleted.')).toBeVisible();
  await expect(row(plain, three)).toHaveCount(0);
});
