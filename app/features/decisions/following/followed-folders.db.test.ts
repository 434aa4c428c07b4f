import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { restoreVersion } from '~/features/library/documents/versions.server';
import { moveResources, renameResource } from '~/features/library/intranet/intranet.server';
import { deleteResources } from '~/features/library/trash/deletion.server';
import { removeFromTrash, restoreFromTrash } from '~/features/library/trash/trash.server';
import { loadNewForMember } from '~/pages/home/new-for-member.server';
import type { SignedInActor } from '~/policy/actor';
import { configure } from '../../../../tests/support/database/configure';
import { person } from '../../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { mostFollows } from './follow-rhythms';
import { follow, listFollows, listNewInFollows, markSeen, setRhythm } from './following.server';
import { sendFollowDigests } from './send-follow-digests.job.server';

const pattern = '/settings/following';
const { intranetResources: resources } = schema;
const collection = 'userIntranet';
let member: SignedInActor;
let other: SignedInActor;
let admin: SignedInActor;
let top: string;
let inner: string;

beforeEach(async () => {
  configure({ INTRANET_TRASH_DAYS: '30', INTRANET_LANGUAGES: 'en' });
  await db().delete(schema.follows);
  await db().delete(schema.mails);
  [member, other, admin] = [await person(), await person(), await person('ADMIN')];
  ({ id: top } = await makeFolder(db(), { user: admin.id, title: `Case notes ${member.id}` }));
  ({ id: inner } = await makeFolder(db(), { user: admin.id, parent: top, title: 'Deeper' }));
});

const send = (actor: SignedInActor, form: Record<string, string>) =>
  askRoute({ actor, pattern, form });
const newTo = async (actor: SignedInActor) =>
  (await listNewInFollows(actor))?.documents.map(({ id }) => id);
const add = async (user: SignedInActor, parent: string, fields = {}) =>
  (await makeDocument(db(), { user: user.id, parent, ...fields })).id;
const set = (id: string, values: Partial<typeof resources.$inferInsert>) =>
  db().update(resources).set(values).where(eq(resources.id, id));
const mailsTo = (actor: SignedInActor) =>
  db().select().from(schema.mails).where(eq(schema.mails.recipient, actor.email));
const textTo = async (actor: SignedInActor) =>
  (await mailsTo(actor)).map(({ text }) => text).join('\n');
async function followDaily(folder: string, actor = member) {
  await follow(actor, { folder });
  const [newest] = (await listFollows(actor)).follows;
  await setRhythm(actor, { id: newest?.id ?? '', rhythm: 'daily' });
}

test('a folder is followed on its page, and let go of there', async () => {
  const page = (actor = member) =>
    askRoute({
      actor,
      pattern: '/intranet/:folder?',
      params: { folder: top },
      address: `/intranet/${top}`,
    });
  expect(await page()).toMatchObject({ follow: { id: null } });
  const answer = await send(member, { intent: 'follow-folder', folder: top });
  expect(answer instanceof Response && answer.headers.get('Location')).toBe(`/intranet/${top}`);
  await follow(member, { folder: top });
  const { follows } = await listFollows(member);
  expect(follows).toMatchObject([{ folder: top, rhythm: 'weekly' }]);
  expect(await page()).toMatchObject({ follow: { id: follows[0]?.id } });
  // What one member follows is nothing on the page of another.
  expect(await page(other)).toMatchObject({ follow: { id: null } });
  const stop = { intent: 'stop', follow: follows[0]?.id ?? '', from: 'page' };
  expect(await statusOf(send(other, stop))).toBe(404);
  const stopped = await send(member, stop);
  expect(stopped instanceof Response && stopped.headers.get('Location')).toBe(`/intranet/${top}`);
  expect(await page()).toMatchObject({ follow: { id: null } });
});

test('what others add to it or below it is new, as is a new version; what one adds is not', async () => {
  await add(other, inner);
  await follow(member, { folder: top });
  expect(await newTo(member)).toEqual([]);
  const deep = await add(other, inner);
  const elsewhere = await makeFolder(db(), { user: admin.id });
  await add(other, elsewhere.id);
  const own = await add(member, top);
  expect(await newTo(member)).toEqual([deep]);
  expect(await loadNewForMember(member, 'en')).toMatchObject({
    followed: { entries: [{ address: `/intranet/documents/${deep}`, where: 'Deeper' }] },
  });
  const news = await listNewInFollows(member);
  await markSeen(member, news?.until ?? new Date());
  expect(await newTo(member)).toEqual([]);
  await restoreVersion(admin, { id: own, number: 1 });
  expect(await newTo(member)).toEqual([own]);
});

