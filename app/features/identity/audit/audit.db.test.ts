import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { withRequestScope } from '~/platform/log/log.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { tamperWithAudit } from '../../../../tests/support/people/tamper-with-audit';
import {
  appendAudit,
  type AuditEvent,
  checkAuditChain,
  findBrokenAuditEntry,
} from './audit.server';

const { auditEntries } = schema;
const admin = actorWithRole('ADMIN');
const example: AuditEvent = {
  action: 'user.update-role',
  target: { kind: 'user', id: '0198c1f0-0000-7000-8000-000000000002' },
  subjectId: '0198c1f0-0000-7000-8000-000000000002',
  changes: { role: { to: 'ADMIN', from: 'USER' } },
  reason: 'Elected to the board',
};

const append = (event = example, actor: Parameters<typeof appendAudit>[1] = admin) =>
  transaction((tx) => appendAudit(tx, actor, event));
const entries = () => db().select().from(auditEntries).orderBy(asc(auditEntries.seq));

beforeEach(renewDatabase);

describe('an entry', () => {
  test('tells who did what to whom, and in which request', async () => {
    await withRequestScope({ requestId: 'request-1' }, () => append());
    await append({ ...example, result: 'refused' }, anonymous);
    await append(example, { job: 'nightly-tidying' });
    const about = { targetKind: 'user', subjectId: example.subjectId, reason: example.reason };
    expect(await entries()).toMatchObject([
      {
        seq: 1,
        actorKind: 'user',
        actorId: admin.id,
        role: 'ADMIN',
        requestId: 'request-1',
        ...about,
      },
      {
        seq: 2,
        actorKind: 'anonymous',
        actorId: null,
        result: 'refused',
        requestId: null,
        ...about,
      },
      { seq: 3, actorKind: 'job', actorId: null, role: 'nightly-tidying', result: 'done' },
    ]);
    expect(await findBrokenAuditEntry()).toBeNull();
  });

  test('stands if and only if the change does', async () => {
    const before = (await entries()).length;
    await expect(
      transaction(async (tx) => {
        await appendAudit(tx, admin, example);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await entries()).toHaveLength(before);
  });

  test('cannot be changed, deleted or cleared, by whoever is granted it either', async () => {
    await append();
    for (const statement of [
      sql`update audit_entries set reason = 'other'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ]) {
      await expect(db().execute(statement)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/append-only|permission denied/) },
      });
      const granted = db().transaction(async (tx) => {
        await tx.execute(sql`grant update, delete, truncate on audit_entries to current_user`);
        await tx.execute(statement);
      });
      await expect(granted).rejects.toMatchObject({
        cause: { message: 'the audit log is append-only' },
      });
    }
  });

  test('is granted to nobody but for reading and adding, its owner included', async () => {
    const { rows } = await db().execute<{ right: string }>(
      sql`select distinct privilege_type as right from information_schema.role_table_grants
        where table_name = 'audit_entries' order by 1`,
    );
    const rights = rows.map(({ right }) => right);
    expect(rights).toEqual(expect.arrayContaining(['INSERT', 'SELECT']));
    for (const right of ['UPDATE', 'DELETE', 'TRUNCATE']) expect(rights).not.toContain(right);
  });

  test('follows on the one before, also when many are written at the same moment', async () => {
    await Promise.all(Array.from({ length: 15 }, () => append()));
    const all = await entries();
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
    for (const [at, entry] of all.entries()) {
      expect(entry.previousHash).toBe(all[at - 1]?.hash ?? '0'.repeat(64));
    }
    expect(await findBrokenAuditEntry()).toBeNull();
  });
});

describe('the chain', () => {
  test('shows an entry that was changed behind the back of the application', async () => {
    for (let time = 0; time < 3; time += 1) await append();
    const [first] = await entries();
    const undo = sql`update audit_entries set reason = ${first?.reason} where seq = 1`;
    await tamperWithAudit(sql`update audit_entries set reason = 'other' where seq = 1`);
    expect(await findBrokenAuditEntry()).toBe(1);
    await tamperWithAudit(undo);
    expect(await findBrokenAuditEntry()).toBeNull();
    await tamperWithAudit(
      sql`update audit_entries set changes = '{"role":{"to":"DEV"}}' where seq = 2`,
    );
    expect(await findBrokenAuditEntry()).toBe(2);
  });

  test('shows an entry that was taken out', async () => {
    for (let time = 0; time < 4; time += 1) await append();
    await tamperWithAudit(sql`delete from audit_entries where seq = 3`);
    expect(await findBrokenAuditEntry()).toBe(3);
    const [row] = await db().select().from(auditEntries).where(eq(auditEntries.seq, 4));
    expect(row?.seq).toBe(4);
  });
  test('shows that the newest entries are missing, also when others follow', async () => {
    for (let time = 0; time < 4; time += 1) await append();
    expect(await checkAuditChain()).toBeNull();
    await append();
    expect(await findBrokenAuditEntry()).toBeNull();
    await tamperWithAudit(sql`delete from audit_entries where seq > 2`);
    expect(await checkAuditChain()).toBe(3);
    for (let time = 0; time < 4; time += 1) await append();
    expect(await findBrokenAuditEntry()).toBe(4);
    await tamperWithAudit(sql`truncate audit_entries`);
    expect(await findBrokenAuditEntry()).toBe(1);
  });
});
