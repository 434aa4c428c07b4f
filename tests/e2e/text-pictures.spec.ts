import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { noViolations, untilPainted } from './steps/axe';
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

const panelOf = (page: Page) => page.getByRole('group', { name: 'Picture', exact: true });

async function photograph(width = 1600, height = 900) {
  const stripes = { create: { width, height: Math.round(height / 3), channels: 3 as const } };
  const middle = await sharp({ create: { ...stripes.create, background: '#e0b020' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { ...stripes.create, height, background: '#28527a' } })
    .composite([{ input: middle, gravity: 'center' }])
    .jpeg()
    .toBuffer();
  return { name: 'hall.jpg', mimeType: 'image/jpeg', buffer };
}

/** Begins a news item that can be published. */
async function begin(page: Page, title: string): Promise<void> {
  await createDraft(page, 'news', title);
  await field(page, 'Teaser').fill('What happened.');
  await field(page, 'Author shown').fill('The secretariat');
  await editorOf(page).click();
}

/**
 * Chooses the picture above the last line, with the arrow key. The editor hears a moment later
 * where the browser has put the caret, so keys without a pause between them may miss it.
 */
async function choosePictureAboveEnd(page: Page): Promise<void> {
  const chosen = editorOf(page).locator('.ProseMirror-selectednode');
  await expect(async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await untilPainted(page);
    await page.keyboard.press('ArrowLeft');
    await expect(chosen).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** As large as a camera's, which is more than other forms may send. */
async function largePicture() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const buffer = await sharp({
    create: { width: 700, height: 600, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(1024 * 1024);
  return { name: 'large.png', mimeType: 'image/png', buffer };
}

async function insert(page: Page, alt: string, caption = ''): Promise<void> {
  await press(page, 'Picture');
  await panelOf(page)
    .getByLabel('File')
    .setInputFiles(await largePicture());
  await panelOf(page).getByLabel('Alternative text').fill(alt);
  await panelOf(page).getByLabel('Caption').fill(caption);
  await press(page, 'Insert picture');
  await expect(panelOf(page)).toHaveCount(0);
}

test('a picture is put into a text by keyboard, published, and read without scripts on a phone', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  // What is no picture.
  strayThings.expect(/status of 415/);
  await signInAs('admin');
  await begin(page, 'Judges in the hall');
  await page.keyboard.type('Above.');
  // To the last tool of the toolbar, and into the panel.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByLabel('File')).toBeFocused();
  await panel.getByLabel('Alternative text').fill('A hall');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('Choose a file.');
  await panel.getByLabel('File').setInputFiles({
    name: 'drawing.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await panel.getByLabel('Alternative text').press('Enter');
  await expect(panel.getByRole('alert')).toContainText('Choose a JPEG, PNG or WebP picture');
  await panel.getByLabel('File').setInputFiles(await photograph());
  await panel.getByLabel('Alternative text').fill('');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('Enter an alternative text');
  await expect(panel.getByLabel('Alternative text')).toBeFocused();
  await noViolations(page);
  await keepPicture(page, 'picture panel');
  await panel.getByLabel('Alternative text').fill('Judges in a hall');
  await panel.getByLabel('Caption').fill('Photo: Ann');
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(editorOf(page)).toBeFocused();
  const shown = editorOf(page).getByRole('img', { name: 'Judges in a hall' });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(480);
  await page.keyboard.type('Below.');
  const all = ['Above.', '![Judges in a hall]Photo: Ann', 'Below.'];
  await expect.poll(() => written(page)).toEqual(all);
  await noViolations(page);
  await keepPicture(page, 'picture in the editor');

  // Chosen by an arrow key, changed by Enter, deleted by a key and brought back.
  await choosePictureAboveEnd(page);
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Alternative text')).toBeFocused();
  await keepPicture(page, 'picture being changed');
  await panel.getByLabel('Alternative text').fill('Judges');
  await page.keyboard.press('Enter');
  await expect.poll(() => written(page)).toEqual(['Above.', '![Judges]Photo: Ann', 'Below.']);
  await choosePictureAboveEnd(page);
  await page.keyboard.press('Delete');
  await expect.poll(() => written(page)).toEqual(['Above.', 'Below.']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await written(page))[1]).toMatch(/^!\[Judges.*\]Photo: Ann$/);
  await pressUntilTold(page, 'Save and publish now', 'Published.');

  const phone = { width: 375, height: 800 };
  const reader = await openBrowser({ javaScriptEnabled: false, viewport: phone });
  await reader.goto('/news/judges-in-the-hall');
  const picture = reader.getByRole('figure').getByRole('img', { name: 'Judges' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await expect(reader.getByRole('figure').getByText('Photo: Ann')).toBeVisible();
  const box = await picture.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  const width = await reader.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    await reader.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme });
      await keepPicture(reader, `picture ${viewport.width} ${colorScheme}`);
    }
  }
  await keepTabletPictures(reader);
});

test('a picture that is pasted asks for its words; those among pasted words stay behind', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await begin(page, 'Pasted pictures');
  const bytes = [...(await photograph(60, 40)).buffer];
  const paste = (given: { html?: string; bytes?: number[] }) =>
    editorOf(page).evaluate((element, { html, bytes: file }) => {
      const clipboardData = new DataTransfer();
      if (html) clipboardData.setData('text/html', html);
      if (file) {
        const type = 'image/jpeg';
        clipboardData.items.add(new File([new Uint8Array(file)], 'pasted.jpg', { type }));
      }
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, given);
  await paste({ html: '<p>Words <img src="https://elsewhere.example/x.png" alt="x"></p>' });
  await expect(page.getByRole('status').filter({ hasText: 'Pictures were not' })).toBeVisible();
  await expect.poll(() => written(page)).toEqual(['Words']);
  await paste({ bytes });
  await expect(panelOf(page).getByText('pasted.jpg')).toBeVisible();
  await expect(panelOf(page).getByLabel('Alternative text')).toBeFocused();
  await page.keyboard.type('A field');
  await page.keyboard.press('Enter');
  await expect.poll(() => written(page)).toEqual(['Words', '![A field]']);
});

test('where scripts do not run, a picture that is left as it is stays', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  await begin(page, 'A picture in a plain field');
  await insert(page, 'A hall', 'Photo: Ann');
  await pressUntilTold(page, 'Save', 'Saved.');
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(page.url());
  const text = plain.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toHaveValue('[A hall] Photo: Ann');
  await text.fill(`Words above.\n\n${await text.inputValue()}\n\nWords below.`);
  await press(plain, 'Save');
  await visit(page, page.url());
  await expect
    .poll(() => written(page))
    .toEqual(['Words above.', '![A hall]Photo: Ann', 'Words below.']);
});

test('a picture that may not be in a text is refused at the text, which is still there', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  await signInAs('admin');
  await begin(page, 'A picture of nobody');
  await page.keyboard.type('Words.');
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(page.url());
  const attrs = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    width: 960,
    height: 640,
    alt: 'Nothing',
  };
  const body = { type: 'doc', content: [{ type: 'picture', attrs }] };
  await plain.locator('textarea[name="body"]').fill('[Nothing]');
  await plain.locator('textarea[name="body"]').evaluate((element, start) => {
    const hidden = document.createElement('input');
    Object.assign(hidden, { type: 'hidden', name: 'bodyStart', value: start });
    element.after(hidden);
  }, JSON.stringify(body));
  await press(plain, 'Save');
  await expect(
    plain.getByRole('textbox', { name: 'Text', exact: true }),
  ).toHaveAccessibleDescription(/Delete the picture that is not shown/);
});
