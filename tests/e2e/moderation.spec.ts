import type { Page } from '@playwright/test';
import { demonstrationPassword, siteOrigin } from './steps/accounts';
import { checkState } from './steps/axe';
import { choose, press } from './steps/by-keyboard';
import { expect, signInAtLogin, test, visit } from './steps/fixtures';
import { firstCommentOf, flagOf, joinAs, mailTo, openTopic } from './steps/forum-steps';

/** A name that is written from right to left. */
const names = { firstName: 'מרים', lastName: 'דוגמה' };
const fullName = `${names.firstName} ${names.lastName}`;

type Form = Record<string, string>;

/** Sends a form as a browser without scripts does. */
async function send(page: Page, path: string, form: Form): Promise<void> {
  const answer = await page.request.post(`${siteOrigin()}${path}`, { maxRedirects: 0, form });
  expect(answer.status(), path).toBe(302);
}

/** Opens a topic that may be flagged. @returns its address and that of its first comment */
async function openDisputed(
  page: Page,
  title: string,
): Promise<{ topic: string; comment: string }> {
  const body = 'This names a party of the case';
  const topic = await openTopic(page.context(), { title, tags: 'first, second', body });
  return { topic, comment: await firstCommentOf(page.context(), topic) };
}

const flag = (page: Page, comment: string) =>
  send(page, `${comment}/flag`, { reason: 'personal-data', passage: '', explanation: '' });

