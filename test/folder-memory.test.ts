import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { filterOf, sortingOf } from '~/features/intranet/entry-view';
import type { EntryView } from '~/features/intranet/entry-view';
import { getFolder } from '~/features/intranet/intranet.server';
import { showEntries } from '~/features/intranet/shown-entries.server';
import { unpackRows } from '~/lib/packed-rows';
import { person } from './person';

/** The entries of a folder are remembered in the state in which the database says that they are. */

const { intranetResources: resources, users } = schema;
const collection = 'userIntranet';
let owner: SignedInActor;
let reader: SignedInActor;
let folder: string;
let document: string;

beforeEach(async () => {
  owner = await person('USER', { firstName: 'Ada', lastName: 'Example' });
  reader = await person();
  ({ id: folder } = await makeFolder(db()));
  ({ id: document } = await makeDocument(db(), {
    parent: folder,
    user: owner.id,
    title: 'As it was',
    bytes: 1_234,
  }));
});

const entriesFor = async (actor: SignedInActor) =>
  (await getFolder(actor, collection, folder)).entries;

async function shownTo(actor: SignedInActor, search = '', newIds: string[] = []) {
  const look = new URLSearchParams(search);
  const { entries, ...facts } = showEntries(await entriesFor(actor), actor, {
    newIds,
    filter: filterOf(look),
    sorting: sortingOf(look),
    language: 'en',
  });
  return { ...facts, entries, views: unpackRows<EntryView>(entries) };
}

test('what nobody has changed is read and packed once for those who may do the same', async () => {
  const entries = await entriesFor(reader);
  expect(await entriesFor(owner)).toBe(entries);
  const other = await person();
  expect((await shownTo(other)).entries).toBe((await shownTo(reader)).entries);
});

test('what is remembered is what the rows say', async () => {
  const row = await db().query.intranetResources.findFirst({ where: eq(resources.id, document) });
  const [view] = (await shownTo(reader)).views;
  expect(view).toMatchObject({
    id: document,
    title: 'As it was',
    kind: 'other',
    extension: 'txt',
    bytes: 1_234,
    changedAt: row?.fileAt?.toISOString(),
    userName: 'Ada Example',
    isNew: false,
    isScan: false,
    version: row?.version,
  });
});

test('another title, another name, a new entry and one that is gone are seen at once', async () => {
  const titles = async () => (await entriesFor(reader)).map(({ title }) => title).toSorted();
  expect(await titles()).toEqual(['As it was']);
  await db().update(resources).set({ title: 'As it is' }).where(eq(resources.id, document));
  expect(await titles()).toEqual(['As it is']);
  await db().update(users).set({ lastName: 'Beispiel' }).where(eq(users.id, owner.id));
  expect((await entriesFor(reader)).map(({ userName }) => userName)).toEqual(['Ada Beispiel']);
  const { id } = await makeDocument(db(), { parent: folder, title: 'Another' });
  expect(await titles()).toEqual(['Another', 'As it is']);
  await db().update(resources).set({ trashedAt: new Date() }).where(eq(resources.id, document));
  expect(await titles()).toEqual(['Another']);
  await db().delete(resources).where(eq(resources.id, id));
  expect(await titles()).toEqual([]);
});

test('each reader has the rights and the marks of that reader, and the list that was asked for', async () => {
  const admin = await person('ADMIN');
  await makeFolder(db(), { parent: folder, title: 'Within' });
  const rights = async (actor: SignedInActor) =>
    (await shownTo(actor)).views.map(({ isChangeable }) => isChangeable);
  for (let time = 0; time < 2; time += 1) {
    expect(await rights(reader)).toEqual([false, false]);
    expect(await rights(owner)).toEqual([false, true]);
    expect(await rights(admin)).toEqual([true, true]);
  }
  const marks = async (newIds: string[]) =>
    (await shownTo(reader, '', newIds)).views.map(({ isNew }) => isNew);
  expect([await marks([document]), await marks([])]).toEqual([
    [false, true],
    [false, false],
  ]);
  const filtered = await shownTo(reader, 'kind=judgment');
  expect(filtered.views.map(({ title }) => title)).toEqual(['Within']);
  expect(filtered.total).toBe(2);
});

test('what is remembered of the administration’s documents is for nobody else', async () => {
  const admin = await person('ADMIN');
  await makeDocument(db(), { collection: 'adminIntranet', title: 'Confidential' });
  const { entries } = await getFolder(admin, 'adminIntranet', null);
  expect(entries.map(({ title }) => title)).toContain('Confidential');
  await expect(getFolder(reader, 'adminIntranet', null)).rejects.toMatchObject({ status: 404 });
  const own = await getFolder(reader, collection, null);
  expect(own.entries.map(({ title }) => title)).not.toContain('Confidential');
});
