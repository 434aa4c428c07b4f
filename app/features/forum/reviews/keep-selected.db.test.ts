import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { flagComment, withdrawFlag } from '~/features/forum/moderation/moderation.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import {
  auditOf,
  decide,
  type Dispute,
  edit,
  flagInput,
  mailsTo,
  makeDispute,
  reply,
  reviewOf,
  statement,
} from '../../../../tests/support/texts/forum-setup';
import { findSelected, keepSelected } from './keep-selected.server';
import { versionKey } from '~/ui/data-table/listed-version';
import { listReviews, reviewsPerPage } from './review-queue.server';

const { flaggedComments, flags, forumComments, reviewDecisions } = schema;

let dispute: Dispute;

beforeEach(async () => {
  await db()
    .update(flaggedComments)
    .set({ state: 'closed' })
    .where(eq(flaggedComments.state, 'open'));
  dispute = await makeDispute();
});

/** A comment that is flagged. @returns its review, and the key under which it is listed */
async function flaggedComment(
  text = 'Words',
  { author = dispute.author, reporter = dispute.reporter } = {},
) {
  const comment = await reply(author, dispute.topicId, text);
  await flagComment(reporter, comment, { ...flagInput, passage: '' });
  const review = await reviewOf(comment);
  return { comment, review, key: await keyOf(review) };
}
async function keyOf(review: string): Promise<string> {
  const [row] = await db()
    .select({ id: flaggedComments.id, version: flaggedComments.version })
    .from(flaggedComments)
    .where(eq(flaggedComments.id, review));
  if (!row) throw new Error(`There is no ${review}`);
  return versionKey(row);
}
async function statesOf(...reviews: string[]) {
  const rows = await db()
    .select({ id: flaggedComments.id, state: flaggedComments.state })
    .from(flaggedComments)
    .where(inArray(flaggedComments.id, reviews));
  return reviews.map((review) => rows.find(({ id }) => id === review)?.state);
}
const keep = (actor: SignedInActor, ...keys: string[]) => keepSelected(actor, { keys, statement });
/** What was left, by review. */
const whyLeft = ({ left }: { left: { id: string; why: string }[] }) =>
  Object.fromEntries(left.map(({ id, why }) => [id, why]));

