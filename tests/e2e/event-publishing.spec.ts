import type { Page } from '@playwright/test';
import { demonstrationPassword, siteOrigin } from './steps/accounts';
import { checkEveryWay, desktop, phone } from './steps/axe';
import { disclosure, expect, test, toast, visit } from './steps/fixtures';
import { cookieOf, post } from './steps/plain-requests';
import {
  addCorrection,
  beginEvent,
  choosePhotograph,
  field,
  press,
  pressUntilTold,
} from './steps/publishing-steps';

/** Of the event: in the next year, so never over. */
const day = `${new Date().getFullYear() + 1}-05-04`;

async function writeEvent(page: Page): Promise<void> {
  const summary = 'How courts order that data are erased.';
  const text = 'One day, three cases.';
  await beginEvent(page, { title: 'Workshop on erasure', summary, text, day });
  await press(page, 'Add a session');
  const session = page.getByRole('listitem', { name: 'Session 1' });
  await session.getByLabel('Begins').fill(`${day}T09:30`);
  await session.getByLabel('Ends').fill(`${day}T11:00`);
  await session.getByLabel('Session title').fill('Opening');
  await field(page, 'Fee').fill('No fee.');
  await field(page, 'Version name').fill('First sketch');
  await press(page, 'Save');
  await expect(toast(page, 'The event is saved.')).toBeVisible();
}

async function addPicture(page: Page): Promise<void> {
  await choosePhotograph(page, 'hall.jpg');
  await field(page, 'Cover image description').fill('The hall of the court of Ghent');
  await press(page, 'Add the image');
  await expect(page.getByRole('button', { name: 'Replace the image' })).toBeVisible();
}

/** What is translated stands beside its form, and is folded above it on a phone. */
async function readOriginal(page: Page, words: string): Promise<void> {
  const name = 'Original text: English';
  const original = page.getByRole('region', { name }).locator('[lang=en]', { hasText: words });
  await page.setViewportSize(desktop);
  await expect(original).toBeVisible();
  await page.setViewportSize(phone);
  await expect(original).toBeHidden();
  await disclosure(page, name).click();
  await expect(original).toBeVisible();
  await page.setViewportSize(desktop);
  await checkEveryWay(page);
}

