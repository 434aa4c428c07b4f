import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { brokenDocuments, hostileTexts, refusedDocuments } from '../support/texts/hostile-payloads';
import { sessionOf, siteOrigin } from './steps/accounts';
import { expect, giveSession, test, visit } from './steps/fixtures';

/** Sends a comment as its form does. */
const sendComment = (page: Page, topic: string, fields: Record<string, string>) =>
  page.request.post(`${siteOrigin()}${topic}`, {
    maxRedirects: 0,
    form: { intent: 'reply', id: randomUUID(), replyTo: '', quoted: '', passage: '', ...fields },
  });

/** What in the page came of a comment but words: elements, handlers, addresses that run. */
const strangeThings = (page: Page) =>
  page.evaluate(() => {
    const own =
      'h1,h2,h3,article,header,span,a,p,blockquote,div,br,strong,em,u,s,sub,sup,ol,ul,li,mark,b,i,time,bdi,table,thead,tbody,tr,th,td,dl,dt,dd';
    const words = document.querySelectorAll(
      'main article *:not(form *), [contenteditable] *, main section > div *:not(form *)',
    );
    const strange = [...words].filter((element) => !element.matches(own));
    const running = [...document.querySelectorAll('main *')].filter(
      (element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')) ||
        /^\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? '') ||
        /^\s*(javascript|data|vbscript):/i.test(element.getAttribute('src') ?? ''),
    );
    return [...strange, ...running].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

test('hostile words are words on every page that shows them, and malformed texts are refused', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* (400|404|413) /);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signInAs('member');
  const opened = await page.request.post(`${siteOrigin()}/forum/new?category=practice`, {
    maxRedirects: 0,
    form: {
      id: randomUUID(),
      category: 'practice',
      title: '<img src=x onerror=alert(1)>',
      tags: '<svg onload=alert(1)>',
      body: 'The first comment',
    },
  });
  const topic = opened.headers().location ?? '/no-topic';

  for (const document of [
    ...refusedDocuments.map((each) => JSON.stringify(each)),
    ...brokenDocuments,
  ]) {
    const sent = sendComment(page, topic, { body: document, bodyFormat: 'json' });
    // What is far too large is cut off while it is being sent.
    const isHuge = document.length > 500_000;
    const status = await sent.then(
      (answer) => answer.status(),
      (error: unknown) => {
        if (isHuge) return 413;
        throw error;
      },
    );
    expect([400, 413], document.slice(0, 80)).toContain(status);
  }
  const all = hostileTexts.join('\n\n');
  const posted = await sendComment(page, topic, { body: all });
  const id = /comment-([\w-]{36})/.exec(posted.headers().location ?? '')?.[1] ?? '';
  const passage = hostileTexts[0] ?? '';
  await sendComment(page, topic, { body: 'As said', quoted: id, passage });

  const places = [
    topic,
    `${topic}/print`,
    `${topic}?quote=${id}`,
    `/forum/comment/${id}/edit`,
    '/forum/search?q=zalgo',
    '/forum/practice',
  ];
  for (const place of places) {
    await visit(page, place);
    await expect(page.getByRole('main')).toContainText('<img');
    expect(await strangeThings(page), place).toEqual([]);
  }
  await visit(page, topic);
  const shown = await page
    .getByRole('article', { name: 'Comment 2' })
    .locator('p')
    .allTextContents();
  expect(shown).toEqual(expect.arrayContaining(hostileTexts.map((text) => text.normalize('NFC'))));
  await visit(page, `/forum/comment/${id}/edit`);
  const editor = page.locator('[contenteditable] > p');
  await expect(editor).toHaveCount(hostileTexts.length);
  expect(await editor.allTextContents()).toEqual(hostileTexts.map((text) => text.normalize('NFC')));

  // The same as a flag, and in the review.
  const admin = await openBrowser();
  await page.context().clearCookies();
  await signInAs('member2');
  const flagged = await page.request.post(`${siteOrigin()}/forum/comment/${id}/flag`, {
    maxRedirects: 0,
    form: { reason: 'other', passage, explanation: '</textarea><script>alert(1)</script>' },
  });
  expect(flagged.status()).toBe(302);
  await visit(page, '/forum/flags');
  expect(await strangeThings(page)).toEqual([]);
  await giveSession(admin.context(), await sessionOf('admin'));
  admin.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visit(admin, '/administration/flags');
  await admin
    .getByRole('link', { name: /<img src=x/ })
    .first()
    .click();
  await expect(admin.getByText('When it was flagged')).toBeVisible();
  await admin.locator('summary', { hasText: 'Comments before and after' }).click();
  expect(await strangeThings(admin)).toEqual([]);
  await expect(admin.getByRole('main')).toContainText('</textarea><script>alert(1)</script>');
  expect(dialogs).toEqual([]);
});
