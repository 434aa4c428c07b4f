import { outline } from '../support/site/outline';
import { checkState } from './steps/axe';
import { goTo, press } from './steps/by-keyboard';
import { expect, signInAtLogin, test, toast, visit } from './steps/fixtures';
import { commentOn, editorOf, makeCategory } from './steps/forum-steps';

test('a discussion without a mouse, from the first topic to the removal of a comment', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const title = `Without a mouse ${Date.now()}`;

  const category = `/forum/${await makeCategory()}`;

  await visit(page, '/forum');
  await press(page, page.locator(`main a[href="${category}"]`));
  await expect(page).toHaveURL(category);
  await press(page, link('New topic'));
  await expect(button('Bold')).toBeVisible();
  await goTo(page, page.getByLabel('Title'));
  await page.keyboard.type(title);
  await goTo(page, page.getByLabel('Tag 1'));
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tag 2', { exact: true })).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Tag 1', { exact: true })).toBeFocused();
  const pending = page.getByLabel('This topic concerns a pending case');
  await press(page, pending, 'Space');
  await expect(page.getByText('Do not discuss pending cases')).toBeVisible();
  // With the tick it would not be opened.
  await page.keyboard.press('Space');
  await expect(pending).not.toBeChecked();

  // One stop for the toolbar, the arrow keys in it, and back to where one writes.
  const field = page.getByRole('textbox', { name: 'First comment' });
  await goTo(page, button('Bold'));
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Bold');
  await goTo(page, button('Bold'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type(' and plain');
  await page.keyboard.press('Enter');
  await goTo(page, button('Bold'), 'Shift+Tab');
  await page.keyboard.press('End');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(button('Bullet list')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('An item');
  const written = async () =>
    outline(JSON.parse(await page.locator('input[name="body"]').inputValue()));
  await expect.poll(written).toEqual(['<b>Bold</b> and plain', '- An item']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await press(page, button('Open the topic'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(commentOn(page, 1).locator('strong')).toHaveText('Bold');
  await expect(commentOn(page, 1).getByRole('listitem')).toHaveText('An item');
  const topic = new URL(page.url()).pathname;

  // A reply with a mention, found by the first letters of the name.
  await press(page, commentOn(page, 1).getByRole('link', { name: /^Reply/ }));
  await expect(page.getByText('In reply to #1 by')).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('What says ');
  await goTo(page, page.getByLabel('Mention a member'));
  await page.keyboard.type('Miro');
  await expect(page.locator('datalist option')).not.toHaveCount(0);
  const name = (await page.locator('datalist option').first().getAttribute('value')) ?? '';
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toBeFocused();
  await expect(editorOf(page)).toContainText(`@${name}`);
  await page.keyboard.type('to that?');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await press(page, button('Post the comment'));
  await expect(commentOn(page, 2)).toContainText(`What says @${name} to that?`);

  // A quotation.
  await press(page, commentOn(page, 2).getByRole('link', { name: /^Quote/ }));
  await expect(page.getByText('In reply to #2 by')).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('As I said');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await press(page, button('Post the comment'));
  await expect(commentOn(page, 3).getByRole('blockquote')).toContainText('What says');

  // A change of it, with the history that remains.
  await press(page, commentOn(page, 3).getByRole('link', { name: /^Edit/ }));
  await expect(button('Bold')).toBeVisible();
  await checkState(page, 'a comment that is edited');
  await goTo(page, editorOf(page));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' before');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await press(page, button('Save the comment'));
  await expect(commentOn(page, 3)).toContainText('As I said before');
  await press(page, commentOn(page, 3).getByRole('link', { name: 'edited' }));
  await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible();
  await checkState(page, 'what a comment said before');
  await press(page, link(title));

  // Following it, and its print.
  await goTo(page, page.getByLabel('E-mail me about new comments'));
  // One's own topic is followed already.
  await expect(page.getByLabel('E-mail me about new comments')).toHaveValue('at-once');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('E-mail me about new comments')).toHaveValue('daily');
  await press(page, button('Save'));
  await expect(toast(page, 'Saved.')).toBeVisible();
  await press(page, link('Print view'));
  await expect(page).toHaveURL(`${topic}/print`);
  await expect(page.getByRole('article', { name: 'Comment 3' })).toContainText('As I said before');
  await press(page, link('Back to the topic'));

  // The removal of one's own comment, which asks first.
  await press(page, commentOn(page, 3).getByRole('link', { name: /^Edit/ }));
  await goTo(page, page.locator('summary', { hasText: 'Remove this comment' }));
  await page.keyboard.press('Enter');
  await press(page, button('Remove the comment'));
  await expect(commentOn(page, 3)).toContainText('removed by its author');

  // It is among one's own topics, and by its tag.
  await visit(page, '/forum?list=own');
  await expect(link(title)).toBeVisible();
  await checkState(page, 'one’s own topics');
  await press(page, link('#keyboard').first());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('keyboard');
  await expect(link(title)).toBeVisible();
});

test('what rarely opens on these pages can be read by everybody', async ({
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  const admin = await openBrowser();
  await signInAtLogin(admin, 'admin');
  await visit(admin, '/administration/forum');
  await admin.getByRole('link', { name: 'Practice', exact: false }).first().click();
  await expect(admin.getByLabel('Name')).toBeVisible();
  await admin.locator('summary', { hasText: 'Delete the category' }).click();
  await checkState(admin, 'a category that is changed');

  // A draft that another tab has written on.
  await signInAtLogin(page, 'member2');
  const address = `/forum/new?category=${await makeCategory()}`;
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await visit(tab, address);
    await expect(tab.getByRole('button', { name: 'Bold' })).toBeVisible();
  }
  for (const tab of [other, page]) {
    await tab.getByRole('textbox', { name: 'First comment' }).click();
    await tab.keyboard.type('Written in one of two tabs');
    if (tab === other) await expect(tab.getByText('Draft saved')).toBeVisible();
  }
  await expect(page.getByRole('alert')).toContainText('changed in another tab');
  await checkState(page, 'a draft in conflict');
  await page.getByLabel('Title').fill('Written twice');
  await page.getByRole('button', { name: 'Open the topic' }).press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('button', { name: 'Keep what is written here' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await other.close();

  await page.getByRole('textbox', { name: 'First comment' }).click();
  await page.context().clearCookies({ name: /^__Host-session/ });
  // At once: the page notices by itself that the session has ended, and asks over the editor.
  await page.keyboard.insertText(', and more');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await checkState(page, 'the dialog to sign in again');
});
