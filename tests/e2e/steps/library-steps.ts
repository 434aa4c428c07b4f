import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, toast, visit } from './fixtures';

/** Opens a new folder of the library. @returns its path */
export async function openNewFolder(page: Page): Promise<string> {
  await visit(page, '/intranet');
  const name = `List ${randomUUID()}`;
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

export const text = (name: string, bytes: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from('x'.repeat(bytes)),
});

type Given = ReturnType<typeof text>;

/** Uploads into the open folder, until the page says that it has been done. */
export async function upload(page: Page, ...files: Given[] | string[]): Promise<void> {
  await page.getByLabel('Upload files').last().setInputFiles(files);
  const count = files.length === 1 ? '1 file has' : `${files.length} files have`;
  await expect(toast(page, `${count} been uploaded.`)).toBeVisible({ timeout: 40_000 });
}
