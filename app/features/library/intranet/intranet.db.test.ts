import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, anonymous, type MemberRole } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { citationKeys } from '~/features/citations/citation-key';
import { newId } from '~/lib/new-id';
import type { ResourceMetadata } from '~/features/library/resources/resource-metadata';
import {
  createFolder,
  ensureFolders,
  getFolder,
  listFolders,
  moveResources,
  renameResource,
} from './intranet.server';

const { auditEntries, intranetResources: resources } = schema;
const collection = 'userIntranet';

async function person(role: MemberRole = 'USER'): Promise<Actor & { id: string }> {
  const { id, email, firstName, lastName } = await makeUser(db(), { role });
  return { id, role, email, firstName, lastName };
}

const rowOf = async (id: string) =>
  (await db().select().from(resources).where(eq(resources.id, id)))[0];
const refused = (code: string) => expect.objectContaining({ code });

let ada: Actor & { id: string };
let ben: Actor & { id: string };
let admin: Actor & { id: string };

beforeEach(async () => {
  ada = await person();
  ben = await person();
  admin = await person('ADMIN');
});

describe('reading', () => {
  test('members see the members’ collection and not that of the administration', async () => {
    const hidden = await makeFolder(db(), { collection: 'adminIntranet', user: admin.id });
    await expect(getFolder(ada, { collection: 'adminIntranet', folder: null })).rejects.toEqual(
      refused('error.not-found'),
    );
    expect(() => listFolders(ada, 'adminIntranet')).toThrow('error.not-found');
    await expect(getFolder(ada, { collection, folder: hidden.id })).rejects.toMatchObject({
      status: 404,
    });
    await expect(getFolder(anonymous, { collection, folder: null })).rejects.toMatchObject({
      status: 404,
    });
    const { list } = await getFolder(admin, { collection: 'adminIntranet', folder: null });
    expect(list.entries.map(({ id }) => id)).toContain(hidden.id);
  });

  test('an unreadable folder and an unreadable list have their own errors', async () => {
    const gone = newId();
    await expect(getFolder(ada, { collection, folder: gone })).rejects.toEqual(
      refused('error.intranet-resource.could-not-get-intranet-resource'),
    );
    await db().execute(sql`alter table intranet_resources rename column title to lost`);
    try {
      await expect(getFolder(ada, { collection, folder: null })).rejects.toMatchObject({
        code: 'error.intranet-resource.could-not-get-intranet-resources',
        status: 503,
        cause: expect.any(Error),
      });
    } finally {
      await db().execute(sql`alter table intranet_resources rename column lost to title`);
    }
  });

  test('a folder shows what lies in it and the way to it', async () => {
    const outer = await createFolder(ada, {
      collection,
      parent: null,
      title: `Case law ${ada.id}`,
    });
    const inner = await createFolder(ben, { collection, parent: outer, title: 'Greece' });
    const paper = await makeDocument(db(), { parent: inner, user: ben.id, title: 'Απόφαση' });
    const { list, path } = await getFolder(ada, { collection, folder: inner });
    expect(list.entries).toMatchObject([
      { id: paper.id, title: 'Απόφαση', folder: false, userName: 'Alba Beispiel' },
    ]);
    expect(path.map(({ id }) => id)).toEqual([outer, inner]);
  });
});

