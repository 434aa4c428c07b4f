import type { Page } from '@playwright/test';
import { sessionOf } from './steps/accounts';
import { expect, giveSession, test, visit } from './steps/fixtures';

const conference = '/events/annual-conference-2027';
const assembly = '/events/general-assembly-2027';

/** Where the entries of a section lead, and their days as YYYY-MM-DD. */
async function entriesOf(page: Page, section: string) {
  const items = page.getByRole('region', { name: section }).getByRole('listitem');
  return items.evaluateAll((elements) =>
    elements.map((element) => ({
      href: element.querySelector('a')?.getAttribute('href') ?? '',
      day: element.querySelector('time')?.getAttribute('datetime')?.slice(0, 10) ?? '',
    })),
  );
}

test('the overview parts what is coming from what has been', async ({ page }) => {
  await page.goto('/events');
  await expect(page).toHaveURL('/events/overview');
  const upcoming = (await entriesOf(page, 'Upcoming events')).map(({ day }) => day);
  const past = (await entriesOf(page, 'Past events')).map(({ day }) => day);
  expect(upcoming.length + past.length).toBeGreaterThanOrEqual(14);
  expect(upcoming).toEqual(upcoming.toSorted());
  expect(past).toEqual(past.toSorted().toReversed());
  const days = (count: number) =>
    new Date(Date.now() + count * 24 * 3_600_000).toISOString().slice(0, 10);
  // An event of several days is upcoming until it is over.
  expect(upcoming.filter((day) => day < days(-3))).toEqual([]);
  expect(past.filter((day) => day > days(1))).toEqual([]);
});

test('an event for members is there for members only', async ({
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 404 /);
  const hrefs = async (reader: Page) => {
    await reader.goto('/events/overview');
    const both = [
      ...(await entriesOf(reader, 'Upcoming events')),
      ...(await entriesOf(reader, 'Past events')),
    ];
    return both.map(({ href }) => href);
  };
  const seenByVisitor = await hrefs(page);
  expect(seenByVisitor).toContain(conference);
  expect(seenByVisitor).not.toContain(assembly);
  expect((await page.goto(assembly))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');

  const member = await openBrowser();
  await giveSession(member.context(), await sessionOf('member'));
  expect(await hrefs(member)).toContain(assembly);
  expect((await member.goto(assembly))?.status()).toBe(200);
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('General assembly 2027');
  await expect(member.getByText('For members')).toBeVisible();
});

test('an event tells when, where and what, in its own time', async ({ page }) => {
  await visit(page, conference);
  const facts = page.getByRole('main');
  await expect(facts).toContainText('Thursday, 20 May 2027, 09:00');
  await expect(facts).toContainText('Friday, 21 May 2027, 16:30');
  await expect(facts).toContainText('All times are in Vienna time (CEST)');
  await expect(facts).toContainText('Vienna, Austria');
  await expect(facts).toContainText('also online');
  await expect(facts).toContainText('Chatham House');
  await expect(
    page.getByRole('region', { name: 'Programme' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expect(facts, 'Brussels has the time of Vienna').not.toContainText('in your time zone');
});

test('on a phone each day of the programme is a tab, also without scripts', async ({
  openBrowser,
}) => {
  const viewport = { width: 375, height: 800 };
  const page = await openBrowser({ javaScriptEnabled: false, viewport });
  await page.goto(conference);
  const programme = page.getByRole('region', { name: 'Programme' });
  const days = programme.getByRole('heading', { level: 3 });
  await expect(days).toHaveText(['Thursday, 20 May 2027', 'Friday, 21 May 2027']);
  await programme.getByRole('link', { name: '21 May 2027' }).click();
  await expect(days).toHaveText(['Friday, 21 May 2027']);
  await programme.getByRole('link', { name: 'All days' }).click();
  await expect(days).toHaveCount(2);
});

test('whoever is elsewhere sees the own time beside it', async ({ openBrowser }) => {
  const page = await openBrowser({ timezoneId: 'America/New_York' });
  await visit(page, conference);
  await expect(page.getByText(/in your time zone it begins on 20 May 2027.* 03:00/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Thursday, 20 May 2027, 09:00');
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text.indexOf('Europe/Vienna'), 'the event’s own zone comes first').toBeLessThan(
    text.indexOf('in your time zone'),
  );
});

test('a day that differs is told as well', async ({ openBrowser }) => {
  const page = await openBrowser({ timezoneId: 'Pacific/Auckland' });
  await visit(page, '/events/webinar-anonymising-judgments');
  await expect(page.getByRole('main')).toContainText('Tuesday, 9 February 2027, 17:00');
  await expect(
    page.getByText(/in your time zone it begins on 10 February 2027.* 05:00/),
  ).toBeVisible();
});

test('the same in the winter time of both places', async ({ openBrowser }) => {
  const page = await openBrowser({ timezoneId: 'Europe/London' });
  await visit(page, '/events/seminar-lisbon-compensation');
  await expect(page.getByRole('main')).toContainText('09:30');
  await expect(page.getByText('in your time zone'), 'London has the time of Lisbon').toHaveCount(0);
});

test('a cancelled event says so, in the list and on its page', async ({ page }) => {
  await visit(page, '/events/overview');
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.locator('a[href="/events/seminar-valletta-public-registers"]') });
  await expect(entry.getByText('Cancelled')).toBeVisible();
  await entry.getByRole('link').click();
  const notice = page.getByRole('region', { name: 'This event has been cancelled' });
  await expect(notice).toContainText('The venue was closed for urgent repairs');
});
