import type { Locator, Page } from '@playwright/test';
import { expect, test, visit } from './steps/fixtures';
import {
  addRow,
  beginEvent,
  createDraft,
  field,
  press,
  pressUntilTold,
} from './steps/publishing-steps';

/** Each editor with what is empty in it at first, though it is needed, and a field beside. */
const editors = [
  { kind: 'news', needed: ['Teaser', 'Author shown', 'Text'], beside: 'Cover image credit' },
  { kind: 'article', needed: ['Teaser', 'Abstract', 'Authors', 'Text'], beside: 'Subtitle' },
  { kind: 'page', needed: ['Text'], beside: 'Description for search engines' },
  {
    kind: 'event',
    needed: ['Title', 'Summary', 'Text', 'Begins', 'Ends', 'Town'],
    beside: 'Venue',
  },
] as const;
type Editor = (typeof editors)[number];

const fieldOf = (page: Page, name: string): Locator =>
  name === 'Authors' ? page.getByRole('group', { name, exact: true }) : field(page, name).first();

async function begin(page: Page, { kind }: Editor): Promise<void> {
  if (kind === 'event') {
    await visit(page, '/administration/events/new');
    return;
  }
  await createDraft(page, kind, `Nothing but a ${kind} title`);
}

/** Fills in one field only, and sends; what is needed is said before and after. */
async function sendIncomplete(page: Page, editor: Editor): Promise<void> {
  const { kind, needed, beside } = editor;
  for (const name of needed) {
    await expect(fieldOf(page, name)).toHaveAccessibleDescription(/Needed to (publish|save)/);
  }
  await field(page, beside).fill('Typed before');
  await press(page, kind === 'event' ? 'Save' : 'Save and publish now');
  const summary = page.getByRole('group', { name: 'What to correct' });
  await expect(summary.getByRole('link')).toHaveCount(needed.length);
  for (const name of needed) {
    await expect(fieldOf(page, name)).toHaveAccessibleDescription(new RegExp(`“${name}”`));
  }
  await expect(field(page, beside)).toHaveValue('Typed before');
  for (const name of needed) {
    await summary.getByRole('link', { name: `“${name}”` }).click();
    await expect(fieldOf(page, name)).toBeFocused();
  }
}

