import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { fileStore } from '~/platform/files/file-store.server';
import { deleteResources, previewDeletion } from '~/features/library/trash/deletion.server';
import { createFolder } from '~/features/library/intranet/intranet.server';
import { removeFiles } from '~/features/library/resources/remove-files.job.server';
import { countFilesLeft } from '~/features/library/resources/resources.server';
import { listOwnAuditEntries } from '~/features/identity/audit/audit-log.server';
import { makeTree, queuedKeys, remaining } from '../../../../tests/support/files/library-tree';
import { person } from '../../../../tests/support/people/person';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';

const { documentVersions: versions } = schema;
const collection = 'userIntranet';

let ada: SignedInActor;
let ben: SignedInActor;
let admin: SignedInActor;

beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
});

describe('deleting a folder', () => {
  test('says before exactly what goes', async () => {
    const { top } = await makeTree(ada);
    await makeDocument(db(), { user: ben.id, parent: top });
    expect(await previewDeletion(admin, [top])).toMatchObject({
      folders: 2,
      documents: 4,
      bytes: 4_000,
      others: 6,
      trashDays: 0,
    });
    await expect(previewDeletion(ada, [top, crypto.randomUUID()])).rejects.toMatchObject({
      status: 404,
    });
  });

  test('removes all descendants and, by a job, their files', async () => {
    const { top, ids, documents } = await makeTree(ada);
    const keys = documents.map(({ id }) => `${collection}/${id}/document.txt`);
    for (const key of keys) await fileStore().put(key, 'text');
    await deleteResources(ada, { collection, ids: [top] });
    expect(await remaining(ids)).toBe(0);
    expect(await db().$count(versions, inArray(versions.document, ids))).toBe(0);
    const queued = await queuedKeys();
    expect(queued).toEqual(expect.arrayContaining(keys));
    await removeFiles.run({ keys });
    for (const key of keys) expect(await fileStore().exists(key)).toBe(false);
  });

  test('folders and documents chosen together go in one act, or none of them', async () => {
    const [one, other] = [await makeTree(ada), await makeTree(ada)];
    const paper = await makeDocument(db(), { user: ada.id });
    const theirs = await makeDocument(db(), { user: ben.id });
    const ids = [...one.ids, ...other.ids, paper.id];
    const chosen = [one.top, other.inner, paper.id];
    await expect(deleteResources(ada, { collection, ids: [...chosen, theirs.id] })).rejects.toThrow(
      /could-not-delete-intranet/,
    );
    expect(await remaining([...ids, theirs.id])).toBe(ids.length + 1);
    await deleteResources(ada, { collection, ids: chosen });
    // The outer folder of the second tree stays, with the document beside the inner one.
    expect(await remaining(ids)).toBe(2);
    expect(await remaining([other.top])).toBe(1);
  });

  test('a file that a row still names is not removed', async () => {
    const kept = await makeDocument(db(), { user: ada.id });
    const key = `${collection}/${kept.id}/document.txt`;
    await fileStore().put(key, 'text');
    await removeFiles.run({ keys: [key] });
    expect(await fileStore().exists(key)).toBe(true);
  });

  test('members delete a folder only when everything in it is theirs', async () => {
    const { top, ids } = await makeTree(ada);
    const theirs = await makeDocument(db(), { user: ben.id, parent: top });
    // Nor is it offered before.
    await expect(previewDeletion(ada, [top])).rejects.toMatchObject({
      code: 'error.intranet-resource.could-not-delete-intranet-folder',
    });
    await expect(deleteResources(ada, { collection, ids: [top] })).rejects.toMatchObject({
      code: 'error.intranet-resource.could-not-delete-intranet-folder',
    });
    await expect(deleteResources(ada, { collection, ids: [theirs.id] })).rejects.toMatchObject({
      code: 'error.intranet-document.could-not-delete-intranet-document',
    });
    expect(await remaining([...ids, theirs.id])).toBe(6);
  });

  test('administrators delete others’ things with a reason', async () => {
    const { top, ids } = await makeTree(ada);
    await expect(deleteResources(admin, { collection, ids: [top] })).rejects.toMatchObject({
      code: 'error.intranet-resource.reason-missing',
    });
    await deleteResources(admin, { collection, ids: [top], reason: 'Uploaded by mistake' });
    expect(await remaining(ids)).toBe(0);
    const [entry] = await db()
      .select({ reason: schema.auditEntries.reason })
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.targetId, top));
    expect(entry).toEqual({ reason: 'Uploaded by mistake' });
  });

  test('each owner is told by an entry of the log, once for what was chosen', async () => {
    const { top } = await makeTree(ada);
    await makeDocument(db(), { user: ben.id, parent: top });
    const paper = await makeDocument(db(), { user: admin.id });
    const ids = [top, paper.id];
    await deleteResources(admin, { collection, ids, reason: 'Uploaded by mistake' });
    const { auditEntries } = schema;
    const entries = await db()
      .select({ target: auditEntries.targetId, subject: auditEntries.subjectId })
      .from(auditEntries)
      .where(inArray(auditEntries.targetId, ids));
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        { target: top, subject: ada.id },
        { target: top, subject: ben.id },
        { target: paper.id, subject: null },
      ]),
    );
    for (const owner of [ada, ben]) {
      const told = (await listOwnAuditEntries(owner)).entries.map(({ action }) => action);
      expect(told).toContain('intranet.delete');
    }
  });

  test('tells how many of its files are still to be removed', async () => {
    const { id } = await makeFolder(db(), { user: ada.id });
    for (let number = 0; number < 25; number += 1)
      await makeDocument(db(), { user: ada.id, parent: id });
    const { removal } = await deleteResources(ada, { collection, ids: [id] });
    expect(removal?.files).toBe(25);
    const act = removal?.act ?? '';
    expect(await countFilesLeft(ada, act)).toBe(25);
    expect(await countFilesLeft(ada, crypto.randomUUID())).toBe(0);
    await runFileJobs();
    expect(await countFilesLeft(ada, act)).toBe(0);
  });

  test('only what was told goes', async () => {
    const { top, ids } = await makeTree(ada);
    const { folders, documents, bytes } = await previewDeletion(ada, [top]);
    const added = await makeDocument(db(), { user: ada.id, parent: top });
    const wish = { collection, ids: [top], told: { folders, documents, bytes } } as const;
    await expect(deleteResources(ada, wish)).rejects.toMatchObject({
      code: 'error.intranet-resource.content-changed',
    });
    expect(await remaining(ids)).toBe(ids.length);
    // The same number of documents, one of which has got a longer file.
    const more = { folders, documents: documents + 1, bytes: bytes + (added.bytes ?? 0) };
    const longer = { ...more, bytes: more.bytes - 1 };
    await expect(deleteResources(ada, { ...wish, told: longer })).rejects.toMatchObject({
      code: 'error.intranet-resource.content-changed',
    });
    const told = more;
    await deleteResources(ada, { ...wish, told });
    expect(await remaining(ids)).toBe(0);
  });

  test('what is added at the same moment is either refused or deleted too', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { top, inner } = await makeTree(ada);
      const [added, deleted] = await Promise.allSettled([
        createFolder(ada, { collection, parent: inner, title: 'At the last moment' }),
        deleteResources(ada, { collection, ids: [top] }),
      ]);
      expect(deleted.status).toBe('fulfilled');
      const made = added.status === 'fulfilled' ? [added.value] : [];
      expect(await remaining(made)).toBe(0);
    }
  });
});
