import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser, paragraphs } from '~/db/factories.server';
import { saveCategory } from '~/features/forum/categories.server';
import { listComments } from '~/features/forum/comments.server';
import {
  createTopic,
  deleteComment,
  editComment,
  postComment,
} from '~/features/forum/posting.server';
import { getTopic } from '~/features/forum/topics.server';
import { newId } from '~/lib/new-id';
import { decideReview, getStatement } from '~/features/moderation/decisions.server';
import { flagComment, listOwnFlags, withdrawFlag } from '~/features/moderation/moderation.server';
import {
  assignReview,
  getReviewPage,
  listReviews,
} from '~/features/moderation/review-queue.server';
import type { Measure } from '~/features/moderation/review-states';

async function person(role: 'ADMIN' | 'DEV' | 'USER'): Promise<SignedInActor> {
  const user = await makeUser(db(), { role });
  return {
    id: user.id,
    role,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
  };
}

let first: SignedInActor;
let second: SignedInActor;
let third: SignedInActor;
let author: SignedInActor;
let reporter: SignedInActor;
let reader: SignedInActor;
let topicId: string;
let commentId: string;

const words = 'The parties in the case of Mr Muster will be surprised.';

beforeEach(async () => {
  // The administrators of earlier tests are told of nothing any more.
  await db().update(schema.users).set({ role: 'USER' });
  // One after the other: each makes an account.
  [first, second, third] = [await person('ADMIN'), await person('ADMIN'), await person('DEV')];
  [author, reporter, reader] = [await person('USER'), await person('USER'), await person('USER')];
  const slug = `category-${newId()}`;
  await saveCategory(first, null, {
    name: 'Talk',
    slug,
    description: '',
    position: 1,
    readUSER: true,
    writeUSER: true,
    archived: false,
    mailsMayQuote: false,
  });
  topicId = await createTopic(reader, {
    id: newId(),
    category: slug,
    title: 'A topic to talk about',
    tags: [],
    concernsPendingCase: false,
    body: paragraphs('Please discuss.'),
  });
  commentId = await postComment(author, topicId, {
    intent: 'reply',
    id: newId(),
    replyTo: null,
    quoted: null,
    body: paragraphs(words),
  });
});

const flagInput = {
  reason: 'confidential' as const,
  explanation: '',
  passage: 'case of Mr Muster',
};

async function flagged(by = reporter): Promise<string> {
  await flagComment(by, commentId, flagInput);
  const [review] = await db()
    .select()
    .from(schema.flaggedComments)
    .where(eq(schema.flaggedComments.commentId, commentId));
  return review?.id ?? '';
}

const versionOf = async (id: string) => (await getReviewPage(first, id)).review.version;

const statement = {
  facts: 'The comment names a party of a pending case.',
  rule: 'Rules of the forum, pending cases',
  measureText: 'The comment is removed.',
  appealRoute: 'You may appeal once.',
};

async function decide(actor: SignedInActor, id: string, measure: Measure, version?: number) {
  const seen = version ?? (await versionOf(id));
  await decideReview(actor, id, { intent: 'decide', measure, version: seen, ...statement });
}

async function shownTo(actor: SignedInActor) {
  const comments = await listComments(actor, await getTopic(actor, topicId), 1);
  return comments.find(({ id }) => id === commentId);
}

const mailsTo = async (actor: SignedInActor) =>
  (await db().select().from(schema.mails).where(eq(schema.mails.userId, actor.id))).map(
    ({ template }) => template,
  );

const auditOf = async (id: string) =>
  (
    await db()
      .select()
      .from(schema.auditEntries)
      .where(
        and(eq(schema.auditEntries.targetId, id), like(schema.auditEntries.action, 'review.%')),
      )
      .orderBy(schema.auditEntries.seq)
  ).map(({ action, actorId }) => [action, actorId]);