for (const editor of editors) {
  test(`all that is missing in the editor (${editor.kind}) is marked before and said at once`, async ({
    page,
    signInAs,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 400 /);
    await signInAs('admin');
    await begin(page, editor);
    await sendIncomplete(page, editor);
  });

  test(`so it is where scripts do not run (${editor.kind})`, async ({
    page,
    signInAs,
    openBrowser,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 400 /);
    await signInAs('admin');
    await begin(page, editor);
    const plain = await openBrowser({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    await plain.goto(page.url());
    await sendIncomplete(plain, editor);
  });
}

// What is being written of a new event is kept for its writer: these tests are in one file, after each other.

test('speakers and choices have a field each, from the keyboard and without scripts', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  const day = `${new Date().getFullYear() + 1}-06-04`;
  const summary = 'Who speaks, and what is asked.';
  await beginEvent(page, { title: 'Seminar with speakers', summary, text: 'A text.', day });
  await addRow(page, 'Add a session', 'Session 1', {
    Begins: `${day}T09:30`,
    Ends: `${day}T11:00`,
    'Session title': 'Opening',
  });
  const session = page.getByRole('listitem', { name: 'Session 1' });
  const speaker = (number: number) => session.getByLabel(`Speaker ${number}`, { exact: true });
  await speaker(1).fill('Ada Byron; of Turin');
  for (const name of ['Nobody', 'Bo']) {
    await session.getByRole('button', { name: 'Add a speaker' }).press('Enter');
    await page.keyboard.type(name);
  }
  await session.getByRole('button', { name: 'Remove speaker 2' }).press('Enter');
  await expect(speaker(2)).toBeFocused();
  await expect(speaker(2)).toHaveValue('Bo');
  await page.getByLabel('On this site').check();
  await addRow(page, 'Add a question', 'Question 1', {
    Question: 'Which meal?',
    'Kind of answer': 'choice',
    'Choice 1': 'Fish',
  });
  const question = page.getByRole('listitem', { name: 'Question 1' });
  await press(page, 'Save');
  await expect(question.getByRole('group', { name: 'Choices' })).toHaveAccessibleDescription(
    /at least two choices/,
  );
  await expect(speaker(1)).toHaveValue('Ada Byron; of Turin');
  await question.getByRole('button', { name: 'Add a choice' }).press('Enter');
  await page.keyboard.type('Soup');
  await pressUntilTold(page, 'Save', 'The event is saved.');

  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const values = (name: string) =>
    plain
      .locator(`[name="${name}"]`)
      .evaluateAll((inputs) =>
        inputs.map((one) => (one instanceof HTMLInputElement ? one.value : '')),
      );
  await plain.goto(page.url());
  expect(await values('sessions.0.speakers')).toEqual(['Ada Byron; of Turin', 'Bo', '', '']);
  await plain.getByLabel('Speaker 1', { exact: true }).first().fill('');
  await plain.getByLabel('Speaker 3', { exact: true }).first().fill('Cy');
  await press(plain, 'Save');
  expect(await values('sessions.0.speakers')).toEqual(['Bo', 'Cy', '', '']);
  expect(await values('questions.0.options')).toEqual(['Fish', 'Soup', '', '']);
});

test('an event is not scheduled without a time, which is said at the field', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  const day = `${new Date().getFullYear() + 1}-03-04`;
  const event = { title: 'To be scheduled', summary: 'When it becomes public.', text: 'A text.' };
  await beginEvent(page, { ...event, day });
  await press(page, 'Save');
  await expect(page.getByRole('heading', { level: 1, name: 'To be scheduled' })).toBeVisible();
  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(page.url());
  for (const each of [page, plain]) {
    await press(each, 'Schedule');
    const summary = each.getByRole('group', { name: 'What to correct' });
    const moment = field(each, 'Publish at (Brussels time)');
    await expect(moment).toHaveAccessibleDescription(/Fill in/);
    await summary.getByRole('link').click();
    await expect(moment).toBeFocused();
  }
});

/** Of an event: a title missing, an end before its beginning, a session outside it, an address that is taken. */
async function sendWrongEvent(page: Page): Promise<void> {
  const year = new Date().getFullYear() + 1;
  const cell = (name: string) => page.locator(`[name="sessions.0.${name}"]`);
  await field(page, 'Summary').fill('Kept when it is refused.');
  await field(page, 'Page address').fill('annual-conference-2027');
  await field(page, 'Begins').first().fill(`${year}-03-04T09:00`);
  await field(page, 'Ends').first().fill(`${year}-03-04T08:00`);
  await cell('startsAt').fill(`${year}-03-01T09:00`);
  await cell('endsAt').fill(`${year}-03-01T10:00`);
  await cell('title').fill('Too early');
  await press(page, 'Save');
  const summary = page.getByRole('group', { name: 'What to correct' });
  await expect(summary.getByRole('link', { name: '“Title”' })).toBeVisible();
  await expect(page.locator('[name="endsAt"]')).toHaveAccessibleDescription(/after the beginning/);
  await expect(page.getByRole('listitem', { name: 'Session 1' })).toContainText('within the event');
  await expect(field(page, 'Summary')).toHaveValue('Kept when it is refused.');
  await summary.getByRole('link', { name: /Another event has this address/ }).click();
  await expect(field(page, 'Page address')).toBeFocused();
  await goBySections(page);
}

