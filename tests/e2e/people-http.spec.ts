import { randomUUID } from 'node:crypto';
import { emailOf } from './steps/accounts';
import { expect } from './steps/fixtures';
import { test } from './steps/mailed-site';
import { openConference } from './steps/open-conference';
import { addressesWithForm, type FormRow, forms } from './steps/people-forms';
import { patterns } from './steps/site-map';
import {
  cookieOf,
  type Fields,
  get,
  post,
  readIn,
  type Reader,
  userIdOf,
  type Site,
} from './steps/plain-requests';

type StoredSite = Site & { databaseUrl: string };

/** What belongs to another person than any of the readers, `member2`. */
async function othersThings(site: StoredSite) {
  const dev = await cookieOf(site, 'dev');
  const other = await cookieOf(site, 'member2');
  // A second session, since the list offers to end the others only.
  await cookieOf(site, 'member2');
  const first = (path: string, cookie: string, pattern: RegExp) =>
    readIn(site, path, { cookie, pattern });
  await post(site, '/forgot-password', { email: emailOf('member2') });
  let mail = '';
  const inOutbox = /href="\/administration\/outbox\/([0-9a-f-]{36})"/;
  await expect
    .poll(
      async () => {
        mail = await first(
          `/administration/outbox?search=${emailOf('member2')}`,
          dev,
          inOutbox,
        ).catch(() => '');
        return mail;
      },
      { timeout: 40_000 },
    )
    .not.toBe('');
  return {
    user: await userIdOf(site, emailOf('member2'), dev),
    session: await first('/settings/security', other, /name="sessionId" value="([0-9a-f-]{36})"/),
    application: await first(
      '/administration/applications?state=all',
      dev,
      /href="\/administration\/applications\/([0-9a-f-]{36})"/,
    ),
    mail,
    ...(await takesPart(site, other, dev)),
  };
}

/** What a member leaves by taking part: a comment, a registration, and a flag on someone's words. */
async function takesPart(site: StoredSite, member: string, dev: string) {
  const first = (path: string, cookie: string, pattern: RegExp) =>
    readIn(site, path, { cookie, pattern });
  const topic = await first('/forum', member, /href="(\/forum\/topic\/[0-9a-f-]{36})/);
  const flagged = await first(topic, member, /href="\/forum\/comment\/([0-9a-f-]{36})\/flag"/);
  await post(
    site,
    `/forum/comment/${flagged}/flag`,
    { reason: 'off-topic', explanation: '', passage: '' },
    member,
  );
  const comment = randomUUID();
  const reply = { intent: 'reply', id: comment, replyTo: '', quoted: '', bodyFormat: 'text' };
  await post(site, topic, { ...reply, body: `Written ${comment}` }, member);
  const event = await openConference(site);
  await post(site, `${event}/registration`, { intent: 'register', mode: 'on-site' }, member);
  const registrations = await first(
    '/administration/events',
    dev,
    // Of the conference: the first that someone takes part in.
    /href="(\/administration\/events\/[0-9a-f-]{36}\/registrations)"[^>]*>[1-9]/,
  );
  return {
    comment,
    review: await first('/administration/flags', dev, /href="\/flagged-comment\/([0-9a-f-]{36})"/),
    registration: await first(
      registrations,
      dev,
      /href="\/administration\/registrations\/([0-9a-f-]{36})"/,
    ),
  };
}

type Thing = keyof Awaited<ReturnType<typeof othersThings>>;

const administrators: readonly Reader[] = ['admin', 'dev'];
const members: readonly Reader[] = ['member', ...administrators];

/** Where someone else's id opens something, and to whom; anywhere else it is as if unknown. */
const openings: readonly { route: string; thing: Thing; to: readonly Reader[] }[] = [
  { route: '/user/:id', thing: 'user', to: administrators },
  { route: '/administration/users/:id', thing: 'user', to: administrators },
  { route: '/administration/applications/:id', thing: 'application', to: administrators },
  { route: '/administration/outbox/:id', thing: 'mail', to: ['dev'] },
  { route: '/administration/registrations/:id', thing: 'registration', to: administrators },
  { route: '/flagged-comment/:id', thing: 'review', to: administrators },
  { route: '/forum/comment/:id', thing: 'comment', to: members },
  { route: '/forum/comment/:id/history', thing: 'comment', to: administrators },
  { route: '/forum/comment/:id/flag', thing: 'comment', to: members },
];

/** Addresses that say the same whatever the id, and nothing of anybody. */
const indifferent = [
  '/unsubscribe/:id',
  '/intranet/folders/:collection',
  '/intranet/unfinished/:collection',
];

const isRefused = ({ status, headers }: Response) =>
  status === 404 ||
  status === 410 ||
  ((status === 302 || status === 308) && (headers.get('location') ?? '').startsWith('/login?'));

test('someone else’s ids open nothing at any address, to whomever', async ({ site }) => {
  const things = await othersThings(site);
  const withParameter = patterns.filter(
    ({ text }) => text.includes('/:') && !indifferent.includes(text),
  );
  expect(withParameter.length).toBeGreaterThan(20);
  for (const reader of ['visitor', 'member', 'admin', 'dev'] as const) {
    const cookie = await cookieOf(site, reader);
    for (const { text: route } of withParameter) {
      for (const [thing, id] of Object.entries(things)) {
        const path = route
          .replace(':side', 'new')
          .replace(':collection', 'userIntranet')
          .replace(/:\w+\??/g, id);
        const opens = openings.some(
          (one) => one.route === route && one.thing === thing && one.to.includes(reader),
        );
        const answer = await get(site, path, cookie);
        await answer.body?.cancel();
        const what = `${reader}, ${route} with the id of a ${thing}: ${answer.status}`;
        expect.soft(isRefused(answer), what).toBe(!opens);
      }
    }
  }
});

test('someone else’s ids in a form are as if unknown', async ({ site }) => {
  const { user, session, application } = await othersThings(site);
  const password = site.password;
  for (const reader of ['member', 'admin', 'dev'] as const) {
    const cookie = await cookieOf(site, reader);
    for (const id of [session, user, application]) {
      const ended = await post(
        site,
        '/settings/security',
        { intent: 'end-session', sessionId: id },
        cookie,
      );
      // The answer to what is no session of one's own any more: nothing is left to end.
      expect(ended.status, `${reader} ends a session`).toBe(302);
    }
    const removed = await post(
      site,
      '/settings/second-factor',
      { intent: 'remove-passkey', passkeyId: user, currentPassword: password },
      cookie,
    );
    expect(removed.status, `${reader} removes a passkey`).toBe(404);
  }
  const own = await get(site, '/settings/security', await cookieOf(site, 'member2'));
  expect(await own.text()).toContain(session);
  const member = await cookieOf(site, 'member');
  const acts: [string, Fields][] = [
    [`/administration/users/${user}`, { intent: 'suspend', reason: 'Out of malice' }],
    [`/administration/users/${user}`, { intent: 'update', version: '1', role: 'ADMIN' }],
    [`/administration/applications/${application}`, { intent: 'note', text: 'Out of malice' }],
    ['/administration/lists/users/export', { query: '', reason: 'Out of malice' }],
    ['/administration/audit/export', { reason: 'Out of malice' }],
  ];
  for (const [path, fields] of acts) {
    for (const cookie of [member, '']) {
      expect(isRefused(await post(site, path, fields, cookie)), path).toBe(true);
    }
  }
});

const extras: Record<string, string> = {
  id: '0198c1f0-0000-7000-8000-000000000002',
  role: 'ADMIN',
  email: 'other@court.example',
  emailVerified: 'true',
  createdAt: '2020-01-01',
  userId: '0198c1f0-0000-7000-8000-000000000002',
  version: '1',
  suspendedAt: '',
  status: 'active',
  memberNumber: '1',
  publicProfile: 'x',
};

test('every address of the people area that takes a form has a row', () => {
  const known = new Set(forms.map(({ route }) => route));
  expect(addressesWithForm.filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !addressesWithForm.includes(route))).toEqual([]);
});

