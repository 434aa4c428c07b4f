import {
  type Account,
  accounts,
  cookieHeader,
  emailOf,
  sessionOf,
  siteOrigin,
  startSession,
} from './steps/accounts';
import { expect, giveSession, storages, submitSignIn, test, toast, visit } from './steps/fixtures';
import { type Access, addresses, patterns, routeIdOf } from './steps/site-map';

type Reader = 'visitor' | Account;
const readers: readonly Reader[] = ['visitor', 'member', 'admin', 'dev'];

/** Every way to ask for a page that browsers, robots and attackers use. */
const forms: Record<string, (path: string) => { method?: string; address: string }> = {
  page: (path) => ({ address: path }),
  head: (path) => ({ method: 'HEAD', address: path }),
  'double slash': (path) => ({ address: `/${path}` }),
  '_routes on page': (path) => ({ address: `${path}?_routes=${routeIdOf(path)}` }),
  data: (path) => ({ address: dataAddress(path) }),
  'data head': (path) => ({ method: 'HEAD', address: dataAddress(path) }),
  'data _routes': (path) => ({ address: `${dataAddress(path)}?_routes=${routeIdOf(path)}` }),
  'data slash': (path) => ({ address: `${path === '/' ? '' : path}/_.data` }),
  'data double slash': (path) => ({ address: `/${dataAddress(path)}` }),
};

/** Who may read a page gets it in every way: the plain ones are enough to see that. */
const plainForms = ['page', 'data'];

/** Where React Router asks for the data of a page. */
function dataAddress(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`;
}

/** Who stands in the list of users and is none of the readers. */
const someone = emailOf('member2');

/** The list of users by the name of its route, as a browser asks for its data. */
const usersRoute = routeIdOf('/administration/users');

type Answer = { status: number; location: string | null; body: string };

async function ask(
  reader: Reader,
  { method = 'GET', address }: ReturnType<(typeof forms)[string]>,
) {
  const cookie = reader === 'visitor' ? '' : cookieHeader(await sessionOf(reader));
  const response = await fetch(`${siteOrigin()}${address}`, {
    method,
    redirect: 'manual',
    headers: cookie ? { cookie } : {},
  });
  const body = await response.text();
  return { status: response.status, location: locationOf(response, body), body };
}

/** Where an answer leads: by its header, or as the data request's own redirect. */
function locationOf(response: Response, body: string): string | null {
  const location = response.headers.get('location');
  if (location !== null || !body.startsWith('[["SingleFetchRedirect"')) return location;
  const [line = ''] = body.split('\n');
  const parts: unknown = JSON.parse(line);
  if (!Array.isArray(parts)) return null;
  return `data: ${parts[parts.indexOf('status') + 1]} ${parts[parts.indexOf('redirect') + 1]}`;
}

function mayOpen(reader: Reader, access: Access): boolean {
  const role = reader === 'visitor' ? 'UNAUTHENTICATED' : accounts[reader];
  switch (access) {
    case 'open':
      return true;
    case 'signed-in':
      return role !== 'UNAUTHENTICATED';
    case 'admin':
      return role === 'ADMIN' || role === 'DEV';
    case 'dev':
      return role === 'DEV';
    case 'nobody':
      return false;
  }
}

/** A refusal leads to the sign-in or to the plain spelling, or says that there is nothing. */
function isRefusal({ status, location, body }: Answer): boolean {
  if (status === 404) return true;
  // Asked by HEAD, the data request's redirect is only known by its status.
  if (location === null) return status === 202 && body === '';
  return status === 308 || /^(data: 302 )?\/login(\?|$)/.test(location);
}

test('every route of the site map is in the matrix', () => {
  const missing = patterns
    .filter(({ matches }) => !addresses.some(({ path }) => matches(path)))
    // Streams without an end, which cannot be read as a page; they are behind the same guard, or say
    // nothing but that one's own session has ended.
    .filter(({ text }) => !/^\/administration\/(flags|applications)\/live$/.test(text))
    .filter(({ text }) => text !== '/session/watch')
    .map(({ text }) => text);
  expect(missing).toEqual([]);
});

for (const reader of readers) {
  test(`what a ${reader} gets at every address, refused in every way`, async () => {
    test.info().snapshotSuffix = '';
    const lines: string[] = [];
    for (const { path, access, secrets = [] } of addresses) {
      const outcomes = new Map<string, string[]>();
      const isOpen = mayOpen(reader, access);
      for (const [name, form] of Object.entries(forms)) {
        if (isOpen && !plainForms.includes(name)) continue;
        const answer = await ask(reader, form(path));
        const what = `${reader}, ${path}, ${name}`;
        if (!isOpen) {
          expect.soft(isRefusal(answer), `${what} is refused: ${answer.status}`).toBe(true);
          const told = secrets.filter((secret) => answer.body.includes(secret));
          expect.soft(told, `${what} tells nothing`).toEqual([]);
        }
        const where = answer.location === null ? '' : ` -> ${answer.location}`;
        const outcome = `${answer.status}${where}`;
        outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
      }
      lines.push(
        path,
        ...[...outcomes].map(([outcome, names]) => `  ${outcome}: ${names.join(', ')}`),
      );
    }
    expect(`${lines.join('\n')}\n`).toMatchSnapshot(`${reader}.txt`);
  });
}

test('whoever may open a page reads there what the others do not', async () => {
  for (const { path, access, secrets = [] } of addresses) {
    for (const reader of readers.filter((one) => mayOpen(one, access))) {
      const bodies = [
        await ask(reader, { address: path }),
        await ask(reader, { address: dataAddress(path) }),
      ].map(({ body }) => body);
      const missing = secrets.filter((secret) => !bodies.some((body) => body.includes(secret)));
      expect.soft(missing, `${reader} at ${path}`).toEqual([]);
    }
  }
});

test('odd spellings of a guarded address open nothing', async () => {
  const spellings = [
    '/ADMINISTRATION/USERS',
    '/Administration/Users.data',
    '/administration/users/',
    '/administration/users/.data',
    '/administration//users',
    '//administration//users.data',
    '///administration/users',
    '/administration/%75sers',
    '/%61dministration/users.data',
    '/administration%2Fusers',
    '/administration/users%2f',
    '/administration/users%00',
    '/administration/users;.data',
    '/administration/users.data.data',
    '/administration\\users',
    '/x/..//administration/users',
    '/administration/users?index',
    '/administration/users.data?_routes=',
    '/administration/users.data?_routes=root',
    `/administration/users.data?_routes=root,${usersRoute}`,
    `/administration/users.data?_routes=${usersRoute}&_routes=root`,
    `/user.data?_routes=${usersRoute}`,
    `/about.data?_routes=${usersRoute}`,
    `/_.data?_routes=${usersRoute}`,
  ];
  for (const reader of ['visitor', 'member'] as const) {
    for (const address of spellings) {
      const { body, status } = await ask(reader, { address });
      expect.soft(body, `${reader}, ${address}: ${status}`).not.toContain('member2@demo.example');
      expect.soft(status, `${reader}, ${address}`).toBeLessThan(500);
    }
  }
});

test('odd methods open nothing', async () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'get'];
  for (const reader of ['visitor', 'member'] as const) {
    for (const path of ['/administration/users', '/administration/users.data']) {
      for (const method of methods) {
        const { body, status } = await ask(reader, { method, address: path });
        expect.soft(body.includes(someone), `${reader}, ${method} ${path}`).toBe(false);
        expect.soft(status, `${reader}, ${method} ${path}`).toBeLessThan(500);
      }
    }
  }
});

test('pages of a signed-in person are kept by no cache, refusals neither', async () => {
  const cookie = cookieHeader(await sessionOf('member'));
  for (const path of ['/', '/settings', '/settings.data', '/administration']) {
    const signedIn = await fetch(`${siteOrigin()}${path}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect.soft(signedIn.headers.get('cache-control'), path).toBe('no-store');
  }
  const refused = await fetch(`${siteOrigin()}/administration`, { redirect: 'manual' });
  expect(refused.headers.get('cache-control')).toBe('no-store');
});

