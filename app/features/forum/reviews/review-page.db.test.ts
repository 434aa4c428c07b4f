import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { deleteComment } from '~/features/forum/comments/posting.server';
import { closeTopic } from '~/features/forum/topics/topic-administration.server';
import { getOwnComment } from '~/features/forum/comments/comments.server';
import { answerSuspension, appealDecision } from '~/features/forum/reviews/decisions.server';
import {
  flagComment,
  listOwnFlags,
  withdrawFlag,
} from '~/features/forum/moderation/moderation.server';
import { remindOfFlags } from '~/features/forum/moderation/reminders.server';
import { assignReview, getReviewPage } from '~/features/forum/reviews/review-page.server';
import { listReviews, reviewsPerPage } from '~/features/forum/reviews/review-queue.server';
import {
  type Dispute,
  decide,
  decideOnAppeal,
  disputedWords,
  edit,
  flagged,
  flagInput,
  makeDispute,
  reply,
  shownTo,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';

/** What reviewers see of a matter, and who may take it on. */

let dispute: Dispute;
beforeEach(async () => {
  dispute = await makeDispute();
});

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test('each version that was flagged is there once, with the flags about it', async () => {
  const { first, second, reader, commentId } = dispute;
  const id = await flagged(dispute);
  await edit(dispute, 'Something else.');
  await flagComment(second, commentId, { ...flagInput, passage: '' });
  await edit(dispute, disputedWords);
  await flagComment(reader, commentId, flagInput);
  const { snapshots, flags, comment } = await getReviewPage(first, id);
  const [one, two, three] = flags.map((flag) => flag.id);
  expect(snapshots).toMatchObject([
    { body: paragraphs(disputedWords), flags: [one, three] },
    { body: paragraphs('Something else.'), flags: [two] },
  ]);
  expect(comment).toMatchObject({ body: paragraphs(disputedWords), isEdited: true });
});

test('the history lists events in order, with persons and decisions', async () => {
  const { first, second, third, author, reporter } = dispute;
  const id = await flagged(dispute);
  const assign = async (intent: 'take' | 'release') =>
    assignReview(first, id, { intent, version: await versionOf(first, id) });
  await assign('take');
  await assign('release');
  await decide(first, id, { measure: 'ask-to-revise' });
  await edit(dispute, 'Without names.');
  await decide(first, id, { measure: 'suspend' });
  const version = await versionOf(second, id);
  await answerSuspension(second, id, { intent: 'refuse', version });
  await decide(first, id, { measure: 'remove' });
  await appealDecision(author, id, 'Please look again at it.');
  await decideOnAppeal(third, id, 'upheld');
  const { history } = await getReviewPage(second, id);
  const name = ({ firstName, lastName }: typeof first) => `${firstName} ${lastName}`;
  expect(
    history.map(({ action, actorName, measure, result, reason }) => [
      action,
      actorName,
      measure ?? result ?? reason,
    ]),
  ).toEqual([
    ['flag.raise', name(reporter), 'confidential'],
    ['review.take', name(first), null],
    ['review.release', name(first), null],
    ['review.decide', name(first), 'ask-to-revise'],
    ['review.revise', name(author), null],
    ['review.decide', name(first), 'suspend'],
    ['review.refuse', name(second), null],
    ['review.decide', name(first), 'remove'],
    ['review.appeal', name(author), null],
    ['review.decide-appeal', name(third), 'upheld'],
  ]);
});

describe('taking a review on', () => {
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string }) => error.code,
    );
  const take = async (by = dispute.first, intent: 'take' | 'release' = 'take') => {
    const version = await versionOf(dispute.third, id);
    return refusalOf(assignReview(by, id, { intent, version }));
  };
  let id: string;
  beforeEach(async () => {
    id = await flagged(dispute);
  });

  test('is not for whom decided, once someone else has to, nor when all is decided', async () => {
    const { first, second, author } = dispute;
    expect(await take(first)).toBeNull();
    await decide(first, id, { measure: 'remove' });
    expect(await take(second)).toBe('error.review.not-possible');
    expect((await getReviewPage(second, id)).whyNot).toBe('not-possible');
    await appealDecision(author, id, 'Please look again at it.');
    expect((await getReviewPage(second, id)).review.assignee).toBeNull();
    expect(await take(first)).toBe('error.review.conflict-of-interest');
    expect(await take(second)).toBeNull();
    await decideOnAppeal(second, id, 'upheld');
    expect(await take(second, 'release')).toBe('error.review.not-possible');
  });

  test('gives it back only for whom it is; pressed twice it is done once', async () => {
    const { first, second } = dispute;
    const version = await versionOf(first, id);
    const twice = [1, 2].map(() => refusalOf(assignReview(first, id, { intent: 'take', version })));
    expect(await Promise.all(twice)).toEqual([null, null]);
    expect(await take(second, 'release')).toBe('error.review.not-possible');
    expect((await getReviewPage(second, id)).review).toMatchObject({ isMine: false });
    expect(await take(first, 'release')).toBeNull();
    const actions = (await getReviewPage(first, id)).history.map(({ action }) => action);
    expect(actions).toEqual(['flag.raise', 'review.take', 'review.release']);
  });
});

