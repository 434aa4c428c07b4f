import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { finishSecondStep } from '~/features/identity/sign-in/second-step.server';
import { signOut } from '~/features/identity/sign-in/sign-in.server';
import { resetAuth } from '~/platform/auth.server';
import { withinLimits } from '~/platform/concurrency-limits.server';
import { withRequestScope } from '~/platform/log/log.server';
import {
  noteRepeatedEvent,
  noteSecurityEvent,
  saveCounts,
  shownAddress,
} from '~/platform/security-events.server';
import { configure } from '../../../../tests/support/database/configure';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { cookieHeader } from '../../../../tests/support/people/cookies';
import { enrol, password } from '../../../../tests/support/people/enrol';
import { trySignIn } from '../../../../tests/support/people/sign-in';
import { captureLog } from '../../../../tests/support/site/captured-log';
import { buildOf, serveRoutes } from '../../../../tests/support/site/served-routes';
import {
  listOwnSecurityEvents,
  listSecurityEvents,
  securityFilterSchema,
} from './security-log.server';

const { securityEvents, users } = schema;

/** What was noted, without what differs each time, the oldest first. */
async function noted() {
  const rows = await db().select().from(securityEvents).orderBy(securityEvents.id);
  return rows.map(({ event, outcome, detail, userId }) => [event, outcome, detail, userId]);
}

const refused = (work: Promise<unknown>) => work.catch(() => undefined);

beforeEach(async () => {
  await renewDatabase();
  // Bound to the database of before.
  resetAuth();
});

describe('a sign-in is noted', () => {
  test('when it succeeds, fails, is throttled or meets a suspended account', async () => {
    const person = await makeUser(db(), { password });
    const headers = cookieHeader(await trySignIn({ email: person.email, password }));
    await signOut(actorOf(person), headers);
    // A place of its own, of which nothing has been noted within the hour.
    await withRequestScope({ requestId: 'r', client: '203.0.113.77' }, async () => {
      for (let time = 0; time < 7; time += 1)
        await refused(trySignIn({ email: person.email, password: 'wrong' }));
    });
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.id));
    await refused(trySignIn({ email: person.email, password, from: '198.51.100.9' }));
    const events = await noted();
    expect(events).toEqual([
      ['session.start', 'success', 'password', person.id],
      ['session.end', 'success', null, person.id],
      ...Array.from({ length: 6 }, () => ['session.start', 'failure', 'password', person.id]),
      ['limit.reach', 'refused', 'pair', null],
      ['session.start', 'refused', 'password-throttled', null],
      ['session.start', 'refused', 'password-suspended', person.id],
    ]);
  });

  test('once an hour where one network is refused at whatever address it types', async () => {
    const from = '203.0.113.9';
    const rows = async () => [
      await db().$count(securityEvents, eq(securityEvents.outcome, 'refused')),
      await db().$count(schema.throttles),
    ];
    const type = (name: string) => refused(trySignIn({ email: `${name}@court.example`, from }));
    for (let time = 0; time < 52; time += 1) await type(`a${time}`);
    const before = await rows();
    await makeUser(db(), { email: 'b7@court.example' });
    for (let time = 0; time < 20; time += 1) await type(`b${time}`);
    expect(await rows()).toEqual(before);
  });

  test('by the second step, right and wrong', async () => {
    const person = await makeUser(db(), { password });
    const { codes } = await enrol(person);
    const door = cookieHeader(await trySignIn({ email: person.email, password }));
    await refused(finishSecondStep(anonymous, '000000', door));
    await finishSecondStep(anonymous, codes[0] ?? '', door);
    expect(await noted()).toEqual([
      ['second-factor.enrol', 'success', null, person.id],
      ['session.start', 'failure', 'second-step', person.id],
      ['session.start', 'success', 'second-step', person.id],
    ]);
  });

  test('to an unknown address by a keyed hash alone', async () => {
    const { lines, release } = captureLog();
    await refused(trySignIn({ email: 'nobody@court.example' }));
    release();
    const [row] = await db().select().from(securityEvents);
    expect(row).toMatchObject({
      userId: null,
      addressHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(JSON.stringify([row, lines])).not.toContain('nobody');
    expect(lines).toMatchObject([{ event: 'session.start', outcome: 'failure', account: null }]);
  });
});

