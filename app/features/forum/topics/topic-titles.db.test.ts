import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveDraft } from '~/features/writing/drafts/drafts.server';
import { saveFollow, saveMailSettings } from '~/features/forum/following/following.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { sendDigests } from '~/features/forum/following/send-digests.job.server';
import { listVersions } from '~/features/forum/comments/comments.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { editComment, markRead } from '~/features/forum/comments/posting.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { appealDecision, getStatement } from '~/features/forum/reviews/decisions.server';
import { flagComment, getFlaggable } from '~/features/forum/moderation/moderation.server';
import { getReviewPage } from '~/features/forum/reviews/review-page.server';
import { collectSearchWords } from '~/features/search/search.server';
import { newId } from '~/lib/new-id';
import {
  commentsOf,
  decide,
  decideOnAppeal,
  type Dispute,
  flagInput,
  makeCategory,
  makeDispute,
  openTopic,
  reply,
  reviewOf,
} from '../../../../tests/support/texts/forum-setup';
import { askRoute } from '../../../../tests/support/site/route-request';

/** The title and tags of a topic belong to its first comment. */

/** A word of its own in each test, and nowhere else. */
let secret: string;
let topicWords: { title: string; tags: string[] };
let count = 0;

let dispute: Dispute;
let topic: string;
let first: string;
let own: string;
let other: string;
let slug: string;
let id: string;

const draft = (place: string) => ({
  place,
  version: 0,
  mark: newId(),
  known: new Array<string>(),
  body: JSON.stringify(paragraphs('What I write')),
  fields: {},
});

/** A topic of the author with comments of two others, of whom the reporter does all there is to do. */
beforeEach(async () => {
  count += 1;
  secret = `Quib${'xk'.repeat(count)}`;
  topicWords = { title: `The doings of Mr ${secret}`, tags: [`tag${count}`] };
  dispute = await makeDispute();
  const { author, reporter, reader } = dispute;
  const admin = dispute.first;
  ({ slug } = await makeCategory(admin, { mailsMayQuote: true }));
  await saveFollow(reporter, {
    intent: 'follow',
    kind: 'category',
    target: await categoryId(),
    level: 'at-once',
  });
  await saveMailSettings(reporter, {
    intent: 'mail-settings',
    wantsMentions: true,
    followsOwnTopics: true,
    wantsQuotes: true,
  });
  topic = await openTopic(author, { category: slug, ...topicWords });
  await saveFollow(reporter, { intent: 'follow', kind: 'topic', target: topic, level: 'daily' });
  own = await reply(reporter, topic, 'A comment of the reporter.');
  const body = paragraphs('A comment of the reporter, changed.');
  await editComment(reporter, own, { intent: 'edit', version: 1, body });
  other = await reply(reader, topic, 'A comment of the reader.');
  first = (await commentsOf(author, topic))[0]?.id ?? '';
  await flagComment(reporter, first, { ...flagInput, passage: `Mr  ${secret}` });
  await flagComment(reader, own, { ...flagInput, passage: '' });
  await decide(admin, await reviewOf(own), { measure: 'keep-with-note' });
  for (const place of [`topic/${topic}`, `edit/${own}`]) await saveDraft(reporter, draft(place));
  id = await reviewOf(first);
});

async function categoryId(): Promise<string> {
  const { forumCategories } = schema;
  const [row] = await db().select().from(forumCategories).where(eq(forumCategories.slug, slug));
  return row?.id ?? '';
}

