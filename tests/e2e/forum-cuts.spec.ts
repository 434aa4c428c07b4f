import { randomInt, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { demonstrationPassword, sessionOf, siteOrigin } from './steps/accounts';
import { expect, giveSession, signInAtLogin, test, visit } from './steps/fixtures';
import { editorOf } from './steps/forum-steps';

/**
 * Cuts of the network and the session at random moments while someone writes. Four here; a hundred
 * by `npm run test:e2e -- forum-cuts --repeat-each=25`.
 */
const rounds = 4;

/** What goes wrong, and what the person then does. */
const cuts = [
  'offline',
  'offline, reloaded',
  'drafts refused',
  'session ended',
  'session ended, signed in elsewhere',
  'page reloaded',
  'page left',
  'tab closed',
  'post cut',
  'answer to the post lost',
] as const;
type Cut = (typeof cuts)[number];

const vocabulary = 'judgment access controller purpose consent erasure recital chamber'.split(' ');
const someWords = (count: number) =>
  Array.from({ length: count }, () => vocabulary[randomInt(vocabulary.length)]).join(' ');
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: randomInt(12) });
const pause = (page: Page) => page.waitForTimeout(randomInt(1200));

/** The session alone: without its choice of privacy a browser is asked, in the midst of typing. */
const endSession = (context: BrowserContext) => context.clearCookies({ name: /^__Host-session/ });

async function openEditor(page: Page, topic: string): Promise<void> {
  await visit(page, topic);
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
}

/** Types, cuts, types on, and comes back. @returns the page on which it goes on */
async function cutAndReturn(
  page: Page,
  { cut, topic, texts: [before, after] }: { cut: Cut; topic: string; texts: [string, string] },
): Promise<Page> {
  const context = page.context();
  const post = page.getByRole('button', { name: 'Post the comment' });
  await editorOf(page).click();
  await type(page, before);
  await pause(page);
  switch (cut) {
    case 'offline':
    case 'offline, reloaded': {
      await context.setOffline(true);
      await type(page, after);
      await pause(page);
      await context.setOffline(false);
      if (cut === 'offline, reloaded') await openEditor(page, topic);
      return page;
    }
    case 'drafts refused': {
      await page.route('**/forum/drafts/save', (route) => route.abort());
      await type(page, after);
      await pause(page);
      await page.unroute('**/forum/drafts/save');
      return page;
    }
    case 'session ended': {
      await endSession(context);
      await type(page, after);
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel('Password').fill(demonstrationPassword());
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await expect(dialog).toBeHidden();
      return page;
    }
    case 'session ended, signed in elsewhere': {
      await endSession(context);
      await type(page, after);
      await pause(page);
      await signInAtLogin(page, 'member');
      await openEditor(page, topic);
      return page;
    }
    case 'page reloaded': {
      await type(page, after);
      await openEditor(page, topic);
      return page;
    }
    case 'page left':
    case 'tab closed': {
      await type(page, after);
      const next = await context.newPage();
      if (cut === 'page left') await page.goto('about:blank');
      else await page.close({ runBeforeUnload: true });
      // The last request of the page that was left may still be on its way.
      await expect
        .poll(
          async () =>
            (await (await context.request.get(`${siteOrigin()}${topic}`)).text()).includes(
              before + after,
            ),
          { message: `${cut}: ${before}${after}`, timeout: 40_000 },
        )
        .toBe(true);
      if (cut === 'page left') await page.close();
      await openEditor(next, topic);
      return next;
    }
    case 'post cut':
    case 'answer to the post lost': {
      await type(page, after);
      let isCut = false;
      const isTaken = cut === 'answer to the post lost';
      await page.route('**/forum/topic/*.data*', async (route) => {
        if (isCut || route.request().method() !== 'POST') return route.continue();
        isCut = true;
        if (isTaken) await route.fetch({ maxRedirects: 0 });
        return route.abort();
      });
      await post.click();
      const noConnection = page
        .getByRole('main')
        .getByText(/^No connection/)
        .first();
      await expect(noConnection).toBeVisible({ timeout: 40_000 });
      if (isTaken) {
        // It arrives like anybody's; the page that loads it goes on saying what happened.
        await expect(page.getByRole('article').getByText(before + after)).toBeVisible();
        await expect(noConnection).toBeVisible();
      }
      await page.unroute('**/forum/topic/*.data*');
      return page;
    }
  }
}

test('nothing typed is lost, and it is posted once, wherever network or session are cut', async ({
  page: firstPage,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource|net::ERR|EventSource|TypeError/);
  await giveSession(firstPage.context(), await sessionOf('member'));
  const opened = await firstPage.request.post(`${siteOrigin()}/forum/new?category=practice`, {
    maxRedirects: 0,
    form: {
      id: randomUUID(),
      category: 'practice',
      title: 'A topic that is cut off',
      body: 'Begins',
    },
  });
  const topic = opened.headers().location ?? '/no-topic';
  let page = firstPage;
  await openEditor(page, topic);
  for (let round = 0; round < rounds; round += 1) {
    const cut = cuts[randomInt(cuts.length)] ?? 'offline';
    const texts: [string, string] = [
      `${someWords(randomInt(1, 12))} `,
      // Unlike any text before it, also in what both end with.
      `${someWords(randomInt(1, 12))} ${randomUUID().slice(0, 8)}`,
    ];
    const label = `${cut}: ${JSON.stringify(texts)}`;
    page = await cutAndReturn(page, { cut, topic, texts });
    await expect(editorOf(page), label).toHaveText(texts.join(''), { timeout: 40_000 });
    await page.getByRole('button', { name: 'Post the comment' }).click();
    const comment = page.getByRole('article', { name: `Comment ${round + 2}`, exact: true });
    await expect(comment, label).toContainText(texts.join(''), { timeout: 40_000 });
    await expect(page.getByRole('article'), label).toHaveCount(round + 2);
    await expect(editorOf(page), label).toHaveText('');
  }
});
