import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PgBoss } from 'pg-boss';
import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, pool, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { findBrokenAuditEntry } from '~/features/identity/audit/audit.server';
import { listOwnFiles } from '~/features/library/documents/documents.server';
import { maintainApplications } from '~/features/membership/application-maintenance.server';
import { discardUploads } from '~/features/library/uploads/discard-uploads.job.server';
import { readZipEntry } from '~/platform/reader-sandbox/zip-archive.server';
import { jobs } from '~/jobs.server';
import { actorOf } from '../support/people/actors';
import { queuedJobs } from '../support/mail/outbox';
import { exportedRecords } from '../support/people/own-data';
import { renewDatabase } from '../support/database/own-database';
import {
  nameOfPlace,
  personEverywhere,
  type Place,
  placesOf,
} from '../support/people/person-everywhere';
import { goodPassword as password } from '../support/people/sign-in';
import { openArchive } from '~/features/compliance/own-data/archive.server';
import {
  deleteOwnAccount,
  executeRetention,
  previewDeletion,
} from '~/features/compliance/data-rights/data-rights.server';
import { exportOwnData } from '~/features/compliance/own-data/own-data.server';
import type { RetentionRow } from '~/policy/retention/retention.server';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';

beforeEach(renewDatabase);

const rowOf = ({ schema: of, table }: Place) =>
  of === 'public' ? retentionTable.find(({ name }) => name === table) : undefined;

/** The name in the program of a column of the database; null for the search words made of others. */
function fieldOf({ table }: RetentionRow, column: string): string | null {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.keys(columns).find((name) => columns[name]?.name === column) ?? null;
}

/** The files, of the store and of unfinished uploads, in whose name or bytes the text is. */
function filesWith(text: string): string[] {
  const folders = ['files', 'uploads'].map((name) => join(config().dataDirectory, name));
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => path.includes(text) || readFileSync(path).includes(text));
}

test('one person is in every table, and the export holds every item of it', async () => {
  await personEverywhere('stranger');
  const person = actorOf(await personEverywhere('canaryexport'));
  const held = await exportedRecords(person);
  for (const { row, records } of held) {
    expect(records.length, `${row.name} is seeded`).toBeGreaterThan(0);
    for (const record of records)
      for (const secret of row.secret) expect(record, row.name).not.toHaveProperty(secret);
  }
  let items = 0;
  for (const place of await placesOf('canaryexport')) {
    const row = rowOf(place);
    const name = row?.ofPerson ? fieldOf(row, place.column) : null;
    if (!name || row?.secret.includes(name)) continue;
    items += 1;
    const records = held.find((part) => part.row === row)?.records ?? [];
    const values = records.map((record) => JSON.stringify(record[name]).toLowerCase());
    expect(values.join(), nameOfPlace(place)).toContain('canaryexport');
  }
  expect(items).toBeGreaterThan(30);
  expect(JSON.stringify(held.map(({ records }) => records))).not.toContain('stranger');
});

test('the archive holds a page, the tables and the person’s own documents', async () => {
  await personEverywhere('neighbour');
  const person = actorOf(await personEverywhere('canaryarchive'));
  const { parts, release } = await exportOwnData(person);
  const facts = {
    parts,
    name: 'Canary',
    language: 'en',
    site: 'Site',
    madeAt: new Date(),
  } as const;
  const open = async () => {
    const pieces = await openArchive({ ...facts, files: await listOwnFiles(person) }).toArray();
    return Buffer.concat(pieces);
  };
  const archive = await open();
  const read = async (name: string) => (await readZipEntry(archive, name)).toString();
  expect(await read('documents/Paper of canaryarchive.txt')).toBe('The words of canaryarchive');
  expect(await read('my-data.html')).toContain('href="documents/Paper%20of%20canaryarchive.txt"');
  expect(JSON.parse(await read('json/users.json'))).toMatchObject([{ email: person.email }]);
  // Entry by entry, since the bytes of the archive are compressed.
  const tables = await Promise.all(parts.map(({ row }) => read(`json/${row.name}.json`)));
  expect(tables.join()).toContain('canaryarchive');
  expect([await read('my-data.html'), ...tables].join()).not.toContain('neighbour');
  // Also an account that has been demoted takes nothing out of the administrators' area.
  await db().update(schema.intranetResources).set({ collection: 'adminIntranet' });
  const files = await listOwnFiles(person);
  expect(files).toEqual([]);
  expect(await listOwnFiles({ ...person, role: 'ADMIN' })).toHaveLength(1);
  await expect(listOwnFiles(anonymous)).rejects.toThrow('error.not-found');
  await release();
});

