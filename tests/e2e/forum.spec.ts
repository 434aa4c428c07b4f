import { demonstrationPassword, emailOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, signInAtLogin, test, visit } from './steps/fixtures';
import {
  commentOn,
  editorOf,
  flagOf,
  joinAs,
  mailTo,
  makeCategory,
  openTopic,
  post,
  statusFor,
} from './steps/forum-steps';

test('a discussion of three members, a flag, a removal, an appeal and its reversal', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|401|403|404|409) /);
  const [member, author, reader] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const [admin, second] = [await openBrowser(), await openBrowser()];
  await signInAtLogin(member, 'member');
  await signInAtLogin(author, 'member2');
  await signInAtLogin(admin, 'admin');
  await signInAtLogin(second, 'dev');
  const readersEmail = await joinAs(
    reader,
    { admin, developer: second },
    { firstName: 'Portia', lastName: 'Beispiel' },
  );
  const mail = (email: string, subject: RegExp) => mailTo(second, email, subject);

  // A topic about a pending case: the rule is shown, and it is not opened.
  await visit(member, `/forum/new?category=${await makeCategory()}`);
  await member.getByLabel('Title').fill('A topic of the browser test');
  await member.getByLabel('This topic concerns a pending case').check();
  await expect(member.getByText('Do not discuss pending cases')).toBeVisible();
  await member.getByRole('textbox', { name: 'First comment' }).click();
  await member.keyboard.type('What do you think?');
  await expect(member.getByText('Draft saved')).toBeVisible();
  await member.getByRole('button', { name: 'Open the topic' }).click();
  const refusal = member.getByRole('main').getByText(/^Topics about pending cases are not opened/);
  await expect(refusal).toBeVisible();
  await member.getByLabel('This topic concerns a pending case').uncheck();
  await member.getByRole('button', { name: 'Open the topic' }).click();
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('A topic of the browser test');
  const topic = new URL(member.url()).pathname;

  // The third member follows it; replies arrive where it is being read.
  await visit(reader, topic);
  await reader.getByLabel('E-mail me about new comments').selectOption('at once');
  await reader.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(reader.getByText('Saved.')).toBeVisible();
  const words = 'This names a party of the case';
  await visit(author, topic);
  // While a comment is unread, no second e-mail about the topic is sent.
  const isRead = member.waitForResponse(
    (answer) =>
      answer.url().endsWith(`${topic}/read`) &&
      answer.request().postData()?.includes('position=2') === true,
  );
  await post(author, words);
  await expect(commentOn(member, 2)).toContainText(words);
  await commentOn(member, 2).scrollIntoViewIfNeeded();
  await isRead;
  await expect(commentOn(reader, 2)).toContainText(words);
  await expect(commentOn(reader, 2).getByRole('link', { name: /^Edit/ })).toHaveCount(0);

  // A quotation of it with a mention.
  await commentOn(reader, 2)
    .getByRole('link', { name: /^Quote/ })
    .click();
  await expect(reader.getByText('In reply to #2 by')).toBeVisible();
  await post(reader, 'As @Mara Exemple asked: is that public?');
  await expect(commentOn(member, 3)).toContainText('mentions you');
  await expect(commentOn(member, 3).getByRole('blockquote')).toContainText(words);
  await expect(commentOn(author, 3)).not.toContainText('mentions you');
  for (const told of [
    await mail(emailOf('member'), /mentioned/),
    await mail(readersEmail, /new comment/i),
  ]) {
    expect(told).toContain('/forum/comment/');
    expect(told).not.toContain(words);
    expect(told).not.toContain('browser test');
  }

  // The flag: its author is not told, and the third member sees nothing of it.
  await member.getByText('Link documents or events', { exact: true }).click();
  await checkState(member, 'a topic');
  const flagLink = commentOn(member, 2).getByRole('link', { name: /^Flag/ });
  const comment = (await flagLink.getAttribute('href'))?.replace(/\/flag$/, '') ?? '';
  await flagLink.click();
  await member.getByRole('button', { name: 'Send the flag' }).click();
  const reasons = member.getByRole('group', { name: 'What is wrong with it?' });
  await expect(reasons).toHaveAccessibleDescription(/.{10,}/);
  await checkState(member, 'a flag without a reason');
  await member.getByLabel('It is confidential or concerns a pending case').check();
  await member.getByLabel('Which words?').fill('names a party');
  await member.getByRole('button', { name: 'Send the flag' }).click();
  await expect(flagOf(member, comment)).toContainText('The administrators are looking at it.');
  const flagMail = await mail(emailOf('admin'), /flagged/);
  const review = /\/flagged-comment\/[\w-]+/.exec(flagMail)?.[0] ?? '';
  const statement = review.replace('/flagged-comment/', '/forum/decision/');
  for (const page of [author, reader, member]) {
    expect(await statusFor(page, review)).not.toBe(200);
    expect(await statusFor(page, statement)).toBe(404);
  }
  await expect(commentOn(reader, 2)).toContainText(words);

  // The removal, with its statement of reasons.
  await visit(admin, '/administration/flags');
  await admin.getByRole('link', { name: /A topic of the browser test/ }).click();
  await expect(admin).toHaveURL(review);
  await admin.getByText('Comments before and after', { exact: true }).click();
  await checkState(admin, 'a review');
  await admin.getByLabel('Remove it').check();
  await admin.getByRole('button', { name: 'Send the decision' }).click();
  await expect(admin.getByText('Decided by Ada Exemple')).toBeVisible();
  await expect(commentOn(reader, 2)).toContainText('removed by the administrators');
  await expect(reader.getByText(words)).toHaveCount(0);
  expect(await statusFor(reader, statement)).toBe(404);
  expect(await statusFor(member, statement)).toBe(404);
  await visit(member, '/forum/flags');
  await expect(flagOf(member, comment)).toContainText('The comment was removed.');

  // The appeal of the author, who comes by the link of the mail.
  const told = await mail(emailOf('member2'), /decision that concerns you/);
  expect(told).not.toContain('names a party');
  expect(told).toContain(statement);
  await visit(author, statement);
  await expect(author.getByText('Rule relied on')).toBeVisible();
  await checkState(author, 'a statement of reasons');
  await author
    .getByLabel('Why should the decision be changed?')
    .fill('The name is public already.');
  await author.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(author.getByText('The appeal has not been decided yet.')).toBeVisible();
  await mail(emailOf('dev'), /appeal needs a decision/);

  // Decided by the other administrator alone.
  await visit(admin, review);
  await expect(admin.getByText('so another administrator decides')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Send the decision' })).toHaveCount(0);
  await visit(second, review);
  await checkState(second, 'an appeal to decide');
  await second.getByLabel('The decision is reversed').check();
  await second.getByLabel('Facts').fill('The name had been published by the court.');
  await second.getByRole('button', { name: 'Send the decision' }).click();
  await expect(second.getByText('Closed', { exact: true })).toBeVisible();
  await expect(commentOn(reader, 2)).toContainText(words);
  await expect(commentOn(reader, 3).getByRole('blockquote')).toContainText(words);
  await visit(member, '/forum/flags');
  await expect(flagOf(member, comment)).toContainText(
    'A measure was taken and reversed on appeal.',
  );
  await checkState(member, 'one’s flags');
  await visit(member, `${topic}/print`);
  await checkState(member, 'a topic for printing');
  await author.reload();
  await expect(author.getByText('The decision was reversed.')).toBeVisible();
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
  await page.goto(`/forum/new?category=${await makeCategory()}`);
  const field = page.getByRole('textbox', { name: 'First comment' });
  await field.click();
  const words = 'Words that are typed while the rest of the page is on its way. ';
  await page.keyboard.type(words);
  loaded.resolve();
  await page.keyboard.type(words.repeat(2), { delay: 15 });
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.keyboard.type('End.');
  await expect(field).toHaveText(`${words.repeat(3)}End.`);
  await expect(field).toBeFocused();
  await expect(page.getByText('Draft saved')).toBeVisible();
});

