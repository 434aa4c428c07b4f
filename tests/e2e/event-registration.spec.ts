import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { type Account, emailOf, sessionOf, siteOrigin } from './steps/accounts';
import { checkState, noViolations } from './steps/axe';
import { expect, giveSession, test, toast, visit } from './steps/fixtures';

type Mail = { text: string; calendar: string };

/** The newest mail with this subject to a person, as the developer reads it in the outbox. */
async function mailTo(developer: Page, account: Account, subject: string): Promise<Mail> {
  const row = developer.getByRole('row', { name: emailOf(account) }).filter({ hasText: subject });
  // Mails are delivered to the outbox by a background job.
  await expect(async () => {
    await developer.goto(`/administration/outbox?search=${emailOf(account)}`);
    await expect(row.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await row.first().getByRole('link').click();
  await developer.getByRole('navigation', { name: 'You are here' }).waitFor();
  const text = await developer.getByRole('main').innerText();
  const calendar = (await developer.locator('pre').textContent()) ?? '';
  return { text, calendar };
}

const linkIn = ({ text }: Mail) => /\/registration\/[0-9a-f]{64}/.exec(text)?.[0] ?? '';

/** What an independent reader finds in the calendar of a mail. */
function eventIn({ calendar }: Mail) {
  const read = new ICAL.Component(ICAL.parse(calendar));
  const [part] = read.getAllSubcomponents('vevent');
  if (!part) throw new Error('no event in the mail');
  const status = part.getFirstPropertyValue('status');
  return { method: read.getFirstPropertyValue('method'), status, event: new ICAL.Event(part) };
}

/** The last one of next year's March: the clocks of Vienna are put forward then. */
const sunday = (() => {
  const day = new Date(Date.UTC(new Date().getFullYear() + 1, 2, 31));
  day.setUTCDate(31 - day.getUTCDay());
  return day.toISOString().slice(0, 10);
})();

/** The administrator writes and publishes an event in Vienna with two places. @returns its path */
async function publishEvent(admin: Page, title: string): Promise<string> {
  await visit(admin, '/administration/events/new');
  await admin.getByLabel('Title', { exact: true }).fill(title);
  await admin.getByLabel('Summary').fill('How courts weigh log files.');
  await admin.getByRole('textbox', { name: 'Text' }).fill('Two hours, one case.');
  await admin.getByLabel('Begins').fill(`${sunday}T02:30`);
  await admin.getByLabel('Ends').fill(`${sunday}T12:00`);
  await admin.getByLabel('Time zone').fill('Europe/Vienna');
  await admin.getByLabel('Town').fill('Vienna');
  await admin.getByRole('radio', { name: 'On this site' }).check();
  await admin.getByLabel('Places on site').fill('2');
  await admin.getByRole('radio', { name: 'Participants' }).check();
  await admin.getByRole('button', { name: 'Save' }).click();
  // The clock is put forward at that hour.
  await expect(admin.getByLabel('Begins')).toHaveAccessibleDescription(/does not exist/);
  await expect(admin.getByRole('group', { name: 'What to correct' })).toContainText(
    'This time does not exist',
  );
  await expect(admin.getByLabel('Summary')).toHaveValue('How courts weigh log files.');
  await admin.getByLabel('Begins').fill(`${sunday}T09:30`);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'The event is saved.')).toBeVisible();
  await admin.getByRole('button', { name: 'Publish now' }).click();
  await expect(toast(admin, 'The event is published.')).toBeVisible();
  const path = await admin.getByRole('link', { name: 'See the page' }).getAttribute('href');
  return path ?? '';
}

/** The administrator changes the event that this list of registrations belongs to. */
async function changeEvent(
  admin: Page,
  list: string,
  change: (form: Page) => Promise<void>,
): Promise<void> {
  await visit(admin, list.replace(/\/registrations$/, ''));
  await change(admin);
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'The event is saved.')).toBeVisible();
}

async function fillIn(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: 'Register', exact: true }).waitFor();
}

/**
 * The administrator changes the place without scripts: the page says how many people get an e-mail,
 * and what was typed of the reason survives a refusal.
 */