test('a version that one adds oneself to what is old news is none', async () => {
  const one = await add(other, top);
  await follow(admin, { folder: top });
  await restoreVersion(admin, { id: one, number: 1 });
  expect(await newTo(admin)).toEqual([]);
});

test('what came longer ago than a month is new to nobody', async () => {
  await follow(member, { folder: top });
  const monthsAgo = new Date(Date.now() - 31 * 86_400_000);
  await db()
    .update(schema.follows)
    .set({ seenAt: new Date(0) });
  await add(other, top, { fileAt: monthsAgo });
  const fresh = await add(other, top);
  expect(await newTo(member)).toEqual([fresh]);
});

test('of more than a hundred new documents it is said that there are more', async () => {
  await follow(member, { folder: top });
  for (let at = 0; at < 99; at += 1) await add(other, inner);
  expect(await listNewInFollows(member)).toMatchObject({ isCut: false });
  for (let at = 0; at < 2; at += 1) await add(other, inner);
  expect(await listNewInFollows(member)).toMatchObject({ isCut: true });
  expect(await newTo(member)).toHaveLength(100);
});

test('a folder counts among the most that one may follow', async () => {
  const userId = member.id;
  const filters = Array.from({ length: mostFollows - 1 }, (_, at) => ({
    userId,
    filter: `q=${at}`,
    rhythm: 'home' as const,
  }));
  await db().insert(schema.follows).values(filters);
  await follow(member, { folder: top });
  await expect(follow(member, { folder: inner })).rejects.toThrow('error.follows.too-many');
  await expect(follow(member, { filter: 'q=more' })).rejects.toThrow('error.follows.too-many');
});

test('a folder is still followed when it was renamed and moved', async () => {
  await follow(member, { folder: inner });
  const elsewhere = await makeFolder(db(), { user: admin.id });
  await renameResource(admin, { id: inner, version: 1, title: 'Its new name' });
  await moveResources(admin, { collection, ids: [inner], to: elsewhere.id });
  const one = await add(other, inner);
  expect(await newTo(member)).toEqual([one]);
  expect(await askRoute({ actor: member, pattern })).toMatchObject({
    follows: [{ name: 'Library: Its new name', address: `/intranet/${inner}`, state: null }],
  });
});

test('documents that the member may not open are never news', async () => {
  await followDaily(top);
  const seen = await add(other, inner);
  const trashed = await add(other, inner, { trashedAt: new Date() });
  const foreign = await add(other, inner, { language: 'bg' });
  expect(await newTo(member)).toEqual([seen]);
  await deleteResources(admin, { collection, ids: [inner], reason: 'Not needed' });
  expect(await newTo(member)).toEqual([]);
  await follow(admin, { folder: top });
  await db()
    .update(schema.follows)
    .set({ seenAt: sql`now() - interval '1 hour'` });
  for (const id of [inner, foreign]) await set(id, { trashedAt: null, trashedWith: null });
  // Of another language: there for administrators alone.
  expect(await newTo(admin)).toEqual([foreign]);
  expect(await newTo(member)).not.toContain(trashed);
});

test('nobody follows what is no folder that they may open', async () => {
  const closed = await makeFolder(db(), { collection: 'adminIntranet', user: admin.id });
  const trashed = await makeFolder(db(), { user: member.id, trashedAt: new Date() });
  const document = await add(other, top);
  for (const folder of [closed.id, trashed.id, document, member.id])
    expect(await statusOf(send(member, { intent: 'follow-folder', folder }))).toBe(404);
  expect(await statusOf(send(member, { intent: 'follow-folder', folder: 'top' }))).toBe(400);
  expect((await listFollows(member)).follows).toEqual([]);
});

