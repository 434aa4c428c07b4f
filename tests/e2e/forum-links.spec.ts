import type { Page } from '@playwright/test';
import { sessionOf } from './steps/accounts';
import { disclosure, expect, giveSession, test, visit } from './steps/fixtures';
import { commentOn, openTopic } from './steps/forum-steps';

test('a link in a comment leads to its page, and to a file as a download', async ({ page }) => {
  await giveSession(page.context(), await sessionOf('member'));
  const linked = (text: string, href: string) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }],
  });
  const content = [linked('The calendar', '/events/calendar.ics'), linked('The news', '/news')];
  const body = JSON.stringify({ type: 'doc', content });
  const topic = await openTopic(page.context(), { body, bodyFormat: 'json' });
  await visit(page, topic);
  const link = (name: string) => commentOn(page, 1).getByRole('link', { name });

  const download = page.waitForEvent('download');
  await link('The calendar').click();
  expect((await download).suggestedFilename()).toBe('calendar.ics');
  await expect(page).toHaveURL(topic);

  // A page is shown without being loaded as a whole.
  await page.evaluate(() => {
    document.body.dataset['before'] = 'yes';
  });
  await link('The news').click();
  await expect(page).toHaveURL('/news');
  await expect(page.locator('body')).toHaveAttribute('data-before', 'yes');
});

test('links that someone else saves meanwhile are shown, and not replaced unseen', async ({
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 4(00|09) /);
  await giveSession(page.context(), await sessionOf('member'));
  const topic = await openTopic(page.context(), { body: 'A topic with links' });
  const admin = await openBrowser();
  await giveSession(admin.context(), await sessionOf('admin'));
  const open = async (one: Page) => {
    await visit(one, topic);
    await disclosure(one, 'Link documents or events').click();
  };
  const list = (one: Page) => one.getByRole('textbox', { name: 'Documents and events' });
  const save = (one: Page) => one.getByRole('button', { name: 'Save the links' }).click();
  const events = await visitAndRead(admin);
  await open(page);
  await list(page).fill('/events/nothing-of-this-name');
  await save(page);
  await expect(page.getByText(/leads to no document and no event/).first()).toBeVisible();
  await open(admin);
  await list(admin).fill(events[0]);
  await save(admin);
  await expect(admin.getByRole('navigation', { name: 'Documents and events' })).toBeVisible();

  // The page hears of it; what is typed stays, and is not taken for the answer to it.
  await expect(page.getByRole('navigation', { name: 'Documents and events' })).toBeVisible();
  await expect(list(page)).toHaveValue('/events/nothing-of-this-name');
  await list(page).fill(events[1]);
  await save(page);
  await expect(
    page.getByText(/The links have been changed since you opened/).first(),
  ).toBeVisible();
  await expect(list(page)).toHaveValue(events[1]);
  await list(page).fill(events.join('\n'));
  await save(page);
  const links = page.getByRole('navigation', { name: 'Documents and events' }).getByRole('link');
  await expect(links).toHaveCount(2);
  // Once more, right after the own saving.
  await disclosure(page, 'Link documents or events').click();
  await list(page).fill(events[1]);
  await save(page);
  await expect(links).toHaveCount(1);

  // Saved without a change, too: what comes after it is not taken for the answer.
  const saved = page.waitForResponse((one) => one.request().method() === 'POST');
  await save(page);
  await saved;
  await expect(page.getByRole('button', { name: 'Save the links' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  );
  await page.waitForLoadState('networkidle');
  await list(page).fill('/events/typed-meanwhile');
  await open(admin);
  await list(admin).fill(events[0]);
  await save(admin);
  await expect(links).toHaveAttribute('href', events[0]);
  await expect(list(page)).toHaveValue('/events/typed-meanwhile');
});

/** The addresses of two events. */
async function visitAndRead(page: Page): Promise<[string, string]> {
  await visit(page, '/events/overview');
  const found = await page
    .locator('main a[href^="/events/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  const [first = '', second = ''] = [...new Set(found)].filter(
    (one) => /^\/events\/[\w-]+$/.test(one) && !/overview|calendar/.test(one),
  );
  return [first, second];
}
