import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/**
 * What another tab says when somebody has signed in there, until the page has asked who that is and
 * watches the new session: it does not listen while it is about to do so.
 */
export async function signInElsewhere(page: Page): Promise<void> {
  let hasAsked = false;
  let isWatched = false;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/session') hasAsked = true;
    else if (pathname === '/session/watch') isWatched ||= hasAsked;
  });
  await expect(async () => {
    await page.evaluate(() => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to tabs of this site alone
      new BroadcastChannel('session').postMessage('changed');
    });
    expect(isWatched, 'the new session is watched').toBe(true);
  }).toPass({ intervals: [2_000], timeout: 60_000 });
}
