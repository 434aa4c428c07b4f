import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { sessionOf } from './steps/accounts';
import { checkEveryWay, desktop, phone } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { beginEvent, createDraft, field, press, pressUntilTold } from './steps/publishing-steps';

/** A photograph that is higher than wide: its head is red, the rest blue. */
async function choosePortrait(page: Page): Promise<void> {
  const head = { create: { width: 400, height: 150, channels: 3, background: '#aa2222' } } as const;
  const buffer = await sharp({
    create: { width: 400, height: 600, channels: 3, background: '#335588' },
  })
    .composite([{ input: await sharp(head).png().toBuffer(), top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Image (JPEG, PNG or WebP)')
    .setInputFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer });
}

const choice = (page: Page) =>
  page.getByRole('group', { name: 'Cover image part to keep in view' });
const part = (page: Page, name: string) => choice(page).getByRole('radio', { name, exact: true });
/** What a list would show, beside the choice. */
const crop = (page: Page) => choice(page).getByRole('figure').locator('img').first();
const inLists = (page: Page, title: string) =>
  page.getByRole('main').locator('li, article', { hasText: title }).locator('figure img').first();

test('a list keeps in sight what the editor of a text has chosen, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const title = 'The head of the court';
  await createDraft(page, 'news', title);
  await expect(choice(page)).toHaveCount(0);
  await field(page, 'Teaser').fill('A portrait and what is cut off it.');
  await field(page, 'Author shown').fill('The secretariat');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('She has a new robe.');
  await pressUntilTold(page, 'Save', 'Saved.');
  await choosePortrait(page);
  await press(page, 'Add the image');
  await expect(part(page, 'Middle')).toBeChecked();
  await expect(crop(page)).toHaveCSS('object-position', '50% 50%');

  // From the keyboard alone, and seen at once.
  await part(page, 'Middle').focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp');
  await expect(part(page, 'Top')).toBeChecked();
  await expect(crop(page)).toHaveCSS('object-position', '50% 0%');
  await checkEveryWay(page);
  await field(page, 'Cover image description').fill('A judge in a red hat');
  await pressUntilTold(page, 'Save and publish now', 'Published.');
  await expect(part(page, 'Top')).toBeChecked();

  const reader = await openBrowser();
  for (const address of ['/', '/news']) {
    await visit(reader, address);
    for (const viewport of [phone, desktop]) {
      await reader.setViewportSize(viewport);
      await expect(inLists(reader, title)).toHaveCSS('object-position', '50% 0%');
    }
  }
  await checkEveryWay(reader);

  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  await plain.goto(page.url());
  await part(plain, 'Bottom right').check();
  await expect(crop(plain)).toHaveCSS('object-position', '100% 100%');
  await press(plain, 'Save and publish the changes');
  await expect(part(plain, 'Bottom right')).toBeChecked();
  await reader.goto('/news');
  await expect(inLists(reader, title)).toHaveCSS('object-position', '100% 100%');
  await reader.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectOwnCard(reader);
});

/** Links to the page that is open are shown elsewhere with its cover, to whoever asks. */
async function expectOwnCard(reader: Page): Promise<void> {
  const tag = (name: string) => reader.locator(`meta[property="og:image${name}"]`);
  await expect(tag(':alt')).toHaveAttribute('content', 'A judge in a red hat');
  const address = (await tag('').getAttribute('content')) ?? '';
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  await expect(tag(':width')).toHaveAttribute('content', String(width));
  await expect(tag(':height')).toHaveAttribute('content', String(height));
  const structured = await reader.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(structured ?? '')).toMatchObject({ image: address });
}

test('the card of an event keeps in sight what its editor has chosen', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const title = 'Portraits of judges';
  const words = { summary: 'A talk with pictures.', text: 'An hour, ten pictures.' };
  await beginEvent(page, { title, ...words, day: `${new Date().getFullYear() + 1}-06-08` });
  await press(page, 'Save');
  await expect(choice(page)).toHaveCount(0);
  await choosePortrait(page);
  await field(page, 'Cover image description').fill('A judge in a red hat');
  await press(page, 'Add the image');
  await part(page, 'Top').check();
  await expect(crop(page)).toHaveCSS('object-position', '50% 0%');
  await pressUntilTold(page, 'Save', 'The event is saved.');
  await expect(part(page, 'Top')).toBeChecked();
  await press(page, 'Publish now');
  const reader = await openBrowser({ viewport: desktop });
  await expect(async () => {
    await reader.goto('/events');
    await expect(inLists(reader, title)).toHaveCSS('object-position', '50% 0%', { timeout: 2_000 });
  }).toPass();
  await reader.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectOwnCard(reader);
});
