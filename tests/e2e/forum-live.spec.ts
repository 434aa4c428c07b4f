import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { commentOn, editorOf, openTopic } from './steps/forum-steps';

/** Comes into a topic while others write there. */

const tall = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of a comment`).join('\n\n');

/** Posts as someone else. */
async function comment(context: BrowserContext, topic: string, body: string): Promise<void> {
  const answer = await context.request.post(`${siteOrigin()}${topic}`, {
    maxRedirects: 0,
    form: { intent: 'reply', id: randomUUID(), replyTo: '', body },
  });
  expect(answer.status()).toBe(302);
}

/** Opens a topic with so many comments as someone else. @returns its address */
async function openBusyTopic(context: BrowserContext, comments: number): Promise<string> {
  await giveSession(context, await sessionOf('admin'));
  const topic = await openTopic(context, { title: 'A topic that is busy', body: tall });
  for (let number = 2; number <= comments; number += 1) await comment(context, topic, tall);
  return topic;
}

const topOf = async (element: Locator) => Math.round((await element.boundingBox())?.y ?? NaN);

/** The comments that the topic has by what its page says. */
const counted = (page: Page, count: number) =>
  expect(page.getByText(`${count} comments`, { exact: true })).toBeAttached();

/** Has this page believe that its browser does not hold pages in place by itself, and so it is. */
async function withoutAnchoring(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (first: string, second?: string) =>
      first !== 'overflow-anchor' && (second ? supports(first, second) : supports(first));
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.overflowAnchor = 'none';
    });
  });
}

for (const holds of [true, false]) {
  const browser = holds ? 'a browser that holds pages in place' : 'a browser that does not';
  test(`what is read and written stays where it is when comments arrive, in ${browser}`, async ({
    page,
    signInAs,
    openBrowser,
  }) => {
    const writer = (await openBrowser()).context();
    const topic = await openBusyTopic(writer, 24);
    await signInAs('member');
    if (!holds) await withoutAnchoring(page);
    await visit(page, topic);
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();

    // The last page: in the midst of the comments, while the number of pages grows above them too.
    const read = commentOn(page, 20);
    await read.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    let place = await topOf(read);
    for (const count of [25, 26]) {
      await comment(writer, topic, 'Arrives below what is read');
      await counted(page, count);
      expect(Math.abs((await topOf(read)) - place)).toBeLessThanOrEqual(1);
    }
    await expect(page.getByRole('navigation', { name: 'Pages' }).first()).toBeAttached();

    // The second page is the last one now: while one writes, what arrives comes in above.
    await visit(page, `${topic}?page=2`);
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await editorOf(page).click();
    await page.keyboard.type('Being written');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await editorOf(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    place = await topOf(editorOf(page));
    for (const count of [27, 28, 29]) {
      await comment(writer, topic, tall);
      await counted(page, count);
      await expect(commentOn(page, count)).toBeAttached();
      expect(Math.abs((await topOf(editorOf(page))) - place)).toBeLessThanOrEqual(1);
    }
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.type(' still');
    await expect(editorOf(page)).toHaveText('Being written still');

    // A page in the middle of the topic shows nothing new but their number.
    await visit(page, topic);
    await read.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    place = await topOf(read);
    await comment(writer, topic, tall);
    await counted(page, 30);
    expect(Math.abs((await topOf(read)) - place)).toBeLessThanOrEqual(1);
    await expect(page.getByRole('article')).toHaveCount(25);
  });
}

test('only what has been on the screen of a tab that is looked at counts as read', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  const writer = (await openBrowser()).context();
  const topic = await openBusyTopic(writer, 4);
  await signInAs('member');
  const unread = async () => {
    const list = await page.request.get(`${siteOrigin()}/forum/practice`);
    const [, after = ''] = (await list.text()).split(`href="${topic}?unread"`);
    return Number(/>(\d+) unread/.exec(after)?.[1] ?? 0);
  };
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    addEventListener('tab', () => {
      state = state === 'visible' ? 'hidden' : 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  const changeTab = () => page.evaluate(() => dispatchEvent(new Event('tab')));
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.clock.install();
  const told: number[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== `${topic}/read`) return;
    told.push(Number(new URLSearchParams(request.postData() ?? '').get('position')));
  });
  await visit(page, topic);
  expect(await unread()).toBeGreaterThan(0);
  // Only the first two have been seen so far.
  await commentOn(page, 2).scrollIntoViewIfNeeded();
  await expect.poll(unread).toBeLessThan(3);
  await commentOn(page, 4).evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await expect.poll(unread).toBe(0);

  // In the background two more arrive and stay unread, until someone looks.
  await commentOn(page, 4).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await changeTab();
  await comment(writer, topic, 'Arrives behind');
  await comment(writer, topic, 'And another');
  await expect(commentOn(page, 6)).toBeAttached();
  // Until the page has been told what is on the screen now.
  await commentOn(page, 6).evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    return new Promise<void>((resolve) => {
      new IntersectionObserver(() => resolve()).observe(element);
    });
  });
  // Longer than the page waits before it tells.
  await page.clock.runFor(5_000);
  expect(Math.max(...told)).toBe(4);
  expect(await unread()).toBe(2);
  await changeTab();
  await expect.poll(unread).toBe(0);
  expect(Math.max(...told)).toBe(6);
});

test('what one is writing stays when the topic is closed meanwhile', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  const administrator = (await openBrowser()).context();
  await giveSession(administrator, await sessionOf('admin'));
  await signInAs('member');
  const topic = await openTopic(page.context(), { body: 'Before it is closed' });
  await visit(page, topic);
  await editorOf(page).click();
  await page.keyboard.type('A long thought');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.keyboard.type(' that goes on');
  const close = { intent: 'close', reason: 'The Court has decided.' };
  await administrator.request.post(`${siteOrigin()}${topic}`, { form: close });
  await expect(page.getByText('The Court has decided.')).toBeVisible();
  await expect(page.getByText('You can no longer post here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post' })).toHaveCount(0);
  await expect(editorOf(page)).toHaveText('A long thought that goes on');
  // Nor is it gone another time.
  await expect(page.getByText('Draft saved')).toBeVisible();
  await visit(page, topic);
  await expect(editorOf(page)).toHaveText('A long thought that goes on');
});

test('what one writes in one topic does not go along to another', async ({ page, signInAs }) => {
  await signInAs('member');
  const other = await openTopic(page.context(), { body: 'Of something else' });
  const link = { type: 'link', attrs: { href: `${siteOrigin()}${other}` } };
  const text = { type: 'text', text: 'See there', marks: [link] };
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] };
  const form = { body: JSON.stringify(body), bodyFormat: 'json' };
  const topic = await openTopic(page.context(), form);
  await visit(page, topic);
  await editorOf(page).click();
  await page.keyboard.type('For this topic alone');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.keyboard.type(', to its end');
  await page.getByRole('link', { name: 'See there' }).click();
  await expect(page).toHaveURL(`${siteOrigin()}${other}`);
  await expect(page.getByText('Of something else')).toBeVisible();
  await expect(editorOf(page)).toHaveText('');
  // The last words were sent when the page was left.
  const drafts = async () => (await page.request.get(`${siteOrigin()}/forum/drafts`)).text();
  await expect.poll(drafts).toContain('For this topic alone, to its end');
  await page.goBack();
  await expect(editorOf(page)).toHaveText('For this topic alone, to its end');
});

test('a selection in a comment stays when another comes in, and what is edited is shown', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  const writer = (await openBrowser()).context();
  await giveSession(writer, await sessionOf('admin'));
  const body = 'Words to select, and [about us](/about)';
  const topic = await openTopic(writer, { title: 'A topic to select in', body });
  await signInAs('member');
  await visit(page, topic);
  const first = commentOn(page, 1);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await first.getByText('Words to select').selectText();
  await comment(writer, topic, 'Comes in meanwhile');
  await expect(commentOn(page, 2)).toContainText('Comes in meanwhile');
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('Words to select');

  const address = await first.getByRole('link', { name: 'Lasting link' }).getAttribute('href');
  const edit = await writer.request.post(`${siteOrigin()}${address}/edit`, {
    maxRedirects: 0,
    form: { intent: 'edit', version: '1', body: 'Other words by now' },
  });
  expect(edit.status()).toBe(302);
  await expect(first).toContainText('Other words by now');
  await expect(first).not.toContainText('Words to select');
});