/** Every page that names the topic, by what the reporter did there; what each says as it is sent. */
async function pagesOf(actor: SignedInActor): Promise<Map<string, string>> {
  const pages: [string, Record<string, string>, string?][] = [
    ['/forum', {}],
    ['/forum', {}, `/forum?tag=${topicWords.tags[0]}`],
    ['/forum/:category', { category: slug }],
    ['/forum/topic/:id', { id: topic }],
    ['/forum/topic/:id/print', { id: topic }],
    ['/forum/search', {}, `/forum/search?q=comment+of`],
    ['/forum/search', {}, `/forum/search?q=${secret}`],
    ['/search', {}, `/search?q=comment+reporter`],
    ['/search', {}, `/search?q=${secret}`],
    ['/forum/following', {}],
    ['/forum/drafts', {}],
    ['/forum/flags', {}],
    ['/forum/comment/:id/flag', { id: other }],
    ['/forum/comment/:id/edit', { id: own }],
    ['/forum/comment/:id/history', { id: own }],
    ['/forum/decision/:id', { id: await reviewOf(own) }],
  ];
  const said = new Map<string, string>();
  for (const [pattern, params, address = pattern] of pages) {
    const answer = await askRoute({ actor, pattern, params, address }).catch((error: unknown) => {
      throw new Error(`${pattern} answers with an error`, { cause: error });
    });
    said.set(address, JSON.stringify(answer));
  }
  return said;
}

const naming = async (actor: SignedInActor) =>
  [...(await pagesOf(actor))]
    .filter(([, said]) => said.includes(topicWords.title))
    .map(([address]) => address);

const allPages = 16;

/** The pages that show the tag of the topic beside it. */
const tagging = async (actor: SignedInActor) => {
  const said = await pagesOf(actor);
  const lists = ['/forum/:category', '/forum/topic/:id', '/forum/topic/:id/print'];
  return lists.filter((address) => said.get(address)?.includes(`"${topicWords.tags[0]}"`));
};

describe('a first comment that is removed', () => {
  test('takes the title and tags out of every page, and gives them back when it is reversed', async () => {
    const { first: admin, second, reporter, author } = dispute;
    expect(await naming(reporter)).toHaveLength(allPages);
    expect(await tagging(reporter)).toHaveLength(3);
    await decide(admin, id, { measure: 'remove' });
    expect(await naming(reporter)).toEqual([]);
    expect(await tagging(reporter)).toEqual([]);
    for (const actor of [reporter, author, second]) {
      expect(await getTopic(actor, topic)).toMatchObject({ title: null, tags: [] });
    }
    const list = await pagesOf(reporter);
    expect(list.get(`/forum/topic/:id`)).toContain('Topic whose title is not shown');
    expect(list.get(`/forum?tag=${topicWords.tags[0]}`)).toContain('"topics":[]');
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'reversed');
    expect(await naming(reporter)).toHaveLength(allPages);
  });

  test('is in no mail that is written afterwards', async () => {
    const { first: admin, reporter, reader } = dispute;
    const sent = async () => {
      const { mails } = schema;
      const rows = await db()
        .select()
        .from(mails)
        .where(eq(mails.userId, reporter.id))
        .orderBy(mails.createdAt, mails.id);
      return rows.filter(({ template }) => template.startsWith('forum-'));
    };
    // A name that several people have mentions nobody.
    const firstName = `Reporter${'x'.repeat(count)}`;
    await db().update(schema.users).set({ firstName }).where(eq(schema.users.id, reporter.id));
    await notifyOf(await reply(reader, topic, `For @${firstName} ${reporter.lastName}`));
    const tomorrow = new Date(Date.now() + 86_400_000);
    await sendDigests('daily', tomorrow);
    const before = await sent();
    expect(before.map(({ text }) => text.includes(secret))).toEqual(before.map(() => true));
    expect(before.length).toBeGreaterThan(1);
    await decide(admin, id, { measure: 'remove' });
    await db()
      .update(schema.forumFollows)
      .set({ toldUntil: new Date(0) });
    // Of an unread topic nobody gets a second e-mail.
    await markRead(reporter, topic, 99);
    await notifyOf(await reply(reader, topic, `And @${firstName} ${reporter.lastName}`));
    await sendDigests('daily', tomorrow);
    const after = (await sent()).slice(before.length);
    expect(after.length).toBe(before.length);
    for (const { text, html } of after) expect(`${text} ${html}`).not.toContain(secret);
  });

  test('proposes none of its words to who searches', async () => {
    const learnt = async () => {
      await collectSearchWords.run({});
      const { searchWords } = schema;
      return db().$count(searchWords, eq(searchWords.word, secret.toLowerCase()));
    };
    expect(await learnt()).toBe(1);
    await decide(dispute.first, id, { measure: 'remove' });
    expect(await learnt()).toBe(0);
  });
});