describe('changing', () => {
  test('one folder of a name in a place, also when two make it at once', async () => {
    const title = `Minutes ${ada.id}`;
    const answers = await Promise.allSettled(
      [ada, ben, admin].map((actor) => createFolder(actor, { collection, parent: null, title })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(
      createFolder(ada, { collection, parent: null, title: title.toUpperCase() }),
    ).rejects.toEqual(refused('error.intranet-resource.name-taken'));
  });

  test('a path of folders is made once, however many ask for it', async () => {
    const parent = (await makeFolder(db(), { user: ada.id })).id;
    const ends = await Promise.all(
      Array.from({ length: 6 }, () => ensureFolders(ada, { collection, parent }, ['2026', 'May'])),
    );
    expect(new Set(ends).size).toBe(1);
    expect((await getFolder(ada, { collection, folder: parent })).list.entries).toHaveLength(1);
  });

  test('members rename their own entries, administrators all; a stale rename is refused', async () => {
    const folder = await makeFolder(db(), { user: ada.id });
    await expect(
      renameResource(ben, { id: folder.id, version: 1, title: 'Taken over' }),
    ).rejects.toEqual(refused('error.intranet-resource.could-not-update-intranet-resource'));
    await renameResource(ada, { id: folder.id, version: 1, title: 'By Ada' });
    await expect(
      renameResource(admin, { id: folder.id, version: 1, title: 'Stale' }),
    ).rejects.toEqual(refused('error.intranet-resource.stale'));
    await renameResource(admin, { id: folder.id, version: 2, title: 'By the administration' });
    expect(await rowOf(folder.id)).toMatchObject({ title: 'By the administration', version: 3 });
  });

  test('owners are told by the log of what others rename and move, and not of their own acts', async () => {
    const { id } = await makeFolder(db(), { user: ada.id });
    await renameResource(ada, { id, version: 1, title: `By Ada ${ada.id}` });
    await renameResource(admin, { id, version: 2, title: `By the administration ${ada.id}` });
    const { id: to } = await makeFolder(db());
    await moveResources(admin, { collection, ids: [id], to });
    const entries = await db()
      .select({ action: auditEntries.action, subject: auditEntries.subjectId })
      .from(auditEntries)
      .where(eq(auditEntries.targetId, id))
      .orderBy(auditEntries.seq);
    expect(entries).toEqual([
      { action: 'intranet.rename', subject: null },
      { action: 'intranet.rename', subject: ada.id },
      { action: 'intranet.move', subject: ada.id },
    ]);
  });

  test('what a name cites is found by it, and by the one before no more', async () => {
    const made = await makeDocument(db(), { user: ada.id });
    const metadata: ResourceMetadata = {
      schema: 1,
      kind: 'judgment',
      judgment: { ecli: 'ECLI:EU:C:2014:317' },
    };
    await db().update(resources).set({ metadata }).where(eq(resources.id, made.id));
    await renameResource(ada, { id: made.id, version: 1, title: 'C-362/14 Schrems' });
    await renameResource(ada, { id: made.id, version: 2, title: 'C-131/12 Google Spain' });
    expect((await rowOf(made.id))?.citations.toSorted()).toEqual(
      citationKeys('C-131/12 ; ECLI:EU:C:2014:317').toSorted(),
    );
  });

  test('of two concurrent renames one gets an error', async () => {
    const folder = await makeFolder(db(), { user: ada.id });
    const answers = await Promise.allSettled([
      renameResource(ada, { id: folder.id, version: 1, title: `One ${ada.id}` }),
      renameResource(admin, { id: folder.id, version: 1, title: `Two ${ada.id}` }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('nothing is moved into itself, and two moves at once make no circle', async () => {
    const [a, b] = [
      await makeFolder(db(), { user: ada.id }),
      await makeFolder(db(), { user: ada.id }),
    ];
    const inner = await makeFolder(db(), { user: ada.id, parent: a.id });
    await expect(moveResources(ada, { collection, ids: [a.id], to: inner.id })).rejects.toEqual(
      refused('error.intranet-resource.into-itself'),
    );
    const answers = await Promise.allSettled([
      moveResources(ada, { collection, ids: [a.id], to: b.id }),
      moveResources(ada, { collection, ids: [b.id], to: a.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('where the name of a moved folder is taken, another name is not asked for', async () => {
    const place = await makeFolder(db(), { user: ada.id });
    const [moved, there] = [`Twin ${ada.id}`, `twin ${ada.id}`];
    const { id } = await makeFolder(db(), { user: ada.id, title: moved });
    await makeFolder(db(), { user: ben.id, title: there, parent: place.id });
    await expect(moveResources(ada, { collection, ids: [id], to: place.id })).rejects.toMatchObject(
      { code: 'error.intranet-resource.name-taken-there' },
    );
  });

  test('nothing is moved between the collections', async () => {
    const mine = await makeFolder(db(), { user: admin.id });
    const there = await makeFolder(db(), { collection: 'adminIntranet', user: admin.id });
    await expect(
      moveResources(admin, { collection, ids: [mine.id], to: there.id }),
    ).rejects.toEqual(refused('error.intranet-resource.folder-gone'));
    await expect(
      moveResources(admin, { collection: 'adminIntranet', ids: [mine.id], to: there.id }),
    ).rejects.toEqual(refused('error.not-found'));
  });

  test('every change is in the audit log', async () => {
    const id = await createFolder(ada, { collection, parent: null, title: `Log ${ada.id}` });
    await renameResource(ada, { id, version: 1, title: `Log of ${ada.id}` });
    const entries = await db()
      .select({ action: schema.auditEntries.action, actorId: schema.auditEntries.actorId })
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.targetId, id));
    expect(entries).toEqual([
      { action: 'intranet.create-folder', actorId: ada.id },
      { action: 'intranet.rename', actorId: ada.id },
    ]);
  });
});
