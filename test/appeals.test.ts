import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, type SignedInActor } from '~/actor';
import { appealByLink, getStatementByLink } from '~/features/moderation/appeal-link.server';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import {
  answerSuspension,
  appealDecision,
  getStatement,
} from '~/features/moderation/decisions.server';
import { flagComment, listOwnFlags, remindOfFlags } from '~/features/moderation/moderation.server';
import { getReviewPage } from '~/features/moderation/review-queue.server';
import { actOnAccount } from '~/features/users/users.server';
import { findActor } from '~/features/sign-in/session.server';
import { newId } from '~/lib/new-id';
import {
  type Dispute,
  auditOf,
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
} from './forum-setup';
import { linkInLastMail } from './outbox';

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

describe('suspension', () => {
  test('takes effect when a second administrator confirms it, and ends every session', async () => {
    const id = await flagged(dispute);
    await db()
      .insert(schema.signInSessions)
      .values({
        userId: author.id,
        token: newId(),
        expiresAt: new Date(Date.now() + 60_000),
      });
    await decide(first, id, { measure: 'suspend' });
    expect(await findActor(author.id)).not.toBeNull();
    expect(await mailsTo(author)).toEqual([]);
    expect(await mailsTo(second)).toContain('moderation-suspension-proposed');
    const version = await versionOf(first, id);
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
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'suspend' });
    await answerSuspension(second, id, { intent: 'refuse', version: await versionOf(first, id) });
    expect(await findActor(author.id)).not.toBeNull();
    expect((await shownTo(reader, dispute))?.state).toBe('visible');
    expect((await getReviewPage(first, id)).review.state).toBe('open');
  });
});

describe('the appeal of somebody who is suspended', () => {
  /** Has the author suspended. @returns the review and the secret of the link in the mail */
  async function suspended(): Promise<{ review: string; token: string }> {
    const review = await flagged(dispute);
    await decide(first, review, { measure: 'suspend' });
    const version = await versionOf(first, review);
    await answerSuspension(second, review, { intent: 'confirm', version });
    const link = await linkInLastMail('moderation-statement');
    expect(link.pathname).toMatch(new RegExp(`^/appeal/${review}/[\\w-]{43}$`));
    return { review, token: link.pathname.split('/').at(-1) ?? '' };
  }

  test('comes by the link of the mail, which robots may open, and works once', async () => {
    const link = await suspended();
    for (let robot = 0; robot < 3; robot += 1) {
      expect(await getStatementByLink(anonymous, link)).toMatchObject({ mayAppeal: true });
    }
    const both = await Promise.allSettled([
      appealByLink(anonymous, link, 'Please look at this again.'),
      appealByLink(anonymous, link, 'Please look at this again.'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await getStatementByLink(anonymous, link)).toBeNull();
    expect((await getReviewPage(third, link.review)).review.state).toBe('appealed');
    await decideOnAppeal(third, link.review, 'reversed');
    expect(await findActor(author.id)).not.toBeNull();
    // Now that one can sign in, the mail leads to the page for members.
    expect((await linkInLastMail('moderation-statement')).pathname).toBe(
      `/forum/decision/${link.review}`,
    );
  });

  test('leads to nothing else: not with another token, nor to another matter', async () => {
    const link = await suspended();
    expect(await getStatementByLink(anonymous, { ...link, token: 'unknown' })).toBeNull();
    dispute = await makeDispute();
    const other = await flagged(dispute);
    await decide(dispute.first, other, { measure: 'remove' });
    const elsewhere = { ...link, review: other };
    expect(await getStatementByLink(anonymous, elsewhere)).toBeNull();
    await expect(appealByLink(anonymous, elsewhere, 'Not my matter.')).rejects.toMatchObject({
      code: 'error.auth/expired-action-code',
    });
    // A refused try does not use the link up.
    expect(await getStatementByLink(anonymous, link)).not.toBeNull();
  });
});

describe('several matters of one author', () => {
  /** Another comment of the author that is flagged. @returns its review */
  async function flaggedAgain(): Promise<string> {
    const comment = await reply(author, topicId, 'Another comment.');
    await flagComment(reporter, comment, { ...flagInput, passage: '' });
    return reviewOf(comment);
  }
  async function suspendFor(review: string): Promise<void> {
    await decide(first, review, { measure: 'suspend' });
    const version = await versionOf(first, review);
    await answerSuspension(second, review, { intent: 'confirm', version });
  }
  /** The links of the mails to the author that lead there without signing in, by review. */
  async function appealLinks() {
    const mails = await db().select().from(schema.mails).where(eq(schema.mails.userId, author.id));
    const links = mails.flatMap(({ text }) => [...text.matchAll(/appeal\/([\w-]+)\/([\w-]{43})/g)]);
    return new Map(links.map(([, review = '', token = '']) => [review, token]));
  }

  test('each can be appealed by its own link, also what was decided before the suspension', async () => {
    const [earlier, cause, kept] = [
      await flagged(dispute),
      await flaggedAgain(),
      await flaggedAgain(),
    ];
    await decide(first, earlier, { measure: 'hide' });
    await decide(first, kept, { measure: 'keep' });
    await suspendFor(cause);
    const links = await appealLinks();
    expect([...links.keys()].toSorted()).toEqual([cause, earlier].toSorted());
    for (const [review, token] of links) {
      const other = review === cause ? earlier : cause;
      expect(await getStatementByLink(anonymous, { review: other, token })).toBeNull();
      await appealByLink(anonymous, { review, token }, 'Please look at this again.');
    }
  });

  test('the suspension stands as long as one decision wants it', async () => {
    const [one, two] = [await flagged(dispute), await flaggedAgain()];
    await suspendFor(one);
    await suspendFor(two);
    const links = await appealLinks();
    for (const review of [one, two]) {
      const token = links.get(review) ?? '';
      await appealByLink(anonymous, { review, token }, 'Please look at this again.');
      expect(await findActor(author.id)).toBeNull();
      await decideOnAppeal(third, review, 'reversed');
    }
    expect(await findActor(author.id)).not.toBeNull();
  });

  test('a suspension by the administration is not lifted by an appeal', async () => {
    const id = await flagged(dispute);
    await suspendFor(id);
    const token = (await appealLinks()).get(id) ?? '';
    for (const intent of ['reactivate', 'suspend'] as const) {
      await actOnAccount(first, author.id, { intent, reason: 'For another reason' });
    }
    await appealByLink(anonymous, { review: id, token }, 'Please look at this again.');
    await decideOnAppeal(third, id, 'reversed');
    expect(await findActor(author.id)).toBeNull();
  });

  test('who is suspended by the administration gets the links to open decisions', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'hide' });
    await actOnAccount(first, author.id, { intent: 'suspend', reason: 'For another reason' });
    const token = (await appealLinks()).get(id) ?? '';
    expect(await getStatementByLink(anonymous, { review: id, token })).toMatchObject({
      mayAppeal: true,
    });
  });
});

