import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser, paragraphs } from '~/db/factories.server';
import { findDraft, saveDraft } from '~/features/drafts/drafts.server';
import { newId } from '~/lib/new-id';
import { deleteCategory, saveCategory } from '~/features/forum/categories.server';
import { listComments } from '~/features/forum/comments.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { searchForum } from '~/features/forum/forum-search.server';
import { namesMentioned } from '~/features/forum/mentions.server';
import { createTopic, editComment, postComment } from '~/features/forum/posting.server';
import { getTopic, listTopics } from '~/features/forum/topics.server';

async function member(role: 'ADMIN' | 'USER' = 'USER', names = {}): Promise<SignedInActor> {
  const user = await makeUser(db(), { role, ...names });
  return {
    id: user.id,
    role,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
  };
}

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;

const category = {
  name: 'Case law',
  slug: 'case-law',
  description: '',
  position: 1,
  readUSER: true,
  writeUSER: true,
  archived: false,
  mailsMayQuote: false,
};

beforeAll(async () => {
  admin = await member('ADMIN');
  author = await member('USER', { firstName: 'Mara', lastName: 'Exemple' });
  reader = await member('USER', { firstName: 'Miro', lastName: 'Exemple' });
  await saveCategory(admin, null, category);
  await saveCategory(admin, null, {
    ...category,
    name: 'Board',
    slug: 'board',
    readUSER: false,
    writeUSER: false,
  });
});

function newTopic(by: SignedInActor, fields: Partial<Parameters<typeof createTopic>[1]> = {}) {
  return createTopic(by, {
    id: newId(),
    category: 'case-law',
    title: 'Access to internal notes',
    tags: [],
    concernsPendingCase: false,
    body: paragraphs('What do colleagues think of the recent judgment?'),
    ...fields,
  });
}

function reply(by: SignedInActor, topicId: string, text: string, fields = {}) {
  const input = { id: newId(), replyTo: null, quoted: null, body: paragraphs(text), ...fields };
  return postComment(by, topicId, { intent: 'reply', ...input });
}

const commentsOf = async (actor: SignedInActor, topicId: string, page = 1) =>
  listComments(actor, await getTopic(actor, topicId), page);

describe('drafts', () => {
  const place = `topic/${newId()}`;
  const draft = (version: number, text: string) => ({
    place,
    version,
    body: JSON.stringify(paragraphs(text)),
    fields: {},
  });

  test('two tabs never overwrite each other silently', async () => {
    expect(await saveDraft(author, draft(0, 'Tab one'))).toEqual({ kind: 'saved', version: 1 });
    expect(await saveDraft(author, draft(0, 'Tab two'))).toMatchObject({
      kind: 'conflict',
      other: { version: 1, body: paragraphs('Tab one') },
    });
    const both = await Promise.all([
      saveDraft(author, draft(1, 'Left')),
      saveDraft(author, draft(1, 'Right')),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'saved']);
    expect(await findDraft(reader, place)).toBeNull();
  });

  test('posting uses the draft up; a tab that still has it learns so', async () => {
    const topicId = await newTopic(author);
    const own = { ...draft(0, 'Half a thought'), place: `topic/${topicId}` };
    await saveDraft(author, own);
    await reply(author, topicId, 'The whole thought');
    expect(await findDraft(author, own.place)).toBeNull();
    expect(await saveDraft(author, { ...own, version: 1 })).toEqual({
      kind: 'conflict',
      other: null,
    });
  });
});

