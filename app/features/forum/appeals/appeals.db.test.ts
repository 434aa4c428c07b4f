import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { projectRoot } from '~/config/project-root.server';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { appealDecision, getStatement } from '~/features/forum/reviews/decisions.server';
import { flagComment, listOwnFlags } from '~/features/forum/moderation/moderation.server';
import { remindOfFlags } from '~/features/forum/moderation/reminders.server';
import { getReviewPage } from '~/features/forum/reviews/review-page.server';
import {
  type Dispute,
  decide,
  decideOnAppeal,
  disputedWords,
  flagged,
  flagInput,
  mailsTo,
  makeDispute,
  reply,
  reviewOf,
  shownTo,
  statement,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';

let dispute: Dispute;
let first: SignedInActor;
let second: SignedInActor;
let third: SignedInActor;
let author: SignedInActor;
let reporter: SignedInActor;
let reader: SignedInActor;
let topicId: string;

beforeEach(async () => {
  dispute = await makeDispute();
  ({ first, second, third, author, reporter, reader, topicId } = dispute);
});

test('a decision waits for the comment before it takes the review, as flags and revisions do', async () => {
  const id = await flagged(dispute);
  const version = await versionOf(first, id);
  let decision: Promise<void> | undefined;
  await transaction(async (tx) => {
    const { flaggedComments, forumComments } = schema;
    await tx
      .select()
      .from(forumComments)
      .where(eq(forumComments.id, dispute.commentId))
      .for('update');
    decision = decide(first, id, { measure: 'keep', version });
    await vi.waitFor(
      async () => {
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await db().execute(waiting)).rows).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    const isFree = tx
      .select()
      .from(flaggedComments)
      .where(eq(flaggedComments.id, id))
      .for('update', { skipLocked: true });
    expect(await isFree).toHaveLength(1);
  });
  await decision;
});

describe('the appeal', () => {
  test('is the author’s alone, once, and decided by someone new', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'remove' });
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
    expect((await shownTo(reader, dispute))?.html).toBe(`<p>${disputedWords}</p>`);
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
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'remove' });
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'upheld');
    expect((await shownTo(reader, dispute))?.html).toBeNull();
  });

  test('a reversed decision is not counted against the author, an upheld one is', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'hide' });
    const other = await reply(author, topicId, 'Another comment.');
    await flagComment(reporter, other, { ...flagInput, passage: '' });
    const next = await reviewOf(other);
    const count = async () => (await getReviewPage(second, next)).earlierDecisions;
    expect(await count()).toBe(1);
    await appealDecision(author, id, 'Please look again at it.');
    await decideOnAppeal(second, id, 'reversed');
    expect(await count()).toBe(0);
  });
});

test('after 48 hours the administrators are reminded once', async () => {
  const id = await flagged(dispute);
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

test('no e-mail contains the comment or its author', async () => {
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'remove' });
  const sent = await db().select().from(schema.mails);
  const about = sent
    .map(({ template }) => template)
    .filter((name) => name.startsWith('moderation-'));
  expect(new Set(about).size, about.join()).toBeGreaterThan(2);
  const mails = JSON.stringify(sent);
  for (const secret of ['Muster', statement.facts, 'A topic to talk about']) {
    expect(mails).not.toContain(secret);
  }
});

test('an appeal from a second window is refused, and the page shows the first one', async () => {
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'hide' });
  await appealDecision(author, id, 'In the first window.');
  const pattern = '/forum/decision/:id';
  const form = { text: 'In the second window.' };
  const status = await statusOf(askRoute({ actor: author, pattern, params: { id }, form }));
  expect(status).toBe(409);
  const route = join(projectRoot(), 'app/features/forum/appeals/statement.route.tsx');
  const module: Record<string, unknown> = await import(route);
  expect(module.shouldRevalidate).toBe(reloadOwnChangesAndConflicts);
  expect(await getStatement(author, id)).toMatchObject({
    mayAppeal: false,
    appeal: { text: 'In the first window.' },
  });
});
