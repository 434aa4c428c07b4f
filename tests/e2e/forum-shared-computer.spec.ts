import type { Page } from '@playwright/test';
import {
  expect,
  openUserMenu,
  signInAtLogin,
  storages,
  test,
  untilAlive,
  visit,
} from './steps/fixtures';
import { editorOf, makeCategory, openTopic } from './steps/forum-steps';

const words = 'Words that nobody else may read';

/** Opens a topic of one's own, in which nobody else writes. @returns its address */
async function goToOwnTopic(page: Page): Promise<string> {
  const topic = await openTopic(page.context(), { body: 'The first comment' });
  await visit(page, topic);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  return topic;
}

/** All that the tab and the browser keep, but for what says nothing about anybody. */
async function kept(page: Page): Promise<string> {
  return JSON.stringify(await storages(page));
}

test('on a shared computer the next person finds nothing of what the one before has written', async ({
  page,
}) => {
  await signInAtLogin(page, 'member');
  const topic = await goToOwnTopic(page);
  // The same in a second tab, with a passage to quote.
  const second = await page.context().newPage();
  await visit(second, `/forum/new?category=${await makeCategory()}`);
  await expect(second.getByRole('button', { name: 'Bold' })).toBeVisible();
  await second.getByRole('textbox', { name: 'First comment' }).click();
  await second.keyboard.type(words);
  await expect(second.getByText('Draft saved')).toBeVisible();
  await expect.poll(() => kept(second)).toContain(words);

  // Signed out at once after the last letter: it is saved first, and gone from the browser then.
  await editorOf(page).click();
  await page.keyboard.type(words);
  await expect.poll(() => kept(page)).toContain(words);
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/login');
    await untilAlive(tab);
    await expect.poll(() => kept(tab)).not.toMatch(new RegExp(`${words}|draft|quote|@|signed-in`));
  }
  await second.close();

  await signInAtLogin(page, 'member2');
  await visit(page, topic);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await expect(editorOf(page)).toHaveText('');
  expect(await page.content()).not.toContain(words);
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');

  await signInAtLogin(page, 'member');
  await visit(page, topic);
  await expect(editorOf(page)).toHaveText(words);
});

test('a session that only ran out leaves the words to their writer, not to someone else', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  await signInAtLogin(page, 'member');
  // It would tell that the topic is new, and the page look at it just when the session ends.
  await page.route(/\/live$/, (route) => route.fulfill({ status: 204 }));
  await visit(page, await goToOwnTopic(page));
  await editorOf(page).click();
  await page.context().clearCookies({ name: /^__Host-session/ });
  // At once: the page notices by itself that the session has ended, and asks over the editor.
  await page.keyboard.insertText(words);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expect.poll(() => kept(page)).toContain(words);
  // Someone else signs in, and looks at no page on which one writes.
  await signInAtLogin(page, 'member2');
  await expect.poll(() => kept(page)).not.toContain(words);
});

test('who cannot be saved is asked before signing out', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource|net::ERR/);
  await signInAtLogin(page, 'member');
  await goToOwnTopic(page);
  await page.route('**/forum/drafts/save', (route) => route.abort());
  await editorOf(page).click();
  await page.keyboard.type(words);
  const asked = page.waitForEvent('dialog');
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true });
  const dialog = await asked;
  expect(dialog.message()).toContain('could not be saved');
  await dialog.dismiss();
  await expect(editorOf(page)).toHaveText(words);
  await page.unroute('**/forum/drafts/save');
  await expect(page.getByText('Draft saved')).toBeVisible();
});
