import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { viewsOf } from '~/features/forum/comments/comment-views.server';
import { deleteComment, editComment } from '~/features/forum/comments/posting.server';
import { closeTopic } from '~/features/forum/topics/topic-administration.server';
import { getTopicWith } from '~/features/forum/topics/topics.server';
import {
  commentsOf,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';
import { wordsOfHtml } from '../../../../tests/support/texts/words-of-html';

/** A page of comments is what the database says just now, by the rights of its reader. */

const firstPage = { first: 1, last: 25 };
const opening = 'What do colleagues think of the recent judgment?';
const members = { readUSER: true, writeUSER: true };
let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;

beforeAll(async () => {
  admin = await person('ADMIN');
  author = await person('USER', { firstName: 'Ada', lastName: 'Example' });
  reader = await person();
});

/** A topic with a comment, both read just now. */
async function readTopic() {
  const { id: categoryId, slug } = await makeCategory(admin, members);
  const topicId = await openTopic(author, { category: slug });
  const commentId = await reply(author, topicId, 'As it was written');
  expect(await textsOf(reader, topicId)).toEqual([opening, 'As it was written']);
  return { categoryId, topicId, commentId };
}

const textsOf = async (actor: SignedInActor, topicId: string) =>
  (await commentsOf(actor, topicId)).map(({ html }) => html && wordsOfHtml(html));

const rowsOf = async (actor: SignedInActor, topicId: string) =>
  (await getTopicWith(actor, topicId, firstPage)).comments;

test('another text, another state and another name are seen at once', async () => {
  const { topicId, commentId } = await readTopic();
  const changed = { intent: 'edit' as const, version: 1, body: paragraphs('As it was changed') };
  await editComment(author, commentId, changed);
  expect(await textsOf(reader, topicId)).toEqual([opening, 'As it was changed']);
  const renamed = { lastName: 'Beispiel' };
  await db().update(schema.users).set(renamed).where(eq(schema.users.id, author.id));
  const [first] = await commentsOf(reader, topicId);
  expect(first?.author.name).toBe('Ada Beispiel');
  await deleteComment(author, commentId, 2);
  expect(await textsOf(reader, topicId)).toEqual([opening, null]);
});

test('what is changed although its version stays is seen as well', async () => {
  const { topicId, commentId } = await readTopic();
  const { forumComments } = schema;
  const hidden = { state: 'hidden' as const };
  await db().update(forumComments).set(hidden).where(eq(forumComments.id, commentId));
  expect(await textsOf(reader, topicId)).toEqual([opening, null]);
  expect(await textsOf(author, topicId)).toEqual([opening, 'As it was written']);
  const body = paragraphs('As the database has it');
  await db().update(forumComments).set({ body }).where(eq(forumComments.id, commentId));
  expect(await textsOf(author, topicId)).toEqual([opening, 'As the database has it']);
});

test('who may not read the topic any more is given nothing of it', async () => {
  const { categoryId, topicId } = await readTopic();
  const { forumCategories } = schema;
  const closed = { readRoles: ['ADMIN' as const] };
  await db().update(forumCategories).set(closed).where(eq(forumCategories.id, categoryId));
  await expect(rowsOf(reader, topicId)).rejects.toThrow('error.not-found');
  expect(await rowsOf(admin, topicId)).toHaveLength(2);
});

test('each reader has the rights of that reader', async () => {
  const { topicId } = await readTopic();
  const rights = async (actor: SignedInActor) =>
    (await commentsOf(actor, topicId)).map(({ isOwn, mayChange }) => [isOwn, mayChange]);
  const [none, all] = [
    [false, false],
    [true, true],
  ];
  expect(await rights(author)).toEqual([all, all]);
  expect(await rights(reader)).toEqual([none, none]);
  await reply(reader, topicId, 'By another');
  expect(await rights(author)).toEqual([all, all, none]);
  expect(await rights(reader)).toEqual([none, none, all]);
  await closeTopic(admin, topicId, 'Said enough');
  expect(await rights(reader)).toEqual([none, none, [true, false]]);
});

test('a quotation goes with what it was quoted from, which may stand on another page', async () => {
  const { topicId, commentId } = await readTopic();
  const answer = await reply(reader, topicId, 'An answer', { quoted: commentId });
  const shown = async () => {
    const { comments } = await getTopicWith(reader, topicId, { first: 3, last: 27 });
    const topic = (await getTopicWith(reader, topicId, firstPage)).topic;
    return (await viewsOf(reader, topic, comments)).map(({ id, quote }) => [id, quote?.text]);
  };
  expect(await shown()).toEqual([[answer, 'As it was written']]);
  const change = async (text: string, version: number) =>
    editComment(author, commentId, { intent: 'edit', version, body: paragraphs(text) });
  await change('Without these words', 1);
  expect(await shown()).toEqual([[answer, undefined]]);
  await change('As it was\nwritten, and more', 2);
  expect(await shown()).toEqual([[answer, 'As it was written']]);
  await deleteComment(author, commentId, 3);
  expect(await shown()).toEqual([[answer, undefined]]);
});

test('another page of the same topic is another one', async () => {
  const { topicId } = await readTopic();
  const second = (await getTopicWith(reader, topicId, { first: 2, last: 26 })).comments;
  expect(second.map(({ position }) => position)).toEqual([2]);
  expect(await rowsOf(reader, topicId)).toHaveLength(2);
});