test('no form takes a field that is not its own', async ({ site }) => {
  const ids: Record<string, string> = await othersThings(site).then(({ user, application }) => ({
    member2: user,
    application,
  }));
  const cookies = new Map<Reader, string>();
  const send = async ({ route, by, params = {}, isJson }: FormRow, fields: Fields) => {
    // Some forms end other sessions, so each reader's is taken anew when it is over.
    if (!cookies.has(by)) cookies.set(by, await cookieOf(site, by));
    const filled = route.replace(/:(\w+)/g, (_, name: string) => {
      const given = params[name] ?? 'unknown';
      return ids[given] ?? given;
    });
    if (!isJson) return post(site, filled, fields, cookies.get(by));
    return fetch(`${site.url}${filled}`, {
      method: 'POST',
      redirect: 'manual',
      body: JSON.stringify(fields),
      headers: { 'Content-Type': 'application/json', cookie: cookies.get(by) ?? '' },
    });
  };
  for (const row of forms) {
    const what = `${row.route} ${String(row.fields.intent ?? '')}`;
    for (const [name, value] of Object.entries(extras)) {
      if (name in row.fields || row.takesNothing) continue;
      const answer = await send(row, { ...row.fields, [name]: value });
      expect.soft(answer.status, `${what} with ${name}`).toBe(400);
    }
    const plain = await send(row, row.fields);
    expect.soft(plain.status, `${what} as it should be`).not.toBe(400);
    expect.soft(plain.status, what).toBeLessThan(500);
    if (!row.takesNothing) continue;
    // An export that is still being sent, or was sent just now, is the only one of its person.
    await plain.arrayBuffer();
    const withExtras = async () => (await send(row, { ...row.fields, ...extras })).status;
    await expect.poll(withExtras, `${what} reads nothing`).toBe(plain.status);
  }
  const dev = await cookieOf(site, 'dev');
  const list = await (await get(site, '/administration/users?role=ADMIN', dev)).text();
  expect(list).toMatch(/(?<!\d)1 account(?!s)/);
});
