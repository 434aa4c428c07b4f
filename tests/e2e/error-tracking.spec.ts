import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { emailOf } from './steps/accounts';
import { expect, submitSignIn, toast, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

const test = withSettings({ FLAGS: 'analytics,errorTracking' });

test.beforeEach(({ strayThings }) => {
  strayThings.expect(/^script error: /);
  strayThings.expect(/Failed to load resource/);
});

/** The day and time of the commit; unknown where the sources come without their history. */
const dateOfVersion = existsSync('.git')
  ? expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/)
  : null;

type Report = { status: number; body: Record<string, unknown> };

/** What the page reports, with the server's answer. */
function reportsOf(page: Page): Report[] {
  const reports: Report[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/tracked-errors')) return;
    reports.push({ status: response.status(), body: response.request().postDataJSON() });
  });
  return reports;
}

/** Opens a page and agrees to all that is asked. */
async function visitAgreed(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expect(page.getByRole('button', { name: 'Accept all' })).toBeHidden();
}

/** Lets an error happen that nobody catches, as a fault of the site would. */
const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);

/** Waits until what the page does after an error is over: it has answers to what it asks later. */
async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
      await fetch('/healthz').catch(() => undefined);
    }
  });
}

test('an uncaught error is reported once, with the fields of the specification', async ({
  page,
  site,
}) => {
  const reports = reportsOf(page);
  await visitAgreed(page, `${site.url}/news?year=2025`);
  await fail(page, 'broken for judge@court.example');
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatchObject({
    status: 201,
    body: {
      message: 'Error: broken for [e-mail]',
      stackTrace: expect.stringContaining('broken for [e-mail]'),
      url: '/news',
      user: 'unauthenticated',
      sessionToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      versionDate: dateOfVersion,
      hash: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  });
  await fail(page, 'broken for judge@court.example');
  await page.evaluate(() => void Promise.reject(new Error('rejected')));
  await expect.poll(() => reports.length).toBe(2);
  await page.evaluate(() => {
    setTimeout(() => {
      throw { reason: 'a value' };
    });
  });
  await expect.poll(() => reports.length).toBe(3);
  expect(reports[2]?.body).toMatchObject({ message: '{"reason":"a value"}', stackTrace: null });
  const tokens = () => new Set(reports.map(({ body }) => body['sessionToken']));
  expect(tokens().size).toBe(1);
  // Another session of the app knows nothing of the first.
  await visit(page, `${site.url}/news?year=2025`);
  await fail(page, 'broken for judge@court.example');
  await expect.poll(() => reports.length).toBe(4);
  expect(tokens().size).toBe(2);
});

test('a session reports at most 100 distinct errors', async ({ page, site }) => {
  const reports = reportsOf(page);
  await visitAgreed(page, `${site.url}/about`);
  await page.evaluate(async () => {
    for (let number = 0; number < 105; number += 1) {
      setTimeout(() => {
        throw new Error(`fault ${number}`);
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect.poll(() => reports.length, { timeout: 40_000 }).toBe(100);
  await fail(page, 'the hundred and first');
  await untilQuiet(page);
  expect(reports).toHaveLength(100);
  expect(reports.every(({ status }) => status === 201)).toBe(true);
});

test('nothing is sent before a choice, after "Reject all" and after withdrawal', async ({
  page,
  site,
}) => {
  const reports = reportsOf(page);
  await visit(page, `${site.url}/about`);
  await fail(page, 'before a choice');
  await untilQuiet(page);
  expect(reports).toEqual([]);
  await page.getByRole('button', { name: 'Reject all' }).click();
  await fail(page, 'after a refusal');
  await untilQuiet(page);
  expect(reports).toEqual([]);
  const opener = page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and consent' });
  await opener.click();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await fail(page, 'after consent');
  await expect.poll(() => reports.length).toBe(1);
  await opener.click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await fail(page, 'after withdrawal');
  await untilQuiet(page);
  expect(reports).toHaveLength(1);
});

test('the user is named with consent to statistics only', async ({ page, site }) => {
  const reports = reportsOf(page);
  await visit(page, `${site.url}/login`);
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('checkbox', { name: /^Error reports/ }).check();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await fail(page, 'signed out');
  await expect.poll(() => reports.at(-1)?.body['user']).toBe('unauthenticated');
  await submitSignIn(page, { email: emailOf('member'), password: site.password });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
  await fail(page, 'error reports alone');
  await expect.poll(() => reports.at(-1)?.body['user']).toBe('anonymous');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and consent' }).click();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await fail(page, 'statistics as well');
  await expect.poll(() => reports.at(-1)?.body['user']).toBe('reference');
});

test('values that count as nothing are reported when they are thrown', async ({ page, site }) => {
  const reports = reportsOf(page);
  await visitAgreed(page, `${site.url}/about`);
  await page.evaluate(() => {
    for (const value of [0, '', false]) {
      setTimeout(() => {
        throw value;
      });
      void Promise.reject(value);
    }
  });
  // Thrown and rejected, each is the same error: it is sent once.
  await expect.poll(() => reports.length).toBe(3);
  await untilQuiet(page);
  const messages = reports.map(({ body }) => String(body['message']));
  expect(new Set(messages)).toEqual(new Set(['""', '0', 'false']));
  expect(reports.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('without a line the report waits and is sent once', async ({ page, site }) => {
  const reports = reportsOf(page);
  await visitAgreed(page, `${site.url}/about`);
  await fail(page, 'loads what reports');
  await expect.poll(() => reports.length).toBe(1);
  await page.context().setOffline(true);
  await fail(page, 'happened offline');
  await untilQuiet(page);
  expect(reports).toHaveLength(1);
  await page.context().setOffline(false);
  await expect.poll(() => reports.length).toBe(2);
});

test('a piece of the site that is gone is said in the console, and the wanted page loaded as a whole', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/Error loading route module|Failed to fetch dynamically imported module/);
  const loads: string[] = [];
  page.on('load', () => loads.push(new URL(page.url()).pathname));
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  // What a link leads to: the part of the site with the list of news.
  await visit(page, `${site.url}/about`);
  let gone = 0;
  await page.route(/\/assets\/news\.route-/, (route) => {
    gone += 1;
    return gone === 1 ? route.abort() : route.continue();
  });
  const siteMap = page.getByRole('navigation', { name: 'Site map', includeHidden: true });
  const link = siteMap.getByRole('link', { name: 'News', exact: true, includeHidden: true });
  await link.dispatchEvent('click');
  await expect.poll(() => loads).toHaveLength(2);
  expect(said.join()).toContain('Error loading route module');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await untilQuiet(page);
  expect(loads).toEqual(['/about', '/news']);
});

test('without error tracking nothing is sent', async ({ page, strayThings }) => {
  strayThings.expect(/^script error: /);
  const reports = reportsOf(page);
  await visit(page, '/about');
  await fail(page, 'not reported');
  await untilQuiet(page);
  expect(reports).toEqual([]);
});

test('what the security policy refuses is reported by the browser itself', async ({
  page,
  site,
  strayThings,
}) => {
  strayThings.expect(/violates the following Content Security Policy/);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/csp-reports')) answers.push(response.status());
  });
  await visit(page, `${site.url}/about`);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "injected"';
    document.body.append(script);
  });
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  await untilQuiet(page);
  // Once in each of the two ways that browsers know.
  expect(answers.length).toBeLessThanOrEqual(2);
  expect(new Set(answers)).toEqual(new Set([204]));
  await expect(page).not.toHaveTitle('injected');
});
