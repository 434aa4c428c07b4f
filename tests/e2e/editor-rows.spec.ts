import { expect, test, visit } from './steps/fixtures';
import { addRow, createDraft, field, press, pressUntilTold } from './steps/publishing-steps';

test('authors, links and decisions are rows: chosen, refused at their cell, kept', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  await createDraft(page, 'article', 'Rows instead of lines');

  await press(page, 'Add a decision');
  const decision = page.getByRole('listitem', { name: 'Decision 1' });
  const called = decision.getByLabel('ECLI, case number or name');
  await called.pressSequentially('C-300/21');
  await expect(page.locator('datalist option[value="ECLI:EU:C:2023:370"]')).toHaveCount(1);
  await addRow(page, 'Add a link', 'Link 1', { Words: 'The regulation' });
  const link = page.getByRole('listitem', { name: 'Link 1' });

  // All that is wrong is said at once, each at its own field; nothing typed is lost.
  await press(page, 'Save and publish now');
  await expect(link.getByLabel('Address')).toHaveAccessibleDescription(/Address/);
  await expect(field(page, 'Teaser')).toHaveAccessibleDescription(/before you publish/);
  await expect(called).toHaveValue('C-300/21');
  await expect(link.getByLabel('Words')).toHaveValue('The regulation');
  await link.getByLabel('Address').fill('https://eur-lex.europa.eu/eli/reg/2016/679/oj');
  await addRow(page, 'Add a decision', 'Decision 2', {
    'ECLI, case number or name': 'No decision of that name',
  });
  await press(page, 'Save');
  const second = page.getByRole('listitem', { name: 'Decision 2' });
  await expect(second.getByLabel('ECLI, case number or name')).toHaveAccessibleDescription(
    /No decision here is called that/,
  );
  await press(page, 'Remove decision 2');
  await pressUntilTold(page, 'Save', 'Saved.');
  await expect(decision.getByLabel('ECLI, case number or name')).toHaveValue('ECLI:EU:C:2023:370');
  await expect(decision.getByText('C-300/21')).toBeVisible();
  await expect(page.getByText('No corrections.')).toBeVisible();
});

test('topics, provisions and footnotes are rows too, and topics are offered', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  await createDraft(page, 'article', 'Words in rows');
  const topics = page.getByRole('group', { name: 'Topics', exact: true });
  await expect(topics).toHaveAccessibleDescription(/Choose one that other articles have/);
  await addRow(page, 'Add a topic', 'Topic 1', { Topic: 'second topic' });
  await addRow(page, 'Add a topic', 'Topic 2', { Topic: 'first topic' });
  await page.getByRole('button', { name: 'Move topic 2 up' }).press('Enter');
  await addRow(page, 'Add a provision', 'Provision 1', { 'Article and law': 'Article 82 GDPR' });
  await page.getByRole('button', { name: 'Add a footnote' }).press('Enter');
  await expect(
    page.getByRole('listitem', { name: 'Footnote 1' }).locator('textarea'),
  ).toBeFocused();
  await page.keyboard.type('See paragraph 32\nof the judgment.');
  await pressUntilTold(page, 'Save', 'Saved.');
  await visit(page, page.url());
  const rows = (name: string) => page.locator(`[name="${name}"]`);
  await expect(rows('topics.0.words')).toHaveValue('first topic');
  await expect(rows('topics.1.words')).toHaveValue('second topic');
  await expect(rows('gdprArticles.0.words')).toHaveValue('Article 82 GDPR');
  await expect(rows('footnotes.0.words')).toHaveValue('See paragraph 32 of the judgment.');

  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(page.url());
  await plain.locator('[name="topics.2.words"]').fill('third topic');
  await plain.locator('[name="topics.0.words"]').fill('');
  await press(plain, 'Save');
  await expect(plain.locator('[name="topics.1.words"]')).toHaveValue('third topic');
});

