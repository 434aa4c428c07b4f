import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { appealByLink, getStatementByLink } from '~/features/forum/appeals/appeal-link.server';
import { db, schema } from '~/db/db.server';
import {
  answerSuspension,
  appealDecision,
  getStatement,
} from '~/features/forum/reviews/decisions.server';
import { flagComment } from '~/features/forum/moderation/moderation.server';
import { getReviewPage } from '~/features/forum/reviews/review-page.server';
import { actOnAccount } from '~/features/membership/users/users.server';
import { findActor } from '~/features/identity/sign-in/session.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import {
  type Dispute,
  auditOf,
  decide,
  decideOnAppeal,
  flagged,
  flagInput,
  mailsTo,
  makeDispute,
  reply,
  reviewOf,
  shownTo,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';
import { linkInLastMail } from '../../../../tests/support/mail/outbox';

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

  test('proposed, it hides nothing, and who proposed it may withdraw it', async () => {
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'suspend' });
    expect((await shownTo(reader, dispute))?.state).toBe('visible');
    expect(await getReviewPage(first, id)).toMatchObject({ mayWithdraw: true });
    expect(await getReviewPage(second, id)).toMatchObject({ mayWithdraw: false, whyNot: null });
    await answerSuspension(first, id, { intent: 'refuse', version: await versionOf(first, id) });
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    expect(await mailsTo(author)).toEqual([]);
  });

  test('which nobody could confirm is refused beforehand, and so is an appeal nobody could decide', async () => {
    const id = await flagged(dispute);
    await db().update(schema.users).set({ role: 'USER' }).where(ne(schema.users.id, first.id));
    // Has not come in yet, and could decide nothing.
    await makeUser(db(), { role: 'ADMIN', isInvited: true });
    expect(await getReviewPage(first, id)).toMatchObject({ canSuspend: false });
    await expect(decide(first, id, { measure: 'suspend' })).rejects.toMatchObject({
      code: 'error.review.nobody-to-confirm',
    });
    expect((await getReviewPage(first, id)).review.state).toBe('open');
    await decide(first, id, { measure: 'hide' });
    expect(await getStatement(author, id)).toMatchObject({ mayAppeal: false, hasNoDecider: true });
    await expect(appealDecision(author, id, 'Please look again at it.')).rejects.toMatchObject({
      code: 'error.review.nobody-for-appeal',
    });
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

/** What of an account the security events say that moderation has done. */
async function notedOf({ id }: SignedInActor) {
  const { securityEvents } = schema;
  const byModeration = eq(securityEvents.detail, 'moderation');
  const rows = await db()
    .select({ event: securityEvents.event })
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, id), byModeration))
    .orderBy(securityEvents.id);
  return rows.map(({ event }) => event);
}

test.each([
  ['suspended', { suspendedAt: new Date() }],
  ['no administrator any more', { role: 'USER' as const }],
])('a suspension proposed by someone who is %s by then is proposed anew', async (_what, change) => {
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'suspend' });
  expect(await getReviewPage(second, id)).toMatchObject({ isProposalVoid: false });
  await db().update(schema.users).set(change).where(eq(schema.users.id, first.id));
  expect(await getReviewPage(second, id)).toMatchObject({ isProposalVoid: true });
  const version = await versionOf(second, id);
  await expect(answerSuspension(second, id, { intent: 'confirm', version })).rejects.toMatchObject({
    code: 'error.review.proposal-void',
  });
  await answerSuspension(second, id, { intent: 'refuse', version });
  await decide(second, id, { measure: 'suspend' });
  const again = await versionOf(third, id);
  await answerSuspension(third, id, { intent: 'confirm', version: again });
  expect(await findActor(author.id)).toBeNull();
});

describe('the appeal of someone who is suspended', () => {
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
    expect(await notedOf(author)).toEqual(['user.suspend', 'user.reactivate']);
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

test('a link that was sent before links were bound to their matter still leads to it', async () => {
  const review = await flagged(dispute);
  await decide(first, review, { measure: 'hide' });
  await actOnAccount(first, author.id, { intent: 'suspend', reason: 'For another reason' });
  const link = await linkInLastMail('moderation-statement');
  const bound = link.pathname.split('/').at(-1) ?? '';
  const token = randomBytes(32).toString('base64url');
  await db()
    .update(schema.oneTimeTokens)
    .set({ hash: createHash('sha256').update(token).digest('hex') })
    .where(eq(schema.oneTimeTokens.userId, author.id));
  expect(await getStatementByLink(anonymous, { review, token })).toMatchObject({ mayAppeal: true });
  expect(await getStatementByLink(anonymous, { review, token: bound })).toBeNull();
  await appealByLink(anonymous, { review, token }, 'Please look at this again.');
  expect(await getStatementByLink(anonymous, { review, token })).toBeNull();
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
      for (const made of [token, `${review} ${token}`]) {
        expect(await getStatementByLink(anonymous, { review: other, token: made })).toBeNull();
      }
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

describe('someone above the administrators', () => {
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