describe('what a former member wrote', () => {
  test('is said to be by the same one as in the topic', async () => {
    const { first, author, reporter, topicId } = dispute;
    const other = await reply(reporter, topicId, 'Another comment.');
    const id = await flagged(dispute);
    await flagComment(author, other, { ...flagInput, passage: '' });
    for (const { id: userId } of [reporter, author]) {
      await transaction((tx) => anonymiseForumAuthor(tx, userId, { removeComments: false }));
      await db().delete(schema.users).where(eq(schema.users.id, userId));
    }
    const page = await getReviewPage(first, id);
    expect(page.review).toMatchObject({ author: { name: null, pseudonym: 2 }, isByMember: false });
    expect(page.flags).toMatchObject([{ reporter: null }]);
    expect(page.around.map(({ name, pseudonym }) => [name, pseudonym])).toContainEqual([null, 1]);
    for (const measure of ['keep-with-note', 'ask-to-revise', 'suspend'] as const) {
      await expect(decide(first, id, { measure })).rejects.toMatchObject({
        code: 'error.review.not-possible',
      });
    }
    await decide(first, id, { measure: 'hide' });
  });
});

test('the queue has pages, each review on one of them', async () => {
  const { first, author, reporter } = dispute;
  const { flaggedComments } = schema;
  const { count: before } = await listReviews(first, { filter: 'done' });
  const many = Array.from({ length: 2 * reviewsPerPage }, () => ({
    commentId: dispute.commentId,
    authorId: author.id,
    state: 'decided' as const,
    assigneeId: reporter.id,
  }));
  await db().insert(flaggedComments).values(many);
  const { pages, count: total } = await listReviews(first, { filter: 'done' });
  expect(total - before).toBe(2 * reviewsPerPage);
  const seen = [];
  for (let page = 1; page <= pages; page += 1) {
    const { reviews } = await listReviews(first, { filter: 'done', page });
    expect(reviews.length).toBeLessThanOrEqual(reviewsPerPage);
    seen.push(...reviews);
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
  expect(seen).toHaveLength(total);
  // A page after the last is the last.
  const beyond = await listReviews(first, { filter: 'done', page: pages + 1 });
  expect(beyond).toMatchObject({
    page: pages,
    reviews: seen.slice(-beyond.reviews.length).map(({ id }) => ({ id })),
  });
});

describe('a comment that is to be revised', () => {
  /** How many mails of this kind someone has been sent about the matter. */
  const reminders = async ({ id: userId }: Dispute['author'], kind: string) => {
    const { mails } = schema;
    const sent = await db().select().from(mails).where(eq(mails.userId, userId));
    return sent.filter(
      ({ template, text }) => template === `moderation-${kind}` && text.includes(id),
    ).length;
  };
  let id: string;
  beforeEach(async () => {
    id = await flagged(dispute);
    await decide(dispute.first, id, { measure: 'ask-to-revise' });
  });

  test('and is not for two days: author and administrators are reminded, once', async () => {
    const { second, author, reporter } = dispute;
    await remindOfFlags(later(47));
    expect(await reminders(author, 'revision-reminder')).toBe(0);
    await remindOfFlags(later(49));
    await remindOfFlags(later(60));
    expect(await reminders(author, 'revision-reminder')).toBe(1);
    expect(await reminders(second, 'flag-reminder')).toBe(1);
    expect(await reminders(reporter, 'revision-reminder')).toBe(0);
  });

  test('its author is not reminded of what is gone, nor while the account is suspended', async () => {
    const { author, commentId } = dispute;
    const { users } = schema;
    const suspend = (suspendedAt: Date | null) =>
      db().update(users).set({ suspendedAt }).where(eq(users.id, author.id));
    await suspend(new Date());
    await remindOfFlags(later(49));
    await suspend(null);
    await db()
      .update(schema.flaggedComments)
      .set({ remindedAt: null })
      .where(eq(schema.flaggedComments.id, id));
    await deleteComment(author, commentId, (await shownTo(author, dispute))?.version ?? 0);
    await remindOfFlags(later(49));
    expect(await reminders(author, 'revision-reminder')).toBe(0);
  });

  test('can be revised also where nothing is taken any more, not otherwise changed', async () => {
    const { first, author, commentId, topicId } = dispute;
    await closeTopic(first, topicId, 'The question is answered.');
    expect(await getOwnComment(author, commentId)).toMatchObject({ mayEdit: true });
    await edit(dispute, 'Without names.');
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    expect(await getOwnComment(author, commentId)).toMatchObject({ mayEdit: false });
    await expect(edit(dispute, 'Once more.')).rejects.toMatchObject({ code: 'error.forum.closed' });
  });

  test('and was: it is looked at also when the flag is withdrawn', async () => {
    const { first, reporter, reader } = dispute;
    await edit(dispute, 'Without names.');
    const [flag] = await listOwnFlags(reporter);
    await withdrawFlag(reporter, flag?.id ?? '');
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    await decide(first, id, { measure: 'keep' });
    expect((await shownTo(reader, dispute))?.html).toBe('<p>Without names.</p>');
  });
});

test('of what only someone new may decide, only they are reminded', async () => {
  const { first, second, author } = dispute;
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'remove' });
  await appealDecision(author, id, 'Please look again at it.');
  await remindOfFlags(later(49));
  const mails = await db().select().from(schema.mails);
  const reminded = mails.filter(
    ({ template, text }) => template === 'moderation-flag-reminder' && text.includes(id),
  );
  expect(reminded.map(({ userId }) => userId)).toContain(second.id);
  expect(reminded.map(({ userId }) => userId)).not.toContain(first.id);
});
