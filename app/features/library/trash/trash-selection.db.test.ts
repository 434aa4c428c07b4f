import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { configure } from '../../../../tests/support/database/configure';
import { makeTree, queuedKeys, remaining } from '../../../../tests/support/files/library-tree';
import { person } from '../../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { deleteResources } from './deletion.server';
import { trashKey } from './trash-key';
import { listTrash, mostListed, removeFromTrash, restoreFromTrash } from './trash.server';
import { removeSelected, restoreSelected } from './trash-selection.server';

const { auditEntries, intranetResources: resources } = schema;
const collection = 'userIntranet';

let ada: SignedInActor;
let ben: SignedInActor;
let admin: SignedInActor;

beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
  configure({ INTRANET_TRASH_DAYS: '30' });
});

/** Each goes into the trash by itself. */
async function throwAway(actor: SignedInActor, ...ids: string[]) {
  for (const id of ids) await deleteResources(actor, { collection, ids: [id], reason: 'tidying' });
  return Promise.all(ids.map(keyOf));
}
async function rowOf(id: string) {
  const [row] = await db().select().from(resources).where(eq(resources.id, id));
  if (!row) throw new Error(`There is no ${id}`);
  return row;
}
const keyOf = async (id: string) => trashKey(await rowOf(id));
const documentOf = async (owner: SignedInActor) =>
  (await makeDocument(db(), { user: owner.id })).id;
const inTrash = async (actor: SignedInActor) =>
  (await listTrash(actor, collection)).map(({ id }) => id);
const audited = async (action: string, ids: string[]) => {
  const noted = and(eq(auditEntries.action, action), inArray(auditEntries.targetId, ids));
  const rows = await db().select().from(auditEntries).where(noted);
  return rows.map(({ targetId, actorId }) => `${targetId} ${actorId}`).toSorted();
};

describe('entries that are restored together', () => {
  test('come back, each with an entry of the audit log; administrators restore any', async () => {
    const ids = [await documentOf(ada), await documentOf(ada), await documentOf(ben)];
    const keys = [
      ...(await throwAway(ada, ...ids.slice(0, 2))),
      ...(await throwAway(ben, ...ids.slice(2))),
    ];
    const all = { done: 3, changed: 0, refused: [] };
    // What is named twice is one entry.
    const twice = [...keys, ...keys];
    expect(await restoreSelected(admin, { collection, keys: twice })).toEqual(all);
    expect(await inTrash(admin)).not.toEqual(expect.arrayContaining(ids));
    expect(await audited('intranet.restore', ids)).toEqual(
      ids.map((id) => `${id} ${admin.id}`).toSorted(),
    );
  });

  test('stay where they belong to others, or an administrator has deleted them', async () => {
    const ids = [await documentOf(ada), await documentOf(ben), await documentOf(ada)];
    const [own = '', other = '', taken = ''] = ids;
    const keys = [
      ...(await throwAway(ada, own)),
      ...(await throwAway(ben, other)),
      ...(await throwAway(admin, taken)),
    ];
    for (const [actor, done] of [
      [await person(), 0],
      [ada, 1],
    ] as const) {
      const result = await restoreSelected(actor, { collection, keys });
      expect(result).toEqual({ done, changed: 3 - done, refused: [] });
    }
    expect(await inTrash(admin)).toEqual(expect.arrayContaining([other, taken]));
    expect(await inTrash(admin)).not.toContain(own);
  });

  test('are left when they were restored or thrown away anew, or are no such entry', async () => {
    const [back, anew, same] = [
      await documentOf(ada),
      await documentOf(ada),
      await documentOf(ada),
    ];
    const keys = await throwAway(ada, back, anew, same);
    await restoreFromTrash(ada, back);
    await restoreFromTrash(ada, anew);
    await throwAway(ada, anew);
    const forged = [`${newId()}/1`, `${same}/1`, same, `${same}/2/x`, "1' or 1=1", '__proto__', ''];
    const asked = { collection, keys: [...keys, ...forged] } as const;
    const changed = 2 + forged.length;
    expect(await restoreSelected(ada, asked)).toEqual({ done: 1, changed, refused: [] });
    expect(await inTrash(ada)).toEqual([anew]);
    // Of two who restore the same, one has restored it.
    const chosen = { collection, keys: [await keyOf(anew)] } as const;
    const both = await Promise.all([restoreSelected(ada, chosen), restoreSelected(admin, chosen)]);
    expect(both.reduce((sum, { done }) => sum + done, 0)).toBe(1);
    await throwAway(ada, same);
    for (const act of [restoreFromTrash, removeFromTrash]) {
      await expect(act(ada, same, 1)).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
    }
  });

  test('are named where a folder has their name meanwhile, and the others come back', async () => {
    const title = `Minutes ${newId()}`;
    const folder = await makeFolder(db(), { title, user: ada.id });
    const document = await documentOf(ada);
    const keys = await throwAway(ada, folder.id, document);
    await makeFolder(db(), { title, user: ben.id });
    const result = await restoreSelected(ada, { collection, keys });
    expect(result).toEqual({ done: 1, changed: 0, refused: [title] });
    expect(await inTrash(ada)).toEqual([folder.id]);
  });

  test('come back into a folder that is restored with them', async () => {
    const { top, inner } = await makeTree(ada);
    const keys = await throwAway(ada, inner, top);
    const result = await restoreSelected(ada, { collection, keys });
    expect(result).toEqual({ done: 2, changed: 0, refused: [] });
    expect(await rowOf(inner)).toMatchObject({ parent: top, trashedAt: null });
  });
});

