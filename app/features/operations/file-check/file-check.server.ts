import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { appendAudit, type JobActor } from '~/features/identity/audit/audit.server';
import { enqueueFileRemoval } from '~/features/library/resources/resources.server';
import { discardLeftUploads } from '~/features/library/uploads/uploads.server';
import { collections } from '~/lib/collections';
import { inBatches } from '~/features/content/files/in-batches';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { listWaitingJobs } from '~/platform/jobs/job-queue.server';
import { log } from '~/platform/log/log.server';

const {
  auditEntries,
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;

/** Younger files may belong to an upload that is just getting its row. */
const grace = 24 * 3_600_000;
const batch = 1_000;
const action = 'intranet.check-files';
/** Documents named in a report; more are only counted. */
const maxNamed = 100;

/** What a check of files and rows against each other found. */
export type FileCheck = {
  /** Files of documents in the store. */
  files: number;
  /** Files that nothing names; they are removed. */
  withoutRow: number;
  /** Bytes of uploads that are over; they are removed. */
  leftUploads: number;
  /** Documents with a version whose file is not there: only a backup brings it back. */
  withoutFile: string[];
};

/**
 * Compares the file store with the database: every file has a row and every row its file. What no
 * row names is removed by the job queue; what is missing is reported in the log and in the
 * administration. Files of uploads under way and those already waiting for removal are no finding.
 * @param olderThan milliseconds since something changed before it counts as left behind
 */
export async function checkFiles(olderThan = grace): Promise<FileCheck> {
  const before = new Date(Date.now() - olderThan);
  const stored = new Set<string>();
  const strays: string[] = [];
  const waiting = await waitingFor('remove-files', 'keys');
  for (const collection of collections) {
    for await (const files of inBatches(fileStore().list(collection), batch)) {
      for (const { key } of files) stored.add(key);
      const old = files.filter(({ changedAt }) => changedAt < before).map(({ key }) => key);
      const named = await findNamed(old);
      strays.push(...old.filter((key) => !named.has(key) && !waiting.has(key)));
    }
  }
  const found: FileCheck = {
    files: stored.size,
    withoutRow: strays.length,
    leftUploads: 0,
    withoutFile: await findWithoutFile(stored),
  };
  const left = await findLeftUploads(before);
  found.leftUploads = left.length;
  await transaction(async (tx) => {
    await enqueueFileRemoval(tx, strays);
    await discardLeftUploads(tx, left);
    await tx
      .delete(uploads)
      .where(and(inArray(uploads.id, await withoutBytes(before)), eq(uploads.state, 'arriving')));
    await report(tx, found);
  });
  return found;
}

const queued = z.object({
  keys: z.array(z.string()).default([]),
  ids: z.array(z.string()).default([]),
});

/** What jobs of this name will still remove. */
async function waitingFor(job: string, field: 'keys' | 'ids'): Promise<Set<string>> {
  const jobs = await listWaitingJobs(job);
  return new Set(jobs.flatMap((data) => queued.parse(data)[field]));
}

/** Those keys that a version names, or an upload that is getting its row will name. */
async function findNamed(keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const documents = keys.map((key) => key.split('/')[1] ?? '');
  const { rows } = await db().execute<{ key: string }>(sql`
    select k.key from unnest(${textArray(keys)}, ${textArray(documents)}) as k (key, document)
    where exists (select 1 from ${versions} v where v.storage_key = k.key)
      or exists (select 1 from ${uploads} u
        where u.state = 'arriving' and u.document::text = k.document)`);
  return new Set(rows.map(({ key }) => key));
}

const textArray = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;

/** Documents of which a version's file is not among `stored`, and really not there. */
async function findWithoutFile(stored: ReadonlySet<string>): Promise<string[]> {
  const missing = new Set<string>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db()
      .select({ id: versions.id, document: versions.document, key: versions.storageKey })
      .from(versions)
      .where(sql`${versions.id} > ${after}`)
      .orderBy(asc(versions.id))
      .limit(batch);
    for (const { id, document, key } of rows) {
      if (stored.has(key) || (await fileStore().exists(key))) continue;
      // Deleted while we looked: then the row is gone as well.
      if ((await db().$count(versions, eq(versions.id, id))) > 0) missing.add(document);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return [...missing];
  }
}

/** What has arrived of uploads that are over or unknown, and nothing is going to remove. */
async function findLeftUploads(before: Date): Promise<string[]> {
  const waiting = await waitingFor('discard-uploads', 'ids');
  const left = new Set<string>();
  for await (const found of inBatches(fileStore().listUploads(), batch)) {
    const old = found.filter(({ changedAt }) => changedAt < before).map(({ key }) => key);
    if (old.length === 0) continue;
    const arriving = await db()
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(inArray(uploads.id, old), eq(uploads.state, 'arriving')));
    const needed = new Set(arriving.map(({ id }) => id));
    for (const id of old) if (!needed.has(id) && !waiting.has(id)) left.add(id);
  }
  return [...left];
}

/** Uploads that were announced, of which there is nothing: the process ended just then. */
async function withoutBytes(before: Date): Promise<string[]> {
  const old = await db()
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.state, 'arriving'), lt(uploads.createdAt, before)));
  const none: string[] = [];
  for (const { id } of old) {
    const found = await fileStore()
      .uploads.getUpload(id)
      .catch(() => null);
    if (!found) none.push(id);
  }
  return none;
}

const nightly: JobActor = { job: 'nightly-tidying' };

async function report(tx: Parameters<typeof appendAudit>[0], found: FileCheck): Promise<void> {
  const { files, withoutRow, leftUploads, withoutFile } = found;
  const isSound = withoutRow + leftUploads + withoutFile.length === 0;
  const facts = { files, withoutRow, leftUploads, withoutFile: withoutFile.length };
  if (isSound) log().info(facts, 'files and rows agree');
  else log().warn({ ...facts, documents: withoutFile.slice(0, maxNamed) }, 'files and rows differ');
  await appendAudit(tx, nightly, {
    action,
    target: { kind: 'intranet', id: 'files' },
    changes: {
      files: { to: files },
      withoutRow: { to: withoutRow },
      leftUploads: { to: leftUploads },
      withoutFile: { to: withoutFile.slice(0, maxNamed) },
    },
  });
}

/** Checks at once, for an administrator. */
export async function checkFilesNow(actor: Actor): Promise<FileCheck> {
  authorise(actor, 'library.manage');
  return checkFiles();
}

const number = z.object({ to: z.number() }).transform(({ to }) => to);
const reported = z.object({
  files: number,
  withoutRow: number,
  leftUploads: number,
  withoutFile: z.object({ to: z.array(z.string()) }).transform(({ to }) => to),
});

/** What the last check found, for administrators; null before the first. */
export async function findLastFileCheck(actor: Actor) {
  authorise(actor, 'library.manage');
  const [last] = await db()
    .select({ at: auditEntries.at, changes: auditEntries.changes })
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  if (!last) return null;
  const { withoutFile, ...numbers } = reported.parse(last.changes);
  const documents = withoutFile.length
    ? await db()
        .select({ id: resources.id, title: resources.title })
        .from(resources)
        .where(inArray(resources.id, withoutFile))
        .orderBy(asc(resources.title))
    : [];
  return { at: last.at, ...numbers, withoutFile: documents };
}
