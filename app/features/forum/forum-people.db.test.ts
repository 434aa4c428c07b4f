import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { discardDraft, findDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { listOwnDrafts } from '~/features/forum/composing/draft-list.server';
import { newId } from '~/lib/new-id';
import { deleteCategory, saveCategory } from '~/features/forum/categories/categories.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { searchForum } from './search/search.server';
import { namesMentioned } from '~/features/forum/mentions/mentions.server';
import { deleteComment, editComment } from '~/features/forum/comments/posting.server';
import { moveTopic } from '~/features/forum/topics/topic-administration.server';
import { getTopic, listTopics } from '~/features/forum/topics/topics.server';
import {
  categoryFields,
  commentsOf,
  openTopic,
  reply,
} from '../../../tests/support/texts/forum-setup';
import { person } from '../../../tests/support/people/person';
import { askRoute } from '../../../tests/support/site/route-request';

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;

beforeAll(async () => {
  admin = await person('ADMIN');
  author = await person('USER', { firstName: 'Mara', lastName: 'Exemple' });
  reader = await person('USER', { firstName: 'Miro', lastName: 'Exemple' });
  await saveCategory(admin, null, categoryFields);
  await saveCategory(admin, null, {
    ...categoryFields,
    name: 'Board',
    slug: 'board',
    readUSER: false,
    writeUSER: false,
  });
});

describe('drafts', () => {
  const place = `topic/${newId()}`;
  const draft = (version: number, text: string) => ({
    place,
    version,
    mark: newId(),
    known: new Array<string>(),
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

  test('a tab whose answers are lost writes on where its own text is, and nowhere else', async () => {
    const topicId = await openTopic(author);
    const own = (version: number, text: string, known: string[]) => ({
      ...draft(version, text),
      place: `topic/${topicId}`,
      known,
    });
    const [first, second] = [own(0, 'One', []), own(0, 'One and two', [])];
    await saveDraft(author, first);
    second.known = [first.mark];
    expect(await saveDraft(author, second)).toEqual({ kind: 'saved', version: 2 });
    // What was sent before and arrives late does not take the place of what is newer.
    expect(await saveDraft(author, own(0, 'Half of one', []))).toMatchObject({
      kind: 'conflict',
      other: { version: 2, mark: second.mark },
    });
    // Another tab has written meanwhile: the marks of the first are no longer what is there.
    await saveDraft(author, own(2, 'From another tab', []));
    expect(await saveDraft(author, own(0, 'Mine', [first.mark, second.mark]))).toMatchObject({
      kind: 'conflict',
      other: { version: 3 },
    });
  });

  test('posting uses the draft up; a tab that still has it learns so', async () => {
    const topicId = await openTopic(author);
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

test('one’s drafts are listed with where they go on, and thrown away', async () => {
  const writer = await person();
  const topicId = await openTopic(author, { title: 'Drafts are kept here' });
  const comment = await reply(writer, topicId, 'Mine');
  const keep = (place: string) =>
    saveDraft(writer, {
      place,
      version: 0,
      mark: newId(),
      known: [],
      body: JSON.stringify(paragraphs(long)),
      fields: place.startsWith('new/') ? { title: 'A title begun' } : {},
    });
  const long = 'Half a thought '.repeat(40).trim();
  for (const place of [`topic/${topicId}`, `edit/${comment}`, 'new/case-law', 'new/board'])
    await keep(place);
  const drafts = await listOwnDrafts(writer);
  expect(drafts.map(({ name, address }) => [name, address])).toEqual([
    // A category that is not for members does not exist.
    [null, null],
    ['Case law', '/forum/new?category=case-law'],
    ['Drafts are kept here', `/forum/comment/${comment}/edit`],
    ['Drafts are kept here', `/forum/topic/${topicId}#reply`],
  ]);
  // What no form shows any more is here as a whole.
  const beginning = `${long.slice(0, 299)}…`;
  expect(drafts.map(({ words }) => words)).toEqual([
    `A title begun\n${long}`,
    beginning,
    beginning,
    beginning,
  ]);
  await deleteComment(writer, comment, 1);
  const addresses = (await listOwnDrafts(writer)).map(({ address }) => address);
  expect(addresses).not.toContain(`/forum/comment/${comment}/edit`);
  expect(await listOwnDrafts(reader)).toEqual([]);
  await discardDraft(reader, `topic/${topicId}`);
  expect(await listOwnDrafts(writer)).toHaveLength(4);
  await discardDraft(writer, `topic/${topicId}`);
  expect(await listOwnDrafts(writer)).toHaveLength(3);
});

describe('former members', () => {
  test('each becomes a former member with a number of its own in each topic', async () => {
    const [first, second] = [await person(), await person()];
    const topicId = await openTopic(first);
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
    const leaving = await person();
    const topicId = await openTopic(author);
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
    ['Dear @Mara Exemple, what do you think?', ['Mara Exemple']],
    ['@Mara Exemple and @Miro Exemple', ['Mara Exemple', 'Mara Exemple and', 'Miro Exemple']],
    ['I ask @Anna van ’t Hof’s court', ['Anna van ’t Hof']],
    ['mara@demo.example Exemple', []],
    ['@Mara', []],
  ])('%s', (text, names) => {
    expect(namesMentioned(text)).toEqual(expect.arrayContaining(names));
    expect(namesMentioned(text).length > 0).toBe(names.length > 0);
  });

  test.each([
    ['Anna', "van 't Hof", "What does @Anna van 't Hof think?"],
    ['John', 'Smith Jr.', 'Thank you, @John Smith Jr., for this.'],
    ['Maria da Luz', 'dos Santos e Silva Moreira', '@maria da luz dos santos e silva moreira'],
    ['Γιώργος', 'Παππάς', 'As @ΓΙΏΡΓΟΣ ΠΑΠΠΆΣ says'],
    ['Eva', '(Evi) Exemple', '@Eva (Evi) Exemple?'],
  ])('whatever signs a name has, it is mentioned: %s %s', async (firstName, lastName, text) => {
    const named = await person('USER', { firstName, lastName });
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, text);
    const longer = await reply(author, topicId, `@${firstName} ${lastName}mann`);
    const comments = await db()
      .select({ id: schema.forumComments.id, mentions: schema.forumComments.mentions })
      .from(schema.forumComments)
      .where(eq(schema.forumComments.topicId, topicId));
    expect(comments.find((comment) => comment.id === id)?.mentions).toEqual([named.id]);
    expect(comments.find((comment) => comment.id === longer)?.mentions).toEqual([]);
  });

  test('only members who may read the topic are mentioned', async () => {
    const topicId = await openTopic(admin, {
      category: 'board',
      title: 'About @Miro Exemple and others',
    });
    const id = await reply(admin, topicId, 'What about @Miro Exemple?');
    const [comment] = await db()
      .select({ mentions: schema.forumComments.mentions })
      .from(schema.forumComments)
      .where(and(eq(schema.forumComments.id, id)));
    expect(comment?.mentions).toEqual([]);
    const open = await reply(author, await openTopic(author), 'What about @Miro Exemple?');
    const [mentioning] = await db()
      .select({ mentions: schema.forumComments.mentions })
      .from(schema.forumComments)
      .where(eq(schema.forumComments.id, open));
    expect(mentioning?.mentions).toEqual([reader.id]);
  });
});

describe('categories', () => {
  test('members cannot administer them; addresses are unique; only empty ones are deleted', async () => {
    await expect(
      saveCategory(author, null, { ...categoryFields, slug: 'mine' }),
    ).rejects.toMatchObject({
      code: 'error.not-found',
    });
    await expect(saveCategory(admin, null, categoryFields)).rejects.toMatchObject({
      code: 'error.forum.slug-taken',
    });
    const { name, slug } = categoryFields;
    const pattern = '/administration/forum/:id';
    const form = { name, slug, description: '', position: '1' };
    const answer = await askRoute({ actor: admin, pattern, params: { id: 'new' }, form });
    expect(answer).toMatchObject({
      init: { status: 409 },
      data: { fieldErrors: { slug: 'error.forum.slug-taken' }, error: null, values: { slug } },
    });
    const id = await saveCategory(admin, null, { ...categoryFields, slug: 'empty', name: 'Empty' });
    await deleteCategory(admin, id);
    await openTopic(author);
    const { category: used } = await listTopics(admin, 'case-law');
    await expect(deleteCategory(admin, used.id)).rejects.toMatchObject({
      code: 'error.forum.category-not-empty',
    });
  });

  test('members read what they may not write in, when the lists say so', async () => {
    await saveCategory(admin, null, { ...categoryFields, slug: 'notices', writeUSER: false });
    const topicId = await openTopic(admin, { category: 'notices' });
    expect(await getTopic(reader, topicId)).toMatchObject({ mayReply: false });
    const refused = { code: 'error.not-found' };
    await expect(reply(reader, topicId, 'May I?')).rejects.toMatchObject(refused);
    await expect(openTopic(reader, { category: 'notices' })).rejects.toMatchObject(refused);
    expect(await reply(admin, topicId, 'You may read.')).not.toBe('');
  });

  test('a topic that is moved takes the permissions of its new category', async () => {
    const topicId = await openTopic(author);
    await moveTopic(admin, topicId, 'board');
    await expect(getTopic(reader, topicId)).rejects.toMatchObject({ code: 'error.not-found' });
    expect((await getTopic(admin, topicId)).category.slug).toBe('board');
    await moveTopic(admin, topicId, 'case-law');
    expect((await getTopic(reader, topicId)).category.slug).toBe('case-law');
  });

  test('an archived category is read, and takes nothing', async () => {
    const id = await saveCategory(admin, null, {
      ...categoryFields,
      slug: 'old',
      name: 'Old things',
    });
    const topicId = await openTopic(author, { category: 'old' });
    await saveCategory(admin, id, {
      ...categoryFields,
      slug: 'old',
      name: 'Old things',
      archived: true,
      version: 1,
    });
    expect((await getTopic(reader, topicId)).mayReply).toBe(false);
    await expect(reply(reader, topicId, 'More')).rejects.toMatchObject({ code: 'error.not-found' });
    await expect(
      saveCategory(admin, id, { ...categoryFields, slug: 'old', version: 1 }),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
  });
});

test('search finds words without accents and in other forms, and marks them', async () => {
  await openTopic(author, {
    title: 'Délibéré and secrecy',
    body: paragraphs('The judgments were délibérés twice.'),
  });
  const found = await searchForum(reader, 'judgment deliberes');
  expect(found.results).toHaveLength(1);
  expect(found.results[0]?.extract.some(({ isFound }) => isFound)).toBe(true);
  expect((await searchForum(reader, `'"); drop table users; --`)).results).toEqual([]);
});
