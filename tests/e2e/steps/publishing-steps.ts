import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { outline } from '../../support/site/outline';
import { expect, toast, visit } from './fixtures';

/** A field of an editor, by the whole of its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Presses a button, by the whole of its name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Begins a text with nothing but a title, and waits for its editor. */
export async function createDraft(
  page: Page,
  kind: 'news' | 'article' | 'page',
  title: string,
): Promise<void> {
  await visit(page, `/administration/content/new?kind=${kind}`);
  await field(page, 'Title').fill(title);
  await press(page, 'Create draft');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Begins an event of one day in Ghent with what every event needs; nothing is saved yet. */
export async function beginEvent(
  page: Page,
  { title, summary, text, day }: { title: string; summary: string; text: string; day: string },
): Promise<void> {
  await visit(page, '/administration/events/new');
  await field(page, 'Title').fill(title);
  await field(page, 'Summary').fill(summary);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  await field(page, 'Begins').fill(`${day}T09:30`);
  await field(page, 'Ends').fill(`${day}T16:00`);
  await field(page, 'Town').fill('Ghent');
}

/** The editor of a text itself: until it is loaded, a plain field has its name. */
export const editorOf = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Text', exact: true })
    .and(page.locator('[contenteditable="true"]'));

/** What the form of a text or comment would send, as an outline. */
export async function written(page: Page): Promise<string[]> {
  return outline(JSON.parse(await page.locator('input[name="body"]').inputValue()));
}

/** Presses a button and waits for what the site then says, which it may have said just before as well. */
export async function pressUntilTold(page: Page, name: string, told: string): Promise<void> {
  const earlier = page.getByRole('region', { name: 'Messages' }).getByText(told, { exact: true });
  await expect(async () => {
    if ((await earlier.count()) === 0) return;
    const close = page.getByRole('button', { name: 'Close this message' }).first();
    await close.click({ timeout: 1_000 });
    await expect(earlier).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await press(page, name);
  await expect(toast(page, told)).toBeVisible();
}

/** Adds a row to a part of an editor, and fills in its cells. */
export async function addRow(
  page: Page,
  button: string,
  row: string,
  cells: Record<string, string>,
): Promise<void> {
  await press(page, button);
  const place = page.getByRole('listitem', { name: row, exact: true });
  for (const [label, text] of Object.entries(cells)) {
    const cell = place.getByLabel(label, { exact: true });
    if (await cell.evaluate((one) => one instanceof HTMLSelectElement))
      await cell.selectOption(text);
    else await cell.fill(text);
  }
}

export const addCorrection = (page: Page, text: string) =>
  addRow(page, 'Add a correction', 'Correction 1', { Date: '2026-11-20', 'What was wrong': text });

/** Chooses a photograph for the cover; it is sent with the button below it. */
export async function choosePhotograph(page: Page, name: string): Promise<void> {
  const photograph = await sharp({
    create: { width: 1000, height: 500, channels: 3, background: '#335588' },
  })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Image (JPEG, PNG or WebP)')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: photograph });
}
