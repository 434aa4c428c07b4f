import { type Account, emailOf, siteOrigin } from './steps/accounts';
import { answersWithError, everyPage } from './steps/every-page';
import { expect, signInAtLogin, storages, submitSignIn, test, visit } from './steps/fixtures';

// The first visit: nothing has been chosen yet.

/** What the router keeps to come back to where one was reading; positions only. */
const readingPositions = 'react-router-scroll-positions';

test('a visitor who only reads gets no cookie and leaves nothing behind', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(answersWithError);
  for (const { path } of everyPage.filter(({ account }) => !account)) {
    await visit(page, path);
    expect.soft(await page.context().cookies(), path).toEqual([]);
    const { local, session } = await storages(page);
    expect.soft(local, path).toEqual({});
    const { [readingPositions]: positions = '{}', ...rest } = session;
    expect.soft(rest, path).toEqual({});
    const kept: unknown = JSON.parse(positions);
    const values = Object.values(typeof kept === 'object' && kept !== null ? kept : {});
    expect(values.every((value) => typeof value === 'number')).toBe(true);
  }
  const others = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(others).toEqual({ databases: [], caches: [], workers: 0 });
});

test('pages do nothing that their own security rules forbid', async ({ page }) => {
  const broken: string[] = [];
  await page.exposeFunction('noteBroken', (rule: string) => broken.push(rule));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note: unknown = Reflect.get(window, 'noteBroken');
      if (typeof note === 'function') note(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await signInAtLogin(page, 'member');
  for (const path of ['/membership', '/settings', '/forum', '/intranet']) {
    await visit(page, path);
    await page.waitForLoadState('networkidle');
  }
  expect(broken).toEqual([]);
});

test('a visitor whom a guard turns away keeps only the wanted address', async ({ page }) => {
  await visit(page, '/administration');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  const { local, session } = await storages(page);
  expect(local).toEqual({});
  expect(session).toEqual({ redirectUrl: '/administration' });
});

test('after sign-in there are the cookies of the session and no others', async ({ page }) => {
  await signInAtLogin(page, 'member');
  const cookies = await page.context().cookies();
  const shape = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/', expires: -1 };
  expect(cookies.map(({ name }) => name).toSorted()).toEqual([
    '__Host-session',
    '__Host-session-only',
  ]);
  for (const cookie of cookies) expect(cookie).toMatchObject(shape);
  const { local } = await storages(page);
  expect(local).toEqual({ user: 'signed-in' });
});

test('nothing stored says who one is', async ({ page, signInAs, strayThings }) => {
  strayThings.expect(/Failed to load resource.* 401 /);
  await visit(page, '/login');
  await submitSignIn(page, { email: emailOf('member'), password: 'not-the-password-at-all' });
  await expect(page.getByRole('alert')).toBeVisible();
  const account: Account = 'dev';
  await signInAs(account);
  for (const path of ['/', '/settings', '/forum', '/administration', '/administration/users']) {
    await visit(page, path);
    const stored = JSON.stringify([await storages(page), await page.context().cookies()]);
    expect.soft(stored, path).not.toMatch(/@|%40|demo\.example|Devi|Exemple/);
  }
});

test('the privacy policy names everything that the site stores', async ({ page }) => {
  await page.goto('/privacy-policy');
  const policy = page.getByRole('main');
  const stored = [
    '__Host-session',
    '__Host-session-only',
    '__Host-notice',
    '__Host-second-step',
    '__Host-wanted-page',
    'consent',
    'lang',
    'user',
    'theme',
    'redirectUrl',
    readingPositions,
    // Written when a new version of the site is met: too rare an event for the tests above.
    'react-router-manifest-version',
  ];
  for (const name of stored) {
    expect.soft(await policy.getByText(name, { exact: true }).count(), name).toBeGreaterThan(0);
  }
});

test('no public page tells who wrote its records', async () => {
  for (const { path } of everyPage.filter(({ account }) => !account)) {
    const [plain = '', query = ''] = path.split('?');
    const address = `${plain === '/' ? '/_' : plain}.data?${query}`;
    const body = await (await fetch(`${siteOrigin()}${address}`)).text();
    expect.soft(body.length, address).toBeGreaterThan(500);
    expect.soft(/"(createdBy|updatedBy)"/.exec(body)?.[0], address).toBeUndefined();
  }
});

test('nothing is fetched twice, what is fetched ahead included', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The router asks again for addresses it meets before it has had its first answer.
    if (pathname !== '/__manifest') fetched.push(pathname + search);
  });
  for (const path of ['/', '/login']) {
    fetched.length = 0;
    await visit(page, path);
    const twice = fetched.filter((one, position) => fetched.indexOf(one) !== position);
    expect.soft(twice, path).toEqual([]);
    expect(fetched.length).toBeGreaterThan(10);
  }
});