test('an account, an export and a factor are noted from the audit log, but no deletion of the own account', async () => {
  const person = await makeUser(db());
  const target = { kind: 'user', id: person.id };
  for (const action of [
    'user.create',
    'user.delete-own',
    'user.export',
    'passkey.added',
    'content.save',
  ] as const)
    await transaction((tx) =>
      appendAudit(tx, { job: 'test' }, { action, target, subjectId: person.id }),
    );
  expect((await noted()).map(([event]) => event)).toEqual([
    'user.create',
    'user.export',
    'passkey.added',
  ]);
});

test('of what someone else did with an account its owner does not read from which network', async () => {
  const [person, administrator] = [await makeUser(db()), await makeUser(db(), { role: 'ADMIN' })];
  const target = { kind: 'user', id: person.id };
  const change = { action: 'user.update', target, subjectId: person.id } as const;
  const { lines, release } = captureLog();
  for (const [client, actor] of [
    ['192.0.2.7', person],
    ['198.51.100.7', administrator],
  ] as const)
    await withRequestScope({ requestId: client, client }, () =>
      transaction((tx) => appendAudit(tx, actorOf(actor), change)),
    );
  release();
  const own = await listOwnSecurityEvents(actorOf(person));
  expect(own.map(({ client }) => client)).toEqual([null, '192.0.2.0/24']);
  expect(lines).toMatchObject([{ client: '192.0.2.0/24' }, { client: '198.51.100.0/24' }]);
});

test('the network is shortened unless a setting says otherwise', () => {
  expect(shownAddress('192.0.2.77')).toBe('192.0.2.0/24');
  expect(shownAddress('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48');
  expect(shownAddress('::ffff:192.0.2.77')).toBe('192.0.2.0/24');
  expect(shownAddress('unknown')).toBeNull();
  expect(shownAddress(undefined)).toBeNull();
  configure({ FLAGS: 'securityLogAddresses' });
  expect(shownAddress('192.0.2.77')).toBe('192.0.2.77');
});

test('a flood of one event from one place is noted twenty times a minute, and counted', async () => {
  await withRequestScope({ requestId: 'r', client: '192.0.2.200' }, async () => {
    for (let time = 0; time < 40; time += 1)
      await noteSecurityEvent({ event: 'guard.refuse', outcome: 'refused' });
  });
  await saveCounts();
  const noted = await db()
    .select({ count: securityEvents.count })
    .from(securityEvents)
    .where(eq(securityEvents.client, '192.0.2.0/24'));
  expect(noted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(19).fill(1),
    21,
  ]);
});

describe('what happens over and over', () => {
  const refusal = { event: 'guard.refuse', outcome: 'refused', detail: 'members' } as const;
  const from = (client: string, work: () => Promise<unknown>) =>
    withRequestScope({ requestId: 'r', client }, work);
  const rows = async () =>
    (await db().select().from(securityEvents).orderBy(securityEvents.id)).map(
      ({ client, count }) => [client, count],
    );

  // Each begins in an hour in which nothing has been counted yet.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    later();
  });
  afterEach(() => vi.useRealTimers());
  const start = Date.now();
  let hours = 0;
  const later = () => vi.setSystemTime(start + (hours += 2) * 3_600_000);

  test('is one row and one line an hour for each place, and the row counts', async () => {
    const { lines, release } = captureLog();
    for (let time = 0; time < 300; time += 1)
      await from('192.0.2.7', () => noteRepeatedEvent(refusal));
    await from('198.51.100.7', () => noteRepeatedEvent(refusal));
    await saveCounts();
    expect(await rows()).toEqual([
      ['192.0.2.0/24', 300],
      ['198.51.100.0/24', 1],
    ]);
    later();
    await from('192.0.2.7', () => noteRepeatedEvent(refusal));
    release();
    expect(await rows()).toHaveLength(3);
    expect(lines).toHaveLength(3);
  });

  test('from more places than are told apart is one row more', async () => {
    for (let place = 0; place < 520; place += 1)
      await from(`10.${Math.floor(place / 250)}.${place % 250}.1`, () =>
        noteRepeatedEvent(refusal),
      );
    await saveCounts();
    const noticed = await rows();
    expect(noticed).toHaveLength(501);
    expect(noticed.at(-1)).toEqual([null, 20]);
  });

  test('is a visitor led to the sign-in from a page for members or administrators', async () => {
    const site = await serveRoutes(await buildOf(['/forum', '/administration']));
    try {
      for (const path of ['/forum', '/forum', '/administration'])
        expect(await site.ask(path)).toMatchObject({ status: 302 });
    } finally {
      await site.stop();
    }
    await saveCounts();
    const events = await db().select().from(securityEvents).orderBy(securityEvents.id);
    expect(events).toMatchObject([
      { event: 'guard.refuse', outcome: 'refused', detail: 'members', userId: null, count: 2 },
      { event: 'guard.refuse', outcome: 'refused', detail: 'administration', count: 1 },
    ]);
  });

  test('is a client, or an account, that has too much under way', async () => {
    configure({ FLAGS: 'requestLimits' });
    const { id } = await makeUser(db());
    const answered = Promise.withResolvers<Response>();
    const { signal } = new AbortController();
    const ask = (of: { address: string } | { account: string }) =>
      withinLimits({ kind: 'export', of, signal }, () => answered.promise);
    const asked = [
      ...Array.from({ length: 10 }, () => ask({ address: '2001:db8:1:2::/64' })),
      ...Array.from({ length: 4 }, () => ask({ account: id })),
    ];
    const refusals = await Promise.all([...asked.slice(8, 10), ...asked.slice(12)]);
    expect(refusals.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    answered.resolve(new Response(null));
    await Promise.all(asked);
    await saveCounts();
    const events = await db().select().from(securityEvents).orderBy(securityEvents.id);
    expect(events).toMatchObject([
      { event: 'load.refuse', detail: 'export', client: '2001:db8:1::/48', count: 2 },
      { event: 'load.refuse', detail: 'export', userId: id, count: 2 },
    ]);
  });
});