describe('flags', () => {
  test('keep what was said, gather in one review, and tell the administrators', async () => {
    const id = await flagged();
    await flagComment(reader, commentId, { ...flagInput, reason: 'personal-data' });
    await editComment(author, commentId, {
      intent: 'edit',
      version: 1,
      body: paragraphs('Changed.'),
    });
    const page = await getReviewPage(first, id);
    expect(page.flags.map(({ snapshot }) => snapshot)).toEqual([
      paragraphs(words),
      paragraphs(words),
    ]);
    expect(page.comment.body).toEqual(paragraphs('Changed.'));
    expect(await mailsTo(first)).toEqual(['moderation-new-flag', 'moderation-new-flag']);
    expect(await mailsTo(author)).toEqual([]);
  });

  test('one open flag for each member and comment, also at the same moment', async () => {
    const results = await Promise.allSettled([flagged(), flagged(), flagged()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(flagged()).rejects.toMatchObject({ code: 'error.flag.already-flagged' });
  });

  test('not for one’s own comment, for words it does not say, or for what is not visible', async () => {
    await expect(flagComment(author, commentId, flagInput)).rejects.toMatchObject({
      code: 'error.flag.own-comment',
    });
    await expect(
      flagComment(reporter, commentId, { ...flagInput, passage: 'never said' }),
    ).rejects.toMatchObject({ code: 'error.invalid-input' });
    await deleteComment(author, commentId, 1);
    await expect(flagComment(reporter, commentId, flagInput)).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });

  test('the last flag withdrawn closes the review; then it can be flagged again', async () => {
    const id = await flagged();
    const [flag] = await listOwnFlags(reporter);
    await expect(withdrawFlag(reader, flag?.id ?? '')).rejects.toMatchObject({
      code: 'error.not-found',
    });
    await withdrawFlag(reporter, flag?.id ?? '');
    expect((await getReviewPage(first, id)).review.state).toBe('closed');
    await flagComment(reporter, commentId, flagInput);
    expect(await listOwnFlags(reporter)).toHaveLength(2);
  });

  test('members see nothing of the review', async () => {
    const id = await flagged();
    for (const actor of [author, reporter, reader]) {
      await expect(listReviews(actor, 'waiting')).rejects.toMatchObject({
        code: 'error.not-found',
      });
      await expect(getReviewPage(actor, id)).rejects.toMatchObject({ code: 'error.not-found' });
      await expect(decide(actor, id, 'remove', 1)).rejects.toMatchObject({
        code: 'error.not-found',
      });
      await expect(getStatement(actor, id)).rejects.toMatchObject({ code: 'error.not-found' });
    }
  });
});

describe('decisions', () => {
  test.each([
    ['keep', 'visible'],
    ['keep-with-note', 'visible'],
    ['ask-to-revise', 'hidden'],
    ['hide', 'hidden'],
    ['remove', 'removed-by-moderator'],
    ['close-topic', 'visible'],
  ] as const)(
    '%s: the comment is %s, the author has reasons, it is in the log',
    async (measure, state) => {
      const id = await flagged();
      await decide(first, id, measure);
      expect((await shownTo(reader))?.state).toBe(state);
      expect((await shownTo(reader))?.body === null).toBe(state !== 'visible');
      expect((await getStatement(author, id)).decisions).toMatchObject([statement]);
      expect(await mailsTo(author)).toEqual(['moderation-statement']);
      expect(await mailsTo(reporter)).toEqual(
        measure === 'ask-to-revise' ? [] : ['moderation-outcome'],
      );
      expect(await auditOf(id)).toEqual([['review.decide', first.id]]);
      expect((await getTopic(reader, topicId)).isClosed).toBe(measure === 'close-topic');
    },
  );

  test('of three at the same moment one stands, the others are told', async () => {
    const id = await flagged();
    const version = await versionOf(id);
    const results = await Promise.allSettled([
      decide(first, id, 'keep', version),
      decide(second, id, 'remove', version),
      decide(third, id, 'hide', version),
    ]);
    const refused = results.flatMap((each) =>
      each.status === 'rejected' ? [each.reason.code] : [],
    );
    expect(refused).toEqual(['error.review.already-decided', 'error.review.already-decided']);
    expect((await getStatement(author, id)).decisions).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('an administrator who flagged it cannot decide, nor take it', async () => {
    const id = await flagged(second);
    await expect(decide(second, id, 'remove')).rejects.toMatchObject({
      code: 'error.review.conflict-of-interest',
    });
    await expect(
      assignReview(second, id, { intent: 'take', version: await versionOf(id) }),
    ).rejects.toMatchObject({ code: 'error.review.conflict-of-interest' });
    expect((await getReviewPage(second, id)).whyNot).toBe('conflict-of-interest');
    expect(await mailsTo(second)).toEqual([]);
    await assignReview(first, id, { intent: 'take', version: await versionOf(id) });
    expect((await listReviews(first, 'waiting', true)).map((review) => review.id)).toEqual([id]);
  });

  test('a revision brings it back to the administrators, and kept it is seen again', async () => {
    const id = await flagged();
    await decide(first, id, 'ask-to-revise');
    expect((await shownTo(author))?.body).toEqual(paragraphs(words));
    const version = (await shownTo(author))?.version ?? 0;
    await editComment(author, commentId, {
      intent: 'edit',
      version,
      body: paragraphs('Without names.'),
    });
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    expect((await shownTo(reader))?.body).toBeNull();
    await decide(first, id, 'keep');
    expect((await shownTo(reader))?.body).toEqual(paragraphs('Without names.'));
  });

  test('what its author removed stays removed', async () => {
    const id = await flagged();
    await deleteComment(author, commentId, 1);
    await decide(first, id, 'keep');
    expect((await shownTo(reader))?.state).toBe('removed-by-author');
  });
});
