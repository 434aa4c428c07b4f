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

/** A state that can be reached, with what has happened on the way as far as the rules ask. */
type Place = {
  facts: ApplicationFacts;
  /** Who gave the first approval that no question has made void since. */
  first: string | null;
  approval: { attempt: Attempt; before: ApplicationFacts; first: string | null } | null;
};
type Move = { from: Place; attempt: Attempt; to: Place };

function after(place: Place, attempt: Attempt): Place {
  const facts = afterStep(place.facts, attempt.step, attempt);
  const { first } = place;
  if (attempt.step === 'approve-first') return { ...place, facts, first: attempt.actorId };
  if (attempt.step === 'ask') return { ...place, facts, first: null };
  if (attempt.step === 'approve')
    return { ...place, facts, approval: { attempt, before: place.facts, first } };
  return { ...place, facts };
}

/** Every move that the rules allow from anywhere that can be reached: there are few enough. */
function allMoves(): { places: Place[]; moves: Move[] } {
  const places: Place[] = [{ facts: fresh, first: null, approval: null }];
  const known = new Set(places.map((place) => JSON.stringify(place)));
  const moves: Move[] = [];
  const reach = (place: Place) => {
    const name = JSON.stringify(place);
    if (known.has(name)) return;
    known.add(name);
    places.push(place);
  };
  // The list grows while it is walked.
  for (const from of places) {
    reach({ ...from, facts: { ...from.facts, isVerified: true } });
    for (const attempt of everything) {
      if (refusalOf(from.facts, attempt.step, attempt)) continue;
      const to = after(from, attempt);
      moves.push({ from, attempt, to });
      reach(to);
    }
  }
  return { places, moves };
}

const { places, moves } = allMoves();

test('every state is reached, and there is something to look at', () => {
  expect([...new Set(places.map(({ facts }) => facts.status))].toSorted()).toEqual(
    [...new Set(['submitted-unconfirmed', ...Object.values(steps).map(({ to }) => to)])].toSorted(),
  );
  for (const step of allSteps)
    expect(
      moves.some(({ attempt }) => attempt.step === step),
      step,
    ).toBe(true);
});

test('no path leads past the confirmation of the address', () => {
  for (const { from, attempt } of moves)
    if (!from.facts.isConfirmed) expect(attempt.step).toBe('confirm');
  for (const { facts } of places)
    expect(facts.isConfirmed).toBe(facts.status !== 'submitted-unconfirmed');
});

test('no path leads past the second administrator while two are needed', () => {
  const decided = moves.filter(({ attempt }) => attempt.step === 'approve' && attempt.needsTwo);
  expect(decided.length).toBeGreaterThan(0);
  for (const { from, attempt } of decided) {
    // What was asked after the first approval makes it void.
    expect(from.first).not.toBeNull();
    expect(from.first).not.toBe(attempt.actorId);
  }
});

test('nobody is invited or active without an approval by an administrator', () => {
  const approved = places.filter(({ facts }) =>
    ['approved', 'invited', 'active'].includes(facts.status),
  );
  expect(approved.length).toBeGreaterThan(0);
  for (const { approval } of approved) {
    expect(approval?.attempt.by).toBe('administrator');
    expect(approval?.attempt.actorId).not.toBeNull();
    expect(approval?.before.isVerified).toBe(true);
  }
});

test('an end is an end', () => {
  const ends = ['active', 'rejected', 'withdrawn', 'expired'];
  for (const { from } of moves) expect(ends).not.toContain(from.facts.status);
});

test('every step is written down and told to someone', () => {
  for (const { audit, mails } of Object.values(steps)) {
    expect(audit).toMatch(/^application\.[a-z-]+$/);
    expect(mails.length).toBeGreaterThan(0);
  }
});

test('the next approval is the first of two only while two are needed and none is given', () => {
  expect(nextApproval({ firstApprovedBy: null }, true)).toBe('approve-first');
  expect(nextApproval({ firstApprovedBy: 'ada' }, true)).toBe('approve');
  expect(nextApproval({ firstApprovedBy: null }, false)).toBe('approve');
});
