import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { askedConsent } from '~/features/consent/consent.server';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import { consentCookieLine, newReceipt } from '~/features/consent/consent-choice';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { type ReportedError, reportedErrorSchema } from './error-schemas';
import {
  countOpenErrors,
  getErrorGroup,
  listErrorGroups,
  setErrorStates,
  recordBrowserError,
  recordServerError,
  setErrorState,
} from './error-tracking.server';
import { newId } from '~/lib/new-id';
import { isIgnoredError } from './ignored-errors';
import { reportOpenErrors } from './weekly-report.job.server';

const admin = actorWithRole('ADMIN');
const token = () => randomBytes(32).toString('hex');
const hashOf = (text: string) => createHash('sha1').update(text).digest('hex');

function report(changes: Partial<ReportedError> = {}): ReportedError {
  const error = {
    message: 'TypeError: x is not a function',
    stackTrace: 'TypeError: x\n    at render (http://site.example/assets/a-B1.js:1:20)',
    url: '/news',
    sessionToken: token(),
    user: 'unauthenticated' as const,
    version: '1.0.0',
    versionDate: '2026-11-20T09:00:00+01:00',
    ...changes,
  };
  return { hash: hashOf(JSON.stringify([error.message, error.stackTrace, error.url])), ...error };
}

function headersOf(analytics: boolean, errorTracking: boolean): Headers {
  const { purposes } = askedConsent();
  const choices = { analytics, errorTracking };
  const consent = { receipt: newReceipt(), purposes, givenAt: Date.now(), choices };
  const cookie = consentCookieLine(consent, true).split(';')[0] ?? '';
  return new Headers({ cookie, 'user-agent': 'A browser' });
}

let lastAddress = 0;
async function send(
  error: ReportedError,
  actor: Actor = anonymous,
  headers = headersOf(false, true),
) {
  lastAddress += 1;
  const clientAddress = `2001:db8:${lastAddress.toString(16)}::1`;
  await recordBrowserError(actor, error, { clientAddress, requestId: 'request-1', headers });
}

const kept = () => db().select().from(schema.trackedErrors);

beforeEach(async () => {
  configure({ FLAGS: 'errorTracking,analytics' });
  await db().delete(schema.trackedErrors);
  await db().delete(schema.errorGroups);
});

