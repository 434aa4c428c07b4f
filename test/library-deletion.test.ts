import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, MemberRole } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { fileStore } from '~/platform/file-store.server';
import { deleteResources, previewDeletion } from '~/features/intranet/deletion.server';
import { createFolder } from '~/features/intranet/intranet.server';
import { removeFiles } from '~/features/resources/remove-files.job.server';

const { documentVersions: versions, intranetResources: resources } = schema;
const collection = 'userIntranet';

async function person(role: MemberRole = 'USER'): Promise<Actor & { id: string }> {
  const { id, email, firstName, lastName } = await makeUser(db(), { role });
  return { id, role, email, firstName, lastName };
}

let ada: Actor & { id: string };
let ben: Actor & { id: string };
let admin: Actor & { id: string };

beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
});

/** A folder of Ada's with a folder in it and three documents of 1,000 bytes. */
async function makeTree(owner: Actor & { id: string }) {
  const top = await makeFolder(db(), { user: owner.id });
  const inner = await makeFolder(db(), { user: owner.id, parent: top.id });
  const documents = [
    await makeDocument(db(), { user: owner.id, parent: top.id }),
    await makeDocument(db(), { user: owner.id, parent: inner.id }),
    await makeDocument(db(), { user: owner.id, parent: inner.id }),
  ];
  return {
    top: top.id,
    inner: inner.id,
    ids: [top.id, inner.id, ...documents.map(({ id }) => id)],
    documents,
  };
}

const remaining = (ids: string[]) => db().$count(resources, inArray(resources.id, ids));
const queuedKeys = async () => {
  const { rows } = await db().execute<{ data: { keys: string[] } }>(
    sql`select data from pgboss.job where name = ${removeFiles.name}`,
  );
  return rows.flatMap(({ data }) => data.keys);
};

describe('deleting a folder', () => {
  test('says before exactly what goes', async () => {
    const { top } = await makeTree(ada);
    await makeDocument(db(), { user: ben.id, parent: top });
    expect(await previewDeletion(ada, [top])).toMatchObject({
      folders: 2,
      documents: 4,
      bytes: 4_000,
      others: 1,
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
