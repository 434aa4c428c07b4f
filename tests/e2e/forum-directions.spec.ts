import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin } from './steps/accounts';
import { expect, giveSession, test } from './steps/fixtures';
import { openTopic } from './steps/forum-steps';

const title = 'מרכאות « על GDPR 2016/679';

/** Where the title stands without anything that keeps its direction from the words around it. */
const loose = (page: Page) =>
  page.evaluate((words) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!text.includes(words) || node.parentElement?.closest('script, bdi, option')) continue;
      if (!text.includes(`\u2068${words}\u2069`)) found.push(node.parentElement?.outerHTML ?? text);
    }
    return found;
  }, title);

test('a title in another direction does not turn the words around it', async ({
  page,
  openBrowser,
}) => {
  await giveSession(page.context(), await sessionOf('member'));
  const send = (path: string, form: Record<string, string>) =>
    page.request.post(`${siteOrigin()}${path}`, { maxRedirects: 0, form });
  const topic = await openTopic(page.context(), { title, body: 'About a title' });
  const target = topic.slice('/forum/topic/'.length);
  await send(topic, { intent: 'follow', kind: 'topic', target, level: 'daily' });
  const replied = await send(topic, {
    intent: 'reply',
    id: randomUUID(),
    replyTo: '',
    body: 'One',
  });
  const id = /comment-([\w-]{36})/.exec(replied.headers().location ?? '')?.[1] ?? '';
  await send(`/forum/comment/${id}/edit`, { intent: 'edit', version: '1', body: 'One, two' });
  const draft = { place: `topic/${target}`, version: 0, mark: randomUUID(), known: [], fields: {} };
  const body = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] });
  const data = { ...draft, body };
  await page.request.post(`${siteOrigin()}/forum/drafts/save`, { data });
  const pages = [
    topic,
    `${topic}/print`,
    '/forum?list=own',
    '/forum/practice',
    `/forum/search?q=${encodeURIComponent('About title')}`,
    '/forum/following',
    '/forum/drafts',
    `/forum/comment/${id}/edit`,
    `/forum/comment/${id}/history`,
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(title);
    expect(await loose(page), path).toEqual([]);
  }
  const reader = await openBrowser();
  await giveSession(reader.context(), await sessionOf('member2'));
  await reader.goto(`/forum/comment/${id}/flag`);
  expect(await loose(reader)).toEqual([]);
  await reader.request.post(`${siteOrigin()}/forum/comment/${id}/flag`, {
    maxRedirects: 0,
    form: { reason: 'spam', explanation: '', passage: '' },
  });
  const admin = await openBrowser();
  await giveSession(admin.context(), await sessionOf('admin'));
  for (const [of, path] of [
    [reader, '/forum/flags'],
    [admin, '/administration/flags'],
  ] as const) {
    await of.goto(path);
    await expect(of.getByRole('main')).toContainText(title);
    expect(await loose(of), path).toEqual([]);
  }
});