describe('entries that are deleted for good together', () => {
  test('go with everything in them, one that lay in another’s folder too', async () => {
    const { top, inner, ids, documents } = await makeTree(ada);
    const single = await documentOf(ada);
    const keys = await throwAway(ada, inner, top, single);
    const result = await removeSelected(ada, { collection, keys });
    expect(result).toEqual({ done: 3, changed: 0, refused: [] });
    expect(await remaining([...ids, single])).toBe(0);
    expect(await queuedKeys()).toEqual(
      expect.arrayContaining(documents.map(({ id }) => `${collection}/${id}/document.txt`)),
    );
    const gone = [inner, single, top];
    const noted = gone.map((id) => `${id} ${ada.id}`).toSorted();
    expect(await audited('intranet.delete', gone)).toEqual(noted);
    const again = await removeSelected(ada, { collection, keys });
    expect(again).toEqual({ done: 0, changed: 3, refused: [] });
  });

  test('are named and kept where something in them is another’s; other people’s stay', async () => {
    const { top, inner, ids } = await makeTree(ada);
    await throwAway(admin, inner);
    const [single, others] = [await documentOf(ada), await documentOf(ben)];
    const keys = [...(await throwAway(ada, top, single)), ...(await throwAway(ben, others))];
    const result = await removeSelected(ada, { collection, keys });
    expect(result).toEqual({ done: 1, changed: 1, refused: [(await rowOf(top)).title] });
    expect(await remaining([...ids, others])).toBe(6);
    expect(await remaining([single])).toBe(0);
    expect(await removeSelected(admin, { collection, keys })).toMatchObject({ done: 2 });
    expect(await remaining([...ids, others])).toBe(0);
  });
});

describe('the form', () => {
  const pattern = '/intranet/trash';
  const form = (intent: string, ...selected: string[]) => {
    const sent = new FormData();
    sent.set('intent', intent);
    for (const key of selected) sent.append('selected', key);
    return sent;
  };

  test('names the entries before anything is deleted for good', async () => {
    const document = await documentOf(ada);
    const { top, inner } = await makeTree(ada);
    await throwAway(admin, inner);
    const [key = '', whole = ''] = await throwAway(ada, document, top);
    const { title } = await rowOf(top);
    const asked = form('ask-remove', key, whole, `${document}/1`);
    expect(await askRoute({ actor: ada, pattern, form: asked })).toMatchObject({
      selection: {
        asked: [{ key, documents: 1, folders: 0 }],
        result: { done: 0, changed: 1, refused: [title] },
      },
    });
    expect(await remaining([document])).toBe(1);
    const sure = form('remove-selected', key);
    expect(await askRoute({ actor: ada, pattern, form: sure })).toMatchObject({
      selection: { result: { done: 1, changed: 0, refused: [] } },
    });
    expect(await remaining([document])).toBe(0);
  });

  test('takes nothing else, and from members alone', async () => {
    const document = await documentOf(ada);
    const keys = await throwAway(ada, document);
    const asked = { collection, keys } as const;
    for (const act of [restoreSelected, removeSelected]) {
      await expect(act(anonymous, asked)).rejects.toMatchObject({ code: 'error.not-found' });
      await expect(act(ada, { ...asked, collection: 'adminIntranet' })).rejects.toMatchObject({
        status: 404,
      });
    }
    for (const intent of ['restore-selected', 'ask-remove', 'remove-selected']) {
      const status = (actor: typeof anonymous | SignedInActor, ...selected: string[]) =>
        statusOf(askRoute({ actor, pattern, form: form(intent, ...selected) }));
      expect(await status(anonymous, ...keys)).toBe(404);
      expect(await status(ada)).toBe(302);
      const tooMany = Array.from({ length: mostListed + 1 }, () => keys[0] ?? '');
      expect(await status(ada, ...tooMany)).toBe(302);
    }
    expect(await statusOf(askRoute({ actor: ada, pattern, form: form('restore', ...keys) }))).toBe(
      400,
    );
    expect(await inTrash(ada)).toEqual([document]);
    const most = Array.from({ length: mostListed }, () => keys[0] ?? '');
    const restored = { actor: ada, pattern, form: form('restore-selected', ...most) };
    expect(await askRoute(restored)).toMatchObject({ selection: { result: { done: 1 } } });
  });
});