test('an event in two languages: written, previewed, corrected, restored, moved, withdrawn', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (404|410) /);
  // Someone else is writing a new event as the administrator meanwhile.
  await signInAs('dev');
  const reader = await openBrowser();
  await writeEvent(page);
  const editor = page.url();
  await addPicture(page);
  await checkEveryWay(page);
  await press(page, 'Publish now');
  await expect(toast(page, 'The event is published.')).toBeVisible();
  // Nobody is registered, so nobody would get an e-mail.
  const saving = page.getByRole('region', { name: 'This version' });
  await expect(saving.getByLabel('Version name')).toBeVisible();
  await expect(saving.getByText(/e-mail|Reason/)).toHaveCount(0);

  // A further language, seen before it is public, then published by itself.
  await page.getByRole('link', { name: 'Add a translation' }).click();
  await field(page, 'Language').selectOption('fr');
  await field(page, 'Title').fill('Atelier sur l’effacement');
  await press(page, 'Create draft');
  await readOriginal(page, 'One day, three cases.');
  await field(page, 'Summary').fill('Comment les juges ordonnent l’effacement.');
  const session = page.getByRole('listitem', { name: 'Session 1' });
  await expect(session).toContainText('09:30 Opening');
  await session.getByLabel('Session title').fill('Ouverture');
  await pressUntilTold(page, 'Save', 'Saved.');
  await press(page, 'Create link');
  const preview = await page.getByRole('link', { name: /\/preview\// }).textContent();
  await visit(reader, preview ?? '');
  await expect(reader.getByRole('heading', { name: 'Atelier sur l’effacement' })).toBeVisible();
  const hall = reader.getByRole('img', { name: 'The hall of the court of Ghent' });
  const width = () =>
    hall.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  const path = '/events/workshop-on-erasure';
  await visit(reader, `${path}?language=fr`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Workshop on erasure');
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  await visit(reader, `${path}?language=fr`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Atelier sur l’effacement');
  await expect(reader.locator('h1[lang=fr]')).toBeVisible();
  // The programme is translated; what is not stands in the event's own words.
  await expect(reader.locator('[lang=fr]', { hasText: 'Ouverture' })).toBeVisible();
  await expect(reader.getByText('No fee.')).toBeVisible();
  await checkEveryWay(reader);
  const calendar = await fetch(`${siteOrigin()}${path}/calendar?language=fr`);
  expect(await calendar.text()).toContain('SUMMARY:Atelier sur l’effacement');

  // A correction that everybody sees, under a new address.
  await visit(page, editor);
  await addCorrection(page, 'The workshop is in Ghent.');
  await field(page, 'Page address').fill('workshop-in-ghent');
  await press(page, 'Save');
  await expect(toast(page, 'The event is saved.')).toBeVisible();
  await visit(reader, path);
  await expect(reader).toHaveURL('/events/workshop-in-ghent');
  await expect(reader.getByText('The workshop is in Ghent.')).toBeVisible();

  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await expect(page.getByText('1 · First sketch', { exact: true })).toBeVisible();
  await checkEveryWay(page);
  await press(page, 'Restore version 1');
  await expect(toast(page, 'The earlier version is saved again.')).toBeVisible();
  await visit(reader, path);
  await expect(reader.getByText('The workshop is in Ghent.')).toHaveCount(0);
  await expect(reader).toHaveURL(path);

  await page.getByText('Withdraw “Workshop on erasure”').click();
  await field(page, 'Reason, shown to readers').fill('It was announced by mistake.');
  await press(page, 'Withdraw the event');
  await expect(toast(page, 'The event is withdrawn.')).toBeVisible();
  expect((await reader.goto(path))?.status()).toBe(410);
  await expect(reader.getByText('It was announced by mistake.')).toBeVisible();
  expect((await reader.goto(`${path}/calendar`))?.status()).toBe(410);
  await visit(reader, '/events/overview');
  await expect(reader.getByText('Workshop on erasure')).toHaveCount(0);
});

test('an event is copied once, as a draft, and by administrators alone', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const [summary, text] = ['How courts keep time.', 'One day.'];
  await beginEvent(page, { title: 'Workshop on time limits', summary, text, day });
  await press(page, 'Save');
  await expect(toast(page, 'The event is saved.')).toBeVisible();
  const original = page.url();
  await press(page, 'Copy this event');
  const told =
    'The event is copied as a draft. Enter its title, dates and page address, then save.';
  await expect(toast(page, told)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Copy of Workshop on time limits',
  );
  expect(page.url()).not.toBe(original);
  await expect(field(page, 'Summary')).toHaveValue(summary);
  await expect(field(page, 'Begins')).toHaveValue(`${day}T09:30`);
  await expect(field(page, 'Page address')).toHaveValue('copy-of-workshop-on-time-limits');
  await field(page, 'Title').fill('Workshop on evidence');
  await press(page, 'Save');
  await expect(toast(page, 'The event is saved.')).toBeVisible();

  // Without scripts, and sent twice.
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto('/administration/events/new');
  // What scripts show as it is chosen is there from the beginning.
  for (const name of ['Registration closes', 'Link to join online']) {
    await expect(field(plain, name)).toBeVisible();
  }
  await plain.goto(page.url());
  const id = await plain
    .locator('form', { hasText: 'Copy this event' })
    .locator('[name=id]')
    .inputValue();
  await press(plain, 'Copy this event');
  await expect(plain.locator('noscript [role="status"]')).toHaveText(told);
  await expect(plain).toHaveURL(`/administration/events/${id}`);
  const site = { url: siteOrigin(), password: demonstrationPassword() };
  const { pathname } = new URL(page.url());
  const copy = { intent: 'copy', id };
  const again = await post(site, pathname, copy, await cookieOf(site, 'admin'));
  expect(again.headers.get('location')).toBe(`/administration/events/${id}`);
  await visit(page, '/administration/events?show=drafts&search=Copy+of+Workshop+on+evidence');
  await expect(page.getByRole('link', { name: 'Copy of Workshop on evidence' })).toHaveCount(1);

  const other = { ...copy, id: '0198c1f0-0000-7000-8000-000000000002' };
  for (const reader of ['member', 'visitor'] as const) {
    const refused = await post(site, pathname, other, await cookieOf(site, reader));
    expect(refused.headers.get('location')).toContain('/login');
  }
  await visit(page, `/administration/events?show=all&search=Workshop+on+evidence`);
  await expect(page.getByRole('link', { name: /Workshop on evidence/ })).toHaveCount(2);
});
