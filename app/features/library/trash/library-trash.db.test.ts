import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { configure } from '../../../../tests/support/database/configure';
import { listOwnAuditEntries } from '~/features/identity/audit/audit-log.server';
import { deleteResources, previewDeletion } from '~/features/library/trash/deletion.server';
import {
  emptyTrash,
  listTrash,
  removeFromTrash,
  restoreFromTrash,
} from '~/features/library/trash/trash.server';
import { makeTree, queuedKeys, remaining } from '../../../../tests/support/files/library-tree';
import { person } from '../../../../tests/support/people/person';

const { intranetResources: resources, users } = schema;
const collection = 'userIntranet';

let ada: SignedInActor;
let ben: SignedInActor;
let admin: SignedInActor;

beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
});

describe('the trash', () => {
  beforeEach(() => configure({ INTRANET_TRASH_DAYS: '30' }));

  test('keeps what was deleted, for its owner and administrators, and gives it back', async () => {
    const { top, ids } = await makeTree(ada);
    await deleteResources(ada, { collection, ids: [top] });
    expect(
      await previewDeletion(ada, [top]).catch(({ status }: { status: number }) => status),
    ).toBe(404);
    expect((await listTrash(ada, collection)).map(({ id }) => id)).toContain(top);
    expect((await listTrash(ben, collection)).map(({ id }) => id)).not.toContain(top);
    await expect(restoreFromTrash(ben, top)).rejects.toMatchObject({ status: 404 });
    await restoreFromTrash(admin, top);
    expect(await previewDeletion(ada, [top])).toMatchObject({ folders: 2, documents: 3 });
    expect(await remaining(ids)).toBe(5);
  });

  test('an owner finds in the log what others restore and remove', async () => {
    const { id } = await makeDocument(db(), { user: ada.id });
    for (const act of [restoreFromTrash, removeFromTrash]) {
      await deleteResources(admin, { collection, ids: [id], reason: 'tidying' });
      await act(admin, id);
    }
    const folder = await makeFolder(db(), { user: admin.id });
    await makeDocument(db(), { user: ada.id, parent: folder.id });
    await deleteResources(admin, { collection, ids: [folder.id], reason: 'tidying' });
    await restoreFromTrash(admin, folder.id);
    const { entries } = await listOwnAuditEntries(ada);
    expect(entries.map(({ action }) => action)).toEqual([
      'intranet.restore',
      'intranet.put-into-trash',
      'intranet.delete',
      'intranet.put-into-trash',
      'intranet.restore',
      'intranet.put-into-trash',
    ]);
  });

  test('what an administrator has deleted is not taken back or removed by its owner', async () => {
    const { top, ids } = await makeTree(ada);
    await deleteResources(admin, { collection, ids: [top], reason: 'tidying' });
    expect((await listTrash(ada, collection)).map(({ id }) => id)).not.toContain(top);
    for (const undo of [restoreFromTrash, removeFromTrash]) {
      await expect(undo(ada, top)).rejects.toMatchObject({ status: 404 });
    }
    expect((await listTrash(admin, collection)).map(({ id }) => id)).toContain(top);
    expect(await remaining(ids)).toBe(5);
    await restoreFromTrash(admin, top);
    expect(await previewDeletion(ada, [top])).toMatchObject({ folders: 2, documents: 3 });
  });

  test('what an administrator has deleted below is not removed with the folder of its owner', async () => {
    const { top, inner, ids } = await makeTree(ada);
    await deleteResources(admin, { collection, ids: [inner], reason: 'evidence' });
    await deleteResources(ada, { collection, ids: [top] });
    const listed = await listTrash(ada, collection);
    expect(listed.find(({ id }) => id === top)).toMatchObject({ isRemovable: false });
    expect(listed.map(({ id }) => id)).not.toContain(inner);
    // It is the same when the administrator is one no more.
    for (const role of ['ADMIN', 'USER'] as const) {
      await db().update(users).set({ role }).where(eq(users.id, admin.id));
      await expect(removeFromTrash(ada, top)).rejects.toMatchObject({
        code: 'error.intranet-resource.could-not-delete-intranet-folder',
      });
      await expect(removeFromTrash(ada, inner)).rejects.toMatchObject({ status: 404 });
    }
    expect(await remaining(ids)).toBe(5);
    const other = await person('ADMIN');
    expect(await listTrash(other, collection).then((all) => all.map(({ id }) => id))).toEqual(
      expect.arrayContaining([top, inner]),
    );
    expect(await removeFromTrash(other, top)).toMatchObject({ count: 5 });
    expect(await remaining(ids)).toBe(0);
  });

  test('something deleted by itself before comes back to the top level when its folder is gone', async () => {
    const { top, inner, documents } = await makeTree(ada);
    const [first] = documents;
    await deleteResources(ada, { collection, ids: [first?.id ?? ''] });
    configure();
    await deleteResources(ada, { collection, ids: [top] });
    expect(await remaining([inner])).toBe(0);
    await restoreFromTrash(ada, first?.id ?? '');
    const [row] = await db()
      .select()
      .from(resources)
      .where(eq(resources.id, first?.id ?? ''));
    expect(row).toMatchObject({ parent: null, trashedAt: null });
  });

  test('is emptied after its days, files included', async () => {
    const { top, ids, documents } = await makeTree(ada);
    await deleteResources(ada, { collection, ids: [top] });
    await emptyTrash();
    expect(await remaining(ids)).toBe(5);
    await db()
      .update(resources)
      .set({ trashedAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where(inArray(resources.id, ids));
    await emptyTrash();
    expect(await remaining(ids)).toBe(0);
    expect(await queuedKeys()).toEqual(
      expect.arrayContaining(documents.map(({ id }) => `${collection}/${id}/document.txt`)),
    );
  });

  test('says what each thing holds, and when it goes', async () => {
    const { top } = await makeTree(ada);
    await deleteResources(ada, { collection, ids: [top] });
    const [thing] = (await listTrash(ada, collection)).filter(({ id }) => id === top);
    expect(thing).toMatchObject({ folders: 2, documents: 3, bytes: 3_000, isRemovable: true });
    const days = Number(thing?.goneAt) - Number(thing?.trashedAt);
    expect(days).toBe(30 * 24 * 3_600_000);
  });

  test('is emptied by hand: everything by administrators, by others what is wholly theirs', async () => {
    const { top, ids, documents } = await makeTree(ada);
    const theirs = await makeDocument(db(), { user: ben.id, parent: top });
    await deleteResources(admin, { collection, ids: [top], reason: 'tidying' });
    // As if the owner had done it, before someone else's document came into it.
    await db().update(resources).set({ updatedBy: ada.id }).where(inArray(resources.id, ids));
    expect((await listTrash(ada, collection)).find(({ id }) => id === top)).toMatchObject({
      isRemovable: false,
    });
    await expect(removeFromTrash(ben, top)).rejects.toMatchObject({ status: 404 });
    await expect(removeFromTrash(ada, top)).rejects.toMatchObject({
      code: 'error.intranet-resource.could-not-delete-intranet-folder',
    });
    expect(await removeFromTrash(admin, top)).toMatchObject({ count: 6 });
    expect(await remaining([...ids, theirs.id])).toBe(0);
    expect(await queuedKeys()).toEqual(
      expect.arrayContaining(documents.map(({ id }) => `${collection}/${id}/document.txt`)),
    );
    await expect(removeFromTrash(admin, top)).rejects.toMatchObject({ status: 404 });
  });

  test('gives back what is inside a folder that is in the trash itself, at the top level', async () => {
    const { top, inner } = await makeTree(ada);
    await deleteResources(ada, { collection, ids: [inner] });
    await deleteResources(ada, { collection, ids: [top] });
    expect(await restoreFromTrash(ada, inner)).toMatchObject({ count: 3, place: null });
    const { title } = (await db().select().from(resources).where(eq(resources.id, top)))[0] ?? {
      title: '',
    };
    expect(await restoreFromTrash(ada, top)).toEqual({ title, count: 2, place: null });
    await deleteResources(ada, { collection, ids: [inner] });
    await makeFolder(db(), { title: await titleOf(inner), user: ben.id });
    await expect(restoreFromTrash(ada, inner)).rejects.toMatchObject({
      code: 'error.intranet-resource.name-taken',
    });
  });

  test('of the administration is not there for members, and two at once restore once', async () => {
    const hidden = await makeFolder(db(), { collection: 'adminIntranet', user: ada.id });
    await deleteResources(admin, {
      collection: 'adminIntranet',
      ids: [hidden.id],
      reason: 'tidying',
    });
    await expect(listTrash(ada, 'adminIntranet').then(String)).rejects.toMatchObject({
      status: 404,
    });
    await expect(restoreFromTrash(ada, hidden.id)).rejects.toMatchObject({ status: 404 });
    await expect(removeFromTrash(ada, hidden.id)).rejects.toMatchObject({ status: 404 });
    const both = await Promise.allSettled([
      restoreFromTrash(admin, hidden.id),
      removeFromTrash(admin, hidden.id),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

async function titleOf(id: string): Promise<string> {
  const [found] = await db().select().from(resources).where(eq(resources.id, id));
  return found?.title ?? '';
}