/** As Word puts it on the clipboard: the text, and its footnotes below it. */
function wordHtml(words: string, notes: readonly string[]): string {
  const link = (to: string, number: number) =>
    `<a style='mso-footnote-id:ftn${number}' href="#_${to}${number}"><span class=MsoFootnoteReference>[${number}]</span></a>`;
  const marks = notes.map((_, at) => link('ftn', at + 1)).join(' and ');
  const below = notes.map(
    (note, at) =>
      `<div style='mso-element:footnote' id=ftn${at + 1}><p class=MsoFootnoteText>${link('ftnref', at + 1)} ${note}</p></div>`,
  );
  return `<html><body><p class=MsoNormal>${words}${marks}</p><div style='mso-element:footnote-list'><br clear=all><hr>${below.join('')}</div></body></html>`;
}

test('footnotes pasted from Word become rows, once, and their marks have the numbers', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Applying inline style violates/);
  await signInAs('admin');
  await createDraft(page, 'article', 'Footnotes from Word');
  const editor = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await editor.click();
  const paste = (html: string) =>
    editor.evaluate((element, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', given);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, html);
  const notes = page.locator('textarea[name^="footnotes."]');
  const valuesOf = () =>
    notes.evaluateAll((all) =>
      all.map((one) => (one instanceof HTMLTextAreaElement ? one.value : '')),
    );
  await paste(wordHtml('First', ['Case C-131/12.', 'Case C-300/21.']));
  await expect.poll(valuesOf).toEqual(['Case C-131/12.', 'Case C-300/21.']);
  await expect(page.getByText('The footnotes are in the list')).toBeVisible();
  // What is there already is not there twice.
  await paste(wordHtml('Second', ['Case C-300/21.', 'Case C-340/21.']));
  const all = ['Case C-131/12.', 'Case C-300/21.', 'Case C-340/21.'];
  await expect.poll(valuesOf).toEqual(all);
  await expect(editor).not.toContainText('Case C-');
  await expect(editor.locator('sup')).toHaveText(['1', '2', '2', '3']);
  await pressUntilTold(page, 'Save', 'Saved.');
  await visit(page, page.url());
  expect(await valuesOf()).toEqual(all);
  await expect(editor.locator('sup')).toHaveText(['1', '2', '2', '3']);
});

test('rows can be added and emptied where scripts do not run', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  await createDraft(page, 'news', 'Rows without scripts');
  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(page.url());
  await plain.locator('[name="links.0.label"]').fill('The regulation');
  await plain.locator('[name="links.0.url"]').fill('/legal');
  await press(plain, 'Save');
  await expect(plain.locator('[name="links.0.label"]')).toHaveValue('The regulation');
  await expect(plain.locator('[name="links.1.label"]')).toHaveValue('');
  await plain.locator('[name="links.0.label"]').fill('');
  await plain.locator('[name="links.0.url"]').fill('');
  await press(plain, 'Save');
  await expect(plain.locator('[name="links.0.label"]')).toHaveValue('');
});

test('with the keyboard, the focus stays where rows are added, moved and removed', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await createDraft(page, 'news', 'Rows from the keyboard');
  const add = page.getByRole('button', { name: 'Add a link' });
  const wordsOf = (number: number) =>
    page.getByRole('listitem', { name: `Link ${number}` }).getByLabel('Words');
  for (const number of [1, 2, 3]) {
    await add.press('Enter');
    await expect(wordsOf(number)).toBeFocused();
    await page.keyboard.type(`Text ${number}`);
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Move link 3 up').press('Enter');
  await expect(button('Move link 2 up')).toBeFocused();
  await page.keyboard.press('Enter');
  // It cannot go further up.
  await expect(wordsOf(1)).toHaveValue('Text 3');
  await expect(button('Move link 1 down')).toBeFocused();
  await button('Remove link 3').press('Enter');
  await expect(button('Remove link 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem', { name: 'Link 1' })).toHaveCount(0);
  await expect(add).toBeFocused();
});
