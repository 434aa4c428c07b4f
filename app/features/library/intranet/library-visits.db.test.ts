import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { loadDocumentPage } from '~/features/library/documents/document-page.server';
import { restoreVersion } from '~/features/library/documents/versions.server';
import { getFolder } from '~/features/library/intranet/intranet.server';
import { person } from '../../../../tests/support/people/person';

const { intranetResources: resources } = schema;
const collection = 'userIntranet';

let ada: SignedInActor;
let ben: SignedInActor;
let admin: SignedInActor;
beforeEach(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
});

/** Their last look was so long ago. */
const wasHereBefore = (actor: SignedInActor, hours = 3) =>
  db()
    .update(schema.intranetVisits)
    .set({ lastAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(schema.intranetVisits.user, actor.id));
const longAgo = (id: string) =>
  db()
    .update(resources)
    .set({ createdAt: new Date(Date.now() - 6 * 3_600_000), fileAt: null })
    .where(eq(resources.id, id));

test('what others added since the last visit is marked, with the folders above it', async () => {
  const outer = await makeFolder(db(), { user: ben.id });
  await getFolder(ada, { collection, folder: null });
  await wasHereBefore(ada);
  await longAgo(outer.id);
  const fresh = await makeDocument(db(), { parent: outer.id, user: ben.id });
  const own = await makeDocument(db(), { parent: outer.id, user: ada.id });
  // At once in two tabs, and again.
  const looks = await Promise.all([
    getFolder(ada, { collection, folder: null }),
    getFolder(ada, { collection, folder: outer.id }),
  ]);
  looks.push(await getFolder(ada, { collection, folder: null }));
  for (const { newIds } of looks) {
    expect(newIds).toEqual(expect.arrayContaining([fresh.id, outer.id]));
    expect(newIds).not.toContain(own.id);
  }
  // The other collection was never visited, and another member has a mark of their own.
  await getFolder(ben, { collection, folder: null });
  await wasHereBefore(ben);
  expect((await getFolder(ben, { collection, folder: null })).newIds).not.toContain(fresh.id);
  // The next visit: it has been seen.
  await wasHereBefore(ada);
  await longAgo(fresh.id);
  expect((await getFolder(ada, { collection, folder: null })).newIds).not.toContain(fresh.id);
});

test('a file that was replaced is new for all but whoever replaced it', async () => {
  const { id } = await makeDocument(db(), { user: ada.id });
  for (const actor of [ada, admin]) {
    await getFolder(actor, { collection, folder: null });
    await wasHereBefore(actor);
  }
  await longAgo(id);
  await restoreVersion(admin, { id, number: 1 });
  expect((await getFolder(ada, { collection, folder: null })).newIds).toContain(id);
  expect((await getFolder(admin, { collection, folder: null })).newIds).not.toContain(id);
});

test('reading a document goes on with the visit', async () => {
  await getFolder(ada, { collection, folder: null });
  await wasHereBefore(ada);
  const read = await makeDocument(db(), { user: ben.id, storageExtension: 'pdf' });
  const unread = await makeDocument(db(), { user: ben.id });
  await getFolder(ada, { collection, folder: null });
  const lastAt = async () => {
    const visits = schema.intranetVisits;
    const [visit] = await db().select().from(visits).where(eq(visits.user, ada.id));
    return visit?.lastAt.getTime() ?? 0;
  };
  // An hour and a half with the first of the two.
  const begun = Date.now() - 3_600_000;
  await wasHereBefore(ada, 1.5);
  expect((await getFolder(ada, { collection, folder: null })).newIds).toContain(unread.id);
  await wasHereBefore(ada, 1.5);
  await loadDocumentPage(ada, read.id, { search: new URLSearchParams(), language: 'en' });
  expect(await lastAt()).toBeGreaterThan(begun);
  expect((await getFolder(ada, { collection, folder: null })).newIds).toContain(unread.id);
});
