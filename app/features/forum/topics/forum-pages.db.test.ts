import { beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveDraft } from '~/features/writing/drafts/drafts.server';
import { getOwnComment, getTopicPage } from '~/features/forum/comments/comments.server';
import { searchForum } from '~/features/forum/search/search.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { deleteComment, markRead } from '~/features/forum/comments/posting.server';
import { closeTopic } from '~/features/forum/topics/topic-administration.server';
import {
  listTaggedTopics,
  listTopicsOf,
  type TopicListName,
  topicListNames,
} from '~/features/forum/topics/topic-lists.server';
import { listTopics } from '~/features/forum/topics/topics.server';
import { searchSite } from '~/features/search/search.server';
import { newId } from '~/lib/new-id';
import {
  commentsOf,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';
import { pageOf } from '../../../../tests/support/site/page-of';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;
let category: string;

beforeAll(async () => {
  admin = await person('ADMIN');
  author = await person();
  reader = await person();
  category = (await makeCategory(admin)).slug;
});

/** What the page of a topic says is answered. */
const answered = (topicId: string, query = '') =>
  askRoute({
    actor: reader,
    pattern: '/forum/topic/:id',
    params: { id: topicId },
    address: `/forum/topic/${topicId}${query}`,
  });

test('a draft shows again what it answers, until the address says otherwise', async () => {
  const topicId = await openTopic(author, { category });
  const [first] = await commentsOf(reader, topicId);
  const second = await reply(author, topicId, 'A second comment');
  await saveDraft(reader, {
    place: `topic/${topicId}`,
    version: 0,
    mark: newId(),
    known: [],
    body: JSON.stringify(paragraphs('Half')),
    fields: { replyTo: second, quoted: second, passage: 'second' },
  });
  const quoted = { id: second, isQuoted: true, passage: 'second' };
  expect(await answered(topicId)).toMatchObject({ subject: quoted });
  expect(await answered(topicId, '?reply=')).toMatchObject({ subject: null });
  const other = { id: first?.id, isQuoted: false, passage: '' };
  expect(await answered(topicId, `?reply=${first?.id}`)).toMatchObject({ subject: other });
});

test('a topic is not found by its title when its first comment is not shown', async () => {
  const body = paragraphs('The words of quibblesome nature that were removed');
  const title = 'Zymurgical evidence in court';
  const topicId = await openTopic(author, { category, title, body });
  const [first] = await commentsOf(author, topicId);
  const words = ['zymurgical', 'quibblesome'];
  for (const word of words) {
    expect((await searchForum(reader, word)).results).toMatchObject([{ title }]);
    expect((await searchSite(reader, { query: word })).results).toMatchObject([{ title }]);
  }
  await deleteComment(author, first?.id ?? '', 1);
  for (const word of words) {
    expect((await searchForum(reader, word)).results).toEqual([]);
    expect((await searchSite(reader, { query: word })).results).toEqual([]);
  }
});

test('a member’s comment in a closed topic can be removed, not edited', async () => {
  const topicId = await openTopic(author, { category });
  const id = await reply(reader, topicId, 'My own');
  expect(await getOwnComment(reader, id)).toMatchObject({ mayEdit: true });
  await closeTopic(admin, topicId, 'Answered.');
  expect(await getOwnComment(reader, id)).toMatchObject({ mayEdit: false });
  await deleteComment(reader, id, 1);
  expect((await commentsOf(reader, topicId))[1]?.state).toBe('removed-by-author');
});

test('who writes for a place that is gone keeps the page with what was written', async () => {
  const { id, slug } = await makeCategory(admin);
  const topicId = await openTopic(author, { category: slug });
  const commentId = await reply(reader, topicId, 'My own');
  const readRoles = ['ADMIN' as const];
  const { forumCategories } = schema;
  await db().update(forumCategories).set({ readRoles }).where(eq(forumCategories.id, id));
  const body = 'What took an hour to write';
  const refused = { error: 'draft.place-gone', values: { body } };
  const sent = (pattern: string, form: Record<string, string>, of = topicId) =>
    askRoute({ actor: reader, pattern, params: { id: of }, form: { body, ...form } });
  const topic = { id: newId(), category: slug, title: 'A title of a topic', tags: '' };
  const edit = { intent: 'edit', version: '1' };
  const answers = [
    await sent('/forum/new', topic),
    await sent('/forum/topic/:id', { intent: 'reply', id: newId() }),
    await sent('/forum/comment/:id/edit', edit, commentId),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({ data: refused, init: { status: 404 } });
  // Nothing else about the place is said there.
  const pinned = askRoute({
    actor: reader,
    pattern: '/forum/topic/:id',
    params: { id: topicId },
    form: { intent: 'pin' },
  });
  await expect(pinned).rejects.toMatchObject({ init: { status: 404 } });
});

test('the topics with a tag come from the categories that may be read, page by page', async () => {
  const hidden = await makeCategory(admin, { readUSER: false, writeUSER: false });
  const tags = ['droit à l’oubli'];
  await openTopic(admin, { category: hidden.slug, tags });
  const open = await openTopic(author, { category, tags: [...tags, 'other'] });
  await openTopic(author, { category, tags: ['other'] });
  const idsOf = async (actor: SignedInActor, tag: string) =>
    (await listTaggedTopics(actor, tag)).topics.map(({ id }) => id);
  expect(await idsOf(reader, ' Droit à l’oubli')).toEqual([open]);
  expect(await idsOf(admin, 'droit à l’oubli')).toHaveLength(2);
  expect(await idsOf(reader, 'droit')).toEqual([]);
  const page = await askRoute({ actor: reader, pattern: '/forum', address: '/forum?tag=other' });
  expect(page).toMatchObject({ title: 'Topics tagged “\u2068other\u2069”', list: { next: null } });
  for (let number = 0; number < 31; number += 1) {
    await openTopic(number < 20 ? author : admin, { category, tags: ['many'] });
  }
  const { topics, next } = await listTaggedTopics(reader, 'many');
  const rest = await listTaggedTopics(reader, 'many', next);
  expect([topics.length, rest.topics.length, rest.next]).toEqual([30, 1, null]);
});

test('the list names no number for the former member who opened a topic', async () => {
  const leaver = await person();
  const topicId = await openTopic(leaver, { category });
  await openTopic(author, { category });
  await db().transaction((tx) => anonymiseForumAuthor(tx, leaver.id, { removeComments: false }));
  const { topics } = await listTopics(reader, category);
  const listed = topics.find(({ id }) => id === topicId);
  expect(listed).toMatchObject({ author: null });
  expect(topics.every((topic) => !('pseudonym' in topic))).toBe(true);
});

test('who opens too many topics gets the form back with what was typed', async () => {
  const busy = await person();
  const form = { title: 'One more topic', tags: 'a', body: 'What I typed', category };
  const post = () =>
    askRoute({
      actor: busy,
      pattern: '/forum/new',
      form: { ...form, id: newId(), body: 'What I typed' },
    });
  for (let number = 0; number < 30; number += 1) await openTopic(busy, { category });
  const refusal = await post();
  expect(await statusOf(Promise.resolve(refusal))).toBe(429);
  expect(refusal).toMatchObject({ data: { error: 'error.auth/too-many-requests', values: form } });
  const { forumTopics } = schema;
  expect(await db().$count(forumTopics, eq(forumTopics.title, form.title))).toBe(0);
});

test('a long topic is printed in parts, all of it', async () => {
  const topicId = await openTopic(author, { category });
  const print = (query = '') =>
    askRoute({
      actor: reader,
      pattern: '/forum/topic/:id/print',
      params: { id: topicId },
      address: `/forum/topic/${topicId}/print${query}`,
    });
  expect(await print()).toMatchObject({ first: 1, last: 1 });
  const { forumComments, forumTopics } = schema;
  const rows = Array.from({ length: 400 }, (_, number) => ({
    id: newId(),
    topicId,
    position: number + 2,
    authorId: author.id,
    body: paragraphs(`No. ${number + 2}`),
    words: `No. ${number + 2}`,
  }));
  await db().insert(forumComments).values(rows);
  await db().update(forumTopics).set({ commentCount: 401 }).where(eq(forumTopics.id, topicId));
  for (const [query, first, last] of [
    ['', 1, 200],
    ['?from=1', 1, 200],
    ['?from=201', 201, 400],
    ['?from=401', 401, 401],
  ] as const) {
    const part = await print(query);
    expect(part).toMatchObject({ first, last, topic: { comments: 401 } });
    const { comments } = z
      .object({ comments: z.array(z.object({ position: z.number() })) })
      .parse(part);
    expect([comments[0]?.position, comments.at(-1)?.position]).toEqual([first, last]);
  }
  for (const from of ['0', '2', '601', '-199', '1.5', 'x', '1e99'])
    expect(await statusOf(print(`?from=${from}`))).toBe(404);
});

test('lists over all categories: what is unread, what is new, what one has opened', async () => {
  const hidden = await makeCategory(admin, { readUSER: false, writeUSER: false });
  const [writer, looker] = [await person(), await person()];
  await openTopic(admin, { category: hidden.slug, title: 'For administrators alone' });
  const first = await openTopic(writer, { category });
  const second = await openTopic(looker, { category });
  const idsOf = async (name: TopicListName) =>
    (await listTopicsOf(looker, name)).topics.map(({ id }) => id).slice(0, 2);
  expect(await idsOf('recent')).toEqual([second, first]);
  expect(await idsOf('own')).toEqual([second]);
  expect((await idsOf('unread'))[0]).toBe(first);
  await markRead(looker, first, 1);
  expect(await idsOf('unread')).not.toContain(first);
  await reply(writer, first, 'Something new');
  await reply(writer, second, 'Something new here too');
  expect(await idsOf('unread')).toEqual([second, first]);
  for (const name of topicListNames) {
    expect(JSON.stringify(await listTopicsOf(looker, name))).not.toContain('administrators alone');
    const address = `/forum?list=${name}`;
    const page = await askRoute({ actor: looker, pattern: '/forum', address });
    expect(page).toMatchObject({ list: { topics: expect.anything() } });
  }
  await expect(listTopicsOf(anonymous, 'recent')).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

test('a category is sorted by what is new in it or by when topics were opened, page by page', async () => {
  const { slug } = await makeCategory(admin);
  const [first, second] = [await person(), await person()];
  const ids: string[] = [];
  for (let number = 0; number < 32; number += 1)
    ids.push(await openTopic(number < 20 ? first : second, { category: slug }));
  await reply(reader, ids[0] ?? '', 'Makes the oldest topic the newest');
  const idsOf = async (sort: 'activity' | 'opened') => {
    const start = await listTopics(reader, slug, { sort });
    const rest = await listTopics(reader, slug, { after: start.next, sort });
    return [...start.topics, ...rest.topics].map(({ id }) => id);
  };
  expect(await idsOf('opened')).toEqual(ids.toReversed());
  expect(await idsOf('activity')).toEqual([ids[0], ...ids.slice(1).toReversed()]);
  const page = await askRoute({
    actor: reader,
    pattern: '/forum/:category',
    params: { category: slug },
    address: `/forum/${slug}?sort=opened`,
  });
  expect(page).toMatchObject({ sort: 'opened' });
});

test('a topic leads to its first unread comment as long as there is one', async () => {
  const topicId = await openTopic(author, { category });
  await reply(author, topicId, 'The second');
  const pattern = '/forum/topic/:id';
  const page = async () => {
    const answer = await askRoute({ actor: reader, pattern, params: { id: topicId } });
    return pageOf(pattern, { loaderData: z.looseObject({}).parse(answer) });
  };
  expect(await page()).toContain('First unread comment');
  await markRead(reader, topicId, 2);
  expect(await page()).not.toContain('First unread comment');
});

test('without scripts a page is marked as read by a form, which leads back to it', async () => {
  const topicId = await openTopic(author, { category });
  await reply(author, topicId, 'The second');
  const pattern = '/forum/topic/:id';
  const form = { intent: 'read', position: '2' };
  const answer = await askRoute({ actor: reader, pattern, params: { id: topicId }, form });
  expect(answer).toMatchObject({ status: 302 });
  expect(answer instanceof Response && answer.headers.get('Location')).toBe(
    `/forum/topic/${topicId}`,
  );
  expect((await getTopicPage(reader, topicId, 1)).topic.readUpTo).toBe(2);
});