/** Opens the review of a topic that has just been flagged. @returns its address */
async function openReview(admin: Page, title: string): Promise<string> {
  await visit(admin, '/administration/flags');
  await admin.getByRole('link', { name: new RegExp(title) }).click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Review of a flagged comment');
  return new URL(admin.url()).pathname;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('without a mouse: a flag, a review of two versions, a decision and an appeal', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|401|403|404|409) /);
  const [member, other, author] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const [admin, second] = [await openBrowser(), await openBrowser()];
  await signInAtLogin(member, 'member');
  await signInAtLogin(other, 'member2');
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(second, 'dev');
  await joinAs(author, { admin, developer: second }, names);
  const title = `A title that names Mr Muster ${Date.now()}`;
  const { topic, comment } = await openDisputed(author, title);

  // The flag, of words that stand in the title.
  await visit(member, topic);
  await press(member, member.getByRole('link', { name: 'Flag (#1)' }));
  await expect(member.getByRole('region', { name: 'The comment' })).toContainText(title);
  const reasons = member.getByRole('group', { name: 'What is wrong with it?' });
  await choose(member, reasons, 'It contains personal data of parties');
  await press(member, field(member, 'Which words?'), 'M');
  await member.keyboard.type('r Muster');
  await press(member, button(member, 'Send the flag'));
  await expect(flagOf(member, comment)).toContainText('The administrators are looking at it.');

  // Its author changes it, and someone else flags what it says then.
  const body = 'This names nobody';
  await send(author, `${comment}/edit`, { intent: 'edit', version: '1', body });
  await flag(other, comment);

  // The review: taken, and decided with a statement of reasons.
  await visit(admin, '/administration/flags');
  await press(admin, admin.getByRole('link', { name: new RegExp(title) }));
  await expect(admin.getByRole('heading', { name: 'When it was flagged' })).toHaveCount(2);
  await expect(admin.getByText(/, flag 1$/)).toBeVisible();
  await expect(admin.getByText(/, flag 2$/)).toBeVisible();
  await admin.getByText('Comments before and after', { exact: true }).click();
  const isolated = admin.getByRole('main').locator('bdi', { hasText: fullName });
  await expect(isolated.first()).toBeVisible();
  await expect(admin.getByText(`Written by ${fullName}.`)).toBeVisible();
  await checkState(admin, 'a review of two versions');
  const review = new URL(admin.url()).pathname;
  await press(admin, button(admin, 'Take this review'));
  await expect(button(admin, 'Hand it back')).toBeVisible();
  const measures = admin.getByRole('group', { name: 'Measure' });
  await choose(admin, measures, 'Keep the comment');
  await expect(field(admin, 'How to appeal')).toHaveValue(/nothing to appeal against/);
  const remove = measures.getByLabel('Remove it');
  await expect(async () => {
    await admin.keyboard.press('ArrowDown');
    await expect(remove).toBeChecked({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await expect(field(admin, 'How to appeal')).toHaveValue(/You may appeal once/);
  await press(admin, field(admin, 'Facts'), 'End');
  await admin.keyboard.type(' The title names a party.');
  await press(admin, button(admin, 'Send the decision'));
  await expect(admin.getByText('Decided by Ada Exemple')).toBeVisible();
  await expect(button(admin, 'Take this review')).toHaveCount(0);
  const history = admin.getByRole('table');
  await expect(history.getByRole('row', { name: /Review taken on/ })).toContainText('Ada Exemple');
  await expect(history.getByRole('row', { name: /: Remove it/ })).toBeVisible();
  await checkState(admin, 'a review that is decided');
  await admin.getByRole('link', { name: 'Earlier versions' }).click();
  await expect(admin.getByText(title)).toHaveCount(3);
  await checkState(admin, 'the history of a comment');

  // Members see neither the comment nor its title.
  await visit(member, topic);
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(
    'Topic whose title is not shown',
  );
  await expect(member).not.toHaveTitle(/Muster/);
  await visit(member, '/forum/practice');
  await expect(member.getByText(title)).toHaveCount(0);
  await visit(member, '/forum/flags');
  await expect(flagOf(member, comment)).toContainText('The comment was removed.');

  // The appeal of the author, and its decision by the other administrator.
  await visit(author, '/forum/flags');
  await press(author, author.getByRole('link', { name: new RegExp(title) }));
  await press(author, field(author, 'Why should the decision be changed?'), 'T');
  await author.keyboard.type('he name is public.');
  await press(author, button(author, 'Send the appeal'));
  await expect(author.getByText('The appeal has not been decided yet.')).toBeVisible();
  await visit(second, review);
  await press(second, button(second, 'Take this review'));
  await expect(button(second, 'Hand it back')).toBeVisible();
  const outcomes = second.getByRole('group', { name: 'Outcome' });
  await choose(second, outcomes, 'The decision is reversed');
  await press(second, field(second, 'Facts'), 'T');
  await second.keyboard.type('he name had been published by the court.');
  await press(second, button(second, 'Send the decision'));
  await expect(second.getByText('Closed', { exact: true })).toBeVisible();
  await visit(member, topic);
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a suspended author reads the reasons by the link of the mail, and why there is no appeal', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  const [member, author] = [await openBrowser(), await openBrowser()];
  const [admin, second] = [await openBrowser(), await openBrowser()];
  await signInAtLogin(member, 'member');
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(second, 'dev');
  const email = await joinAs(author, { admin, developer: second }, names);
  const title = `A topic that ends badly ${Date.now()}`;
  const { comment } = await openDisputed(author, title);
  await flag(member, comment);
  const review = await openReview(admin, title);
  await admin.getByLabel('Suspend the account').check();
  await button(admin, 'Send the decision').click();
  await expect(admin.getByText('so another administrator decides')).toBeVisible();
  await expect(button(admin, 'Take this review')).toHaveCount(0);
  await visit(second, review);
  await checkState(second, 'a suspension to confirm');
  await button(second, 'Confirm the suspension').click();
  await expect(second.getByText('confirmed by')).toBeVisible();
  const told = await mailTo(second, email, /decision that concerns you/);
  const link = /\/appeal\/[\w-]+\/[\w-]{40,}/.exec(told)?.[0] ?? '/no-link';
  await visit(author, link);
  await expect(author.getByText('Rule relied on')).toBeVisible();
  await checkState(author, 'the appeal of someone who is suspended');
  // Both administrators have decided, so that nobody is left for an appeal.
  await expect(author.getByText(/none can decide an appeal/)).toBeVisible();
  await expect(button(author, 'Send the appeal')).toHaveCount(0);
});

test('a decision is not lost: not by the end of the session, nor by another who was faster', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  const [author, admin] = [await openBrowser(), await openBrowser()];
  const [member, second] = [await openBrowser(), await openBrowser()];
  await signInAtLogin(author, 'member2');
  await signInAtLogin(member, 'member');
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(second, 'dev');
  const title = `A topic for two ${Date.now()}`;
  const { comment } = await openDisputed(author, title);

  // A flag that is written when the session ends.
  await visit(member, `${comment}/flag`);
  await member.getByLabel('Something else').check();
  await member.context().clearCookies();
  await field(member, 'Explanation').fill('Words that took a while');
  await button(member, 'Send the flag').click();
  const dialog = member.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(demonstrationPassword());
  await button(member, 'Sign in').click();
  await expect(dialog).toBeHidden();
  await expect(field(member, 'Explanation')).toHaveValue('Words that took a while');
  await button(member, 'Send the flag').click();
  await expect(flagOf(member, comment)).toContainText('The administrators are looking at it.');

  // Texts that were written stay when another measure is chosen; the proposed ones do not.
  const review = await openReview(admin, title);
  await admin.getByLabel('Hide it').check();
  await field(admin, 'Measure').last().fill('It is hidden for good reasons.');
  await admin.getByLabel('Keep the comment').check();
  await expect(field(admin, 'Measure').last()).toHaveValue('It is hidden for good reasons.');
  await expect(field(admin, 'How to appeal')).toHaveValue(/nothing to appeal against/);
  await expect(admin.getByText('Draft saved')).toBeVisible();
  await visit(admin, review);
  await expect(field(admin, 'Measure').last()).toHaveValue('It is hidden for good reasons.');
  await admin.getByLabel('Remove it').check();
  await expect(field(admin, 'How to appeal')).toHaveValue(/You may appeal once/);
  await expect(field(admin, 'Measure').last()).toHaveValue('It is hidden for good reasons.');
  await expect(admin.getByText('Draft saved')).toBeVisible();

  // Its author changes it meanwhile, and another administrator decides.
  const body = 'Something else altogether';
  await send(author, `${comment}/edit`, { intent: 'edit', version: '1', body });
  await expect(admin.getByText('have changed since you began')).toBeVisible();
  await expect(field(admin, 'Measure').last()).toHaveValue('It is hidden for good reasons.');
  await visit(second, review);
  await second.getByLabel('Keep it, with a note').check();
  await button(second, 'Send the decision').click();
  await expect(second.getByText('Decided by')).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'What you were writing' })).toBeVisible();
  await expect(admin.getByText('It is hidden for good reasons.')).toBeVisible();
  await expect(button(admin, 'Send the decision')).toHaveCount(0);
  await checkState(admin, 'a review that another has decided');
  await button(admin, 'Discard').click();
  await expect(admin.getByRole('heading', { name: 'What you were writing' })).toHaveCount(0);
});
