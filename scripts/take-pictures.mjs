/**
 * Takes the pictures of README.md from the demonstration, in both themes:
 * `node scripts/take-pictures.mjs` writes them to docs/screenshots.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { projectRoot } from './project-root.mjs';
import { runBuiltSite } from './run-built-site.mjs';
import { orSayWhy, SayAndStop } from './say-and-stop.mjs';

const folder = join(projectRoot, 'docs/screenshots');
/** The most bytes of a picture. */
const most = 150_000;
const size = { width: 1280, height: 880 };
const themes = /** @type {const} */ (['light', 'dark']);

/** @type {{ name: string, reader: string | null, path: string }[]} */
const pictures = [
  { name: 'home', reader: null, path: '/' },
  { name: 'decisions', reader: null, path: '/decisions' },
  { name: 'member', reader: 'member', path: '/' },
  { name: 'administration', reader: 'admin', path: '/administration' },
];

/** @typedef {{ url: string, password: string }} Site */

async function takePictures() {
  await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const executablePath = ensureChromium();
  const site = await runBuiltSite({ NEWS_LANGUAGES: 'en' });
  const browser = await chromium.launch({ executablePath });
  try {
    for (const colorScheme of themes) {
      for (const { name, reader, path } of pictures) {
        const context = await browser.newContext({ viewport: size, colorScheme, locale: 'en-GB' });
        const page = await context.newPage();
        if (reader) await signIn(page, site, reader);
        await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
        await page.evaluate(() => document.fonts.ready);
        await save(await page.screenshot({ animations: 'disabled' }), `${name}-${colorScheme}`);
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Site} site
 * @param {string} reader
 */
async function signIn(page, site, reader) {
  await page.goto(`${site.url}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('E-mail address').fill(`${reader}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(site.password);
  await page.keyboard.press('Enter');
  // It is said once, and so not in the picture.
  await page.getByText('You are signed in.').waitFor();
}

/**
 * @param {Buffer} png
 * @param {string} name
 */
async function save(png, name) {
  const file = join(folder, `${name}.webp`);
  await sharp(png).webp({ quality: 82, effort: 6 }).toFile(file);
  const bytes = statSync(file).size;
  if (bytes > most)
    throw new SayAndStop(`${file} has ${bytes} bytes, at most ${most} are allowed.`);
  console.log(`${name}: ${Math.round(bytes / 1000)} kB`);
}

await orSayWhy(takePictures);
