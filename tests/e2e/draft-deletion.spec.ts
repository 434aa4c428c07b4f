import type { Page } from '@playwright/test';
import { sessionOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { createDraft, press } from './steps/publishing-steps';

const list = '/administration/content?status=draft&search=Unwanted';
const row = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
const sure = (page: Page, question: string) => page.getByRole('region', { name: question });

test('several drafts are deleted together once that is confirmed, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const titles = ['one', 'two', 'three', 'four'].map((word) => `Unwanted ${word}`);
  for (const title of titles) await createDraft(page, 'news', title);
  await visit(page, list);
  await row(page, 'Unwanted one').check();
  await row(page, 'Unwanted two').check();
  await press(page, 'Delete drafts');
  const question = sure(page, 'Delete 2 drafts?');
  await expect(question).toBeFocused();
  await expect(question.getByRole('listitem')).toHaveText(['Unwanted two', 'Unwanted one']);
  await checkState(page, 'deletion of drafts');
  await question.getByRole('link', { name: 'Delete nothing' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Unwanted' })).toHaveCount(4);

  // Meanwhile someone else has saved one of them.
  await row(page, 'Unwanted one').check();
  await row(page, 'Unwanted two').check();
  await press(page, 'Delete drafts');
  const other = await openBrowser();
  await giveSession(other.context(), await sessionOf('admin'));
  await visit(other, list);
  await other.getByRole('link', { name: 'Unwanted two' }).click();
  await press(other, 'Save');
  await expect(other.getByText('Saved.', { exact: true }).first()).toBeVisible();
  await press(page, 'Delete 2 drafts for good');
  await expect(page.getByRole('main').getByText('1 draft deleted.')).toBeVisible();
  await expect(
    page.getByRole('main').getByText(/^1 selected text was not deleted\./),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unwanted' })).toHaveCount(3);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  await plain.goto(list);
  await row(plain, 'Unwanted three').check();
  await row(plain, 'Unwanted four').check();
  await press(plain, 'Delete drafts');
  await press(plain, 'Delete 2 drafts for good');
  await expect(plain.getByText('2 drafts deleted.')).toBeVisible();
  await expect(plain.getByRole('link', { name: 'Unwanted' })).toHaveCount(1);
});
