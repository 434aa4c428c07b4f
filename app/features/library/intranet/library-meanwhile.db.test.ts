import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { restoreVersion } from '~/features/library/documents/versions.server';
import { moveResources, renameResource } from '~/features/library/intranet/intranet.server';
import { translateIn } from '~/i18n/translations.server';
import { fileStore } from '~/platform/files/file-store.server';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../../tests/support/files/file-stores';
import { person } from '../../../../tests/support/people/person';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { askRoute } from '../../../../tests/support/site/route-request';
import { create, send, upload } from '../../../../tests/support/files/tus-client';

const { documentVersions: versions, intranetResources: resources } = schema;
const replaced = 'error.intranet-resource.replaced-meanwhile';
const stale = 'error.intranet-resource.stale';
const collection = 'userIntranet';

let ada: SignedInActor;
let admin: SignedInActor;
beforeEach(async () => {
  [ada, admin] = [await person(), await person('ADMIN')];
});

const addDocument = async () =>
  (await upload(ada, Buffer.from('first'), { filename: 'rules.txt' })).headers.get(
    'Upload-Document',
  ) ?? '';

const versionsOf = (document: string) => db().$count(versions, eq(versions.document, document));
const rowOf = async (id: string) => {
  const [row] = await db().select().from(resources).where(eq(resources.id, id));
  if (!row) throw new Error('It is gone');
  return row;
};

async function newestText(document: string): Promise<string> {
  const [row] = await db()
    .select({ key: versions.storageKey })
    .from(versions)
    .innerJoin(
      resources,
      and(eq(resources.id, versions.document), eq(resources.fileVersion, versions.number)),
    )
    .where(eq(versions.document, document));
  const stream = await fileStore().getStream(row?.key ?? '');
  return Buffer.concat(await stream.toArray()).toString();
}

describeOnBothStores('a file that replaces another', () => {
  test('is refused before a byte is sent when someone else’s came first', async () => {
    const id = await addDocument();
    const theirs = { filename: 'rules.txt', replaces: id, current: '1' };
    expect((await upload(admin, Buffer.from('theirs'), theirs)).status).toBe(204);
    const mine = await create(ada, 4, { filename: 'rules.txt', replaces: id, current: '1' });
    expect([mine.status, (await mine.text()).trim()]).toEqual([412, replaced]);
    expect(await versionsOf(id)).toBe(2);
    // Having looked at theirs, one may.
    const again = { filename: 'rules.txt', replaces: id, current: '2' };
    expect((await upload(ada, Buffer.from('mine'), again)).status).toBe(204);
    expect(await versionsOf(id)).toBe(3);
  });

  test('is refused at its end when someone else’s came while it was on its way', async () => {
    const id = await addDocument();
    const wish = { filename: 'rules.txt', replaces: id, current: '1' };
    const made = await create(ada, 4, wish);
    await upload(admin, Buffer.from('theirs'), wish);
    const path = made.headers.get('Location') ?? '';
    const end = await send(ada, path, 0, new Uint8Array(Buffer.from('mine')));
    expect([end.status, (await end.text()).trim()]).toEqual([412, replaced]);
    expect(await versionsOf(id)).toBe(2);
    expect(await newestText(id)).toBe('theirs');
    const keys = (await storedKeys()).length;
    await runFileJobs();
    expect(await idsOfUploads()).toEqual([]);
    expect((await storedKeys()).length).toBe(keys - 1);
  });

  test('of two concurrent replacements one becomes the next version, the other gets an error', async () => {
    const id = await addDocument();
    const wish = { filename: 'rules.txt', replaces: id, current: '1' };
    const answers = await Promise.all(
      [ada, admin].map((actor) => upload(actor, Buffer.from(actor.role), wish)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 412]);
    expect(await versionsOf(id)).toBe(2);
  });
});

describe('what someone else has done meanwhile', () => {
  test('an earlier version does not replace an unseen newer one', async () => {
    const { id } = await makeDocument(db(), { user: ada.id });
    await restoreVersion(admin, { id, number: 1, current: 1 });
    await expect(restoreVersion(ada, { id, number: 1, current: 1 })).rejects.toMatchObject({
      code: stale,
    });
    expect(await versionsOf(id)).toBe(2);
    await restoreVersion(ada, { id, number: 1, current: 2 });
    expect(await versionsOf(id)).toBe(3);
    // What others did is in the log about the owner, what the owner did is not.
    const { auditEntries } = schema;
    const subjects = await db()
      .select({ subject: auditEntries.subjectId })
      .from(auditEntries)
      .where(eq(auditEntries.targetId, id))
      .orderBy(auditEntries.seq);
    expect(subjects).toEqual([{ subject: ada.id }, { subject: null }]);
  });

  test('one’s own change in another window is not said to be someone else’s', async () => {
    const { id, version } = await makeDocument(db(), { user: ada.id });
    await renameResource(ada, { id, version, title: 'In one window' });
    const second = renameResource(ada, { id, version, title: 'In the other' });
    await expect(second).rejects.toMatchObject({ code: stale });
    for (const language of ['en', 'fr', 'de'] as const)
      expect(translateIn(language)(stale)).not.toMatch(/someone|quelqu|jemand/i);
  });

  test('what was moved is not moved on, what was renamed is', async () => {
    const [mine, theirs] = [
      await makeFolder(db(), { user: ada.id }),
      await makeFolder(db(), { user: ada.id }),
    ];
    const { id, version } = await makeDocument(db(), { user: ada.id });
    const moving = { collection, ids: [id], from: null } as const;
    await moveResources(admin, { ...moving, to: theirs.id });
    await expect(moveResources(ada, { ...moving, to: mine.id })).rejects.toMatchObject({
      code: 'error.intranet-resource.gone',
    });
    expect((await rowOf(id)).parent).toBe(theirs.id);
    await renameResource(admin, { id, version: version + 1, title: 'Renamed' });
    await moveResources(ada, { collection, ids: [id], from: theirs.id, to: mine.id });
    expect(await rowOf(id)).toMatchObject({ parent: mine.id, title: 'Renamed' });
  });

  test('a deleted folder takes no new folder and nothing that is moved', async () => {
    const { id: folder } = await makeFolder(db(), { user: ada.id, trashedAt: new Date() });
    const { id } = await makeDocument(db(), { user: ada.id });
    const forms: Record<string, string>[] = [
      { intent: 'create-folder', title: 'Inside' },
      { intent: 'move', ids: id, from: '', to: folder },
    ];
    for (const form of forms) {
      const pattern = '/intranet/:folder?';
      const answer = askRoute({ actor: ada, pattern, params: { folder }, form });
      await expect(answer).resolves.toMatchObject({
        data: { code: 'error.intranet-resource.folder-gone' },
        init: { status: 404 },
      });
    }
  });

  test('of two concurrent moves one gets an error', async () => {
    const places = [
      await makeFolder(db(), { user: ada.id }),
      await makeFolder(db(), { user: ada.id }),
    ];
    const { id } = await makeDocument(db(), { user: ada.id });
    const outcomes = await Promise.allSettled(
      places.map((to) => moveResources(ada, { collection, ids: [id], from: null, to: to.id })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