describe('somebody above the administrators', () => {
  const rank = { code: 'error.rank' };
  const makeDev = (person: SignedInActor) =>
    db().update(schema.users).set({ role: 'DEV' }).where(eq(schema.users.id, person.id));

  test('is not suspended by them: neither proposed nor confirmed, nor lifted', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'suspend' });
    const version = await versionOf(first, id);
    await makeDev(author);
    await expect(
      answerSuspension(second, id, { intent: 'confirm', version }),
    ).rejects.toMatchObject(rank);
    await answerSuspension(second, id, { intent: 'refuse', version });
    await expect(decide(first, id, { measure: 'suspend' })).rejects.toMatchObject(rank);
    expect(await findActor(author.id)).not.toBeNull();
    // As if it had never been proposed: those two are new to the matter.
    await db()
      .delete(schema.reviewDecisions)
      .where(eq(schema.reviewDecisions.flaggedCommentId, id));
    // Those of the same rank can, and what they did is theirs to take back.
    await decide(third, id, { measure: 'suspend' });
    await makeDev(second);
    const dev = { ...second, role: 'DEV' as const };
    await answerSuspension(dev, id, { intent: 'confirm', version: await versionOf(third, id) });
    expect(await findActor(author.id)).toBeNull();
    await appealDecision(author, id, 'Please look at this again.');
    await expect(decideOnAppeal(first, id, 'reversed')).rejects.toMatchObject(rank);
    expect(await findActor(author.id)).toBeNull();
  });
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
  test('is the author’s alone, once, and decided by somebody new', async () => {
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
    expect((await shownTo(reader, dispute))?.body).toEqual(paragraphs(disputedWords));
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
    expect((await shownTo(reader, dispute))?.body).toBeNull();
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

test('no mail says what was written, or by whom', async () => {
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