describe('a reported error', () => {
  test('has the fields of spec section 3', async () => {
    const before = Date.now();
    const error = report();
    await send(error);
    const [row] = await kept();
    expect(row).toMatchObject({
      message: error.message,
      stackTrace: error.stackTrace,
      url: '/news',
      userAgent: 'A browser',
      sessionToken: error.sessionToken,
      user: 'unauthenticated',
      version: '1.0.0',
      versionDate: new Date('2026-11-20T08:00:00Z'),
      requestId: 'request-1',
    });
    expect(Math.abs((row?.createdAt.getTime() ?? 0) - before)).toBeLessThan(60_000);
    await send(report({ stackTrace: null, version: null, versionDate: null }));
    expect((await kept()).some(({ stackTrace, version }) => !stackTrace && !version)).toBe(true);
  });

  test('is kept once per session and again in another', async () => {
    const error = report();
    for (let times = 0; times < 3; times += 1) await send(error);
    expect(await kept()).toHaveLength(1);
    await send({ ...error, sessionToken: token() });
    expect(await kept()).toHaveLength(2);
  });

  test('is one of at most 100 distinct ones of its session, also when they come at once', async () => {
    const sessionToken = token();
    const many = Array.from({ length: 110 }, (_, number) =>
      report({ sessionToken, message: `Error ${number}` }),
    );
    await Promise.all(many.map((error) => send(error)));
    expect(await kept()).toHaveLength(100);
  });

  test('names the user only with consent, and never another', async () => {
    const user = await makeUser(db());
    const actor = actorOf(user);
    const asReference = () => report({ user: 'reference' });
    const cases: [ReportedError, Actor, Headers, string][] = [
      [asReference(), actor, headersOf(true, true), user.id],
      [asReference(), actor, headersOf(false, true), 'anonymous'],
      [asReference(), anonymous, headersOf(true, true), 'unauthenticated'],
      [report({ user: 'anonymous' }), actor, headersOf(true, true), 'anonymous'],
      [report(), anonymous, headersOf(true, true), 'unauthenticated'],
    ];
    for (const [error, who, headers, expected] of cases) {
      await send(error, who, headers);
      const row = (await kept()).find(({ sessionToken }) => sessionToken === error.sessionToken);
      expect(row?.user).toBe(expected);
    }
  });

  test('is not kept without consent to error reports', async () => {
    for (const headers of [new Headers(), headersOf(false, false), headersOf(true, false)]) {
      await expect(send(report(), anonymous, headers)).rejects.toMatchObject({ status: 404 });
    }
    expect(await kept()).toEqual([]);
  });

  test('is scrubbed again by the server', async () => {
    await send(
      report({
        message: 'No account judge@court.example',
        stackTrace: `at f (http://site.example/a.js?token=secret:1:1) ${'ab12'.repeat(16)}`,
        url: '/user/0197fa10-0000-7000-8000-000000000001?x=1',
      }),
    );
    const text = JSON.stringify(await db().select().from(schema.errorGroups));
    const [row] = await kept();
    expect(row?.url).toBe('/user/[id]');
    const stored = `${text}${row?.message}${row?.stackTrace}`;
    expect(stored).not.toMatch(/judge@|secret|ab12ab12/);
  });

  test('is refused while error tracking is off, and in a flood from one address', async () => {
    configure();
    await expect(send(report())).rejects.toMatchObject({ status: 404 });
    configure({ FLAGS: 'errorTracking' });
    const from = (host: string) => {
      const clientAddress = `2001:db8:ff:9::${host}`;
      return { clientAddress, requestId: 'r', headers: headersOf(false, true) };
    };
    for (let sent = 0; sent < 300; sent += 1)
      await recordBrowserError(anonymous, report(), from(sent.toString(16)));
    await expect(recordBrowserError(anonymous, report(), from('ffff'))).rejects.toMatchObject({
      status: 429,
    });
  });

  test.each<[string, object]>([
    ['an unknown field', { role: 'ADMIN' }],
    ['a long message', { message: 'x'.repeat(2_001) }],
    ['a long stack', { stackTrace: 'x'.repeat(10_001) }],
    ['a short token', { sessionToken: 'abc' }],
    ['another address', { url: 'https://elsewhere.example/' }],
    ['someone’s id as user', { user: '0197fa10-0000-7000-8000-000000000001' }],
    ['a NUL', { message: 'a\0b' }],
    ['a date that is none', { versionDate: 'yesterday' }],
  ])('with %s is refused', (_, changes) => {
    expect(reportedErrorSchema.safeParse({ ...report(), ...changes }).success).toBe(false);
    expect(reportedErrorSchema.safeParse(report()).success).toBe(true);
  });
});

