import { sessionOf } from './steps/accounts';
import { expect, giveSession, test, visit } from './steps/fixtures';
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
