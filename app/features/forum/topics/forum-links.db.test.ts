import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeEvent } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { listTopicLinks, saveTopicLinks } from '~/features/forum/topics/topic-links.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { makeCategory, openTopic } from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;
let topicId: string;
let shared: string;
let reserved: string;

async function addDocument(collection: 'userIntranet' | 'adminIntranet', title: string) {
  const { id } = await makeDocument(db(), { collection, title, user: admin.id });
  return `/intranet/documents/${id}`;
}

beforeAll(async () => {
  [admin, author, reader] = [await person('ADMIN'), await person(), await person()];
  const { slug } = await makeCategory(admin);
  topicId = await openTopic(author, { category: slug });
  await makeEvent(db(), { slug: 'seminar-on-access', title: 'Seminar on access' });
  shared = await addDocument('userIntranet', 'Judgment.pdf');
  reserved = await addDocument('adminIntranet', 'Minutes of the board.pdf');
});

const save = async (actor: SignedInActor, links: string[]) =>
  saveTopicLinks(actor, topicId, { links, shown: await shownTo(actor) });
/** What the form has when the actor opens it. */
const shownTo = async (actor: SignedInActor) =>
  (await listTopicLinks(actor, (await getTopic(actor, topicId)).links)).map(
    ({ address }) => address,
  );

const linksFor = async (actor: SignedInActor) =>
  (await listTopicLinks(actor, (await getTopic(actor, topicId)).links)).map(({ title }) => title);

test('a topic names its documents and events, to each reader those that may be seen', async () => {
  await save(author, [`${shared}?page=2`, '/events/seminar-on-access']);
  await save(admin, [shared, '/events/seminar-on-access', reserved]);
  expect(await linksFor(reader)).toEqual(['Judgment.pdf', 'Seminar on access']);
  expect(await linksFor(admin)).toContain('Minutes of the board.pdf');
  // Who may not see one does not take it away by saving the others.
  await save(author, [shared]);
  expect(await linksFor(admin)).toEqual(['Judgment.pdf', 'Minutes of the board.pdf']);
});

test('only its author and administrators name them, and only what they may see', async () => {
  await expect(save(reader, [shared])).rejects.toMatchObject({
    code: 'error.not-found',
  });
  const nowhere = [reserved, '/events/unknown', 'https://evil.example/events/x', '/settings', 'x'];
  nowhere.push('/intranet/documents/trash', shared.slice(0, -1));
  for (const address of nowhere) {
    await expect(save(author, [address])).rejects.toMatchObject({
      code: 'error.invalid-input',
    });
  }
});

test('a form that was opened before others were saved replaces nothing unseen', async () => {
  const other = await addDocument('userIntranet', 'Opinion.pdf');
  await save(author, []);
  const before = await shownTo(author);
  await saveTopicLinks(admin, topicId, { links: [other], shown: await shownTo(admin) });
  await expect(
    saveTopicLinks(author, topicId, { links: [shared], shown: before }),
  ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
  expect(await linksFor(author)).toEqual(['Opinion.pdf']);
  // The same form sent again is no conflict, and what has been seen can be replaced.
  await saveTopicLinks(author, topicId, { links: [other], shown: before });
  await save(author, [shared]);
  expect(await linksFor(author)).toEqual(['Judgment.pdf']);
});
