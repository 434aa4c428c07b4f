import type { Page } from '@playwright/test';
import { richTextSchema } from '~/rich-text/rich-text';
import { noViolations } from './steps/axe';
import { expect, test, visit } from './steps/fixtures';
import { keepPicture, keepTabletPictures } from './steps/pictures';
import {
  createDraft,
  editorOf,
  field,
  press,
  pressUntilTold,
  written,
} from './steps/publishing-steps';

/** Of which kind the first cells of the rows are. */
async function cellKinds(page: Page): Promise<string[]> {
  const { content } = richTextSchema.parse(
    JSON.parse(await page.locator('input[name="body"]').inputValue()),
  );
  return content.flatMap((block) =>
    block.type === 'table' ? block.content.map((row) => row.content[0]?.type ?? '') : [],
  );
}

/** Pastes as the browser does. */
async function paste(page: Page, html: string): Promise<void> {
  await editorOf(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}

/** Goes from the text into the toolbar of the table, to a tool, and presses it. */
async function pressTableTool(page: Page, name: string): Promise<void> {
  // Within the table, the tab key goes to the next cell.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  const toolbar = page.getByRole('toolbar', { name: 'Table in “Text”' });
  await expect(toolbar.locator(':focus')).toBeVisible();
  await page.keyboard.press('Home');
  const tools = await toolbar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  for (let step = tools.indexOf(name); step > 0; step -= 1) await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toBeFocused();
}

test('a table is written by keyboard, pasted, published, and read without scripts on a phone', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/(Applying inline style|Executing inline event handler) violates/);
  await signInAs('admin');
  await createDraft(page, 'news', 'Requests by country');
  await field(page, 'Teaser').fill('How many requests there were.');
  await field(page, 'Author shown').fill('The secretariat');

  await editorOf(page).click();
  await page.keyboard.type('These are the figures.');
  const table = page.getByRole('toolbar', { name: 'Table in “Text”' });
  await expect(table).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  // More than a table can have is refused beside the fields, and nothing typed is lost.
  await field(page, 'Rows').fill('101');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Rows')).toHaveAccessibleDescription(/at most 100 rows/);
  await field(page, 'Rows').fill('2');
  await field(page, 'Columns').fill('2');
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toBeFocused();
  await expect(table).toBeVisible();
  for (const words of ['Country', 'Requests', 'Belgium']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('12');
  await expect
    .poll(() => written(page))
    .toEqual(['These are the figures.', '|Country|Requests|', '|Belgium|12|']);

  // To the cell before and back; what is there is selected, and replaced by what is typed.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Belgium');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await expect.poll(() => written(page)).toContain('|Belgium|12|');
  // After the last cell the tab key leaves the table, as it does before the first.
  await expect(page.getByRole('status').filter({ hasText: 'Tab goes to the next' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(table.locator(':focus')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(editorOf(page)).toBeFocused();
  for (let cell = 0; cell < 3; cell += 1) await page.keyboard.press('Shift+Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const formatting = page.getByRole('toolbar', { name: 'Formatting of “Text”' });
  await expect(formatting.locator(':focus')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  for (let cell = 0; cell < 3; cell += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('End');

  await pressTableTool(page, 'Add row below');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9');
  await expect.poll(() => written(page)).toContain('||9|');
  await pressTableTool(page, 'Add column after');
  await expect.poll(() => written(page)).toContain('|Belgium|12||');
  await pressTableTool(page, 'Delete row');
  await expect.poll(() => written(page)).not.toContain('||9||');
  // The headers are the cells of the first row, whichever it is.
  await editorOf(page).getByText('Country', { exact: true }).dblclick();
  await page.keyboard.type('State');
  await expect.poll(() => written(page)).toContain('|State|Requests||');
  await pressTableTool(page, 'Add row above');
  await expect.poll(() => cellKinds(page)).toEqual(['tableHeader', 'tableCell', 'tableCell']);
  const headers = editorOf(page).getByRole('columnheader');
  await headers.first().click();
  await page.keyboard.type('Above');
  await expect.poll(() => written(page)).toContain('|Above|||');
  await pressTableTool(page, 'Delete row');
  await expect.poll(() => cellKinds(page)).toEqual(['tableHeader', 'tableCell']);
  await headers.nth(2).click();
  await page.keyboard.type('Share');
  await expect
    .poll(() => written(page))
    .toEqual(['These are the figures.', '|State|Requests|Share|', '|Belgium|12||']);
  await keepPicture(page, 'table in the editor');
  await noViolations(page);

  // Out of the table by the arrow keys, and a table of a word processor after it.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(table).toHaveCount(0);
  await page.keyboard.type('And by year.');
  await page.keyboard.press('Enter');
  const years = Array.from({ length: 10 }, (_, at) => `<td>Year ${2016 + at}</td>`).join('');
  const counts = Array.from({ length: 10 }, (_, at) => `<td>${at * 111}</td>`).join('');
  const pasted = `<table class=MsoTableGrid><tr>${years}</tr><tr>${counts}</tr></table>`;
  await paste(page, pasted);
  await expect.poll(async () => (await written(page)).at(-1)).toMatch(/^\|0\|111\|.*\|999\|$/);
  await pressUntilTold(page, 'Save and publish now', 'Published.');

  const phone = { width: 375, height: 800 };
  const reader = await openBrowser({ javaScriptEnabled: false, viewport: phone });
  await reader.goto('/news/requests-by-country');
  const figures = reader.getByRole('table').first();
  await expect(figures.getByRole('columnheader', { name: 'State' })).toHaveAttribute(
    'scope',
    'col',
  );
  await expect(figures.getByRole('row', { name: 'Belgium 12' })).toBeVisible();
  // The page stays as wide as the telephone; the table scrolls, by the arrow keys too.
  const region = reader.getByRole('region', { name: /^Year 2016, Year 2017/ });
  await region.focus();
  await expect(region).toBeFocused();
  const widths = await reader.evaluate(() => [
    document.documentElement.scrollWidth,
    ...Array.from(document.querySelectorAll('[data-scroll]'), (box) => box.scrollWidth),
  ]);
  expect(widths[0]).toBeLessThanOrEqual(phone.width);
  expect(widths.at(-1)).toBeGreaterThan(phone.width);
  await keepPicture(reader, 'table on a phone');
  await keepTabletPictures(reader);
});

test('a table that is larger than a text takes is pasted as lines, and one is told', async ({
  signInAs,
  page,
}) => {
  await signInAs('admin');
  await createDraft(page, 'page', 'A long list');
  await editorOf(page).click();
  await paste(page, `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(101)}</table>`);
  await expect(page.getByRole('status').filter({ hasText: 'pasted as text' })).toBeVisible();
  await expect.poll(async () => (await written(page)).length).toBe(101);
  // And a table that is as large as it may be does not grow.
  await press(page, 'Table');
  await field(page, 'Rows').fill('2');
  await field(page, 'Columns').fill('12');
  await press(page, 'Insert table');
  await press(page, 'Add column before');
  await expect(page.getByRole('status').filter({ hasText: 'at most 100 rows' })).toBeVisible();
  await page.keyboard.type('Head');
  await pressUntilTold(page, 'Save', 'Saved.');
});

test('where scripts do not run, a table that is left as it is stays a table', async ({
  signInAs,
  page,
  openBrowser,
}) => {
  await signInAs('admin');
  await createDraft(page, 'news', 'A table in a plain field');
  await editorOf(page).click();
  await press(page, 'Table');
  await press(page, 'Insert table');
  await page.keyboard.type('Court');
  await pressUntilTold(page, 'Save', 'Saved.');
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(page.url());
  const text = plain.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toHaveValue(/^Court \| /);
  await text.fill(`${await text.inputValue()}\n\nWords below.`);
  await press(plain, 'Save');
  await visit(page, page.url());
  await expect.poll(() => written(page)).toEqual(['|Court|||', '||||', '||||', 'Words below.']);
});