describe('comments that are kept together', () => {
  test('are decided one by one, with the same reasons, and those concerned are told', async () => {
    const [one, two] = [await flaggedComment(), await flaggedComment()];
    const other = await flaggedComment();
    expect(await keep(dispute.first, one.key, two.key, two.key)).toEqual({
      kept: 2,
      left: [],
      unknown: 0,
    });
    expect(await statesOf(one.review, two.review, other.review)).toEqual([
      'decided',
      'decided',
      'open',
    ]);
    const decisions = await db()
      .select()
      .from(reviewDecisions)
      .where(inArray(reviewDecisions.flaggedCommentId, [one.review, two.review]));
    expect(decisions).toHaveLength(2);
    for (const decision of decisions) {
      expect(decision).toMatchObject({
        ...statement,
        kind: 'first',
        measure: 'keep',
        decidedBy: dispute.first.id,
      });
      expect(decision.effectiveAt).not.toBeNull();
    }
    for (const { review } of [one, two])
      expect(await auditOf(review)).toEqual([['review.decide', dispute.first.id]]);
    const told = (await mailsTo(dispute.author)).filter((name) => name === 'moderation-statement');
    expect(told).toHaveLength(2);
    const settled = await db()
      .select({ settledAt: flags.settledAt })
      .from(flags)
      .where(inArray(flags.flaggedCommentId, [one.review, two.review]));
    expect(settled.every(({ settledAt }) => settledAt !== null)).toBe(true);
  });

  test('are left where they are not as they were listed, and the others are kept', async () => {
    const [plain, edited, flaggedAgain, decided, hidden] = [
      await flaggedComment(),
      await flaggedComment(),
      await flaggedComment(),
      await flaggedComment(),
      await flaggedComment(),
    ];
    await edit({ ...dispute, commentId: edited.comment }, 'Other words');
    await flagComment(dispute.reader, flaggedAgain.comment, { ...flagInput, passage: '' });
    await decide(dispute.second, decided.review, { measure: 'remove' });
    await db()
      .update(forumComments)
      .set({ state: 'hidden' })
      .where(eq(forumComments.id, hidden.comment));
    const keys = [plain, edited, flaggedAgain, decided, hidden].map(({ key }) => key);
    const result = await keep(dispute.first, ...keys);
    expect(result).toMatchObject({ kept: 1, unknown: 0 });
    expect(whyLeft(result)).toEqual({
      [edited.review]: 'edited',
      [flaggedAgain.review]: 'changed',
      [decided.review]: 'decided',
      [hidden.review]: 'hidden',
    });
    expect(result.left[0]).toMatchObject({ topic: 'A topic to talk about' });
    // As they are listed now, what was edited or hidden still needs a look of its own.
    const now = await Promise.all(
      [edited, flaggedAgain, hidden].map(({ review }) => keyOf(review)),
    );
    const again = await keep(dispute.first, ...now);
    expect(again.kept).toBe(1);
    expect(whyLeft(again)).toEqual({ [edited.review]: 'edited', [hidden.review]: 'hidden' });
    expect(await statesOf(edited.review, hidden.review, flaggedAgain.review)).toEqual([
      'open',
      'open',
      'decided',
    ]);
    const [removed] = await db()
      .select({ state: forumComments.state })
      .from(forumComments)
      .where(eq(forumComments.id, decided.comment));
    expect(removed?.state).toBe('removed-by-moderator');
  });

  test('of two who keep the same, one has kept it', async () => {
    const { first, second } = dispute;
    const { key, review } = await flaggedComment();
    const both = await Promise.all([keep(first, key), keep(second, key)]);
    expect(both.reduce((sum, { kept }) => sum + kept, 0)).toBe(1);
    expect(both.flatMap(({ left }) => left)).toMatchObject([{ id: review }]);
    expect(await auditOf(review)).toHaveLength(1);
  });
});

describe('who has to do with a comment', () => {
  test('keeps it neither alone nor with others, though a flag was withdrawn', async () => {
    const { first, second, author } = dispute;
    const flaggedByFirst = await flaggedComment('Words', { reporter: first });
    const withdrawn = await flaggedComment();
    await flagComment(first, withdrawn.comment, { ...flagInput, passage: '' });
    const [own] = await db()
      .select({ id: flags.id })
      .from(flags)
      .where(eq(flags.flaggedCommentId, withdrawn.review))
      .orderBy(flags.createdAt)
      .offset(1);
    await withdrawFlag(first, own?.id ?? '');
    const written = await flaggedComment('Words', { author: first });
    const keys = await Promise.all(
      [flaggedByFirst, withdrawn, written].map(({ review }) => keyOf(review)),
    );
    const result = await keep(first, ...keys);
    expect(result).toMatchObject({ kept: 0, unknown: 1 });
    expect(whyLeft(result)).toEqual({
      [flaggedByFirst.review]: 'involved',
      [withdrawn.review]: 'involved',
    });
    expect(await keep(second, ...keys)).toEqual({ kept: 3, left: [], unknown: 0 });
    expect(author.role).toBe('USER');
  });

  test('is offered nothing of it in the queue', async () => {
    const { first } = dispute;
    const [free, flaggedByFirst] = [
      await flaggedComment(),
      await flaggedComment('Words', { reporter: first }),
    ];
    await flaggedComment('Words', { author: first });
    const { reviews } = await listReviews(first, { filter: 'open' });
    expect(reviews).toMatchObject([
      { id: free.review, isReporter: false, isEdited: false, commentState: 'visible' },
      { id: flaggedByFirst.review, isReporter: true },
    ]);
    expect(reviews.map((review) => versionKey(review))).toEqual([free.key, flaggedByFirst.key]);
  });
});

