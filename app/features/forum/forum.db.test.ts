import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { saveCategory } from '~/features/forum/categories/categories.server';
import {
  findQuotable,
  getOwnComment,
  listVersions,
} from '~/features/forum/comments/comments.server';
import { searchForum } from './search/search.server';
import { deleteComment, editComment, markRead } from '~/features/forum/comments/posting.server';
import {
  closeTopic,
  moveTopic,
  pinTopic,
} from '~/features/forum/topics/topic-administration.server';
import {
  findFirstUnread,
  findPlace,
  getTopic,
  listCategories,
  listTopics,
} from '~/features/forum/topics/topics.server';
import {
  categoryFields,
  commentsOf,
  openTopic,
  reply,
} from '../../../tests/support/texts/forum-setup';
import { person } from '../../../tests/support/people/person';
import { askRoute } from '../../../tests/support/site/route-request';

const anonymous = { id: null, role: 'UNAUTHENTICATED' as const };
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

test('a topic about a pending case is refused for every role', async () => {
  for (const actor of [author, admin]) {
    const opened = openTopic(actor, { title: 'Pending', concernsPendingCase: true });
    await expect(opened).rejects.toMatchObject({ code: 'error.forum.pending-case' });
  }
  const { topics } = await listTopics(author, 'case-law');
  expect(topics.map(({ title }) => title)).not.toContain('Pending');
});

describe('who may see and write', () => {
  test('visitors see nothing', async () => {
    await expect(listCategories(anonymous)).rejects.toMatchObject({ code: 'error.not-found' });
    await expect(searchForum(anonymous, 'judgment')).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });

  test('a category of the administrators, with all in it, does not exist for members', async () => {
    const topicId = await openTopic(admin, { category: 'board', title: 'Budget of next year' });
    const [comment] = await commentsOf(admin, topicId);
    const id = comment?.id ?? '';
    const refused = { code: 'error.not-found' };
    expect((await listCategories(author)).map(({ slug }) => slug)).toEqual(['case-law']);
    await expect(listTopics(author, 'board')).rejects.toMatchObject(refused);
    await expect(getTopic(author, topicId)).rejects.toMatchObject(refused);
    await expect(findPlace(author, id)).rejects.toMatchObject(refused);
    await expect(reply(author, topicId, 'Hello')).rejects.toMatchObject(refused);
    await expect(openTopic(author, { category: 'board' })).rejects.toMatchObject(refused);
    await expect(markRead(author, topicId, 1)).rejects.toMatchObject(refused);
    await expect(listVersions(author, id)).rejects.toMatchObject(refused);
    await expect(moveTopic(author, topicId, 'case-law')).rejects.toMatchObject(refused);
    expect((await searchForum(author, 'budget')).results).toEqual([]);
    expect((await searchForum(admin, 'budget')).results).toHaveLength(1);
  });

  test('only the author edits and removes; others get what does not exist', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'First version');
    const edit = { intent: 'edit' as const, version: 1, body: paragraphs('Taken over') };
    for (const other of [reader, admin]) {
      await expect(editComment(other, id, edit)).rejects.toMatchObject({ code: 'error.not-found' });
      await expect(deleteComment(other, id, 1)).rejects.toMatchObject({ code: 'error.not-found' });
      await expect(getOwnComment(other, id)).rejects.toMatchObject({ code: 'error.not-found' });
    }
  });
});

