import { beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveDraft } from '~/features/drafts/drafts.server';
import { getOwnComment } from '~/features/forum/comments.server';
import { searchForum } from '~/features/forum/forum-search.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { deleteComment } from '~/features/forum/posting.server';
import { closeTopic } from '~/features/forum/topic-administration.server';
import { listTaggedTopics, listTopics } from '~/features/forum/topics.server';
import { searchSite } from '~/features/search/search.server';
import { newId } from '~/lib/new-id';
import { commentsOf, makeCategory, openTopic, reply } from './forum-setup';
import { person } from './person';
import { askRoute, statusOf } from './route-request';

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

test('a topic is found by its title when its first comment is not shown, without its words', async () => {
  const body = paragraphs('The words of quibblesome nature that were removed');
  const title = 'Zymurgical evidence in court';
  const topicId = await openTopic(author, { category, title, body });
  const [first] = await commentsOf(author, topicId);
  await deleteComment(author, first?.id ?? '', 1);
  const { results } = await searchForum(reader, 'zymurgical');
  expect(results.map(({ title: found, extract }) => [found, extract])).toEqual([[title, []]]);
  const site = await searchSite(reader, { query: 'zymurgical', kind: 'forum' });
  expect(site.results).toHaveLength(1);
  expect(JSON.stringify(site.results)).not.toContain('removed');
  expect((await searchForum(reader, 'quibblesome')).results).toEqual([]);
  expect((await searchSite(reader, { query: 'quibblesome' })).results).toEqual([]);
});

test('one’s own comment in a closed topic can be removed, not edited', async () => {
  const topicId = await openTopic(author, { category });
  const id = await reply(reader, topicId, 'My own');
  expect(await getOwnComment(reader, id)).toMatchObject({ mayEdit: true });
  await closeTopic(admin, topicId, 'Answered.');
  expect(await getOwnComment(reader, id)).toMatchObject({ mayEdit: false });
  await deleteComment(reader, id, 1);
  expect((await commentsOf(reader, topicId))[1]?.state).toBe('removed-by-author');
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
  expect(page).toMatchObject({ title: 'Topics tagged “other”', tagged: { next: null } });
  for (let number = 0; number < 31; number += 1) {
    await openTopic(number < 20 ? author : admin, { category, tags: ['many'] });
  }
  const { topics, next } = await listTaggedTopics(reader, 'many');
  const rest = await listTaggedTopics(reader, 'many', next);
  expect([topics.length, rest.topics.length, rest.next]).toEqual([30, 1, null]);
});

test('the list says which former member opened a topic', async () => {
  const leaver = await person();
  const topicId = await openTopic(leaver, { category });
  await db().transaction((tx) => anonymiseForumAuthor(tx, leaver.id, { removeComments: false }));
  const { topics } = await listTopics(reader, category);
  const listed = topics.find(({ id }) => id === topicId);
  expect(listed).toMatchObject({ author: null, pseudonym: 1 });
  expect(topics.find(({ author: name }) => name !== null)?.pseudonym).toBeNull();
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
