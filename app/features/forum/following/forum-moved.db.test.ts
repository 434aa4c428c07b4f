import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser, paragraphs } from '~/db/factories.server';
import { saveDraft } from '~/features/writing/drafts/drafts.server';
import { saveFollow, saveMailSettings } from '~/features/forum/following/following.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { sendDigests } from '~/features/forum/following/send-digests.job.server';
import { saveCategory } from '~/features/forum/categories/categories.server';
import { topicStream } from '~/features/forum/forum-access.server';
import { deleteComment, editComment } from '~/features/forum/comments/posting.server';
import { moveTopic } from '~/features/forum/topics/topic-administration.server';
import { getStatement } from '~/features/forum/reviews/decisions.server';
import { flagComment, listOwnFlags } from '~/features/forum/moderation/moderation.server';
import { newId } from '~/lib/new-id';
import { publish, startLive, stopLive } from '~/platform/live.server';
import { actorOf } from '../../../../tests/support/people/actors';
import {
  categoryFields,
  decide,
  flagInput,
  makeCategory,
  openTopic,
  reply,
  reviewOf,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { untilTold } from '../../../../tests/support/database/until-heard';

/**
 * What happens to those who could read a topic when it goes where they may not read: all that the
 * forum ever showed them of it is gone at once, whichever way they come.
 */

const secret = 'quixotically';
let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;
let open: { id: string; slug: string };
let closed: { id: string; slug: string };
let topicId: string;
let commentId: string;
let ownId: string;
/** Of the comment of the reader. */
let review: string;

beforeAll(() => startLive());
afterAll(() => stopLive());
beforeEach(async () => {
  await db().delete(schema.forumFollows);
  [admin, author] = [await person('ADMIN'), await person()];
  reader = actorOf(await makeUser(db(), { password: goodPassword }));
  open = await makeCategory(admin, { mailsMayQuote: true });
  closed = await makeCategory(admin, { readUSER: false, writeUSER: false });
  topicId = await openTopic(author, {
    category: open.slug,
    title: `A ${secret} titled topic`,
    tags: ['going'],
    body: paragraphs(`It begins ${secret}`),
  });
  commentId = await reply(
    author,
    topicId,
    `Said ${secret} to @${reader.firstName} ${reader.lastName}`,
  );
  ownId = await reply(reader, topicId, `Answered ${secret}`, { replyTo: commentId });
  await editComment(reader, ownId, {
    intent: 'edit',
    version: 1,
    body: paragraphs(`Answered ${secret} twice`),
  });
  await saveFollow(reader, { intent: 'follow', kind: 'topic', target: topicId, level: 'at-once' });
  await saveMailSettings(reader, {
    intent: 'mail-settings',
    wantsMentions: true,
    followsOwnTopics: true,
    wantsQuotes: true,
  });
  await flagComment(reader, commentId, { ...flagInput, passage: '' });
  await flagComment(author, ownId, { ...flagInput, passage: '' });
  review = await reviewOf(ownId);
  await decide(admin, review, { measure: 'keep-with-note' });
  await saveDraft(reader, {
    place: `topic/${topicId}`,
    version: 0,
    mark: newId(),
    known: [],
    body: JSON.stringify(paragraphs('My own draft')),
    fields: {},
  });
});

type Asked = Parameters<typeof askRoute>[0];

/** Every page that shows something of a topic. */
const pages = (): Omit<Asked, 'actor'>[] => [
  { pattern: '/forum' },
  { pattern: '/forum', address: '/forum?tag=going' },
  { pattern: '/forum/:category', params: { category: open.slug } },
  { pattern: '/forum/search', address: '/forum/search?q=begins' },
  { pattern: '/search', address: '/search?q=begins' },
  { pattern: '/forum/following' },
  { pattern: '/forum/drafts' },
  { pattern: '/forum/flags' },
  { pattern: '/forum/topic/:id', params: { id: topicId } },
  { pattern: '/forum/topic/:id/print', params: { id: topicId } },
  { pattern: '/forum/comment/:id/edit', params: { id: ownId } },
  { pattern: '/forum/comment/:id/history', params: { id: ownId } },
];

/** The pages on which someone finds the word, by pattern. */
async function findings(actor: SignedInActor): Promise<string[]> {
  const found: string[] = [];
  for (const page of pages()) {
    const answer: unknown = await askRoute({ actor, ...page }).catch((refusal: unknown) => refusal);
    if (JSON.stringify(answer).includes(secret)) found.push(page.address ?? page.pattern);
  }
  return found;
}

const ways: [string, () => Promise<unknown>][] = [
  ['the topic is moved', () => moveTopic(admin, topicId, closed.slug)],
  [
    'its category is closed to members',
    () =>
      saveCategory(admin, open.id, {
        ...categoryFields,
        slug: open.slug,
        readUSER: false,
        version: 1,
      }),
  ],
];

describe.each(ways)('when %s', (_way, close) => {
  test('nothing of it is shown to members any more, and all of it to administrators', async () => {
    expect(await findings(reader)).toEqual(
      pages().map(({ address, pattern }) => address ?? pattern),
    );
    await close();
    expect(await findings(reader)).toEqual([]);
    const drafts = await askRoute({ actor: reader, pattern: '/forum/drafts' });
    // One's own words stay one's own.
    expect(JSON.stringify(drafts)).toContain('My own draft');
    const statement = await getStatement(reader, review);
    expect(statement.comment).toMatchObject({ topic: null, id: ownId });
    expect(await listOwnFlags(reader)).toMatchObject([{ commentId, topic: null }]);
    const topic = { pattern: '/forum/topic/:id', params: { id: topicId } };
    expect(await statusOf(askRoute({ actor: admin, ...topic }))).toBe(200);
  });

  test('what one flagged there, and what was decided of one’s own, goes without the title', async () => {
    const decision = { pattern: '/forum/decision/:id', params: { id: review } };
    const title = `A ${secret} titled topic`;
    const told = () =>
      Promise.all(
        [{ pattern: '/forum/flags' }, decision].map(async (page) =>
          JSON.stringify(await askRoute({ actor: reader, ...page })),
        ),
      );
    expect((await told()).map((said) => said.split(title).length - 1)).toEqual([2, 1]);
    await close();
    for (const said of await told()) {
      expect(said).not.toContain(title);
      expect(said).toContain(review);
    }
  });

  test('nothing can be done there any more', async () => {
    await close();
    const refused = { code: 'error.not-found' };
    const edit = { intent: 'edit' as const, version: 2, body: paragraphs('Once more') };
    await expect(reply(reader, topicId, 'More')).rejects.toMatchObject(refused);
    await expect(editComment(reader, ownId, edit)).rejects.toMatchObject(refused);
    await expect(deleteComment(reader, ownId, 2)).rejects.toMatchObject(refused);
    await expect(flagComment(reader, commentId, flagInput)).rejects.toMatchObject(refused);
    const follow = { intent: 'follow' as const, kind: 'topic' as const, target: topicId };
    await expect(saveFollow(reader, { ...follow, level: 'daily' })).rejects.toMatchObject(refused);
    for (const [pattern, id] of [
      ['/forum/comment/:id', commentId],
      ['/forum/topic/:id/live', topicId],
    ] as const) {
      expect(await statusOf(askRoute({ actor: reader, pattern, params: { id } }))).toBe(404);
    }
  });

  test('no e-mail is sent about it, nor about earlier comments', async () => {
    await close();
    await db().delete(schema.mails);
    for (const id of [commentId, await reply(admin, topicId, `More ${secret}`)]) await notifyOf(id);
    await saveFollow(admin, { intent: 'follow', kind: 'topic', target: topicId, level: 'daily' });
    await sendDigests('daily', new Date(Date.now() + 86_400_000));
    const told = await db().select({ userId: schema.mails.userId }).from(schema.mails);
    expect(told.filter(({ userId }) => userId === reader.id)).toEqual([]);
  });

  test('an open page gets no more updates', async () => {
    const say = (topic: string) => transaction((tx) => publish(tx, topic));
    // All before it has been heard as well: it is told in the order of the commits.
    await untilTold('the end', () => say('the end'));
    const headers = await signedInHeaders(reader.email);
    const answer = await askRoute({
      actor: reader,
      pattern: '/forum/topic/:id/live',
      params: { id: topicId },
      headers,
    });
    if (!(answer instanceof Response)) throw new Error('The stream did not open.');
    const seen = { text: '', isOver: false };
    void answer.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (text) => void (seen.text += text),
        close: () => void (seen.isOver = true),
      }),
    );
    const news = () => seen.text.split('data: ').length - 1;
    // What was said before it listened.
    await vi.waitFor(() => expect(news()).toBe(1), { timeout: 30_000, interval: 20 });
    await say(topicStream(topicId));
    await vi.waitFor(() => expect(news()).toBe(2), { timeout: 30_000, interval: 20 });
    await close();
    await say(topicStream(topicId));
    await vi.waitFor(() => expect(seen.isOver).toBe(true), { timeout: 30_000, interval: 20 });
    expect(news()).toBe(2);
  });
});
