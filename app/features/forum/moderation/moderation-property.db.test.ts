import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { AppError } from '~/policy/errors';
import { editComment } from '~/features/forum/comments/posting.server';
import {
  answerSuspension,
  appealDecision,
  decideAppeal,
  decideReview,
} from '~/features/forum/reviews/decisions.server';
import { listOwnFlags, withdrawFlag } from '~/features/forum/moderation/moderation.server';
import {
  auditOf,
  type Dispute,
  flagged,
  makeDispute,
  mailsTo,
  statement,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';

/** Those who try: three administrators, one who has flagged the comment, author and reporter. */
type Persons = Dispute & { flagger: Dispute['first'] };
const persons = ['first', 'second', 'third', 'flagger', 'author', 'reporter', 'reader'] as const;
type Person = (typeof persons)[number];

const measures = ['keep', 'ask-to-revise', 'hide', 'remove', 'close-topic', 'suspend'] as const;
const step = fc.record({
  by: fc.constantFrom(...persons),
  // What may come at the time is tried often, by whomever.
  try: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('likely' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(['decide', 'confirm', 'refuse', 'revise', 'withdraw', 'appeal'] as const),
        'decide-appeal' as const,
      ),
    },
  ),
  measure: fc.constantFrom(...measures),
  result: fc.constantFrom('upheld' as const, 'reversed' as const),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Deed = Exclude<Step['try'], 'likely'>;

const likely = {
  open: 'decide',
  'revision-requested': 'revise',
  'suspension-proposed': 'confirm',
  decided: 'appeal',
  appealed: 'decide-appeal',
  closed: 'decide',
} as const;

const takes = (by: Person, measure: Step['measure'] = 'keep'): Step => ({
  by,
  try: 'likely',
  measure,
  result: 'upheld',
});
/** Tried in each run, beside what chance brings: they lead through each state there is. */
const everyState = [
  takes('reader'),
  takes('first', 'ask-to-revise'),
  takes('author'),
  takes('first', 'remove'),
  takes('author'),
  takes('second'),
];
const suspension = [takes('first', 'suspend'), takes('second')];

const { flaggedComments, forumComments, reviewDecisions } = schema;

async function reviewNow(id: string) {
  const [review] = await db().select().from(flaggedComments).where(eq(flaggedComments.id, id));
  if (!review) throw new Error('The review is gone');
  return review;
}

/** Does it by the front door, as the form of the page would. */
async function attempt(
  all: Persons,
  id: string,
  { by, deed, ...choice }: Omit<Step, 'try'> & { deed: Deed },
) {
  const actor = all[by];
  const { version } = await reviewNow(id);
  switch (deed) {
    case 'decide':
      return decideReview(actor, id, {
        intent: 'decide',
        measure: choice.measure,
        version,
        ...statement,
      });
    case 'confirm':
    case 'refuse':
      return answerSuspension(actor, id, { intent: deed, version });
    case 'revise': {
      const [comment] = await db()
        .select()
        .from(forumComments)
        .where(eq(forumComments.id, all.commentId));
      const body = paragraphs(`Nobody is named, version ${comment?.version}.`);
      return editComment(actor, all.commentId, {
        intent: 'edit',
        version: comment?.version ?? 0,
        body,
      });
    }
    case 'withdraw': {
      const [flag] = await listOwnFlags(actor);
      return withdrawFlag(actor, flag?.id ?? all.commentId);
    }
    case 'appeal':
      return appealDecision(actor, id, 'Please look at this again.');
    case 'decide-appeal':
      return decideAppeal(actor, id, {
        intent: 'decide-appeal',
        result: choice.result,
        version,
        ...statement,
      });
  }
}

const mailCount = async (all: Persons, who: 'author' | 'reporter', template: string) =>
  (await mailsTo(all[who])).filter((each) => each === `moderation-${template}`).length;

/** What one may be told and what is written down, before and after a step. */
async function traces(all: Persons, id: string) {
  const decisions = await db()
    .select()
    .from(reviewDecisions)
    .where(eq(reviewDecisions.flaggedCommentId, id))
    .orderBy(reviewDecisions.createdAt, reviewDecisions.id);
  return {
    state: (await reviewNow(id)).state,
    decisions,
    effective: decisions.filter(({ effectiveAt }) => effectiveAt).length,
    audit: await auditOf(id),
    statements: await mailCount(all, 'author', 'statement'),
    outcomes: await mailCount(all, 'reporter', 'outcome'),
    flagStands: (await listOwnFlags(all.reporter)).some(({ withdrawnAt }) => !withdrawnAt),
  };
}
type Traces = Awaited<ReturnType<typeof traces>>;

function expectLawful(
  all: Persons,
  done: { by: Person; deed: Deed },
  [before, after]: [Traces, Traces],
) {
  const actor = all[done.by];
  const steps = ['decide', 'confirm', 'refuse', 'decide-appeal'];
  if (steps.includes(done.deed)) {
    // Only an administrator who neither wrote nor flagged it.
    expect(['first', 'second', 'third']).toContain(done.by);
    expect(after.audit).toEqual([...before.audit, [`review.${done.deed}`, actor.id]]);
  }
  if (done.deed === 'confirm' || done.deed === 'decide-appeal') {
    // Whoever decided before does not confirm, or decide on the appeal.
    const earlier = before.decisions.flatMap(({ decidedBy, confirmedBy }) => [
      decidedBy,
      confirmedBy,
    ]);
    expect(earlier).not.toContain(actor.id);
  }
  if (done.deed === 'appeal' || done.deed === 'revise') expect(done.by).toBe('author');
  for (const decision of after.decisions) {
    for (const words of [
      decision.facts,
      decision.rule,
      decision.measureText,
      decision.appealRoute,
    ]) {
      expect(words.length).toBeGreaterThan(2);
    }
  }
  // Each decision that takes effect is told to the author, with reasons; none that does not.
  expect(after.statements - before.statements).toBe(after.effective - before.effective);
  const isSettled = after.state === 'decided' || after.state === 'closed';
  if (isSettled && after.effective > before.effective) {
    // Whoever has withdrawn the flag hears no more of it.
    expect(after.outcomes - before.outcomes).toBe(before.flagStands ? 1 : 0);
  }
  expect(after.decisions.filter(({ kind }) => kind === 'appeal').length).toBeLessThanOrEqual(1);
}

describe('whatever is tried by whomever in whichever order', () => {
  test('administrators do not decide their own cases; each decision has reasons, notices and an audit entry', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const dispute = await makeDispute();
        const all = { ...dispute, flagger: await person('ADMIN') };
        const id = await flagged(dispute);
        await flagged(dispute, all.flagger);
        for (const { try: tried, ...choice } of steps) {
          const before = await traces(all, id);
          const deed = tried === 'likely' ? likely[before.state] : tried;
          const refusal = await attempt(all, id, { ...choice, deed }).then(
            () => null,
            (error: unknown) => error,
          );
          const after = await traces(all, id);
          reached.add(after.state);
          if (refusal) {
            expect(refusal).toBeInstanceOf(AppError);
            // Refused is refused: nothing is decided, written down or told.
            expect(after).toEqual(before);
          } else expectLawful(all, { by: choice.by, deed }, [before, after]);
        }
      }),
      { numRuns: 14, examples: [[everyState], [suspension]] },
    );
    expect([...reached].toSorted()).toEqual([
      'appealed',
      'closed',
      'decided',
      'open',
      'revision-requested',
      'suspension-proposed',
    ]);
  });
});