test('a review that is no such thing is not decided, whatever a form names', async () => {
  const { key, review, comment } = await flaggedComment();
  const [id = '', version = ''] = key.split('/');
  const forged = [
    id,
    `${key}/1`,
    `${id}/1e0`,
    `${id}/-1`,
    `${id}/0`,
    `${newId()}/1`,
    `${comment}/1`,
    "1' or 1=1/1",
    '__proto__',
    '',
  ];
  expect(await keep(dispute.first, ...forged)).toEqual({
    kept: 0,
    left: [],
    unknown: forged.length,
  });
  const later = await keep(dispute.first, `${id}/${Number(version) + 1}`);
  expect(whyLeft(later)).toEqual({ [review]: 'changed' });
  expect(await statesOf(review)).toEqual(['open']);
});

describe('the form', () => {
  const pattern = '/administration/flags';
  const form = (intent: string, selected: string[], fields: Record<string, string> = {}) => {
    const sent = new FormData();
    sent.set('intent', intent);
    for (const key of selected) sent.append('selected', key);
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    return sent;
  };

  test('names the comments and asks for the reasons before anything is decided', async () => {
    const long = `${'Many words of a long comment '.repeat(8)}and its end`;
    const [one, two] = [await flaggedComment(long), await flaggedComment()];
    const asked = { actor: dispute.first, pattern };
    await decide(dispute.second, two.review, { measure: 'keep' });
    const selected = [one.key, two.key];
    const first = await askRoute({ ...asked, form: form('ask-keep', selected) });
    expect(first).toMatchObject({
      asked: [
        { key: one.key, topic: 'A topic to talk about', excerpt: /^(Many words.{90,110}) …$/ },
      ].map(({ excerpt, ...rest }) => ({ ...rest, excerpt: expect.stringMatching(excerpt) })),
      result: { kept: 0, left: [{ id: two.review, why: 'decided' }], unknown: 0 },
    });
    const unsaid = askRoute({
      ...asked,
      form: form('keep', [one.key], { ...statement, facts: 'No' }),
    });
    expect(await statusOf(unsaid)).toBe(400);
    expect(await unsaid).toMatchObject({
      data: {
        asked: [{ key: one.key }],
        fieldErrors: { facts: 'form.too-short' },
        values: { ...statement, facts: 'No' },
      },
    });
    expect(await statesOf(one.review)).toEqual(['open']);
    const done = await askRoute({ ...asked, form: form('keep', [one.key], statement) });
    expect(done).toEqual({ result: { kept: 1, left: [], unknown: 0 } });
  });

  test('takes nothing else, and from administrators alone', async () => {
    const { key, review } = await flaggedComment();
    for (const actor of [anonymous, dispute.reader, dispute.author]) {
      for (const intent of ['ask-keep', 'keep'])
        expect(
          await statusOf(askRoute({ actor, pattern, form: form(intent, [key], statement) })),
        ).toBe(404);
      const refused = { code: 'error.not-found' };
      await expect(findSelected(actor, [key])).rejects.toMatchObject(refused);
      await expect(keepSelected(actor, { keys: [key], statement })).rejects.toMatchObject(refused);
    }
    const status = (sent: FormData) =>
      statusOf(askRoute({ actor: dispute.first, pattern, form: sent }));
    expect(await status(form('keep', [], statement))).toBe(302);
    const tooMany = Array.from({ length: reviewsPerPage + 1 }, () => key);
    expect(await status(form('keep', tooMany, statement))).toBe(302);
    expect(await status(form('remove', [key], statement))).toBe(400);
    expect(await status(form('keep', [key], { ...statement, measure: 'remove' }))).toBe(400);
    expect(await statesOf(review)).toEqual(['open']);
  });
});
