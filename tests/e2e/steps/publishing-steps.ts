import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** A field of an editor, by the whole of its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Presses a button, by the whole of its name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

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
