import type { Page } from '@playwright/test';
import { clipboardCases } from '../support/texts/clipboard-cases';
import { clipboardCorpus } from '../support/texts/clipboard-corpus';
import { sessionOf } from './steps/accounts';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { makeCategory } from './steps/forum-steps';
import { written } from './steps/publishing-steps';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'First comment' });

/** Empties the editor and pastes as the browser does. */
async function paste(page: Page, given: { html: string; lines?: string }): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Clear formatting' }).click();
  await expect(editorOf(page)).toHaveText('');
  await editorOf(page).evaluate((element, { html, lines }) => {
    const clipboardData = new DataTransfer();
    if (html) clipboardData.setData('text/html', html);
    if (lines) clipboardData.setData('text/plain', lines);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, given);
}

test('what is pasted from Word, Outlook and PDF readers has a clean structure', async ({
  page,
  signInAs,
  strayThings,
}) => {
  // The policy of the site holds in the document in which a paste is read; the browser says so.
  strayThings.expect(/(Applying inline style|Executing inline event handler) violates/);
  await signInAs('member');
  await visit(page, `/forum/new?category=${await makeCategory()}`);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  for (const { name, expected, ...given } of [...clipboardCorpus, ...clipboardCases]) {
    await paste(page, given);
    await expect.poll(() => written(page), { message: name }).toEqual(expected);
  }
  // Nothing of it was fetched or ran; see strayThings.
});

/** The specification's toolbar, in its order. */
const tools = [
  'Bold',
  'Italic',
  'Underline',
  'Strike through',
  'Link',
  'Quotation',
  'Numbered list',
  'Bullet list',
  'Subscript',
  'Superscript',
  'Indent',
  'Outdent',
  'Clear formatting',
];

/** What a tool says of itself: whether it is on; nothing where it has no state. */
const stateOf = (tool: string, isOn: boolean) =>
  ['Indent', 'Outdent', 'Clear formatting'].includes(tool) ? null : String(isOn);

test('the toolbar has exactly the specified tools, announced, and each works by keyboard', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, `/forum/new?category=${await makeCategory()}`);
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of “First comment”' });
  await expect(toolbar.getByRole('button')).toHaveCount(tools.length);
  const names = await toolbar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names).toEqual(tools);

  /** Selects all, goes to a tool by the arrow keys, as in any toolbar, and presses it. */
  const press = async (tool: string) => {
    await editorOf(page).focus();
    await expect(async () => {
      await page.keyboard.press('End');
      await page.keyboard.press('ControlOrMeta+a');
      const selected = () => page.evaluate(() => getSelection()?.toString().trim());
      await expect.poll(selected, { timeout: 2_000 }).toBe('word');
    }).toPass();
    await page.keyboard.press('Shift+Tab');
    await expect(toolbar.locator(':focus')).toBeVisible();
    await page.keyboard.press('Home');
    for (let step = tools.indexOf(tool); step > 0; step -= 1)
      await page.keyboard.press('ArrowRight');
    await expect(toolbar.getByRole('button', { name: tool, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    // One goes on writing; the link asks for its address first.
    if (tool !== 'Link') await expect(editorOf(page)).toBeFocused();
  };
  const expected: [string, string[]][] = [
    ['Bold', ['<b>word</b>']],
    ['Italic', ['<i>word</i>']],
    ['Underline', ['<u>word</u>']],
    ['Strike through', ['<s>word</s>']],
    ['Subscript', ['<sub>word</sub>']],
    ['Superscript', ['<sup>word</sup>']],
    ['Quotation', ['> word']],
    ['Numbered list', ['1. word']],
    ['Bullet list', ['- word']],
    ['Indent', ['[1] word']],
  ];
  for (const [tool, result] of expected) {
    await editorOf(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('word');
    await press(tool);
    await expect.poll(() => written(page), { message: tool }).toEqual(result);
    // Told where all is selected as well as where the caret stands in it.
    const button = toolbar.getByRole('button', { name: tool, exact: true });
    await expect(button, tool).toHaveJSProperty('ariaPressed', stateOf(tool, true));
    await page.keyboard.press('End');
    await expect(button, tool).toHaveJSProperty('ariaPressed', stateOf(tool, true));
    await press(tool === 'Indent' ? 'Outdent' : 'Clear formatting');
    await expect.poll(() => written(page), { message: `${tool}, taken back` }).toEqual(['word']);
    await expect(button, tool).toHaveJSProperty('ariaPressed', stateOf(tool, false));
    if (stateOf(tool, true) === null) continue;
    // Pressed twice it is off again.
    for (const isOn of [true, false]) {
      await press(tool);
      await expect(button, tool).toHaveJSProperty('ariaPressed', stateOf(tool, isOn));
    }
    await expect.poll(() => written(page), { message: `${tool}, twice` }).toEqual(['word']);
  }
  await press('Link');
  await page.getByLabel('Link address').fill('https://curia.europa.eu/');
  await page.keyboard.press('Enter');
  await expect.poll(() => written(page)).toEqual(['<a https://curia.europa.eu/>word</a>']);
  await editorOf(page).focus();
  await page.keyboard.press('End');
  const link = toolbar.getByRole('button', { name: 'Link', exact: true });
  await expect(link).toHaveJSProperty('ariaPressed', 'true');
});

test('a list that is begun with another number keeps it where it is read', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await visit(page, `/forum/new?category=${await makeCategory()}`);
  await page.getByLabel('Title').fill('A judgment that is quoted');
  await editorOf(page).click();
  await page.keyboard.type('41. The Court notes');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It follows');
  await expect(editorOf(page).locator('ol')).toHaveAttribute('start', '41');
  await page.getByRole('button', { name: 'Open the topic' }).click();
  const list = page.getByRole('article', { name: 'Comment 1' }).locator('ol');
  await expect(list).toHaveText('The Court notesIt follows');
  await expect(list).toHaveAttribute('start', '41');
  await page.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.locator('.ProseMirror ol')).toHaveAttribute('start', '41');
});

test('without scripts a topic is opened and answered in a plain field', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  const page = await openBrowser({ javaScriptEnabled: false });
  await giveSession(page.context(), await sessionOf('member'));
  await page.goto(`/forum/new?category=${await makeCategory()}`);
  // Names are found by a script: without, one writes them.
  const mention = page.getByLabel('Mention a member');
  await expect(mention).toHaveCount(1);
  await expect(mention).toBeHidden();
  await page.getByLabel('Title').fill('A topic without scripts');
  await page.getByLabel('Tag 1').fill('Consent, consent');
  await page.getByLabel('Tag 2').fill('old  law');
  await page.getByLabel('First comment').fill('One paragraph.\n\nAnother one.');
  await page.getByRole('button', { name: 'Open the topic' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A topic without scripts');
  await expect(page.getByText('#consent', { exact: true })).toBeVisible();
  await expect(page.getByText('#old law', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').locator('p', { hasText: 'Another one.' })).toBeVisible();
  await page.getByRole('link', { name: /^Reply/ }).click();
  await page.getByLabel('Comment', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByText('Fill in “Comment”.')).toBeVisible();
  await page.getByLabel('Comment', { exact: true }).fill('An answer.');
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('article', { name: 'Comment 2' })).toContainText('An answer.');
  await expect(page.getByRole('article', { name: 'Comment 2' })).toContainText('In reply to #1');
});
