import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser, paragraphs } from '~/db/factories.server';
import { findActor } from '~/features/sign-in/session.server';
import { saveCategory } from '~/features/forum/categories.server';
import { listComments } from '~/features/forum/comments.server';
import { createTopic, postComment } from '~/features/forum/posting.server';
import { getTopic } from '~/features/forum/topics.server';
import { newId } from '~/lib/new-id';
import {
  answerSuspension,
  appealDecision,
  decideAppeal,
  decideReview,
  getStatement,
} from '~/features/moderation/decisions.server';
import { flagComment, listOwnFlags, remindOfFlags } from '~/features/moderation/moderation.server';
import { getReviewPage } from '~/features/moderation/review-queue.server';
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

async function decideOnAppeal(actor: SignedInActor, id: string, result: 'upheld' | 'reversed') {
  const version = await versionOf(id);
  await decideAppeal(actor, id, { intent: 'decide-appeal', result, version, ...statement });
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

describe('suspension', () => {
  test('takes effect when a second administrator confirms it, and ends every session', async () => {
    const id = await flagged();
    await db()
      .insert(schema.signInSessions)
      .values({
        userId: author.id,
        token: newId(),
        expiresAt: new Date(Date.now() + 60_000),
      });
    await decide(first, id, 'suspend');
    expect(await findActor(author.id)).not.toBeNull();
    expect(await mailsTo(author)).toEqual([]);
    expect(await mailsTo(second)).toContain('moderation-suspension-proposed');
    const version = await versionOf(id);
    await expect(answerSuspension(first, id, { intent: 'confirm', version })).rejects.toMatchObject(
      { code: 'error.review.conflict-of-interest' },
    );
    await answerSuspension(second, id, { intent: 'confirm', version });
    expect(await findActor(author.id)).toBeNull();
    expect(
      await db().$count(schema.signInSessions, eq(schema.signInSessions.userId, author.id)),
    ).toBe(0);
    expect(await mailsTo(author)).toEqual(['moderation-statement']);
    expect(await auditOf(id)).toEqual([
      ['review.decide', first.id],
      ['review.confirm', second.id],
    ]);
  });

  test('refused, it changes nothing and the review is open again', async () => {
    const id = await flagged();
    await decide(first, id, 'suspend');
    await answerSuspension(second, id, { intent: 'refuse', version: await versionOf(id) });
    expect(await findActor(author.id)).not.toBeNull();
    expect((await shownTo(reader))?.state).toBe('visible');
    expect((await getReviewPage(first, id)).review.state).toBe('open');
  });
});

describe('the appeal', () => {
  test('is the author’s alone, once, and decided by somebody new', async () => {
    const id = await flagged();
    await decide(first, id, 'remove');
    await expect(appealDecision(reporter, id, 'I appeal.')).rejects.toMatchObject({
      code: 'error.not-found',
    });
    const twice = await Promise.allSettled([
      appealDecision(author, id, 'Nobody is named who is not public.'),
      appealDecision(author, id, 'Nobody is named who is not public.'),
    ]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await mailsTo(second)).toContain('moderation-appeal');
    expect(await mailsTo(first)).not.toContain('moderation-appeal');
    await expect(decideOnAppeal(first, id, 'upheld')).rejects.toMatchObject({
      code: 'error.review.conflict-of-interest',
    });
    await decideOnAppeal(second, id, 'reversed');
    expect((await shownTo(reader))?.body).toEqual(paragraphs(words));
    expect(await getStatement(author, id)).toMatchObject({
      appeal: { result: 'reversed' },
      mayAppeal: false,
    });
    await expect(decideOnAppeal(third, id, 'upheld')).rejects.toMatchObject({
      code: 'error.review.already-decided',
    });
    expect((await listOwnFlags(reporter))[0]).toMatchObject({ appeal: 'reversed' });
  });

  test('upheld, the comment stays removed', async () => {
    const id = await flagged();
    await decide(first, id, 'remove');
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'upheld');
    expect((await shownTo(reader))?.body).toBeNull();
  });

  test('a reversed decision is not counted against the author, an upheld one is', async () => {
    const id = await flagged();
    await decide(first, id, 'hide');
    const other = await postComment(author, topicId, {
      intent: 'reply',
      id: newId(),
      replyTo: null,
      quoted: null,
      body: paragraphs('Another comment.'),
    });
    await flagComment(reporter, other, { ...flagInput, passage: '' });
    const [next] = await db()
      .select()
      .from(schema.flaggedComments)
      .where(eq(schema.flaggedComments.commentId, other));
    const count = async () => (await getReviewPage(second, next?.id ?? '')).earlierDecisions;
    expect(await count()).toBe(1);
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'reversed');
    expect(await count()).toBe(0);
  });
});

test('after 48 hours the administrators are reminded once', async () => {
  const id = await flagged();
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await remindOfFlags(later(47));
  expect(await mailsTo(first)).not.toContain('moderation-flag-reminder');
  await Promise.all([remindOfFlags(later(49)), remindOfFlags(later(49))]);
  await remindOfFlags(later(60));
  const mails = await db().select().from(schema.mails).where(eq(schema.mails.userId, first.id));
  const reminders = mails.filter(
    ({ template, text }) => template === 'moderation-flag-reminder' && text.includes(id),
  );
  expect(reminders).toHaveLength(1);
});

test('no mail says what was written, or by whom', async () => {
  const id = await flagged();
  await decide(first, id, 'remove');
  const mails = JSON.stringify(await db().select().from(schema.mails));
  for (const secret of ['Muster', statement.facts, 'A topic to talk about']) {
    expect(mails).not.toContain(secret);
  }
});