test.describe('what the guards say', () => {
  test('a visitor is asked to sign in, and an administrator arrives', async ({ page }) => {
    await visit(page, '/administration/users?sort=name');
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
    await expect(toast(page, 'Sign in to open this area.')).toBeVisible();
    await expect
      .poll(async () => (await storages(page)).session.redirectUrl)
      .toBe('/administration/users?sort=name');
    await submitSignIn(page, { email: emailOf('admin') });
    await expect(page).toHaveURL('/administration/users?sort=name');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
    await expect(page.getByRole('cell', { name: emailOf('member') })).toBeVisible();
  });

  test('a member is told that the area is for administrators', async ({ page }) => {
    // Of its own: signing in as someone else ends it.
    await giveSession(page.context(), await startSession('member'));
    await visit(page, '/administration');
    await expect(page).toHaveURL('/login?redirectUrl=%2Fadministration');
    await expect(
      toast(page, 'This area is for administrators. Sign in with an administrator’s account.'),
    ).toBeVisible();
    await expect(
      page.getByText(`You are signed in as ${emailOf('member')}.`, { exact: false }),
    ).toBeVisible();
    await submitSignIn(page, { email: emailOf('admin') });
    await expect(page).toHaveURL('/administration');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration');
  });

  test('a member who has lost the role is stopped within the site', async ({
    page,
    signInAs,
    strayThings,
  }) => {
    // The page itself, which would soon notice that somebody else is signed in, is kept from asking.
    strayThings.expect(/Failed to load resource/);
    await page.route(/\/session(\/watch)?(\?|$)/, (route) => route.abort());
    // The page still shows what an administrator saw; the server no longer knows one.
    await signInAs('admin');
    await visit(page, '/administration');
    const session = await startSession('member');
    await page.context().clearCookies();
    await giveSession(page.context(), session);
    await page.getByRole('link', { name: 'Users' }).click();
    await expect(page).toHaveURL('/login?redirectUrl=%2Fadministration%2Fusers');
    await expect(
      toast(page, 'This area is for administrators. Sign in with an administrator’s account.'),
    ).toBeVisible();
  });

  test('an administrator who is no developer finds no outbox', async ({
    page,
    signInAs,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 404 /);
    await signInAs('admin');
    await visit(page, '/administration');
    await expect(page.getByRole('link', { name: 'Outbox' })).toHaveCount(0);
    await visit(page, '/administration/outbox');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  });
});
