import type { Page } from '@playwright/test';
import { demonstrationPassword } from './accounts';
import { expect, signInAtLogin, test, visit } from './fixtures';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });

/** Types a comment, waits until it is safe as a draft, and posts it. */
async function post(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.type(text);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible({
    timeout: 15_000,
  });
}

test('a discussion, a flag, a removal, an appeal and its reversal', async ({
  openBrowser,
  strayThings,
}) => {
  test.setTimeout(120_000);
  strayThings.expect(/Failed to load resource.* (401|403|409) /);
  const [member, author, admin, second] = [
    await openBrowser(),
    await openBrowser(),
    await openBrowser(),
    await openBrowser(),
  ];
  await signInAtLogin(member, 'member');
  await signInAtLogin(author, 'member2');
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(second, 'dev');

  await visit(member, '/forum/new?category=practice');
  await member.getByLabel('Title').fill('A topic of the browser test');
  await member.getByLabel('This topic concerns a pending case').check();
  await expect(member.getByText('do not name parties')).toBeVisible();
  await member.getByRole('textbox', { name: 'First comment' }).click();
  await member.keyboard.type('What do you think?');
  await expect(member.getByText('Draft saved')).toBeVisible();
  await member.getByRole('button', { name: 'Open the topic' }).click();
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('A topic of the browser test');
  const topic = new URL(member.url()).pathname;

  const words = 'This names a party of the case';
  await visit(author, topic);
  await post(author, words);
  const comment = (page: Page) => page.getByRole('article', { name: 'Comment 2' });
  await expect(comment(member)).toContainText(words);

  await comment(member).getByRole('link', { name: /^Flag/ }).click();
  await member.getByLabel('It is confidential or concerns a pending case').check();
  await member.getByLabel('Which words?').fill('names a party');
  await member.getByRole('button', { name: 'Send the flag' }).click();
  await expect(member.getByText('The administrators are looking at it.')).toBeVisible();

  await visit(admin, '/administration/flags');
  await admin.getByRole('link', { name: /A topic of the browser test/ }).click();
  await admin.getByLabel('Remove it').check();
  await admin.getByRole('button', { name: 'Send the decision' }).click();
  await expect(admin.getByText('Decided by Ada Exemple')).toBeVisible();
  await visit(member, topic);
  await expect(comment(member)).toContainText('removed by the administrators');
  await expect(member.getByText(words)).toHaveCount(0);

  await visit(author, '/forum/flags');
  await author.getByRole('link', { name: /A topic of the browser test: Remove it/ }).click();
  await author
    .getByLabel('Why should the decision be changed?')
    .fill('The name is public already.');
  await author.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(author.getByText('The appeal has not been decided yet.')).toBeVisible();

  const review = new URL(admin.url()).pathname;
  await visit(admin, review);
  await expect(admin.getByText('so another administrator decides')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Send the decision' })).toHaveCount(0);
  await visit(second, review);
  await second.getByLabel('The decision is reversed').check();
  await second.getByLabel('Facts').fill('The name had been published by the court.');
  await second.getByRole('button', { name: 'Send the decision' }).click();
  await expect(second.getByText('Closed', { exact: true })).toBeVisible();
  await visit(member, topic);
  await expect(comment(member)).toContainText(words);
});

test('what is typed while the editor arrives is all there, and so is the caret', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  const loaded = Promise.withResolvers<void>();
  await page.route(/rich-text-editor-.*[.]js/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto('/forum/new?category=practice');
  const field = page.getByRole('textbox', { name: 'First comment' });
  await field.click();
  const words = 'Words that are typed while the rest of the page is on its way. ';
  const typing = page.keyboard.type(words.repeat(3), { delay: 15 });
  setTimeout(loaded.resolve, 800);
  await typing;
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.keyboard.type('End.');
  await expect(field).toHaveText(`${words.repeat(3)}End.`);
  await expect(field).toBeFocused();
  await expect(page.getByText('Draft saved')).toBeVisible();
});

test('a session that ends while one writes loses nothing', async ({ page, strayThings }) => {
  test.setTimeout(60_000);
  strayThings.expect(/Failed to load resource/);
  await signInAtLogin(page, 'member');
  await visit(page, '/forum/association');
  await page
    .getByRole('link', { name: /^Example discussion/ })
    .first()
    .click();
  await expect(editorOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  // Read before, the page has nothing left to ask the server.
  await visit(page, new URL(page.url()).pathname);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.context().clearCookies();
  const text = 'Written after the session had ended';
  await editorOf(page).click();
  await page.keyboard.type(text);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password').fill(demonstrationPassword());
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
});
