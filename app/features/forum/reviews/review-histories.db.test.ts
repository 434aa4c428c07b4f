import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { closeTopic, reopenTopic } from '~/features/forum/topics/topic-administration.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { answerSuspension, appealDecision } from '~/features/forum/reviews/decisions.server';
import {
  flagComment,
  listOwnFlags,
  withdrawFlag,
} from '~/features/forum/moderation/moderation.server';
import { remindOfFlags } from '~/features/forum/moderation/reminders.server';
import { getReviewPage } from '~/features/forum/reviews/review-page.server';
import { listReviews } from '~/features/forum/reviews/review-queue.server';
import {
  type Dispute,
  decide,
  decideOnAppeal,
  edit,
  flagged,
  flagInput,
  mailsTo,
  makeDispute,
  reply,
  reviewOf,
  shownTo,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';

/** What came before in a review, in an earlier one, or in another one of the same topic. */

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

const stateOf = async (id: string) => (await getReviewPage(third, id)).review.state;

test('who flagged the comment in an earlier review does not decide the next one', async () => {
  await flagged(dispute, second);
  const [flag] = await listOwnFlags(second);
  await withdrawFlag(second, flag?.id ?? '');
  await flagComment(reporter, commentId, flagInput);
  const { reviews } = await listReviews(first, { filter: 'open' });
  const id = reviews.at(-1)?.id ?? '';
  await expect(decide(second, id, { measure: 'remove' })).rejects.toMatchObject({
    code: 'error.review.conflict-of-interest',
  });
  expect(await mailsTo(second)).toEqual([]);
});

describe('a topic closed by a decision', () => {
  const topic = () => getTopic(reader, topicId);
  const reverse = async (id: string) => {
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'reversed');
  };

  test('stays closed with its reason when it had been closed by hand', async () => {
    const id = await flagged(dispute);
    await closeTopic(third, topicId, 'The question is answered.');
    await decide(first, id, { measure: 'close-topic' });
    expect((await topic()).closedReason).toBe('The question is answered.');
    await reverse(id);
    expect(await topic()).toMatchObject({
      isClosed: true,
      closedReason: 'The question is answered.',
    });
  });

  test('is not opened by hand by who wrote or flagged what it was closed for', async () => {
    const id = await flagged(dispute, second);
    await decide(first, id, { measure: 'close-topic' });
    const { users } = schema;
    await db().update(users).set({ role: 'ADMIN' }).where(eq(users.id, author.id));
    const own = { ...author, role: 'ADMIN' as const };
    for (const involved of [second, own]) {
      const refused = { code: 'error.review.conflict-of-interest' };
      await expect(reopenTopic(involved, topicId)).rejects.toMatchObject(refused);
      // Closed once more by hand, it could be opened by the same hand.
      await expect(closeTopic(involved, topicId, 'My own reason.')).rejects.toMatchObject({
        code: 'error.changed-meanwhile',
      });
    }
    await reopenTopic(third, topicId);
    expect((await topic()).isClosed).toBe(false);
    // What is closed and opened since is another matter.
    await closeTopic(own, topicId, 'My own reason.');
    await reopenTopic(own, topicId);
    expect((await topic()).isClosed).toBe(false);
  });

  test('nor when the same hand had closed it before', async () => {
    const { users } = schema;
    await db().update(users).set({ role: 'ADMIN' }).where(eq(users.id, author.id));
    const own = { ...author, role: 'ADMIN' as const };
    const id = await flagged(dispute);
    await closeTopic(own, topicId, 'My own reason.');
    await decide(first, id, { measure: 'close-topic' });
    await expect(reopenTopic(own, topicId)).rejects.toMatchObject({
      code: 'error.review.conflict-of-interest',
    });
    await reopenTopic(third, topicId);
    expect((await topic()).isClosed).toBe(false);
  });

  test('opens again when the last of the decisions is reversed', async () => {
    const other = await reply(author, topicId, 'Another comment.');
    await flagComment(reporter, other, { ...flagInput, passage: '' });
    const reviews = [await flagged(dispute), await reviewOf(other)] as const;
    for (const id of reviews) await decide(first, id, { measure: 'close-topic' });
    await reverse(reviews[0]);
    expect((await topic()).isClosed).toBe(true);
    await reverse(reviews[1]);
    expect((await topic()).isClosed).toBe(false);
  });
});

describe('a request to revise', () => {
  test('upheld on appeal, still leads on by a revision', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'ask-to-revise' });
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'upheld');
    expect(await stateOf(id)).toBe('revision-requested');
    await expect(appealDecision(author, id, 'Once more.')).rejects.toMatchObject({
      code: 'error.review.no-appeal',
    });
    await edit(dispute, 'Without names.');
    expect(await stateOf(id)).toBe('open');
    await decide(first, id, { measure: 'keep' });
    expect((await shownTo(reader, dispute))?.html).toBe('<p>Without names.</p>');
  });

  test.each(['asked', 'made'])('%s, outlasts a suspension that is refused', async (revision) => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'ask-to-revise' });
    await decide(first, id, { measure: 'suspend' });
    if (revision === 'made') await edit(dispute, 'Without names.');
    const version = await versionOf(second, id);
    await answerSuspension(second, id, { intent: 'refuse', version });
    expect((await shownTo(reader, dispute))?.html).toBeNull();
    expect(await stateOf(id)).toBe(revision === 'made' ? 'open' : 'revision-requested');
  });
});

test('a decision on a comment that has changed is refused', async () => {
  const id = await flagged(dispute);
  const version = await versionOf(first, id);
  await edit(dispute, 'Something else.');
  await expect(decide(first, id, { measure: 'keep', version })).rejects.toMatchObject({
    code: 'error.changed-meanwhile',
  });
  await decide(first, id, { measure: 'hide' });
  await appealDecision(author, id, 'Please look again at it.');
  const appealed = await versionOf(second, id);
  await edit(dispute, 'Something else again.');
  expect(await versionOf(second, id)).toBe(appealed + 1);
});

test('the administrators are reminded again of a reopened review', async () => {
  const sent = () => db().select().from(schema.mails).where(eq(schema.mails.userId, third.id));
  const reminders = async () =>
    (await sent()).filter(
      ({ template, text }) => template === 'moderation-flag-reminder' && text.includes(id),
    ).length;
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const id = await flagged(dispute);
  await remindOfFlags(later(49));
  expect(await reminders()).toBe(1);
  await decide(first, id, { measure: 'remove' });
  await appealDecision(author, id, 'Please look again at it.');
  await remindOfFlags(later(49));
  expect(await reminders()).toBe(2);
});
