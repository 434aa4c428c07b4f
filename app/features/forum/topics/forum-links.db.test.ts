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

const linksFor = async (actor: SignedInActor) =>
  (await listTopicLinks(actor, (await getTopic(actor, topicId)).links)).map(({ title }) => title);

test('a topic names its documents and events, to each reader those that may be seen', async () => {
  await saveTopicLinks(author, topicId, [`${shared}?page=2`, '/events/seminar-on-access']);
  await saveTopicLinks(admin, topicId, [shared, '/events/seminar-on-access', reserved]);
  expect(await linksFor(reader)).toEqual(['Judgment.pdf', 'Seminar on access']);
  expect(await linksFor(admin)).toContain('Minutes of the board.pdf');
  // Who may not see one does not take it away by saving the others.
  await saveTopicLinks(author, topicId, [shared]);
  expect(await linksFor(admin)).toEqual(['Judgment.pdf', 'Minutes of the board.pdf']);
});

test('only its author and administrators name them, and only what they may see', async () => {
  await expect(saveTopicLinks(reader, topicId, [shared])).rejects.toMatchObject({
    code: 'error.not-found',
  });
  const nowhere = [reserved, '/events/unknown', 'https://evil.example/events/x', '/settings', 'x'];
  for (const address of nowhere) {
    await expect(saveTopicLinks(author, topicId, [address])).rejects.toMatchObject({
      code: 'error.invalid-input',
    });
  }
});
