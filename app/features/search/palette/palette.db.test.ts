import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { anonymous } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import { makeCategory, openTopic } from '../../../../tests/support/texts/forum-setup';
import { findInPalette } from './palette.server';

type Asked = Parameters<typeof findInPalette>[0];
const offered = (actor: Asked, query: string) => findInPalette(actor, { query, language: 'en' });
const addresses = async (actor: Asked, query: string) =>
  (await offered(actor, query)).flatMap(({ entries }) => entries.map(({ to }) => to));
const titles = async (actor: Asked, query: string) =>
  (await offered(actor, query)).flatMap(({ entries }) => entries.map((entry) => entry.title));

test('visitors have no palette', async () => {
  await expect(offered(anonymous, 'forum')).rejects.toMatchObject({ code: 'error.not-found' });
});

test('without words it offers the pages and actions that one may open, each once', async () => {
  const member = await addresses(await person(), '');
  expect(member).toContain('/forum');
  expect(member).toContain('/settings/security');
  expect(member.filter((to) => to.startsWith('/administration'))).toEqual([]);
  const admin = await addresses(await person('ADMIN'), '');
  expect(admin).toContain('/administration/applications');
  expect(admin).toContain('/administration/events/new');
  expect(admin).not.toContain('/administration/outbox');
  expect(new Set(admin).size).toBe(admin.length);
});

test('a page is found by a part of its name, without regard to accents and case', async () => {
  const member = await person();
  expect(await addresses(member, 'LIBR')).toContain('/intranet');
  const groups = await findInPalette(member, { query: 'bibliotheque', language: 'fr' });
  expect(groups[0]?.entries).toContainEqual(expect.objectContaining({ to: '/intranet' }));
});

test('people are offered to administrators alone', async () => {
  const { id } = await person('USER', { lastName: 'Quillfeather' });
  expect(await addresses(await person('ADMIN'), 'quillf')).toEqual([`/user/${id}`]);
  expect(await addresses(await person(), 'quillf')).toEqual([]);
});

test('topics and documents are those that the reader may see', async () => {
  const admin = await person('ADMIN');
  const open = await makeCategory(admin, { readUSER: true, writeUSER: true });
  const closed = await makeCategory(admin, { readUSER: false, writeUSER: false });
  await openTopic(admin, { category: open.slug, title: 'Zibeline in court' });
  await openTopic(admin, { category: closed.slug, title: 'Zibeline in private' });
  const folder = await makeFolder(db(), { user: admin.id });
  const title = 'Zibeline report';
  await makeDocument(db(), { user: admin.id, parent: folder.id, title });
  await makeDocument(db(), { user: admin.id, collection: 'adminIntranet', title: 'Zibeline file' });
  const found = await titles(await person(), 'zibeline');
  expect(new Set(found)).toEqual(new Set(['Zibeline in court', 'Zibeline report']));
  const everything = await titles(admin, 'zibeline');
  expect(everything).toEqual(expect.arrayContaining(['Zibeline in private', 'Zibeline file']));
});
