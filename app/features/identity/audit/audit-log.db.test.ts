import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { actorOf } from '../../../../tests/support/people/actors';
import { makeAdministrator } from '../../../../tests/support/people/applications';
import { captureLog } from '../../../../tests/support/site/captured-log';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import {
  appendAudit,
  type AuditEvent,
  checkAuditChain,
  findBrokenAuditEntry,
  findLastAuditCheck,
  listAuditEntriesOf,
} from './audit.server';
import {
  auditExportSchema,
  auditFilterSchema,
  checkAuditNow,
  exportAuditEntries,
  getAuditEntry,
  listAuditChoices,
  listAuditEntries,
  listOwnAuditEntries,
} from './audit-log.server';

let ada: SignedInActor;
let member: SignedInActor;
const target = { kind: 'thing', id: '0198c1f0-0000-7000-8000-00000000000a' };

const append = (
  actor: SignedInActor | typeof anonymous | { job: string },
  event: Partial<AuditEvent> = {},
) => transaction((tx) => appendAudit(tx, actor, { action: 'topic.close', target, ...event }));

const list = async (filter: Record<string, string> = {}) =>
  (await listAuditEntries(ada, auditFilterSchema.parse(filter))).entries.map(({ seq }) => seq);

beforeEach(async () => {
  await renewDatabase();
  ada = await makeAdministrator('Ada');
  member = actorOf(await makeUser(db(), { firstName: 'Mara', lastName: 'Muster' }));
  await append(ada, { subjectId: member.id, changes: { role: { from: 'USER', to: 'ADMIN' } } });
  await append(member, { action: 'topic.move' });
  await append({ job: 'night' }, { target: { kind: 'other', id: 'x' } });
  await append(anonymous, { action: 'topic.link', reason: '=1+1' });
});

