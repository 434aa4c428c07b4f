import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { withRequestScope } from '~/platform/log/log.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { configure } from '../../../../tests/support/database/configure';
import { tamperWithAudit } from '../../../../tests/support/people/tamper-with-audit';
import { forgetAuditAnchor, readAuditAnchor } from './audit-anchor.server';
import { hashOf } from './audit-chain.server';
import {
  appendAudit,
  type AuditEvent,
  checkAuditChain,
  continueAuditChain,
  findBrokenAuditEntry,
} from './audit.server';

const { auditEntries } = schema;
type Entry = typeof auditEntries.$inferSelect;
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
afterEach(forgetAuditAnchor);

describe('an entry', () => {
  test('records who did what to whom, and in which request', async () => {
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

  test('is written if and only if the change is', async () => {
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

  test('grants only reading and adding, even to its owner', async () => {
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

/** What who rules the database can do: every entry anew, each hash fitting the one before. */
async function rewriteWholeChain(change: (entry: Entry) => Partial<Entry>): Promise<void> {
  let before = '0'.repeat(64);
  for (const found of await entries()) {
    const entry = { ...found, ...change(found), previousHash: before };
    const { hash: _, keyId: __, seal: ___, ...fields } = entry;
    before = hashOf(fields);
    await tamperWithAudit(
      sql`update audit_entries set reason = ${entry.reason}, previous_hash = ${entry.previousHash},
        hash = ${before}, key_id = ${entry.keyId}, seal = ${entry.seal} where seq = ${entry.seq}`,
    );
  }
  await db().delete(schema.auditChecks);
}

describe('the seal', () => {
  const reason = 'What never happened';
  test.each([
    ['with the old seals', () => ({ reason })],
    ['without seals, as in an earlier release', () => ({ reason, keyId: null, seal: null })],
    ['with another key', () => ({ reason, keyId: 'another', seal: '0'.repeat(64) })],
    ['with seals made up', ({ keyId }: Entry) => ({ reason, keyId, seal: '0'.repeat(64) })],
  ])('shows a chain that was rewritten whole, %s', async (_how, change) => {
    for (let time = 0; time < 3; time += 1) await append();
    expect(await findBrokenAuditEntry()).toBeNull();
    await rewriteWholeChain(change);
    expect(await findBrokenAuditEntry()).toBe(1);
  });

  test('binds what an earlier release has written, and says since when', async () => {
    for (let time = 0; time < 2; time += 1) await append();
    await rewriteWholeChain(() => ({ keyId: null, seal: null }));
    await continueAuditChain();
    await continueAuditChain();
    expect(await entries()).toMatchObject([
      { seal: null },
      { seal: null },
      { action: 'audit.change-key', role: 'audit', seal: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    await append();
    expect(await findBrokenAuditEntry()).toBeNull();
    await tamperWithAudit(sql`update audit_entries set reason = 'other' where seq = 1`);
    expect(await findBrokenAuditEntry()).toBe(1);
  });

  test.each([
    ['anew', 0],
    ['from where an earlier release had ended', 2],
  ])(
    'is wanted of each entry since the key is used, where the log was written %s',
    async (_, old) => {
      for (let time = 0; time < old; time += 1) await append();
      await rewriteWholeChain(() => ({ keyId: null, seal: null }));
      await continueAuditChain();
      for (let time = 0; time < 3; time += 1) await append();
      expect(await findBrokenAuditEntry()).toBeNull();
      const anchor = await readAuditAnchor();
      expect(anchor).toMatchObject({ since: old + 1 });
      await rewriteWholeChain(({ seq }) => ({
        reason: seq > old ? reason : example.reason,
        keyId: null,
        seal: null,
      }));
      expect(await findBrokenAuditEntry()).toBe(old + 1);
      // The site goes on: neither an entry nor a start makes it pass for what an earlier release wrote.
      await append();
      await continueAuditChain();
      expect(await findBrokenAuditEntry()).toBe(old + 1);
      expect(await readAuditAnchor()).toEqual(anchor);
    },
  );

  test('binds what was there before its first entry, also when all of it fits', async () => {
    for (let time = 0; time < 2; time += 1) await append();
    await rewriteWholeChain(() => ({ keyId: null, seal: null }));
    await continueAuditChain();
    await rewriteWholeChain(({ seq }) => ({ reason: seq === 1 ? reason : example.reason }));
    expect(await findBrokenAuditEntry()).toBe(2);
  });

  test('a head that was kept elsewhere counts more than what is noted here', async () => {
    for (let time = 0; time < 2; time += 1) await append();
    await rewriteWholeChain(() => ({ keyId: null, seal: null }));
    const [, last] = await entries();
    const head = { seq: 2, hash: last?.hash ?? '' };
    // Rewritten before the first start that notes anything.
    await rewriteWholeChain(() => ({ reason, keyId: null, seal: null }));
    await continueAuditChain();
    expect(await checkAuditChain()).toBeNull();
    expect(await checkAuditChain(head)).toBe(2);
  });

  test('a damaged note of its beginning is not passed over', async () => {
    await append();
    await continueAuditChain();
    writeFileSync(join(config().dataDirectory, 'audit-anchor.json'), '{"keyId":');
    await expect(continueAuditChain()).rejects.toThrow('audit-anchor.json is damaged');
    await expect(checkAuditChain()).rejects.toThrow('audit-anchor.json is damaged');
    const [check] = await db().select().from(schema.auditChecks);
    expect(check).toMatchObject({ brokenSeq: 1 });
  });

  test('goes on with another secret, and the log says so', async () => {
    await append();
    configure({ APP_SECRET: 'another secret of the tests, also long enough' });
    expect(await findBrokenAuditEntry(), 'nothing is sealed with it yet').toBe(1);
    await append();
    expect((await entries()).map(({ action }) => action)).toEqual([
      example.action,
      'audit.change-key',
      example.action,
    ]);
    expect(await findBrokenAuditEntry()).toBeNull();
  });

  test('a head that was kept elsewhere has to be in the chain', async () => {
    for (let time = 0; time < 3; time += 1) await append();
    const [, second] = await entries();
    const head = { seq: 2, hash: second?.hash ?? '' };
    expect(await checkAuditChain(head)).toBeNull();
    expect(await checkAuditChain({ ...head, hash: '1'.repeat(64) })).toBe(2);
    expect(await checkAuditChain({ ...head, seq: 9 })).toBe(4);
  });
});

describe('a head that does not fit', () => {
  const wrong = '1'.repeat(64);
  const headAt = async (seq: number) => ({ seq, hash: (await entries())[seq - 1]?.hash ?? '' });

  test('is missed by every later check, which sees no missing end by itself', async () => {
    for (let time = 0; time < 5; time += 1) await append();
    const cut = await headAt(5);
    const kept = await headAt(3);
    await tamperWithAudit(sql`delete from audit_entries where seq > 3`);
    expect(await checkAuditChain(), 'nobody has noted a head here').toBeNull();
    expect(await checkAuditChain(cut)).toBe(4);
    expect(await checkAuditChain()).toBe(4);
    expect(await checkAuditChain(kept), 'one from before the cut answers nothing').toBe(4);
    for (let time = 0; time < 3; time += 1) await append();
    expect(await checkAuditChain(), 'others have come in their place').toBe(5);
    expect(
      await checkAuditChain(await headAt(6)),
      'a later one is about the log as it is',
    ).toBeNull();
    expect(await checkAuditChain()).toBeNull();
  });

  test('because it was mistyped, is answered by the same one without the mistake', async () => {
    for (let time = 0; time < 3; time += 1) await append();
    const head = await headAt(2);
    expect(await checkAuditChain({ ...head, hash: wrong })).toBe(2);
    expect(await checkAuditChain()).toBe(2);
    expect(await checkAuditChain(head)).toBeNull();
    expect(await checkAuditChain()).toBeNull();
    expect(await checkAuditChain({ ...head, seq: 20 })).toBe(4);
    expect(await checkAuditChain()).toBe(4);
    expect(await checkAuditChain(head)).toBeNull();
    expect(await checkAuditChain()).toBeNull();
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

  test('reveals a removed entry', async () => {
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