test('a file that is lost keeps nobody from taking out the rest', async () => {
  const person = actorOf(await makeUser(db()));
  const { parts, release } = await exportOwnData(person);
  const facts = {
    parts,
    name: 'Canary',
    language: 'en',
    site: 'Site',
    madeAt: new Date(),
  } as const;
  const lost = {
    title: 'Lost',
    extension: 'pdf',
    number: 1,
    isNewest: true,
    addedAt: new Date(),
    open: () => Promise.reject(new Error('gone')),
  };
  const archive = Buffer.concat(await openArchive({ ...facts, files: [lost, lost] }).toArray());
  for (const name of ['documents/Lost.pdf.txt', 'documents/Lost (2).pdf.txt'])
    expect((await readZipEntry(archive, name)).toString()).toContain('could not be read');
  await release();
});

test('after deletion and purge only what the retention table declares is left', async () => {
  await makeUser(db(), { role: 'ADMIN' });
  const bystander = await personEverywhere('bystander');
  const person = await personEverywhere('canarydeletion');
  const seeded = (await placesOf('canarydeletion')).map(({ table }) => table);
  const aboutPersons = retentionTable.filter(({ ofPerson }) => ofPerson);
  expect(seeded).toEqual(expect.arrayContaining(['users', 'mails', 'drafts', 'forum_comments']));
  const preview = await previewDeletion(actorOf(person));
  expect([...preview.removed, ...preview.kept].map(({ name }) => name).toSorted()).toEqual(
    aboutPersons.map(({ name }) => name).toSorted(),
  );

  await deleteOwnAccount(actorOf(person), { password, removeComments: false });
  await runQueuedJobs();
  await purge();

  // What was said and filed stays without its author; nothing else does.
  const left = await placesOf('canarydeletion');
  for (const place of left) {
    const row = rowOf(place);
    expect(row?.onDeletion, nameOfPlace(place)).toMatch(/^(kept|stays-as-it-is)$/);
    const name = row ? fieldOf(row, place.column) : null;
    if (row && name) expect([...row.personal, ...row.secret], nameOfPlace(place)).toContain(name);
  }
  expect(await placesOf('canarydeletion@court.example')).toEqual([]);
  expect(await placesOf('canarydeletion-family')).toEqual([]);
  const named = (await placesOf(person.id)).map(nameOfPlace);
  expect(named.filter((place) => !place.startsWith('public.audit_entries.'))).toEqual([]);
  expect(filesWith('canarydeletion').map((path) => readFileSync(path, 'utf8'))).toEqual([
    'The words of canarydeletion',
  ]);

  expect((await placesOf('bystander@court.example')).map(nameOfPlace)).toContain(
    'public.users.email',
  );
  expect(filesWith('bystander').length).toBeGreaterThan(1);
  expect(await db().$count(schema.users, eq(schema.users.id, bystander.id))).toBe(1);
  const [entry] = await db()
    .select()
    .from(schema.auditEntries)
    .where(eq(schema.auditEntries.action, 'user.delete-own'));
  expect(entry).toMatchObject({ subjectId: person.id, result: 'done' });
  expect(await findBrokenAuditEntry()).toBeNull();
});

test('who wants it so leaves no comment either', async () => {
  await makeUser(db(), { role: 'ADMIN' });
  const person = await personEverywhere('canarysilence');
  await deleteOwnAccount(actorOf(person), { password, removeComments: true });
  const tables = (await placesOf('canarysilence')).map(({ table }) => table);
  expect(tables).not.toContain('forum_comments');
  expect(tables).not.toContain('forum_comment_versions');
});

/** What the queue does with the bytes of uploads within a second. */
async function runQueuedJobs(): Promise<void> {
  for (const found of await queuedJobs(discardUploads.name)) {
    const { ids } = discardJob(found);
    await discardUploads.run({ ids });
  }
}

function discardJob(found: unknown): { ids: string[] } {
  const ids = typeof found === 'object' && found !== null && 'ids' in found ? found.ids : [];
  return { ids: Array.isArray(ids) ? ids.map(String) : [] };
}

/** What time does: the nightly jobs, and the tidying of the queue once its jobs are a day old. */
async function purge(): Promise<void> {
  await pool().query("update mails set created_at = created_at - interval '31 days'");
  await executeRetention();
  await maintainApplications(new Date(Date.now() + 8 * 24 * 3_600_000));
  await pool().query(
    `update pgboss.job set state = 'completed', created_on = now() - interval '2 days',
       started_on = now() - interval '2 days', completed_on = now() - interval '2 days'`,
  );
  const queue = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    supervise: false,
    schedule: false,
  });
  await queue.start();
  for (const { name } of jobs) await queue.supervise(name);
  await queue.stop({ graceful: false });
}