test('administrators see all, a member what is the own, nobody else anything', async () => {
  const [ada, max] = [await makeUser(db(), { role: 'ADMIN' }), await makeUser(db())];
  for (const { id: userId } of [ada, max])
    await noteSecurityEvent({ event: 'session.start', outcome: 'failure', userId });
  expect((await listSecurityEvents(actorOf(ada), {})).events).toHaveLength(2);
  expect((await listSecurityEvents(actorOf(ada), { outcome: 'success' })).events).toEqual([]);
  const own = await listOwnSecurityEvents(actorOf(max));
  expect(own).toMatchObject([{ name: `${max.firstName} ${max.lastName}` }]);
  for (const actor of [actorOf(max), anonymous])
    await expect(listSecurityEvents(actor, {})).rejects.toMatchObject({ code: 'error.not-found' });
  await expect(listOwnSecurityEvents(actorWithRole('UNAUTHENTICATED'))).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

test('the log is of the days that are asked for, both included, as Brussels counts them', async () => {
  const ada = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  // Late on 27 March, the first and the last minute of the 28th with its 23 hours, and the 29th.
  const moments = [
    '2027-03-27T22:45Z',
    '2027-03-27T23:00Z',
    '2027-03-28T21:59Z',
    '2027-03-28T22:00Z',
  ];
  for (const at of moments)
    await db()
      .insert(securityEvents)
      .values({ event: 'session.start', outcome: 'failure', at: new Date(at), detail: at });
  const shown = async (query: string) => {
    const filter = securityFilterSchema.parse(Object.fromEntries(new URLSearchParams(query)));
    return (await listSecurityEvents(ada, filter)).events.map(({ detail }) => detail);
  };
  const [first, ...others] = moments;
  expect(await shown('from=2027-03-28&to=2027-03-28')).toEqual(others.slice(0, 2).toReversed());
  expect(await shown('from=2027-03-28')).toEqual(others.toReversed());
  expect(await shown('to=2027-03-27')).toEqual([first]);
  expect(await shown('from=2027-03-29&to=2027-03-28')).toEqual([]);
  expect(await shown('outcome=success&from=2027-03-28')).toEqual([]);
  expect(await shown('to=2100-12-31&from=1900-01-01')).toHaveLength(4);
  for (const odd of ['from=yesterday', 'to=2027-02-30', "from=' or 1=1", 'to=&from='])
    expect(await shown(odd)).toHaveLength(4);
});

test('the log comes in pages, newest first, each beginning where the one before has ended', async () => {
  const ada = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  for (let number = 1; number <= 30; number += 1)
    await noteSecurityEvent({ event: 'session.start', outcome: 'failure', detail: `${number}` });
  const first = await listSecurityEvents(ada, { outcome: 'failure' });
  const rest = await listSecurityEvents(ada, {
    outcome: 'failure',
    before: first.next ?? undefined,
  });
  expect([first.events.length, rest.events.length, rest.next]).toEqual([25, 5, null]);
  expect([...first.events, ...rest.events].map(({ detail }) => Number(detail))).toEqual(
    Array.from({ length: 30 }, (_, position) => 30 - position),
  );
});