describe('former members', () => {
  test('each becomes a former member with a number of its own in each topic', async () => {
    const [first, second] = [await member(), await member()];
    const topicId = await newTopic(first);
    await reply(second, topicId, 'Second');
    await reply(first, topicId, 'First again');
    await Promise.all(
      [first, second].map(({ id }) =>
        transaction(async (tx) => {
          await anonymiseForumAuthor(tx, id, { removeComments: false });
          await tx.delete(schema.users).where(eq(schema.users.id, id));
        }),
      ),
    );
    const authors = (await commentsOf(reader, topicId)).map((comment) => comment.author);
    const numbers = authors.map(({ pseudonym }) => pseudonym);
    expect(authors.every(({ name }) => name === null)).toBe(true);
    expect(numbers[0]).toBe(numbers[2]);
    expect(new Set(numbers)).toEqual(new Set([1, 2]));
  });

  test('who wants it leaves no words, in no version and no quotation', async () => {
    const leaving = await member();
    const topicId = await newTopic(author);
    const id = await reply(leaving, topicId, 'A peculiarword here');
    await editComment(leaving, id, {
      intent: 'edit',
      version: 1,
      body: paragraphs('Another peculiarword'),
    });
    await reply(reader, topicId, 'As said', { quoted: id, passage: 'Another peculiarword' });
    await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: true }));
    const everything = JSON.stringify([
      await db()
        .select()
        .from(schema.forumComments)
        .where(eq(schema.forumComments.topicId, topicId)),
      await db()
        .select()
        .from(schema.forumCommentVersions)
        .where(eq(schema.forumCommentVersions.commentId, id)),
    ]);
    expect(everything).not.toContain('peculiarword');
    expect((await commentsOf(reader, topicId))[1]).toMatchObject({ state: 'removed-by-author' });
  });
});

describe('mentions', () => {
  test.each([
    ['Dear @Mara Exemple, what do you think?', ['mara exemple']],
    ['@Mara Exemple and @Miro Exemple', ['mara exemple', 'mara exemple and', 'miro exemple']],
    ['mara@demo.example Exemple', []],
    ['@Mara', []],
  ])('%s', (text, names) => {
    expect(namesMentioned(text)).toEqual(expect.arrayContaining(names));
    expect(namesMentioned(text).length > 0).toBe(names.length > 0);
  });

  test('only members who may read the topic are mentioned', async () => {
    const topicId = await newTopic(admin, {
      category: 'board',
      title: 'About @Miro Exemple and others',
    });
    const id = await reply(admin, topicId, 'What about @Miro Exemple?');
    const [comment] = await db()
      .select({ mentions: schema.forumComments.mentions })
      .from(schema.forumComments)
      .where(and(eq(schema.forumComments.id, id)));
    expect(comment?.mentions).toEqual([]);
    const open = await reply(author, await newTopic(author), 'What about @Miro Exemple?');
    const [mentioning] = await db()
      .select({ mentions: schema.forumComments.mentions })
      .from(schema.forumComments)
      .where(eq(schema.forumComments.id, open));
    expect(mentioning?.mentions).toEqual([reader.id]);
  });
});

describe('categories', () => {
  test('members cannot administer them; addresses are unique; only empty ones are deleted', async () => {
    await expect(saveCategory(author, null, { ...category, slug: 'mine' })).rejects.toMatchObject({
      code: 'error.not-found',
    });
    await expect(saveCategory(admin, null, category)).rejects.toMatchObject({
      code: 'error.forum.slug-taken',
    });
    const id = await saveCategory(admin, null, { ...category, slug: 'empty', name: 'Empty' });
    await deleteCategory(admin, id);
    const { category: used } = await listTopics(admin, 'case-law');
    await expect(deleteCategory(admin, used.id)).rejects.toMatchObject({
      code: 'error.forum.category-not-empty',
    });
  });

  test('an archived category is read, and takes nothing', async () => {
    const id = await saveCategory(admin, null, { ...category, slug: 'old', name: 'Old things' });
    const topicId = await newTopic(author, { category: 'old' });
    await saveCategory(admin, id, {
      ...category,
      slug: 'old',
      name: 'Old things',
      archived: true,
      version: 1,
    });
    expect((await getTopic(reader, topicId)).mayReply).toBe(false);
    await expect(reply(reader, topicId, 'More')).rejects.toMatchObject({ code: 'error.not-found' });
    await expect(
      saveCategory(admin, id, { ...category, slug: 'old', version: 1 }),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
  });
});

test('search finds words without accents and in other forms, and marks them', async () => {
  await newTopic(author, {
    title: 'Délibéré and secrecy',
    body: paragraphs('The judgments were délibérés twice.'),
  });
  const found = await searchForum(reader, 'judgment deliberes');
  expect(found.results).toHaveLength(1);
  expect(found.results[0]?.extract.some(({ isFound }) => isFound)).toBe(true);
  expect((await searchForum(reader, `'"); drop table users; --`)).results).toEqual([]);
});