async function moveToAnotherHall(
  plain: Page,
  editor: string,
  enter: (page: Page, account: Account) => Promise<void>,
): Promise<void> {
  await enter(plain, 'admin');
  await plain.goto(editor);
  const part = plain.getByRole('region', { name: 'This version' });
  await expect(part).toContainText('4 people get an e-mail if the title, the time, the place');
  const reason = part.getByLabel('Reason for the change');
  await reason.fill('The first hall is flooded & closed.');
  await plain.getByLabel('Venue').fill('Hall of the other court');
  await plain.getByLabel('Ends').first().fill(`${sunday}T08:00`);
  await plain.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(plain.getByLabel('Ends').first()).toHaveAttribute('aria-invalid', 'true');
  await expect(reason).toHaveValue('The first hall is flooded & closed.');
  await plain.getByLabel('Ends').first().fill(`${sunday}T12:00`);
  await plain.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(plain.locator('noscript [role="status"]')).toHaveText('The event is saved.');
  await plain.getByText(/^Cancel “Logs as evidence/).click();
  await expect(plain.getByText('4 people get an e-mail that says so.')).toBeVisible();
}

/** Two people press the button at the same moment, each in a browser of their own. */
async function registerTogether(pages: readonly Page[]): Promise<void> {
  await Promise.all(
    pages.map((page) => page.getByRole('button', { name: 'Register', exact: true }).click()),
  );
  for (const page of pages) {
    await expect(page.getByRole('heading', { name: 'Your registration' })).toBeVisible();
  }
}

