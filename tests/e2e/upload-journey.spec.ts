import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { runBuiltSite } from '../../scripts/run-built-site.mjs';
import { type CuttingProxy, openCuttingProxy } from './steps/cutting-proxy';
import { expect, submitSignIn, test, visit } from './steps/fixtures';

const documents = [
  // The largest, so that it is on its way whenever something happens.
  'scan-image-only-en-2p.pdf',
  'attachment-png.pdf',
  'bg-epep-rules-7p.pdf',
  'corrupt-no-trailer.pdf',
  'docx-textbox-footnote-en.docx',
  'el-fek-a28-2018-2p.pdf',
  'en-us-appeals-opinion-17p.pdf',
  'encrypted-user-password.pdf',
  'fr-proces-verbal-2p.pdf',
  'javascript-buttons.pdf',
  'jpeg-exif-gps.jpg',
  'odt-trivial-en.odt',
  'pl-supreme-court-resolution-1994-5p.pdf',
  'redaction-good-applied-pl.pdf',
  'redaction-good-real-en.pdf',
  'redaction-none-text-on-dark-background-en.pdf',
  'README.md',
].map((name) => join('tests/documents', name));
const notes = [
  '001-shape-of-the-house.md',
  '002-embedded-postgresql.md',
  '007-document-library.md',
];
const files = [...documents, ...notes.map((name) => join('docs/decisions', name))];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('twenty files arrive whole over a line that is cut three times, past a reload and the end of the session', async ({
  browser,
}) => {
  const proxy = await openCuttingProxy(250_000);
  const origin = `http://127.0.0.1:${proxy.port}`;
  const site = await runBuiltSite({ ORIGIN: origin });
  try {
    proxy.leadTo(Number(new URL(site.url).port));
    const page = await signedIn(browser, origin, 'member@demo.example', site.password);
    const folder = await openNewFolder(page, `${origin}/intranet`);
    const other = await signedIn(browser, origin, 'member2@demo.example', site.password);
    await visit(other, folder);

    await choose(page);
    await untilReceived(proxy, 300_000);
    const all = page.locator('label').filter({ has: page.getByRole('progressbar') });
    await expect(all).toHaveText(/[1-9]\d?%/);
    const percent = Number(await all.getByRole('progressbar').getAttribute('value'));
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThan(100);
    expect(proxy.cut()).toBeGreaterThan(0);
    await untilReceived(proxy, 300_000);
    page.once('dialog', (dialog) => void dialog.accept());
    await visit(page, folder);
    await expect(page.getByText(/continues? where (it|they) stopped/)).toBeVisible();
    await choose(page);
    await untilReceived(proxy, 300_000);
    expect(proxy.cut()).toBeGreaterThan(0);
    await untilReceived(proxy, 200_000);

    // Elsewhere, the same person ends the session.
    await page.request.post(`${origin}/sign-out`, { headers: { Origin: origin } });
    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await again.getByLabel('Password').fill(site.password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await untilReceived(proxy, 50_000);
    expect(proxy.cut()).toBeGreaterThan(0);

    await expect(page.getByText('20 files have been uploaded.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    for (const file of files) {
      const title = basename(file).replace(/\.\w+$/, '');
      const link = other.getByRole('link', { name: title, exact: true });
      // The last of twenty comes when all before it have been taken in.
      await expect(link).toHaveCount(1, { timeout: 40_000 });
      const answer = await other.request.get(`${origin}${await link.getAttribute('href')}/file`);
      expect(sha256(await answer.body()), file).toBe(sha256(readFileSync(file)));
    }
    await expect(other.getByText('20 entries')).toBeVisible();
  } finally {
    proxy.close();
    await site.stop();
  }
});

async function signedIn(
  browser: Browser,
  origin: string,
  email: string,
  password: string,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await visit(page, `${origin}/login`);
  await submitSignIn(page, { email, password });
  await page.waitForURL(`${origin}/`);
  return page;
}

async function openNewFolder(page: Page, intranet: string): Promise<string> {
  await visit(page, intranet);
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Conference');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Conference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conference' })).toBeVisible();
  return page.url();
}

function choose(page: Page): Promise<void> {
  return page.getByLabel('Upload files').last().setInputFiles(files);
}

async function untilReceived(proxy: CuttingProxy, more: number): Promise<void> {
  const before = proxy.received();
  // Asked often, so that not all has gone through meanwhile.
  const often = { timeout: 40_000, intervals: [50] };
  await expect.poll(() => proxy.received() - before, often).toBeGreaterThan(more);
}