test('hidden, they are shown to the author and to administrators alone', async () => {
  const { first: admin, second, author, reporter, reader } = dispute;
  await decide(admin, id, { measure: 'hide' });
  expect(await naming(reporter)).toEqual([]);
  for (const [actor, title] of [
    [author, topicWords.title],
    [second, topicWords.title],
    [reader, null],
  ] as const) {
    expect((await getTopic(actor, topic)).title).toBe(title);
    const list = JSON.stringify(
      await askRoute({ actor, pattern: '/forum/:category', params: { category: slug } }),
    );
    expect(list.includes(secret)).toBe(title !== null);
  }
});

test('they are flagged, kept as they were, and revised together with the text', async () => {
  const { first: admin, author, reader } = dispute;
  expect(await getFlaggable(dispute.reader, first)).toMatchObject({ topicWords });
  await decide(admin, id, { measure: 'ask-to-revise' });
  const [comment] = await commentsOf(author, topic);
  const input = { intent: 'edit' as const, body: paragraphs('Without names.') };
  const revised = { title: 'Doings of a party', tags: ['other'] };
  await editComment(author, first, { ...input, version: comment?.version ?? 0, ...revised });
  const page = await getReviewPage(admin, id);
  expect(page.snapshots).toMatchObject([{ topicWords }]);
  expect(page.comment).toMatchObject({ topicWords: revised });
  expect(await listVersions(author, first)).toMatchObject({
    topicWords: revised,
    earlier: [{ topicWords }],
  });
  expect((await getStatement(author, id)).comment).toMatchObject({ topicWords: revised });
  expect((await getTopic(reader, topic)).title).toBeNull();
  await decide(admin, id, { measure: 'keep' });
  expect(await getTopic(reader, topic)).toMatchObject(revised);
  // A comment that is not the first has no title of its own.
  await editComment(reader, other, { ...input, version: 1, title: 'Another title', tags: [] });
  expect(await getTopic(reader, topic)).toMatchObject(revised);
});

describe('changed in two tabs', () => {
  const change = (title: string, tags = topicWords.tags) =>
    editComment(dispute.author, first, {
      intent: 'edit',
      version: 1,
      body: paragraphs('The text of both.'),
      title,
      tags,
    });
  const overtaken = { code: 'error.forum.changed-by-you' };

  test('the second is told so, also where the text is the same', async () => {
    await change('The title of one tab');
    await expect(change('The title of the other')).rejects.toMatchObject(overtaken);
    await expect(change('The title of one tab', ['third'])).rejects.toMatchObject(overtaken);
    expect((await getTopic(dispute.author, topic)).title).toBe('The title of one tab');
  });

  test('the same form sent again is done', async () => {
    await Promise.all([change('The title of one tab'), change('The title of one tab')]);
    await change('The title of one tab');
    expect(await getTopic(dispute.author, topic)).toMatchObject({
      title: 'The title of one tab',
      tags: topicWords.tags,
    });
    expect((await listVersions(dispute.author, first)).earlier).toHaveLength(1);
  });
});

test('who leaves and has the comments removed takes the titles along', async () => {
  const { author, reader } = dispute;
  await transaction((tx) => anonymiseForumAuthor(tx, author.id, { removeComments: true }));
  expect(await getTopic(reader, topic)).toMatchObject({ title: null, tags: [] });
  const { forumTopics } = schema;
  const kept = and(eq(forumTopics.id, topic), eq(forumTopics.title, ''));
  expect(await db().$count(forumTopics, kept)).toBe(1);
});
