import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { makeApplication, makePage } from '~/db/factories.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { person } from '../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../tests/support/site/route-request';
import { exportedLists, mostRows } from './exported-lists.server';
import { exportList } from './list-exports.server';

const { auditEntries, mails } = schema;

let admin: SignedInActor;
let developer: SignedInActor;
let member: SignedInActor;

beforeAll(async () => {
  admin = await person('ADMIN');
  developer = await person('DEV');
  member = await person();
});

const reason = 'For the annual report';
const names = Object.keys(exportedLists);
const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n');

describe.each(names)('the list %s', (name) => {
  const list = exportedLists[name];

  test('is a file with its columns, and the audit log says who has it', async () => {
    const csv = await exportList(developer, name, { query: '', reason });
    expect(linesOf(csv)[0]).toBe(list?.columns.join(','));
    const ofList = and(eq(auditEntries.targetId, name), eq(auditEntries.actorId, developer.id));
    const noted = await db().select().from(auditEntries).where(ofList);
    expect(noted).toMatchObject([{ action: 'list.export', reason }]);
  });

  test('is nobody’s who may not see it', async () => {
    for (const actor of [anonymous, member]) {
      await expect(exportList(actor, name, { query: '', reason })).rejects.toThrow(
        'error.not-found',
      );
    }
  });

  test('leads back to its page when it is looked at', async () => {
    const asked = {
      actor: admin,
      pattern: '/administration/lists/:list/export',
      params: { list: name },
    };
    expect(await askRoute(asked)).toMatchObject({ status: 302 });
  });
});

test('lists of people ask for a reason, and say nothing of it to those who may not see them', async () => {
  for (const name of ['applications', 'security', 'users']) {
    const taken = exportList(admin, name, { query: '' });
    await expect(taken).rejects.toThrow('error.reason-required');
  }
  await expect(exportList(admin, 'outbox', { query: '' })).rejects.toThrow('error.not-found');
  await expect(exportList(admin, 'outbox', { query: '', reason })).rejects.toThrow(
    'error.not-found',
  );
});

test('security events name an unknown address as the page does', async () => {
  await db()
    .insert(schema.securityEvents)
    .values({ event: 'sign-in.password', outcome: 'failure', addressHash: '0123456789abcdef' });
  const lines = linesOf(await exportList(admin, 'security', { query: 'outcome=failure', reason }));
  expect(lines.join('\n')).toContain('01234567');
  expect(lines.join('\n')).not.toContain('0123456789');
});

test('security events are of the days in the address of the list', async () => {
  for (const [at, detail] of [
    ['2027-03-27T22:59Z', 'the-day-before'],
    ['2027-03-27T23:00Z', 'on-the-day'],
    ['2027-03-28T22:00Z', 'the-day-after'],
  ] as const)
    await db()
      .insert(schema.securityEvents)
      .values({ event: 'session.start', outcome: 'failure', at: new Date(at), detail });
  const query = 'from=2027-03-28&to=2027-03-28&before=00000000-0000-7000-8000-000000000000';
  const lines = linesOf(await exportList(admin, 'security', { query, reason }));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('on-the-day');
});

test('a member who has left is listed as such, since that day', async () => {
  const leaving = { anonymisedAt: new Date('2026-05-04T12:00:00Z'), courtName: 'Left Court' };
  await makeApplication(db(), { status: 'active', ...leaving });
  await makeApplication(db(), { status: 'rejected', ...leaving });
  const query = 'state=all&search=Left+Court';
  const lines = linesOf(await exportList(admin, 'applications', { query, reason }));
  expect(lines.filter((line) => line.includes(',left,2026-05-04T12:00:00.000Z,'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes(',rejected,'))).toHaveLength(1);
});

test('has more than one page, in the order and with the filter of the address', async () => {
  for (let number = 1; number <= 90; number += 1)
    await makePage(db(), {
      slug: `pages/p-${number}`,
      title: `Chapter ${number % 3}, ${number + 100}`,
    });
  const query = 'kind=page&search=Chapter+1,&sort=text&order=descending&page=2';
  const lines = linesOf(await exportList(admin, 'content', { query }));
  const titles = lines.slice(1).map((line) => line.split('"')[1] ?? '');
  expect(titles).toHaveLength(30);
  expect(titles).toEqual(titles.toSorted((one, other) => other.localeCompare(one)));
  expect(titles[0]).toBe('Chapter 1, 188');
});

// The log of security events is not counted.
const counted = names.filter((name) => name !== 'security');
test.each([...counted.map((name) => exportedLists[name]?.path ?? ''), '/administration/flags'])(
  'a page after the last one of %s is the last',
  async (pattern) => {
    const shown = await askRoute({ actor: developer, pattern, address: `${pattern}?page=9999` });
    const { page, pages } = z.object({ page: z.number(), pages: z.number() }).parse(shown);
    expect(page).toBe(pages);
  },
);

test('without a reason one reads why, on the same list', async () => {
  const asked = {
    actor: admin,
    pattern: '/administration/lists/:list/export',
    params: { list: 'users' },
  };
  const given: Record<string, string>[] = [{}, { reason: 'no' }, { reason: '' }];
  for (const form of given) {
    const answer = await askRoute({ ...asked, form: { query: 'role=ADMIN', ...form } });
    if (!(answer instanceof Response)) throw new Error('no answer');
    expect(answer.headers.get('location')).toBe('/administration/users?role=ADMIN');
    const others = askRoute({ ...asked, actor: member, form: { query: '', ...form } });
    expect(await statusOf(others)).toBe(404);
  }
  const odd = await askRoute({ ...asked, form: { query: 'search=a\nb\u2028' } });
  expect(odd).toMatchObject({ status: 302 });
});

test('of a list that is too long there is no part that looks like all of it', async () => {
  // Of the others' downloads the tests above read what is noted.
  const actor = await person('DEV');
  await db().execute(sql`insert into ${mails} (id, template, recipient, subject, html, text, state)
    select gen_random_uuid(), 'a', 'a@court.example', 'a', '', '', 'sent' from generate_series(0, ${mostRows})`);
  const form = { query: 'sort=subject', reason };
  const answer = await askRoute({
    actor,
    pattern: '/administration/lists/:list/export',
    params: { list: 'outbox' },
    form,
  });
  if (!(answer instanceof Response)) throw new Error('no answer');
  expect(answer.headers.get('location')).toBe('/administration/outbox?sort=subject');
  expect(answer.headers.get('set-cookie')).toContain('error.list-export.too-long');
  await db().execute(sql`delete from ${mails}
    where id = (select id from ${mails} where template = 'a' limit 1)`);
  const lines = linesOf(await exportList(actor, 'outbox', { query: 'search=a@court', reason }));
  expect(lines).toHaveLength(mostRows + 1);
});

test('another list is there for nobody', async () => {
  for (const list of ['unknown', 'constructor', '__proto__']) {
    const asked = { actor: admin, pattern: '/administration/lists/:list/export', params: { list } };
    expect(await statusOf(askRoute(asked))).toBe(404);
    expect(await statusOf(askRoute({ ...asked, form: { query: '', reason } }))).toBe(404);
  }
});
