import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import {
  type Account,
  demonstrationPassword,
  emailOf,
  sessionOf,
  type SetCookie,
  siteOrigin,
} from './accounts';

type Fixtures = {
  /** What no page may do: errors in the console, script errors, requests to another origin. */
  strayThings: StrayThings;
  /** Gives the browser of `page` a session of this account. */
  signInAs: (account: Account) => Promise<void>;
  /** Opens a second browser, which shares nothing with that of `page`. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Collects what pages do that they should not, but for what a test announces. */
class StrayThings {
  readonly #expected: RegExp[] = [];
  readonly #seen: string[] = [];

  /** Announces console errors that belong to what the test does, such as a refused request. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // Without JavaScript, or on a busy machine, what was fetched ahead waits longer for its use.
      if (message.text().includes('was preloaded using link preload but not used')) return;
      this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      this.#seen.push(`script error: ${error.error().stack ?? error.error().message}`);
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && origin !== siteOrigin()) {
        this.#seen.push(`request to another origin: ${request.url()}`);
      }
    });
  }

  unexpected(): string[] {
    return this.#seen.filter((thing) => !this.#expected.some((pattern) => pattern.test(thing)));
  }
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the test runner reads the pattern
  strayThings: async ({}, use) => {
    const stray = new StrayThings();
    await use(stray);
    expect(stray.unexpected(), 'what the pages did unasked').toEqual([]);
  },
  context: async ({ context, strayThings }, use) => {
    strayThings.watch(context);
    await use(context);
  },
  signInAs: async ({ context }, use) => {
    await use(async (account) => giveSession(context, await sessionOf(account)));
  },
  openBrowser: async ({ browser, strayThings }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      strayThings.watch(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect };

/** Puts the cookies of a session into a browser. */
export async function giveSession(
  context: BrowserContext,
  cookies: readonly SetCookie[],
): Promise<void> {
  await context.addCookies(
    cookies.map(({ name, value }) => ({
      name,
      value,
      // A browser takes cookies bound to HTTPS from this address, its remote control does not.
      url: siteOrigin().replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })),
  );
}

/** Opens a page and waits until its buttons answer, as a person does without knowing it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

/** Waits until React has taken the page over and has nothing left to do, as far as can be told. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps$'));
  });
  // A page that draws nothing may never be told that it is idle.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })),
  );
}

type Credentials = { email: string; password?: string; keepSignedIn?: boolean };

/** Fills in and sends the sign-in form of the page that is open. */
export async function submitSignIn(page: Page, credentials: Credentials): Promise<void> {
  const { email, password = demonstrationPassword(), keepSignedIn = false } = credentials;
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (keepSignedIn) await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in at /login, with a session of its own, and waits for the page that follows. */
export async function signInAtLogin(page: Page, account: Account): Promise<void> {
  await visit(page, '/login');
  await submitSignIn(page, { email: emailOf(account) });
  await expect(toast(page, 'You are signed in.')).toBeVisible();
}

/** A message at the bottom right, by what it says. */
export function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
}

/** What opens and closes a part of the page; browsers give it no role of its own. */
export function disclosure(page: Page, name: string) {
  const named = page.getByLabel(name, { exact: true }).or(page.getByText(name, { exact: true }));
  return page.locator('summary').and(named);
}

/** Opens the menu of the signed-in person. */
export async function openUserMenu(page: Page): Promise<void> {
  await disclosure(page, 'Your account').click();
}

/** What this tab and this browser remember of the site. */
export function storages(page: Page): Promise<{ local: Entries; session: Entries }> {
  return page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
}

type Entries = Record<string, string>;