/** The index counts what is wrong in each section, and the next Tab after a link goes on from there. */
async function goBySections(page: Page): Promise<void> {
  const index = page.getByRole('navigation', { name: 'On this page' });
  const entry = (name: string) =>
    index.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(entry('The event')).toContainText('3 errors');
  await expect(entry('When')).toContainText(/\d errors?/);
  await expect(entry('Registration')).not.toContainText('error');
  await index.getByRole('link', { name: 'Registration' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const registration = page.getByRole('region', { name: 'Registration', exact: true });
  await expect(registration.getByRole('radio', { name: 'None' })).toBeFocused();
}

test('of an event, wrong times and a taken address are said with all that is missing', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto('/administration/events/new');
  await sendWrongEvent(plain);
});

/** Forms beside the large editors: where, what is pressed with nothing filled in, and what is said of which field. */
const smallForms = [
  ['/administration/users', 'Save view', 'View name', 'Fill in “View name”.'],
  ['/administration/users', 'Download', 'Reason', 'Fill in “Reason”.'],
  ['/administration/audit', 'Export', 'What it is needed for', 'Fill in “What it is needed for”.'],
  ['/administration/association', 'Use this logo', 'Image file', 'Choose a file.'],
  ['/administration/applications/first', 'Add the note', 'New note', 'Fill in “New note”.'],
  [
    '/administration/applications/first',
    'Verified by me today',
    'How it was verified',
    'Fill in “How it was verified”.',
  ],
  ['/administration/events/first', 'Attach the file', /^File \(PDF/, 'Choose a file.'],
  ['/administration/events/first', /the image$/, /^Image \(JPEG/, 'Choose a file.'],
  ['/administration/events/first/registrations', 'Download CSV', 'Reason', 'Fill in “Reason”.'],
  [
    '/administration/events/first/registrations',
    'Add',
    'E-mail address',
    'Enter an e-mail address, such as name@court.example.',
  ],
] as const;

test('a small form says what is missing at its field, in the words of the site', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  const firstOf = async (list: string): Promise<string> => {
    await visit(page, list);
    const links = page.getByRole('rowheader').getByRole('link');
    return (await links.first().getAttribute('href')) ?? '';
  };
  const places = {
    applications: await firstOf('/administration/applications?state=under-review'),
    events: await firstOf('/administration/events?state=published'),
  };
  for (const [path, button, name, message] of smallForms) {
    const address = path
      .replace('/administration/applications/first', places.applications)
      .replace('/administration/events/first', places.events);
    await visit(page, address);
    // Folded ones are unfolded, as a reader does first.
    await page.evaluate(() =>
      document.querySelectorAll('main details').forEach((one) => one.setAttribute('open', '')),
    );
    const form = page
      .locator('main form')
      .filter({ has: page.getByRole('button', { name: button, exact: true }) })
      .filter({ has: page.getByLabel(name, { exact: true }) });
    const needed = form.getByLabel(name, { exact: true });
    if ((await needed.getAttribute('type')) !== 'file') await needed.fill('');
    await form.getByRole('button', { name: button, exact: true }).click();
    await expect(needed, path).toHaveAccessibleDescription(new RegExp(message));
    await expect(form.getByRole('group', { name: 'What to correct' }), path).toBeFocused();
  }
});

test('what is sent after it was refused is not called wrong any longer', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/audit');
  await press(page, 'Export');
  const reason = page.getByLabel('What it is needed for');
  await expect(reason).toHaveAccessibleDescription(/Fill in/);
  await reason.fill('Asked by the board');
  const download = page.waitForEvent('download');
  await press(page, 'Export');
  await download;
  await expect(reason).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('group', { name: 'What to correct' })).toHaveCount(0);
});

/** Forms with a file: where, what the field is called, how it is sent, and from how much on it is refused. */
const fileForms = [
  ['/administration/events/first', /^File \(PDF/, 'Attach the file', 25],
  ['/administration/events/first', /^Image \(JPEG/, /the image$/, 25],
  ['/administration/association', 'Image file', 'Use this logo', 25],
  ['/administration/decisions/import', 'File', 'Check file', 10],
  ['/administration/subscriptions', 'Files', 'Read', 25],
] as const;

test('a file that the server would not read is refused before it is sent', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/events?state=published');
  const event = page.getByRole('rowheader').getByRole('link').first();
  const events = (await event.getAttribute('href')) ?? '';
  for (const [path, label, button, megabytes] of fileForms) {
    await visit(page, path.replace('/administration/events/first', events));
    const field = page.getByLabel(label, { exact: true });
    const buffer = Buffer.alloc(megabytes * 1_000_000 + 1);
    await field.setInputFiles({ name: 'large', mimeType: 'application/octet-stream', buffer });
    await page.locator('main').getByRole('button', { name: button, exact: true }).click();
    await expect(field, path).toHaveAccessibleDescription(
      new RegExp(`Choose a file of at most ${megabytes}\\sMB`),
    );
  }
});
