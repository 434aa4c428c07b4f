import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { checkState, overhang, phone } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { firstCommentOf, flagOf, openTopic } from './steps/forum-steps';
import { field, press } from './steps/publishing-steps';

const queue = '/administration/flags?state=open';
const row = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}, #1`, exact: true });
const sure = (page: Page, count: number) =>
  page.getByRole('region', { name: `Keep ${count} comment${count === 1 ? '' : 's'}?` });

/** Sends a form as a browser without scripts does. */
async function send(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(`${siteOrigin()}${path}`, { maxRedirects: 0, form });
  expect(answer.status(), path).toBe(302);
}

const flag = (page: Page, comment: string) =>
  send(page, `${comment}/flag`, { reason: 'off-topic', passage: '', explanation: '' });

test('several flagged comments are kept together, with one statement of reasons, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const [author, reporter, plain] = [
    await openBrowser(),
    await openBrowser(),
    await openBrowser({ javaScriptEnabled: false }),
  ];
  await giveSession(author.context(), await sessionOf('member2'));
  await giveSession(reporter.context(), await sessionOf('member'));
  await giveSession(plain.context(), await sessionOf('admin'));
  await signInAs('admin');
  const word = randomUUID().slice(0, 8);
  const titles = ['one', 'two', 'three', 'four', 'five'].map((name) => `Kept ${name} ${word}`);
  const comments: string[] = [];
  for (const title of titles) {
    const body = `What ${title} is about.`;
    const topic = await openTopic(author.context(), { title, tags: '', body });
    const comment = await firstCommentOf(author.context(), topic);
    await flag(reporter, comment);
    comments.push(comment);
  }
  const [one = '', two = '', three = '', four = '', five = ''] = titles;
  const [first = '', second = ''] = comments;

  await page.setViewportSize(phone);
  await visit(page, queue);
  await row(page, one).focus();
  await page.keyboard.press('Space');
  await row(page, two).check();
  await row(page, three).check();
  await press(page, 'Keep comments');
  await expect(sure(page, 3)).toBeFocused();
  await expect(sure(page, 3).getByRole('listitem')).toHaveText(
    [one, two, three].map((title) => new RegExp(`^${title}, #1 .*“?What ${title} is about\\.`)),
  );
  expect(await overhang(page)).toBe(0);
  await checkState(page, 'comments to be kept');
  await field(page, 'Facts').fill('');
  await press(page, 'Keep 3 comments');
  await expect(field(page, 'Facts')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('group', { name: 'What to correct' })).toBeFocused();
  await field(page, 'Facts').fill('We have read your comment and found nothing wrong with it.');

  // Meanwhile someone flags one of them, and its author changes another one.
  await send(author, `${first}/edit`, { intent: 'edit', version: '1', body: 'Something else.' });
  const other = await openBrowser();
  await giveSession(other.context(), await sessionOf('dev'));
  await flag(other, second);
  await expect(row(page, one)).toHaveCount(0);
  await press(page, 'Keep 3 comments');
  const main = page.getByRole('main');
  await expect(main.getByText('1 comment kept.')).toBeVisible();
  await expect(main.getByText('2 comments were not decided on.')).toBeVisible();
  const left = main.getByRole('listitem');
  await expect(left.filter({ hasText: `${one}, #1 · its author has changed it` })).toBeVisible();
  await expect(left.filter({ hasText: `${two}, #1 · the comment or its flags` })).toBeVisible();
  await checkState(page, 'comments that were kept or not');
  await left.getByRole('link', { name: `${two}, #1` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review of a flagged comment');

  // Who has flagged one is not offered it; its state is told to the member who flagged it.
  await visit(other, queue);
  await expect(other.getByRole('link', { name: `${two}, #1` })).toBeVisible();
  await expect(row(other, two)).toHaveCount(0);
  await expect(row(other, four)).toBeVisible();
  await visit(reporter, '/forum/flags');
  await expect(flagOf(reporter, comments[2] ?? '')).toContainText('The comment was kept.');

  await plain.goto(queue);
  await row(plain, four).check();
  await row(plain, five).check();
  await press(plain, 'Keep comments');
  await expect(sure(plain, 2)).toBeVisible();
  await field(plain, 'Rule relied on').fill('');
  await press(plain, 'Keep 2 comments');
  await expect(field(plain, 'Rule relied on')).toHaveAttribute('aria-invalid', 'true');
  await field(plain, 'Rule relied on').fill('End-user agreement');
  await press(plain, 'Keep 2 comments');
  await expect(plain.getByText('2 comments kept.')).toBeVisible();
  await expect(row(plain, four)).toHaveCount(0);
});