test('an editor that cannot be loaded leaves the plain field, with what is being typed', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource|ERR_FAILED/);
  await signInAs('member');
  const failed = Promise.withResolvers<void>();
  await page.route(/rich-text-editor-.*[.]js/, async (route) => {
    await failed.promise;
    await route.abort();
  });
  await page.goto(`/forum/new?category=${await makeCategory()}`);
  const field = page.getByRole('textbox', { name: 'First comment' });
  await field.click();
  await page.keyboard.type('Half a sen');
  const refused = page.waitForEvent('requestfailed', (one) => /rich-text-editor/.test(one.url()));
  failed.resolve();
  await refused;
  await page.keyboard.type('tence', { delay: 50 });
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(field).toHaveValue('Half a sentence');
  await expect(field).toBeFocused();
});

test('what is typed before the form has looked for a draft in its tab is there, once', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  // On a busy machine a letter comes between the hydration of the page and its effects, the first of which
  // reads the field: here it comes then on any machine.
  await page.addInitScript(() => {
    const { prototype } = HTMLTextAreaElement;
    const value = Object.getOwnPropertyDescriptor(prototype, 'value');
    const isKept = () => Object.keys(sessionStorage).some((key) => key.startsWith('draft:'));
    let isWithin = false;
    Object.defineProperty(prototype, 'value', {
      ...value,
      get(this: HTMLTextAreaElement) {
        if (!isWithin && this.name === 'body' && value?.get?.call(this) === 'Word' && !isKept()) {
          isWithin = true;
          this.dispatchEvent(new InputEvent('input', { bubbles: true }));
          isWithin = false;
        }
        return value?.get?.call(this);
      },
    });
  });
  const texts = Promise.withResolvers<void>();
  await page.route(/i18n\/.*[.]json/, async (route) => {
    await texts.promise;
    await route.continue();
  });
  await page.goto(`/forum/new?category=${await makeCategory()}`);
  const field = page.getByRole('textbox', { name: 'First comment' });
  await field.click();
  await page.keyboard.type('Word');
  texts.resolve();
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.keyboard.type('s');
  await expect(field).toHaveText('Words');
  await expect(field).toBeFocused();
});

test('a session that ends while one writes loses nothing', async ({ page, strayThings }) => {
  strayThings.expect(/Failed to load resource/);
  await signInAtLogin(page, 'member');
  await page.clock.install();
  // It would tell that the topic is new, and the page look at it just when the session ends.
  await page.route(/\/live$/, (route) => route.fulfill({ status: 204 }));
  await visit(page, await openTopic(page.context(), { body: 'The first comment' }));
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
  // What is for members is hidden meanwhile.
  await expect(page.getByText('The first comment')).toBeHidden();
  // A password typed with a pause longer than that after which the text is saved.
  await dialog.getByLabel('Password').fill(demonstrationPassword().slice(0, 4));
  await page.clock.runFor(5_000);
  await dialog.getByLabel('Password').pressSequentially(demonstrationPassword().slice(4));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
});