describe('the log', () => {
  test('is listed newest first and filtered', async () => {
    expect(await list()).toEqual([4, 3, 2, 1]);
    expect(await list({ person: 'muster' })).toEqual([2, 1]);
    expect(await list({ person: ada.id })).toEqual([1]);
    expect(await list({ person: 'nobody at all' })).toEqual([]);
    expect(await list({ action: 'topic.move' })).toEqual([2]);
    expect(await list({ target: 'other' })).toEqual([3]);
    expect(await list({ target: target.id })).toEqual([4, 2, 1]);
    expect(await list({ before: '3' })).toEqual([2, 1]);
    expect(await list({ before: 'x', from: 'yesterday', to: '' })).toEqual([4, 3, 2, 1]);
  });

  test('is filtered by days of Brussels, the last one included', async () => {
    const day = (shift: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(
        new Date(Date.now() + shift * 24 * 3_600_000),
      );
    expect(await list({ from: day(0), to: day(0) })).toHaveLength(4);
    expect(await list({ from: day(1) })).toHaveLength(0);
    expect(await list({ from: '1900-01-01', to: '2100-12-31' })).toHaveLength(4);
    expect(await list({ to: day(-1) })).toHaveLength(0);
  });

  test('offers what occurs in it', async () => {
    expect(await listAuditChoices(ada)).toEqual({
      actions: ['topic.close', 'topic.link', 'topic.move'],
      kinds: ['other', 'thing'],
    });
  });

  test('shows one entry with its place in the chain', async () => {
    const [first, second] = [await getAuditEntry(ada, 1), await getAuditEntry(ada, 2)];
    expect(first).toMatchObject({ actorName: 'Ada Beispiel', subjectId: member.id });
    expect(second.previousHash).toBe(first.hash);
    await expect(getAuditEntry(ada, 99)).rejects.toThrow('error.not-found');
    expect(await listAuditEntriesOf(ada, target)).toHaveLength(3);
  });

  test('comes in pages', async () => {
    for (let n = 0; n < 35; n += 1) await append({ job: 'night' }, { action: 'topic.pin' });
    const first = await listAuditEntries(ada, auditFilterSchema.parse({ action: 'topic.pin' }));
    expect(first.entries).toHaveLength(25);
    const before = String(first.next);
    const rest = await listAuditEntries(
      ada,
      auditFilterSchema.parse({ action: 'topic.pin', before }),
    );
    expect(rest.entries).toHaveLength(10);
    expect(rest.next).toBeNull();
  });

  test('shows members what concerns them, without the names of others', async () => {
    const { entries } = await listOwnAuditEntries(member);
    expect(entries.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(entries.map(({ isOwnDoing }) => isOwnDoing)).toEqual([true, false]);
    expect(JSON.stringify(entries)).not.toMatch(/Ada|changes|reason|targetId/);
  });

  test('is for administrators only', async () => {
    const filter = auditFilterSchema.parse({});
    const given = { person: '', action: '', target: '', reason: 'Because of it' };
    for (const actor of [anonymous, member]) {
      const attempts: [string, () => Promise<unknown>][] = [
        ['list', async () => listAuditEntries(actor, filter)],
        ['choices', async () => listAuditChoices(actor)],
        ['entry', async () => getAuditEntry(actor, 1)],
        ['of', async () => listAuditEntriesOf(actor, target)],
        ['export', async () => exportAuditEntries(actor, given)],
        ['check', async () => checkAuditNow(actor)],
        ['last', async () => findLastAuditCheck(actor)],
      ];
      for (const [name, attempt] of attempts) {
        await expect(attempt(), name).rejects.toThrow('error.not-found');
      }
    }
    await expect(listOwnAuditEntries(anonymous)).rejects.toThrow('error.not-found');
  });
});

test('an export is an entry with its reason, and no cell of it is a formula', async () => {
  const input = { person: 'Muster', action: '', target: '', reason: 'Yearly report' };
  let csv = '';
  for await (const piece of await exportAuditEntries(ada, { ...input, person: '' })) csv += piece;
  const lines = csv.trimEnd().split('\r\n');
  expect(csv.match(/\uFEFF/g)).toHaveLength(1);
  expect(lines[0]).toContain('Number,Time,Who');
  expect(lines[1]).toMatch(/^1,20\d\d-/);
  expect(csv).toContain("'=1+1");
  const last = lines.length - 1;
  expect(await getAuditEntry(ada, last)).toMatchObject({
    action: 'audit.export',
    reason: 'Yearly report',
  });
  await exportAuditEntries(ada, input);
  expect(JSON.stringify(await getAuditEntry(ada, last + 1))).not.toContain('Muster');
});

test('an export without a reason, or with unknown fields, is refused', () => {
  const form = (fields: Record<string, string>) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    return parseForm(auditExportSchema, sent).ok;
  };
  expect(form({ reason: 'Yearly report' })).toBe(true);
  expect(form({ reason: '   ' })).toBe(false);
  expect(form({})).toBe(false);
  expect(form({ reason: 'Yearly report', role: 'ADMIN' })).toBe(false);
});

test('each check of a sound log prints its head, as the page shows it', async () => {
  const { lines, release } = captureLog();
  await checkAuditChain();
  release();
  const last = await findLastAuditCheck(ada);
  expect(last).toMatchObject({ entries: expect.any(Number), lastHash: expect.any(String) });
  expect(lines).toMatchObject([
    { msg: 'head of the audit log', entries: last?.entries, hash: last?.lastHash },
  ]);
});

test('a changed entry is found and reported', async () => {
  expect(await checkAuditNow(ada)).toBeNull();
  expect(await findLastAuditCheck(ada)).toMatchObject({ brokenSeq: null });
  await db().execute(sql`grant update, delete on audit_entries to current_user`);
  await db().execute(sql`alter table audit_entries disable trigger user`);
  await db()
    .update(schema.auditEntries)
    .set({ reason: 'changed' })
    .where(sql`seq = 3`);
  await db().execute(sql`alter table audit_entries enable trigger user`);
  await db().execute(sql`revoke update, delete on audit_entries from current_user`);
  expect(await findBrokenAuditEntry()).toBe(3);
  expect(await checkAuditChain()).toBe(3);
  expect(await findLastAuditCheck(ada)).toMatchObject({ brokenSeq: 3 });
});
