import { randomUUID } from 'node:crypto';
import { sessionOf, siteOrigin } from './accounts';
import { expect, giveSession, test, visit } from './fixtures';
import { commentOn, openTopic } from './forum-steps';

/** A long text is in a page once: the browser takes it from there, and has it as long as it needs. */

const article = '/article/necessary-for-what';
const words = 'The most vivid example is';

test('a text comes once with its page, and with the data that come without one', async ({
  request,
}) => {
  const page = await (await request.get(article)).text();
  expect(page.split(words)).toHaveLength(2);
  const data = await (await request.get(`${article}.data`)).text();
  expect(data.split(words)).toHaveLength(2);
});

test('a text stays when its reader goes elsewhere and comes back, and its links are followed', async ({
  page,
}) => {
  await visit(page, article);
  await page.evaluate(() => Reflect.set(window, 'isStillHere', true));
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('link', { name: 'All news and articles' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await page.goBack();
  await expect(page.getByText(words)).toBeVisible();
  await page.goForward();
  await page.locator(`main a[href="${article}"]`).first().click();
  await expect(page.getByText(words)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isStillHere'))).toBe(true);
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
  const reply = await writer.request.post(`${siteOrigin()}${topic}`, {
    maxRedirects: 0,
    form: { intent: 'reply', id: randomUUID(), replyTo: '', body: 'Comes in meanwhile' },
  });
  expect(reply.status()).toBe(302);
  await expect(commentOn(page, 2)).toContainText('Comes in meanwhile');
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('Words to select');

  const edit = await writer.request.post(
    `${siteOrigin()}${await first.getByRole('link', { name: 'Lasting link' }).getAttribute('href')}/edit`,
    { maxRedirects: 0, form: { intent: 'edit', version: '1', body: 'Other words by now' } },
  );
  expect(edit.status()).toBe(302);
  await expect(first).toContainText('Other words by now');
  await expect(first).not.toContainText('Words to select');
});
