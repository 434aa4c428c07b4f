import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeApplication, paragraphs } from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { register } from '~/features/events/registrations/registrations.server';
import { markRead } from '~/features/forum/comments/posting.server';
import { newId } from '~/lib/new-id';
import { person } from '../../../tests/support/people/person';
import { makeCategory, openTopic, reply } from '../../../tests/support/texts/forum-setup';
import { nextYear } from '../../../tests/support/texts/event-form';
import { makeOpenEvent, placeInput } from '../../../tests/support/texts/registrations';
import { loadNewForMember } from './new-for-member.server';

async function newFor(...asked: Parameters<typeof loadNewForMember>) {
  const found = await loadNewForMember(...asked);
  if (!found) throw new Error('Nothing for somebody who is signed in');
  return found;
}

test('a visitor has nothing of his own on the home page', async () => {
  expect(await loadNewForMember(anonymous, 'en')).toBeNull();
});

test('a member finds unread topics, and answers and mentions that were not read', async () => {
  const admin = await person('ADMIN');
  const { slug } = await makeCategory(admin, { readUSER: true, writeUSER: true });
  const [asker, other] = [await person(), await person()];
  const topic = await openTopic(asker, { category: slug, title: 'Own question' });
  expect((await newFor(asker, 'en')).unread.topics.map(({ id }) => id)).not.toContain(topic);
  const answer = await reply(other, topic, 'An answer', { replyTo: await firstOf(topic) });
  const aside = await reply(other, topic, 'To nobody in particular');
  const { answers, unread } = await newFor(asker, 'en');
  expect(answers).toMatchObject([{ id: answer, title: 'Own question' }]);
  expect(unread.topics).toContainEqual(expect.objectContaining({ id: topic, unread: 2 }));
  expect(unread.count).toBeGreaterThan(0);
  expect((await newFor(other, 'en')).answers).toEqual([]);
  expect(JSON.stringify(answers)).not.toContain(aside);
});

test('a member who is named in a topic that was never opened finds it', async () => {
  const admin = await person('ADMIN');
  const { slug } = await makeCategory(admin, { readUSER: true, writeUSER: true });
  const named = await person('USER', { firstName: 'Nadia', lastName: 'Namenlos' });
  const body = paragraphs('What does @Nadia Namenlos say to this?');
  const topic = await openTopic(await person(), { category: slug, title: 'A question', body });
  expect((await newFor(named, 'en')).answers).toMatchObject([
    { id: await firstOf(topic), title: 'A question' },
  ]);
  await markRead(named, topic, 1);
  expect((await newFor(named, 'en')).answers).toEqual([]);
});

test('topics of a category that is closed to members stay out of their home', async () => {
  const admin = await person('ADMIN');
  const { slug } = await makeCategory(admin, { readUSER: false, writeUSER: false });
  const hidden = await openTopic(admin, { category: slug, title: 'For administrators' });
  const member = await newFor(await person(), 'en');
  expect(JSON.stringify(member.unread)).not.toContain(hidden);
});

test('a member finds the newest documents of others, none of the administration', async () => {
  const owner = await person('ADMIN');
  const folder = await makeFolder(db(), { user: owner.id });
  const document = await makeDocument(db(), { user: owner.id, parent: folder.id });
  const kept = await makeDocument(db(), { user: owner.id, collection: 'adminIntranet' });
  const reader = await person();
  const own = await makeDocument(db(), { user: reader.id });
  const { library } = await newFor(reader, 'en');
  expect(library.documents[0]).toMatchObject({ id: document.id });
  expect(library.count).toBeGreaterThan(0);
  expect(JSON.stringify(library)).not.toContain(own.id);
  expect(JSON.stringify(library)).not.toContain(kept.id);
  expect(JSON.stringify(library)).not.toContain(folder.id);
});

test('a member finds own registrations that are to come, and own drafts', async () => {
  const member = await person();
  const { slug } = await makeOpenEvent();
  await register(member, slug, placeInput());
  await db()
    .insert(schema.drafts)
    .values({
      id: newId(),
      userId: member.id,
      place: 'new',
      body: { type: 'doc', content: [] },
      mark: newId(),
    });
  const own = await newFor(member, 'en');
  expect(own.registrations).toMatchObject([{ slug, status: 'confirmed' }]);
  expect(own.drafts).toBe(1);
  const another = await newFor(await person(), 'en');
  expect(another).toMatchObject({ registrations: [], drafts: 0, tasks: null });
});

test('a registration says until when it can be changed or cancelled', async () => {
  const member = await person();
  const open = await makeOpenEvent({ closesAt: null });
  const closing = await makeOpenEvent({ closesAt: `${nextYear}-01-05T12:00:00` });
  for (const { slug } of [open, closing]) await register(member, slug, placeInput());
  const until = async () => {
    const { registrations } = await newFor(member, 'en');
    return new Map(registrations.map(({ slug, changeUntil }) => [slug, changeUntil]));
  };
  expect(await until()).toEqual(
    new Map([
      [open.slug, open.startsAt],
      [closing.slug, `${nextYear}-01-05 12:00:00`],
    ]),
  );
  await db()
    .update(schema.events)
    .set({ status: 'cancelled' })
    .where(eq(schema.events.id, open.id));
  const isPast = { closesAtInstant: new Date(Date.now() - 1000) };
  await db().update(schema.events).set(isPast).where(eq(schema.events.id, closing.id));
  expect([...(await until()).values()]).toEqual([null, null]);
});

test('an administrator finds the applications that wait', async () => {
  const admin = await person('ADMIN');
  const before = (await newFor(admin, 'en')).tasks;
  await makeApplication(db());
  const after = (await newFor(admin, 'en')).tasks;
  expect(after?.applications).toBe((before?.applications ?? 0) + 1);
  expect(after).toMatchObject({ reviews: 0, appeals: 0 });
});

async function firstOf(topic: string): Promise<string> {
  const comments = await db().select().from(schema.forumComments);
  const first = comments.find(({ topicId, position }) => topicId === topic && position === 1);
  if (!first) throw new Error('A topic without a comment');
  return first.id;
}
