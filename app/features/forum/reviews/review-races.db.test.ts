import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveCategory } from '~/features/forum/categories/categories.server';
import { editComment } from '~/features/forum/comments/posting.server';
import { moveTopic, pinTopic } from '~/features/forum/topics/topic-administration.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { answerSuspension, appealDecision } from '~/features/forum/reviews/decisions.server';
import {
  flagComment,
  listOwnFlags,
  withdrawFlag,
} from '~/features/forum/moderation/moderation.server';
import { findActor } from '~/features/identity/sign-in/session.server';
import { newId } from '~/lib/new-id';
import {
  auditOf,
  categoryFields,
  commentsOf,
  decide,
  decideOnAppeal,
  type Dispute,
  flagged,
  flagInput,
  makeCategory,
  makeDispute,
  prepareEdit,
  reply,
  reviewOf,
  shownTo,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';

/** What happens at the same moment: one wins, and the other is told clearly. */

let dispute: Dispute;
let id: string;

beforeEach(async () => {
  dispute = await makeDispute();
  id = await flagged(dispute);
});

/** Appending to the audit log is the last thing that each of them does. */
const auditLock = 7_413_002;

const waiting = sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Does several things at once: each has begun before any of them is done.
 * @returns for each, in this order, the code of its refusal, or null when it was done
 */
async function atOnce(...deeds: (() => Promise<unknown>)[]): Promise<(string | null)[]> {
  const running: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${auditLock})`);
    for (const deed of deeds) {
      running.push(Promise.allSettled([deed()]));
      await vi.waitFor(
        async () => expect((await db().execute(waiting)).rows).toHaveLength(running.length),
        { timeout: 30_000 },
      );
    }
  });
  const results = (await Promise.all(running)).flat();
  return results.map((result) => (result.status === 'rejected' ? result.reason.code : null));
}

async function deciding(measure: Parameters<typeof decide>[2]['measure'], by = dispute.first) {
  const version = await versionOf(by, id);
  return () => decide(by, id, { measure, version });
}

test('what is done in a topic that is being moved is done where it goes', async () => {
  const { first, second, reader, topicId } = dispute;
  const { slug } = await makeCategory(first);
  const deeds = [
    () => moveTopic(first, topicId, slug),
    () => reply(reader, topicId, 'Posted meanwhile'),
    () => pinTopic(second, topicId, true),
  ];
  expect(await atOnce(...deeds)).toEqual([null, null, null]);
  expect(await getTopic(reader, topicId)).toMatchObject({ category: { slug }, pinned: true });
});

test('of two categories that are given one address, one gets it', async () => {
  const { first, second } = dispute;
  const [one, other] = [await makeCategory(first), await makeCategory(first)];
  const fields = { ...categoryFields, slug: `wanted-${newId()}` };
  const deeds = [
    () => saveCategory(first, one.id, { ...fields, version: 1 }),
    () => saveCategory(second, other.id, { ...fields, version: 1 }),
    () => saveCategory(second, null, fields),
  ];
  const taken = 'error.forum.slug-taken';
  expect(await atOnce(...deeds)).toEqual([null, taken, taken]);
});

describe('reversals', () => {
  test('of the two decisions that closed a topic: it opens again', async () => {
    const { first, second, third, author, reporter, reader, topicId } = dispute;
    const other = await reply(author, topicId, 'Another comment.');
    await flagComment(reporter, other, { ...flagInput, passage: '' });
    const reviews = [id, await reviewOf(other)];
    for (const review of reviews) {
      await decide(first, review, { measure: 'close-topic' });
      await appealDecision(author, review, 'Please look again at it.');
    }
    expect((await getTopic(reader, topicId)).isClosed).toBe(true);
    const deeds = reviews.map((review, position) => () => {
      return decideOnAppeal(position === 0 ? second : third, review, 'reversed');
    });
    expect(await atOnce(...deeds)).toEqual([null, null]);
    expect((await getTopic(reader, topicId)).isClosed).toBe(false);
  });

  test('and a confirmation of one decision: the first stands', async () => {
    const { first, second, third, author, reader, topicId } = dispute;
    await decide(first, id, { measure: 'close-topic' });
    await appealDecision(author, id, 'Please look again at it.');
    expect(
      await atOnce(
        () => decideOnAppeal(second, id, 'reversed'),
        () => decideOnAppeal(third, id, 'upheld'),
      ),
    ).toEqual([null, 'error.review.already-decided']);
    expect((await getTopic(reader, topicId)).isClosed).toBe(false);
  });
});

test('a suspension is confirmed by one of two administrators, once', async () => {
  const { first, second, third, author } = dispute;
  await decide(first, id, { measure: 'suspend' });
  const version = await versionOf(second, id);
  const confirm = (by: typeof second) => () =>
    answerSuspension(by, id, { intent: 'confirm', version });
  const results = await atOnce(confirm(second), confirm(third));
  expect(results).toEqual([null, 'error.review.already-decided']);
  expect(await findActor(author.id)).toBeNull();
  expect(await auditOf(id)).toEqual([
    ['review.decide', first.id],
    ['review.confirm', second.id],
  ]);
});

describe('a flag', () => {
  const another = () => flagComment(dispute.reader, dispute.commentId, flagInput);

  test('just before a decision: who decides sees it first', async () => {
    const decision = await deciding('keep');
    expect(await atOnce(another, decision)).toEqual([null, 'error.changed-meanwhile']);
    await decide(dispute.first, id, { measure: 'keep' });
    expect((await listOwnFlags(dispute.reader))[0]).toMatchObject({ measure: 'keep' });
  });

  test('of a first comment just changed: keeps title and text of the same moment', async () => {
    const { reader, reporter, topicId } = dispute;
    const [first] = await commentsOf(reader, topicId);
    if (!first) throw new Error('There is no comment.');
    const words = { title: 'Another title of it', tags: ['other'] };
    const body = paragraphs('Other words of it.');
    const results = await atOnce(
      () => editComment(reader, first.id, { intent: 'edit', version: 1, body, ...words }),
      () => flagComment(reporter, first.id, { ...flagInput, passage: 'Another title' }),
    );
    expect(results).toEqual([null, null]);
    const { flags } = schema;
    expect(await db().select().from(flags).where(eq(flags.commentId, first.id))).toMatchObject([
      { snapshot: body, topicWords: words },
    ]);
  });

  test('withdrawn just before a decision: who decides sees that too', async () => {
    await another();
    const [flag] = await listOwnFlags(dispute.reader);
    const results = await atOnce(
      () => withdrawFlag(dispute.reader, flag?.id ?? ''),
      await deciding('remove'),
    );
    expect(results).toEqual([null, 'error.changed-meanwhile']);
  });

  test('just after a removal: the reporter reads that the comment is gone', async () => {
    expect(await atOnce(await deciding('remove'), another)).toEqual([null, 'error.flag.not-shown']);
  });

  test('just after a decision to keep: it begins a review of its own', async () => {
    expect(await atOnce(await deciding('keep'), another)).toEqual([null, null]);
    const { flaggedComments } = schema;
    const reviews = await db()
      .select({ state: flaggedComments.state })
      .from(flaggedComments)
      .where(eq(flaggedComments.commentId, dispute.commentId));
    expect(reviews.map(({ state }) => state).toSorted()).toEqual(['decided', 'open']);
  });

  test('of two persons, both the first: one review', async () => {
    dispute = await makeDispute();
    expect(await atOnce(() => flagged(dispute), another)).toEqual([null, null]);
    const { flaggedComments } = schema;
    const ofComment = eq(flaggedComments.commentId, dispute.commentId);
    expect(await db().$count(flaggedComments, ofComment)).toBe(1);
  });

  test('withdrawn during the decision: the reporter learns that there is an outcome', async () => {
    const [flag] = await listOwnFlags(dispute.reporter);
    const withdraw = () => withdrawFlag(dispute.reporter, flag?.id ?? '');
    expect(await atOnce(await deciding('remove'), withdraw)).toEqual([null, 'error.flag.settled']);
  });

  test('the last one withdrawn just before: there is nothing to decide', async () => {
    const [flag] = await listOwnFlags(dispute.reporter);
    const withdraw = () => withdrawFlag(dispute.reporter, flag?.id ?? '');
    const results = await atOnce(withdraw, await deciding('remove'));
    expect(results).toEqual([null, 'error.review.already-decided']);
    expect((await shownTo(dispute.reader, dispute))?.state).toBe('visible');
  });
});

describe('the author changes the comment', () => {
  test('just before a decision: who decides sees the new words first', async () => {
    const results = await atOnce(
      await prepareEdit(dispute, 'Without names.'),
      await deciding('remove'),
    );
    expect(results).toEqual([null, 'error.changed-meanwhile']);
  });

  test.each([
    ['hide', 'error.changed-meanwhile'],
    ['remove', 'error.forum.removed'],
  ] as const)('just after a decision to %s: nothing is changed', async (measure, refusal) => {
    const results = await atOnce(
      await deciding(measure),
      await prepareEdit(dispute, 'Without names.'),
    );
    expect(results).toEqual([null, refusal]);
    const { forumCommentVersions } = schema;
    const earlier = eq(forumCommentVersions.commentId, dispute.commentId);
    expect(await db().$count(forumCommentVersions, earlier)).toBe(0);
  });
});
