import type { Page } from '@playwright/test';
import { outline } from '../support/site/outline';
import { checkState } from './steps/axe';
import { sessionOf } from './steps/accounts';
import { expect, giveSession, test, untilAlive, visit } from './steps/fixtures';
import { commentOn, editorOf, firstCommentOf, openTopic } from './steps/forum-steps';

const text = (words: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) }],
});
const link = { type: 'link', attrs: { href: 'https://curia.europa.eu/' } };
const list = {
  type: 'bulletList',
  content: [
    { type: 'listItem', content: [text('One', { type: 'italic' })] },
    { type: 'listItem', content: [text('Two')] },
  ],
};
const quotation = { type: 'blockquote', content: [text('Said by the Court')] };
const formatted = [text('A bold word', { type: 'bold' }), text('A source', link), quotation, list];

/** Opens a topic whose first comment is this. @returns the addresses of both */
async function openFormatted(page: Page, content: object[]) {
  const body = JSON.stringify({ type: 'doc', content });
  const topic = await openTopic(page.context(), { body, bodyFormat: 'json' });
  return { topic, edit: `${await firstCommentOf(page.context(), topic)}/edit` };
}

/** What the comment has now. */
async function expectComment(page: Page, words: string): Promise<void> {
  const comment = commentOn(page, 1);
  await expect(comment.getByText(words)).toBeVisible();
  await expect(comment.locator('strong')).toHaveText('A bold word');
  await expect(comment.getByRole('link', { name: 'A source' })).toBeVisible();
  await expect(comment.getByRole('listitem')).toHaveText(['One', 'Two']);
  await expect(comment.locator('em')).toHaveText('One');
  await expect(comment.getByRole('blockquote')).toHaveCount(0);
}

const note = 'Formatting is not shown in this field.';

test('without scripts a comment is changed, and what was left alone keeps its formatting', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  const page = await openBrowser({ javaScriptEnabled: false });
  await giveSession(page.context(), await sessionOf('member'));
  const { edit } = await openFormatted(page, formatted);
  await page.goto(edit);
  await expect(page.getByText(note)).toBeVisible();
  const field = page.getByLabel('Comment', { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(note));
  const words = await field.inputValue();
  expect(words).toBe('A bold word\n\nA source\n\nSaid by the Court\n\nOne\nTwo');
  // Refused, all that was typed stays, and so does what the field does not show.
  await field.fill('');
  await page.getByRole('button', { name: 'Save the comment' }).click();
  await expect(page.getByText('Fill in “Comment”.')).toBeVisible();
  await field.fill(words.replace('Said by the Court', 'Said by another court'));
  await page.getByRole('button', { name: 'Save the comment' }).click();
  await expectComment(page, 'Said by another court');
});

test('the same where the editor cannot be loaded', async ({ page, signInAs, strayThings }) => {
  strayThings.expect(/Failed to load resource|dynamically imported module/);
  await signInAs('member');
  await page.route(/rich-text-editor-.*[.]js/, (route) => route.abort());
  const { edit } = await openFormatted(page, formatted);
  await page.goto(edit);
  // The page loads itself again once, in case the site was renewed meanwhile.
  await page.waitForFunction(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  });
  await untilAlive(page);
  await expect(page.getByText(note)).toBeVisible();
  await checkState(page, 'a comment that is edited without the editor');
  const field = page.getByLabel('Comment', { exact: true });
  await field.fill((await field.inputValue()).replace('Said by the Court', 'Said elsewhere'));
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save the comment' }).click();
  await expectComment(page, 'Said elsewhere');
});

test('the editor takes over a field that has the focus, whatever stands in it', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  let loaded = Promise.withResolvers<void>();
  await page.route(/rich-text-editor-.*[.]js/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const written = async () =>
    outline(JSON.parse(await page.locator('input[name="body"]').inputValue()));
  const emptyItem = { type: 'listItem', content: [{ type: 'paragraph' }] };
  const inQuotation = { type: 'blockquote', content: [text('Said'), list] };
  const cases: { content: object[]; typed?: string; expected: string[] }[] = [
    { content: [text('Words'), list], expected: ['Words', '- <i>One</i>', '- Twox'] },
    { content: [quotation], expected: ['> Said by the Courtx'] },
    {
      content: [text('Words'), { ...list, content: [...list.content, emptyItem] }],
      expected: ['Words', '- <i>One</i>', '- Two', '- x'],
    },
    { content: [inQuotation], expected: ['> Said', '> - <i>One</i>', '> - Twox'] },
    { content: [text('Words')], typed: '\n', expected: ['Words', 'x'] },
    {
      content: [text('Bold', { type: 'bold' })],
      typed: '\n\nand ',
      expected: ['<b>Bold</b>', 'and x'],
    },
  ];
  const places: { address: string; typed?: string; expected: string[] }[] = [];
  for (const { content, ...rest } of cases) {
    places.push({ address: (await openFormatted(page, content)).edit, ...rest });
  }
  const { topic } = await openFormatted(page, [text('A topic to answer')]);
  places.push({ address: topic, expected: ['x'] });
  for (const { address, typed, expected } of places) {
    loaded = Promise.withResolvers<void>();
    await visit(page, address);
    await editorOf(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    if (typed) await page.keyboard.type(typed);
    loaded.resolve();
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.type('x');
    await expect
      .poll(written, { message: `${address} ${JSON.stringify(typed)}` })
      .toEqual(expected);
    // What is thrown away here does not come back at the next place.
    await page.evaluate(() => sessionStorage.clear());
  }
});