test('two places, four members: two come, two wait, one gives up and the first moves up', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|404) /);
  const [one, two, secretariat] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const enter = async (page: Page, account: Account) => {
    // A page that is open would notice that somebody else is signed in, and load again.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await giveSession(page.context(), await sessionOf(account));
  };
  await enter(secretariat, 'admin');
  const path = await publishEvent(secretariat, `Logs as evidence ${Date.now()}`);

  await enter(one, 'member');
  await enter(two, 'member2');
  await Promise.all([fillIn(one, path), fillIn(two, path)]);
  await one.getByLabel(/may see my name/).check();
  await registerTogether([one, two]);
  for (const page of [one, two])
    await expect(page.getByText('You have a place.', { exact: true })).toBeVisible();

  await enter(one, 'admin');
  await enter(two, 'dev');
  await Promise.all([fillIn(one, path), fillIn(two, path)]);
  await one.getByLabel(/may see my name/).check();
  await two.getByLabel(/may see my name/).check();
  await registerTogether([one, two]);
  const places = await Promise.all(
    [one, two].map(
      async (page) =>
        /number (\d) on the waiting list/.exec(await page.getByRole('main').innerText())?.[1],
    ),
  );
  expect(new Set(places)).toEqual(new Set(['1', '2']));
  await noViolations(one);
  const [first, second] =
    places[0] === '1' ? (['admin', 'dev'] as const) : (['dev', 'admin'] as const);

  await enter(secretariat, 'dev');
  const confirmed = await mailTo(secretariat, 'member2', 'your registration is confirmed');
  const waiting = await mailTo(secretariat, first, 'you are on the waiting list');
  expect(eventIn(confirmed)).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED' });
  expect(eventIn(confirmed).event.startDate.toString()).toBe(`${sunday}T09:30:00`);
  expect(eventIn(waiting).status).toBe('TENTATIVE');

  // What a mail gateway does with every link changes nothing.
  const robot = await fetch(`${siteOrigin()}${linkIn(confirmed)}`);
  const page = await robot.text();
  expect(page).toContain('You have a place.');
  for (const mail of [confirmed, waiting]) {
    for (const method of [
      'GET',
      'HEAD',
      'GET',
      'HEAD',
      'GET',
      'HEAD',
      'GET',
      'HEAD',
      'GET',
      'HEAD',
    ]) {
      const answer = await fetch(`${siteOrigin()}${linkIn(mail)}`, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  }

  // member2 gives up by the link of the mail, without a session.
  const phone = await openBrowser({ javaScriptEnabled: false });
  await phone.goto(linkIn(confirmed));
  await expect(phone.getByText('You have a place.', { exact: true })).toBeVisible();
  await phone.getByText('Withdraw my registration').click();
  await phone.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(phone.getByText('Your registration has been withdrawn.')).toBeVisible();

  const moved = await mailTo(secretariat, first, 'you have a place');
  const cancelled = await mailTo(secretariat, 'member2', 'a registration was withdrawn');
  expect(eventIn(moved)).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED' });
  expect(eventIn(moved).event.sequence).toBeGreaterThan(eventIn(waiting).event.sequence);
  expect(eventIn(moved).event.uid).toBe(eventIn(waiting).event.uid);
  expect(eventIn(cancelled)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' });

  // The list is for participants and names those who agreed: member and the one who moved up.
  await enter(one, 'member');
  await visit(one, path);
  await one.getByRole('link', { name: 'List of participants' }).click();
  const names = { admin: 'Ada Exemple', dev: 'Devi Exemple' };
  await expect(one.getByRole('main').getByRole('listitem')).toHaveText([/Exemple/, /Exemple/]);
  await expect(one.getByRole('main')).toContainText('Mara Exemple');
  await expect(one.getByRole('main')).toContainText(names[first]);
  await noViolations(one);
  await enter(two, second);
  expect((await two.goto(`${path}/participants`))?.status()).toBe(404);

  // The person who is now first withdraws the other's place in the administration.
  await enter(secretariat, 'admin');
  await visit(secretariat, '/administration/events?search=evidence');
  await secretariat
    .getByRole('row', { name: /Logs as evidence/ })
    .getByRole('link')
    .last()
    .click();
  await expect(secretariat.getByRole('row', { name: emailOf('member2') })).toContainText(
    'Withdrawn',
  );
  await expect(secretariat.getByRole('row', { name: emailOf(first) })).toContainText('Confirmed');
  await expect(secretariat.getByRole('row', { name: emailOf(second) })).toContainText(
    'Waiting list',
  );
  await noViolations(secretariat);

  // With approval, whoever comes again waits for the secretariat; once it is over, there is a proof.
  const list = new URL(secretariat.url()).pathname;
  await changeEvent(secretariat, list, (form) =>
    form.getByLabel('approves each registration').check(),
  );
  await enter(two, 'member2');
  await fillIn(two, path);
  await registerTogether([two]);
  await expect(two.getByText('To be approved', { exact: true })).toBeVisible();
  await checkState(two, 'a registration to be approved');
  await moveToAnotherHall(phone, list.replace(/\/registrations$/, ''), enter);
  await enter(secretariat, 'dev');
  const changed = await mailTo(secretariat, 'member', 'an event has changed');
  expect(changed.text).toContain('Hall of the other court, Vienna');
  expect(changed.text).toContain('The first hall is flooded & closed.');
  await enter(secretariat, 'admin');
  await changeEvent(secretariat, list, async (form) => {
    await form.getByLabel('Begins').fill('2026-03-28T09:30');
    await form.getByLabel('Ends').fill('2026-03-28T12:00');
    await form.getByLabel('Small correction').check();
  });
  await visit(secretariat, list);
  await secretariat.getByLabel('Select Mara Exemple').check();
  await secretariat.getByLabel('With the selected people').selectOption('Mark as attended');
  await secretariat.getByRole('button', { name: 'Apply to selected' }).click();
  await expect(toast(secretariat, '1 person marked as attended.')).toBeVisible();
  await enter(one, 'member');
  await visit(one, `${path}/registration`);
  await checkState(one, 'a registration of someone who was there');
  await one.getByRole('link', { name: 'Certificate of attendance' }).click();
  await expect(one.getByText('Mara Exemple')).toBeVisible();
  await checkState(one, 'a certificate');
  // On paper it is a letter of the association: one sheet, light, without the head of the site.
  await one.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await one.emulateMedia({ media: 'print' });
  await expect(one.getByRole('banner')).toBeHidden();
  await expect(one.getByRole('article').getByText('Rue de l’Exemple 1')).toBeVisible();
  await expect(one.locator('html')).toHaveCSS('color-scheme', 'light');
  const paper = await one.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('public events as a calendar to subscribe to, and one by one', async () => {
  const address = `${siteOrigin()}/events/calendar.ics`;
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await answer.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  const conference = events.find(({ summary }) => summary.startsWith('Annual conference 2027'));
  expect(conference?.startDate.toString()).toBe('2027-05-20T09:00:00');
  expect(conference?.startDate.zone.tzid).toBe('Europe/Vienna');
  expect(text).not.toMatch(/General assembly 2027|join\.example/);
  const mark = answer.headers.get('etag') ?? '';
  const again = await fetch(address, { headers: { 'If-None-Match': mark } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');

  const own = await fetch(`${siteOrigin()}/events/annual-conference-2027/calendar`);
  const [one] = new ICAL.Component(ICAL.parse(await own.text())).getAllSubcomponents('vevent');
  expect(one?.getFirstPropertyValue('uid')).toBe(conference?.uid);
  const hidden = await fetch(`${siteOrigin()}/events/general-assembly-2027/calendar`);
  expect(hidden.status).toBe(404);
});
