import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterStep,
  type ApplicationFacts,
  nextApproval,
  refusalOf,
  type Step,
  type StepContext,
  type StepTaker,
  steps,
} from './application-states';

const allSteps = Object.keys(steps).filter((name): name is Step => name in steps);
const people = ['ada', 'devi', 'ines'];

type Attempt = StepContext & { step: Step };

/** Everything that anybody might try, whether it is allowed or not. */
const everything: Attempt[] = allSteps.flatMap((step) =>
  (['applicant', 'administrator', 'job'] satisfies StepTaker[]).flatMap((by) =>
    [...people, null].flatMap((actorId) =>
      [true, false].map((needsTwo) => ({ step, by, actorId, needsTwo })),
    ),
  ),
);

const fresh: ApplicationFacts = {
  status: 'submitted-unconfirmed',
  isConfirmed: false,
  isVerified: false,
  firstApprovedBy: null,
};

/** Goes on, wherever there is a way on: each number chooses one of the ways that are open. */
function run(choices: number[]) {
  let facts = fresh;
  const taken: (Attempt & { before: ApplicationFacts })[] = [];
  for (const choice of choices) {
    if (choice % 5 === 0) facts = { ...facts, isVerified: true };
    const open = everything.filter((attempt) => !refusalOf(facts, attempt.step, attempt));
    const attempt = open[choice % Math.max(1, open.length)];
    if (!attempt) break;
    taken.push({ ...attempt, before: facts });
    facts = afterStep(facts, attempt.step, attempt);
  }
  return { facts, taken };
}

const paths = fc.array(fc.nat(10_000), { maxLength: 40 });
const runs = { numRuns: 1000 };

test('no path leads past the confirmation of the address', () => {
  fc.assert(
    fc.property(paths, (choices) => {
      const { facts, taken } = run(choices);
      if (facts.status === 'submitted-unconfirmed') return;
      expect(taken[0]?.step).toBe('confirm');
      expect(facts.isConfirmed).toBe(true);
    }),
    runs,
  );
});

test('no path leads past the second administrator while two are needed', () => {
  fc.assert(
    fc.property(paths, (choices) => {
      const { taken } = run(choices);
      const approval = taken.findIndex(({ step }) => step === 'approve');
      if (approval < 0 || !taken[approval]?.needsTwo) return;
      const decided = taken[approval]?.actorId;
      const earlier = taken.slice(0, approval).map(({ step }) => step);
      const first = earlier.lastIndexOf('approve-first');
      expect(first).toBeGreaterThan(-1);
      expect(taken[first]?.actorId).not.toBe(decided);
      // What was asked after the first approval makes it void.
      expect(earlier.slice(first)).not.toContain('ask');
    }),
    runs,
  );
});

test('nobody is invited or active without an approval by an administrator', () => {
  fc.assert(
    fc.property(paths, (choices) => {
      const { facts, taken } = run(choices);
      if (!['approved', 'invited', 'active'].includes(facts.status)) return;
      const approval = taken.find(({ step }) => step === 'approve');
      expect(approval?.by).toBe('administrator');
      expect(approval?.actorId).not.toBeNull();
      expect(approval?.before.isVerified).toBe(true);
    }),
    runs,
  );
});

test('an end is an end', () => {
  const ends = ['active', 'rejected', 'withdrawn', 'expired'];
  fc.assert(
    fc.property(paths, (choices) => {
      for (const { before } of run(choices).taken) expect(ends).not.toContain(before.status);
    }),
    runs,
  );
});

test('every step is written down and told to somebody', () => {
  for (const { audit, mails } of Object.values(steps)) {
    expect(audit).toMatch(/^application\.[a-z-]+$/);
    expect(mails.length).toBeGreaterThan(0);
  }
});

test('all states can be reached', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(paths, (choices) => {
      reached.add(run(choices).facts.status);
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect([...reached].toSorted()).toEqual(
    ['submitted-unconfirmed', ...new Set(Object.values(steps).map(({ to }) => to))].toSorted(),
  );
});

test('the next approval is the first of two only while two are needed and none is given', () => {
  expect(nextApproval({ firstApprovedBy: null }, true)).toBe('approve-first');
  expect(nextApproval({ firstApprovedBy: 'ada' }, true)).toBe('approve');
  expect(nextApproval({ firstApprovedBy: null }, false)).toBe('approve');
});
