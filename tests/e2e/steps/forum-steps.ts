import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { cookieHeader, sessionOf, siteOrigin } from './accounts';
import { expect, submitSignIn, toast, visit } from './fixtures';

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });

/** A comment on the page of its topic, by its number. */
export const commentOn = (page: Page, number: number) =>
  page.getByRole('article', { name: `Comment ${number}`, exact: true });

/**
 * A category for one test: the draft of a new topic in it is no other test's, and no topic that
 * another test opens as the same person takes it away.
 * @returns its address
 */
export async function makeCategory(): Promise<string> {
  const slug = `test-${randomUUID()}`;
  const form = { name: 'A category of a test', slug, description: '', position: '900' };
  const made = await fetch(`${siteOrigin()}/administration/forum/new`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieHeader(await sessionOf('admin')) },
    body: new URLSearchParams({ ...form, readUSER: 'on', writeUSER: 'on' }),
  });
  expect(made.status).toBe(302);
  return slug;
}

/**
 * Opens a topic as whoever the browser belongs to, without a look at the page.
 * @returns its address
 */
export async function openTopic(
  { request }: BrowserContext,
  fields: Record<string, string>,
): Promise<string> {
  const opened = await request.post(`${siteOrigin()}/forum/new?category=practice`, {
    maxRedirects: 0,
    form: { id: randomUUID(), category: 'practice', title: 'A topic of a test', ...fields },
  });
  expect(opened.status()).toBe(302);
  return opened.headers().location ?? '/no-topic';
}

/** The address of the first comment of a topic. */
export async function firstCommentOf({ request }: BrowserContext, topic: string): Promise<string> {
  const page = await (await request.get(`${siteOrigin()}${topic}`)).text();
  return `/forum/comment/${/id="comment-([\w-]{36})"/.exec(page)?.[1]}`;
}

/** One of one's own flags, by the comment that was flagged. */
export const flagOf = (page: Page, comment: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="${comment}"]`) });

/** Writes a comment and posts it, once all of it is on the page. */
export async function post(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.type(text);
  await expect(editorOf(page)).toHaveText(text);
  await page.getByRole('button', { name: 'Post the comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible({
    timeout: 40_000,
  });
}

/** Waits until a mail with this subject has been written to this address. @returns its words */
export async function mailTo(developer: Page, email: string, subject: RegExp): Promise<string> {
  const row = developer.getByRole('row').filter({ hasText: email });
  const link = row.getByRole('link', { name: subject }).first();
  // A background job writes the mails.
  await expect(async () => {
    await developer.goto(`/administration/outbox?search=${email}`);
    const shown = await developer.getByRole('main').innerText();
    expect(await link.count(), `in the outbox, ${developer.url()}: ${shown}`).toBeGreaterThan(0);
  }).toPass({ timeout: 90_000 });
  await link.click();
  await developer.getByRole('navigation', { name: 'You are here' }).waitFor();
  return developer.getByRole('main').innerText();
}

/** Has an administrator invite someone, who sets a password and signs in. */
export async function joinAs(
  page: Page,
  { admin, developer }: { admin: Page; developer: Page },
  names: { firstName: string; lastName: string },
): Promise<string> {
  const email = `forum-${Date.now()}@court.example`;
  const password = 'nine grey otters on the quay';
  await visit(admin, '/administration/users/new');
  await admin.getByLabel('First name').fill(names.firstName);
  await admin.getByLabel('Last name').fill(names.lastName);
  await admin.getByLabel('E-mail address').fill(email);
  await admin.getByRole('button', { name: 'Create the user' }).click();
  await expect(admin).toHaveURL('/administration/users');
  const words = await mailTo(developer, email, /./);
  const invitation = /\/invitation\/[\w-]{40,}/.exec(words)?.[0];
  await visit(page, invitation ?? '/no-invitation');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, { email, password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  return email;
}

/** What someone with the browser's session gets at an address. */
export async function statusFor(page: Page, path: string): Promise<number> {
  const answer = await page.request.get(`${siteOrigin()}${path}`, { maxRedirects: 0 });
  return answer.status();
}
