import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { paragraphs } from '~/db/factories.server';
import { consumeRateLimit } from '~/features/forum/forum.server';
import { deleteComment, editComment } from '~/features/forum/comments/posting.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { getStatement } from '~/features/forum/reviews/decisions.server';
import {
  flagComment,
  listOwnFlags,
  withdrawFlag,
} from '~/features/forum/moderation/moderation.server';
import { assignReview, getReviewPage } from '~/features/forum/reviews/review-page.server';
import { listReviews } from '~/features/forum/reviews/review-queue.server';
import {
  type Dispute,
  auditOf,
  decide,
  disputedWords,
  edit,
  flagged,
  flagInput,
  mailsTo,
  makeDispute,
  reply,
  shownTo,
  statement,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';

let dispute: Dispute;
let first: SignedInActor;
let second: SignedInActor;
let third: SignedInActor;
let author: SignedInActor;
let reporter: SignedInActor;
let reader: SignedInActor;
let topicId: string;
let commentId: string;

beforeEach(async () => {
  dispute = await makeDispute();
  ({ first, second, third, author, reporter, reader, topicId, commentId } = dispute);
});

describe('flags', () => {
  test('store the comment, join one review, and notify the administrators', async () => {
    const id = await flagged(dispute);
    await flagComment(reader, commentId, { ...flagInput, reason: 'personal-data' });
    await edit(dispute, 'Changed.');
    const page = await getReviewPage(first, id);
    expect(page.snapshots).toMatchObject([
      { body: paragraphs(disputedWords), flags: page.flags.map(({ id: flag }) => flag) },
    ]);
    expect(page.comment.body).toEqual(paragraphs('Changed.'));
    expect(await mailsTo(first)).toEqual(['moderation-new-flag', 'moderation-new-flag']);
    expect(await mailsTo(author)).toEqual([]);
  });

  test('one open flag for each member and comment, also at the same moment', async () => {
    const results = await Promise.allSettled([
      flagged(dispute),
      flagged(dispute),
      flagged(dispute),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(flagged(dispute)).rejects.toMatchObject({ code: 'error.flag.already-flagged' });
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
      code: 'error.flag.not-shown',
    });
  });

  test('the last flag withdrawn closes the review; then it can be flagged again', async () => {
    const id = await flagged(dispute);
    const [flag] = await listOwnFlags(reporter);
    await expect(withdrawFlag(reader, flag?.id ?? '')).rejects.toMatchObject({
      code: 'error.not-found',
    });
    await withdrawFlag(reporter, flag?.id ?? '');
    expect((await getReviewPage(first, id)).review.state).toBe('closed');
    await flagComment(reporter, commentId, flagInput);
    expect(await listOwnFlags(reporter)).toHaveLength(2);
  });

  test('of one person are limited', async () => {
    for (let number = 0; number < 30; number += 1) await consumeRateLimit(reader, 'forum-flag');
    const many = { code: 'error.auth/too-many-requests' };
    await expect(flagComment(reader, commentId, flagInput)).rejects.toMatchObject(many);
    await flagComment(reporter, commentId, flagInput);
    // The comment of the dispute was the first.
    for (let number = 1; number < 200; number += 1) await consumeRateLimit(author, 'forum-comment');
    await expect(reply(author, topicId, 'One more.')).rejects.toMatchObject(many);
    const body = paragraphs('One more.');
    await expect(
      editComment(author, commentId, { intent: 'edit', version: 1, body }),
    ).rejects.toMatchObject(many);
  });

  test('members see nothing of the review', async () => {
    const id = await flagged(dispute);
    for (const actor of [author, reporter, reader]) {
      await expect(listReviews(actor, { filter: 'waiting' })).rejects.toMatchObject({
        code: 'error.not-found',
      });
      await expect(getReviewPage(actor, id)).rejects.toMatchObject({ code: 'error.not-found' });
      await expect(decide(actor, id, { measure: 'remove', version: 1 })).rejects.toMatchObject({
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
      const id = await flagged(dispute);
      await decide(first, id, { measure });
      expect((await shownTo(reader, dispute))?.state).toBe(state);
      expect((await shownTo(reader, dispute))?.html === null).toBe(state !== 'visible');
      expect((await getStatement(author, id)).decisions).toMatchObject([statement]);
      expect(await mailsTo(author)).toEqual(['moderation-statement']);
      expect(await mailsTo(reporter)).toEqual(
        measure === 'ask-to-revise' ? [] : ['moderation-outcome'],
      );
      expect(await auditOf(id)).toEqual([['review.decide', first.id]]);
      expect((await getTopic(reader, topicId)).isClosed).toBe(measure === 'close-topic');
    },
  );

  test('of three at the same time one counts, and the others get an error', async () => {
    const id = await flagged(dispute);
    const version = await versionOf(first, id);
    const results = await Promise.allSettled([
      decide(first, id, { measure: 'keep', version }),
      decide(second, id, { measure: 'remove', version }),
      decide(third, id, { measure: 'hide', version }),
    ]);
    const refused = results.flatMap((each) =>
      each.status === 'rejected' ? [each.reason.code] : [],
    );
    expect(refused).toEqual(['error.review.already-decided', 'error.review.already-decided']);
    expect((await getStatement(author, id)).decisions).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('an administrator who flagged it cannot decide, nor take it', async () => {
    const id = await flagged(dispute, second);
    await expect(decide(second, id, { measure: 'remove' })).rejects.toMatchObject({
      code: 'error.review.conflict-of-interest',
    });
    await expect(
      assignReview(second, id, { intent: 'take', version: await versionOf(first, id) }),
    ).rejects.toMatchObject({ code: 'error.review.conflict-of-interest' });
    expect((await getReviewPage(second, id)).whyNot).toBe('conflict-of-interest');
    expect(await mailsTo(second)).toEqual([]);
    await assignReview(first, id, { intent: 'take', version: await versionOf(first, id) });
    expect(
      (await listReviews(first, { filter: 'waiting', isMine: true })).reviews.map(
        (review) => review.id,
      ),
    ).toEqual([id]);
  });

  test('a revision brings it back to the administrators, and kept it is seen again', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'ask-to-revise' });
    expect((await shownTo(author, dispute))?.html).toBe(`<p>${disputedWords}</p>`);
    await edit(dispute, 'Without names.');
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    expect((await shownTo(reader, dispute))?.html).toBeNull();
    await decide(first, id, { measure: 'keep' });
    expect((await shownTo(reader, dispute))?.html).toBe('<p>Without names.</p>');
  });

  test('what its author removed stays removed', async () => {
    const id = await flagged(dispute);
    await deleteComment(author, commentId, 1);
    await decide(first, id, { measure: 'keep' });
    expect((await shownTo(reader, dispute))?.state).toBe('removed-by-author');
  });
});