describe('the list', () => {
  test('puts errors of one fault together and counts them', async () => {
    await send(report({ message: 'Cannot read item 12' }));
    await send(report({ message: 'Cannot read item 977', url: '/about' }));
    await send(report({ message: 'Something else' }));
    const { rows, count: total } = await listErrorGroups(admin, { state: 'open', page: 1 });
    expect(total).toBe(2);
    const group = rows.find(({ count }) => count === 2);
    const { pages, occurrences } = await getErrorGroup(admin, group?.id ?? '');
    expect(pages.map(({ url }) => url).toSorted()).toEqual(['/about', '/news']);
    expect(occurrences).toHaveLength(2);
  });

  test('has of a fault the words of its newest report, which are kept no longer', async () => {
    await send(report({ message: 'Cannot read item 12' }));
    await send(report({ message: 'Cannot read item 977' }));
    const { rows } = await listErrorGroups(admin, { state: 'open', page: 1 });
    expect(rows.map(({ message }) => message)).toEqual(['Cannot read item 977']);
  });

  test.each(['\u2028', '\n', '\n\t', ' ', 'a', ' @'])(
    'has a report whose lines are many "%s" before the test times out',
    async (part) => {
      await send(report({ stackTrace: part.repeat(200_000) }));
      expect(await kept()).toHaveLength(1);
    },
  );

  test('has errors of server and jobs with their request', async () => {
    await recordServerError('server', new Error('broken'), { url: '/about', requestId: 'r-7' });
    await recordServerError('job', new Error('mail failed'), { url: '/deliver-mail' });
    const { rows } = await listErrorGroups(admin, { state: 'open', page: 1 });
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['job', 'server']);
    expect((await kept()).map(({ requestId }) => requestId)).toContain('r-7');
  });

  test('a resolved fault opens again when it comes back, an ignored one does not', async () => {
    await send(report());
    const [group] = (await listErrorGroups(admin, { state: 'open', page: 1 })).rows;
    const id = group?.id ?? '';
    await setErrorState(admin, id, 'resolved');
    expect(await countOpenErrors(admin)).toBe(0);
    await send(report());
    expect(await countOpenErrors(admin)).toBe(1);
    await setErrorState(admin, id, 'ignored');
    await send(report());
    expect(await countOpenErrors(admin)).toBe(0);
  });

  test('is for administrators', async () => {
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      const actor = actorWithRole(role);
      const asked = [
        listErrorGroups(actor, { state: 'all', page: 1 }),
        getErrorGroup(actor, 'x'),
        setErrorState(actor, 'x', 'resolved'),
        countOpenErrors(actor),
      ];
      for (const answer of asked) await expect(answer).rejects.toMatchObject({ status: 404 });
    }
  });

  test('keeps errors for 90 days', async () => {
    await send(report({ message: 'old' }));
    const old = new Date(Date.now() - 91 * 24 * 3_600_000);
    await db().update(schema.trackedErrors).set({ createdAt: old });
    await db().update(schema.errorGroups).set({ lastSeenAt: old });
    await send(report({ message: 'new' }));
    await executeRetention();
    const { rows } = await listErrorGroups(admin, { state: 'all', page: 1 });
    expect(rows.map(({ message }) => message)).toEqual(['new']);
  });
});

test('several are resolved at once; what is gone meanwhile is passed over', async () => {
  for (const message of ['one', 'two', 'three']) await send(report({ message }));
  const { rows } = await listErrorGroups(admin, { state: 'open', page: 1 });
  const chosen = rows.filter(({ message }) => message !== 'two').map(({ id }) => id);
  await setErrorStates(admin, [newId(), ...chosen], 'resolved');
  const sorting = { by: 'message', descending: true } as const;
  const left = await listErrorGroups(admin, { state: 'all', page: 1 }, sorting);
  expect(left.rows.map(({ message, state }) => `${message} ${state}`)).toEqual([
    'two open',
    'three resolved',
    'one resolved',
  ]);
  const member = actorOf(await makeUser(db()));
  await expect(setErrorStates(member, chosen, 'open')).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

test('the weekly mail goes to DEV when something is open, and says how many only', async () => {
  const dev = await makeUser(db(), { role: 'DEV' });
  await makeUser(db(), { role: 'ADMIN' });
  expect(await reportOpenErrors()).toBe(0);
  await send(report({ message: 'a private matter' }));
  expect(await reportOpenErrors()).toBe(1);
  const [mail] = await db().select().from(schema.mails);
  expect(mail?.recipient).toBe(dev.email);
  expect(mail?.text).not.toContain('private matter');
  expect(mail?.text).toContain('/administration/errors');
});

test.each([
  ['ResizeObserver loop completed with undelivered notifications.', null, true],
  ['Script error.', null, true],
  ['TypeError: Failed to fetch', null, true],
  ['TypeError: Failed to fetch dynamically imported module', null, false],
  ['Error: x', 'at f (chrome-extension://abc/x.js:1:1)', true],
  ['TypeError: x is not a function', 'at f (http://site.example/a.js:1:1)', false],
])('ignored error: %s', (message, stack, expected) => {
  expect(isIgnoredError(message, stack)).toBe(expected);
});
