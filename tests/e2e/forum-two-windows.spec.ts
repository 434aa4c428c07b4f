import { expect, signInAtLogin, test, visit } from './steps/fixtures';
import { editorOf, firstCommentOf, openTopic } from './steps/forum-steps';

test('a comment that was changed in another window is not overwritten unseen, nor after a reload', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 409 /);
  await signInAtLogin(page, 'member');
  const topic = await openTopic(page.context(), { body: 'The first comment' });
  const comment = await firstCommentOf(page.context(), topic);
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await visit(window, `${comment}/edit`);
    await expect(window.getByRole('button', { name: 'Bold' })).toBeVisible();
  }
  const save = { name: 'Save the comment', exact: true } as const;
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Written in the first window');
  await page.getByRole('button', save).click();
  await expect(page).toHaveURL(/\/forum\/topic\//);

  await editorOf(other).click();
  await other.keyboard.press('ControlOrMeta+A');
  await other.keyboard.type('Written in the second window');
  await expect(other.getByText('Draft saved')).toBeVisible();
  await visit(other, `${comment}/edit`);
  await expect(editorOf(other)).toHaveText('Written in the second window');

  await other.getByRole('button', save).click();
  const refusal = other.getByText('You have changed this in another window').first();
  await expect(refusal).toBeVisible();
  await expect(other.getByText('Written in the first window')).toBeVisible();
  await expect(editorOf(other)).toHaveText('Written in the second window');
  await expect(other.getByRole('button', save)).not.toHaveAttribute('aria-busy', 'true');
  await other.getByRole('button', save).click();
  await expect(other).toHaveURL(/\/forum\/topic\//);
  await expect(other.getByText('Written in the second window')).toBeVisible();
});
