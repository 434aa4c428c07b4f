import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, db, schema, transaction } from '~/db/db.server';
import {
  appendAudit,
  findBrokenAuditEntry,
  ownsAuditLog,
} from '~/features/identity/audit/audit.server';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { startDatabase, stopPlatform } from '../../server/start/platform';
import { configure } from '../support/database/configure';

const folder = mkdtempSync(join(tmpdir(), 'audit-owner-'));
const start = async () => {
  configure({ DATA_DIR: folder });
  await startDatabase();
};
const append = () =>
  transaction((tx) =>
    appendAudit(tx, { job: 'test' }, { action: 'user.update', target: { kind: 'user', id: 'x' } }),
  );

beforeAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  chmodSync(folder, 0o755);
  await start();
}, 120_000);

afterAll(async () => {
  await stopPlatform();
  rmSync(folder, { recursive: true, force: true });
});

test('with the embedded database the site cannot take the protection of its log away', async () => {
  await append();
  const entries = await db().$count(schema.auditEntries);
  expect(await ownsAuditLog()).toBe(false);
  for (const statement of [
    sql`alter table audit_entries disable trigger user`,
    sql`drop trigger audit_entries_append_only on audit_entries`,
    sql`update audit_entries set reason = 'other'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries`,
    sql`alter table audit_entries owner to current_user`,
    sql`create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return new; end'`,
    sql`set role association_audit`,
  ])
    await expect(db().execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/permission denied|must be owner/) },
    });
  await append();
  expect(await db().$count(schema.auditEntries)).toBe(entries + 1);
  expect(await findBrokenAuditEntry()).toBeNull();
});

test('a further start changes nothing of that', async () => {
  await stopPlatform();
  await start();
  expect(await ownsAuditLog()).toBe(false);
  await append();
  expect(await findBrokenAuditEntry()).toBeNull();
}, 120_000);