describe('posting', () => {
  test('ten comments at once get ten positions without gaps, and a form sent twice makes one', async () => {
    const topicId = await openTopic(author);
    const twice = { id: newId() };
    await Promise.all([
      ...Array.from({ length: 9 }, (_, number) => reply(reader, topicId, `Comment ${number}`)),
      reply(reader, topicId, 'Twice', twice),
      reply(reader, topicId, 'Twice', twice),
    ]);
    const positions = (await commentsOf(reader, topicId)).map(({ position }) => position);
    expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('the id of someone else’s comment cannot be used', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'Mine');
    await expect(reply(reader, topicId, 'Not mine', { id })).rejects.toMatchObject({
      code: 'error.invalid-input',
    });
  });

  test('pages have 25, lasting addresses lead to them, and the first unread is found', async () => {
    const topicId = await openTopic(author);
    let last = '';
    for (let number = 2; number <= 27; number += 1)
      last = await reply(author, topicId, `No. ${number}`);
    expect(await commentsOf(reader, topicId)).toHaveLength(25);
    expect(await commentsOf(reader, topicId, 2)).toHaveLength(2);
    for (const page of [3, 0, -1, 1.24, 1.5, 1e300, Number.NaN])
      await expect(commentsOf(reader, topicId, page)).rejects.toMatchObject({
        code: 'error.not-found',
      });
    expect(await findPlace(reader, last)).toBe(`/forum/topic/${topicId}?page=2#comment-${last}`);
    await markRead(reader, topicId, 25);
    await markRead(reader, topicId, 3);
    expect(await findFirstUnread(reader, topicId)).toMatch(/\?page=2#/);
    const { topics } = await listTopics(reader, 'case-law');
    expect(topics.find(({ id }) => id === topicId)?.unread).toBe(2);
  });

  test('a closed topic takes nothing from members', async () => {
    const topicId = await openTopic(author);
    await closeTopic(admin, topicId, 'The question is answered.');
    await expect(reply(reader, topicId, 'Too late')).rejects.toMatchObject({
      code: 'error.forum.closed',
    });
    expect((await getTopic(reader, topicId)).closedReason).toBe('The question is answered.');
    await expect(closeTopic(author, topicId, 'x')).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });

  test('pinned topics come first', async () => {
    const topicId = await openTopic(author, { title: 'Read this before you write' });
    await openTopic(author);
    await pinTopic(admin, topicId, true);
    expect((await listTopics(reader, 'case-law')).topics[0]?.id).toBe(topicId);
    await pinTopic(admin, topicId, false);
  });
});

describe('editing', () => {
  test('the earlier version is kept for the author and administrators', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'Before');
    await editComment(author, id, { intent: 'edit', version: 1, body: paragraphs('After') });
    const history = await listVersions(author, id);
    expect(history.earlier.map(({ body }) => body)).toEqual([paragraphs('Before')]);
    expect((await listVersions(admin, id)).now).toEqual(paragraphs('After'));
    await expect(listVersions(reader, id)).rejects.toMatchObject({ code: 'error.not-found' });
  });

  test('of a comment that was changed very often a page has the newest versions', async () => {
    const topicId = await openTopic(author);
    const commentId = await reply(author, topicId, 'Now');
    const rows = Array.from({ length: 45 }, (_, at) => ({
      id: newId(),
      commentId,
      version: at + 1,
      body: paragraphs(`Version ${at + 1}`),
    }));
    await db().insert(schema.forumCommentVersions).values(rows);
    const page = async (before?: number) => {
      const { earlier, older } = await listVersions(author, commentId, before);
      return { first: earlier[0]?.version, count: earlier.length, older };
    };
    expect(await page()).toEqual({ first: 45, count: 20, older: 26 });
    expect(await page(26)).toEqual({ first: 25, count: 20, older: 6 });
    expect(await page(6)).toEqual({ first: 5, count: 5, older: null });
    for (const [query, isNewest, count] of [
      ['', true, 20],
      ['?before=6', false, 5],
      ['?before=99999999999', true, 20],
    ] as const) {
      const answer = await askRoute({
        actor: author,
        pattern: '/forum/comment/:id/history',
        params: { id: commentId },
        address: `/forum/comment/${commentId}/history${query}`,
      });
      const { earlier } = z.object({ earlier: z.array(z.unknown()) }).parse(answer);
      expect(earlier, query).toHaveLength(count);
      expect(answer, query).toMatchObject({ isNewest });
    }
  });

  test('an edit sent again, because its answer was lost, changes nothing more', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'Before');
    const edit = { intent: 'edit' as const, version: 1, body: paragraphs('After') };
    await editComment(author, id, edit);
    await editComment(author, id, edit);
    expect((await listVersions(author, id)).earlier).toHaveLength(1);
  });

  test('of two edits of the same version one is refused', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'Start');
    const edit = (text: string) =>
      editComment(author, id, { intent: 'edit', version: 1, body: paragraphs(text) });
    const results = await Promise.allSettled([edit('One'), edit('Two')]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({ code: 'error.forum.changed-by-you' }),
      }),
    ]);
  });

  test('a removed comment keeps its place and loses its words, quotations of it too', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'A remark on hypothetical matters');
    const quoting = await reply(reader, topicId, 'Indeed.', {
      quoted: id,
      passage: 'on hypothetical',
    });
    const quoteIn = async () =>
      (await commentsOf(admin, topicId)).find((comment) => comment.id === quoting)?.quote?.text;
    expect(await quoteIn()).toBe('on hypothetical');
    await deleteComment(author, id, 1);
    const shown = (await commentsOf(reader, topicId)).find((comment) => comment.id === id);
    expect(shown).toMatchObject({ state: 'removed-by-author', html: null });
    expect(await quoteIn()).toBeUndefined();
    expect((await searchForum(admin, 'hypothetical')).results).toEqual([]);
    expect(await findQuotable(reader, topicId, id)).toBeNull();
  });

  test('a quotation of words that were never said is replaced by what was said', async () => {
    const topicId = await openTopic(author);
    const id = await reply(author, topicId, 'I agree with the court.');
    const quoting = await reply(reader, topicId, 'Oh.', {
      quoted: id,
      passage: 'I never read it.',
    });
    const comment = (await commentsOf(reader, topicId)).find((each) => each.id === quoting);
    expect(comment?.quote?.text).toBe('I agree with the court.');
  });
});