test('who is no administrator any more sees neither the name nor the news of their folders', async () => {
  const closed = await makeFolder(db(), { collection: 'adminIntranet', title: 'Closed name' });
  await followDaily(closed.id, admin);
  const one = await add(other, closed.id, { collection: 'adminIntranet' });
  expect(await newTo(admin)).toEqual([one]);
  await db().update(schema.users).set({ role: 'USER' }).where(eq(schema.users.id, admin.id));
  const former: SignedInActor = { ...admin, role: 'USER' };
  expect(await newTo(former)).toEqual([]);
  const page = await askRoute({ actor: former, pattern });
  expect(page).toMatchObject({ follows: [{ address: null }] });
  expect(JSON.stringify(page)).not.toContain('Closed name');
  expect(await sendFollowDigests('daily')).toBe(0);
  await set(closed.id, { trashedAt: new Date(), updatedBy: other.id });
  expect(await listNewInFollows(former)).toMatchObject({ deletedFolders: [] });
});

test('a deleted folder is said to be so, is followed again when restored, and ends when gone', async () => {
  await followDaily(top);
  const title = `Case notes ${member.id}`;
  await deleteResources(admin, { collection, ids: [top], reason: 'Not needed' });
  expect(await loadNewForMember(member, 'en')).toMatchObject({
    followed: { deletedFolders: [title] },
  });
  expect(await askRoute({ actor: member, pattern })).toMatchObject({
    follows: [{ name: `Library: ${title}`, address: null, state: 'follows.deleted' }],
  });
  expect(await sendFollowDigests('daily')).toBe(1);
  expect(await sendFollowDigests('daily')).toBe(0);
  expect(await textTo(member)).toContain('A folder you follow has been deleted.');
  expect(await textTo(member)).not.toContain(title);
  await markSeen(member, (await listNewInFollows(member))?.until ?? new Date());
  expect(await listNewInFollows(member)).toMatchObject({ deletedFolders: [] });
  await restoreFromTrash(admin, top);
  const one = await add(other, inner);
  expect(await newTo(member)).toEqual([one]);
  await deleteResources(admin, { collection, ids: [top], reason: 'Not needed' });
  await removeFromTrash(admin, top);
  expect((await listFollows(member)).follows).toEqual([]);
});

test('who lets go of a deleted folder on a page left open is led to the library', async () => {
  await follow(member, { folder: top });
  const [one] = (await listFollows(member)).follows;
  await deleteResources(admin, { collection, ids: [top], reason: 'Not needed' });
  const stopped = await send(member, { intent: 'stop', follow: one?.id ?? '', from: 'page' });
  expect(stopped instanceof Response && stopped.headers.get('Location')).toBe('/intranet');
});

test('what one deletes oneself is no news', async () => {
  const { id: own } = await makeFolder(db(), { user: member.id });
  await follow(member, { folder: own });
  await deleteResources(member, { collection, ids: [own] });
  expect(await listNewInFollows(member)).toMatchObject({ deletedFolders: [], until: null });
});

test('a digest lists new documents by folder, each once, and a new version again', async () => {
  await followDaily(top);
  await followDaily(inner);
  const one = await add(other, inner, { title: 'A note on Article 82' });
  await add(member, inner, { title: 'My own' });
  await Promise.all([1, 2, 3].map(() => sendFollowDigests('daily')));
  expect(await mailsTo(member)).toHaveLength(1);
  const text = await textTo(member);
  expect(text.split(`/intranet/documents/${one}`)).toHaveLength(2);
  // What is in the library stays there: the e-mail leads to it.
  expect(text).not.toMatch(/A note on Article 82|Case notes|My own/);
  await restoreVersion(admin, { id: one, number: 1 });
  expect(await sendFollowDigests('daily')).toBe(1);
});

test('a digest lists a document under the folder in which it is', async () => {
  const { id: second } = await makeFolder(db(), { user: admin.id, title: 'Second folder' });
  for (const folder of [top, second]) await followDaily(folder);
  const inSecond = await add(other, second, { title: 'In the second' });
  const inFirst = await add(other, top, { title: 'In the first' });
  expect(await sendFollowDigests('daily')).toBe(1);
  const [, ofFirst, ofSecond, none] = (await textTo(member)).split('Library: a folder you follow');
  expect(ofFirst).toContain(inFirst);
  expect(ofFirst).not.toContain(inSecond);
  expect(ofSecond).toContain(inSecond);
  expect(none).toBeUndefined();
});

test('a mail lists fifty documents and says how many more there are', async () => {
  await followDaily(top);
  for (let at = 0; at < 52; at += 1) await add(other, inner);
  expect(await sendFollowDigests('daily')).toBe(1);
  const text = await textTo(member);
  expect(text.match(/\/intranet\/documents\//g)).toHaveLength(50);
  expect(text).toContain('2 more documents');
});
