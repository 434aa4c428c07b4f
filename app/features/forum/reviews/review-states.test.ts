import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appealRouteOf,
  isPossible,
  type Measure,
  nextReview,
  type ReviewEvent,
  type ReviewState,
  type Standing,
} from './review-states';

const measures: Measure[] = [
  'keep',
  'keep-with-note',
  'ask-to-revise',
  'hide',
  'remove',
  'close-topic',
  'suspend',
];

const anyEvent: fc.Arbitrary<ReviewEvent> = fc.oneof(
  fc.record({ kind: fc.constant('decide' as const), measure: fc.constantFrom(...measures) }),
  fc.record({
    kind: fc.constantFrom(
      'confirm' as const,
      'refuse' as const,
      'revise' as const,
      'withdraw-last' as const,
      'appeal' as const,
    ),
  }),
  fc.record({
    kind: fc.constant('decide-appeal' as const),
    result: fc.constantFrom('upheld' as const, 'reversed' as const),
  }),
);

/** Five persons: the author, a reporter, three administrators of whom one reported and one wrote. */
const persons = [
  'author',
  'reporter',
  'admin-a',
  'admin-b',
  'admin-who-flagged',
  'admin-who-wrote',
  'bystander',
] as const;
type Person = (typeof persons)[number];

type Case = {
  state: ReviewState;
  measure: Measure | null;
  isAppealed: boolean;
  deciders: Set<Person>;
  history: { event: ReviewEvent; by: Person; state: ReviewState }[];
};

function standing(person: Person, deciders: Set<Person>): Standing {
  return {
    isAdministrator: person.startsWith('admin'),
    isAuthor: person === 'author' || person === 'admin-who-wrote',
    isReporter: person === 'reporter' || person === 'admin-who-flagged',
    hasDecided: deciders.has(person),
  };
}

function play(moves: [ReviewEvent, Person][]): Case {
  const review: Case = {
    state: 'open',
    measure: null,
    isAppealed: false,
    deciders: new Set(),
    history: [],
  };
  for (const [event, by] of moves) {
    const step = nextReview(review, event, standing(by, review.deciders));
    if (!step.ok) continue;
    review.history.push({ event, by, state: step.state });
    review.state = step.state;
    if (event.kind === 'decide') review.measure = event.measure;
    if (event.kind === 'appeal') review.isAppealed = true;
    if (event.kind === 'decide' || event.kind === 'confirm' || event.kind === 'refuse')
      review.deciders.add(by);
  }
  return review;
}

const anyMoves = fc.array(fc.tuple(anyEvent, fc.constantFrom(...persons)), { maxLength: 40 });
const isDecision = ({ kind }: ReviewEvent) =>
  ['decide', 'confirm', 'refuse', 'decide-appeal'].includes(kind);

describe('any sequence of moves by anybody', () => {
  test('only administrators decide, and not about comments they wrote or flagged', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        for (const { event, by } of play(moves).history.filter(({ event }) => isDecision(event))) {
          expect(['admin-a', 'admin-b'], event.kind).toContain(by);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('an appeal is decided by none of those who decided before', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const { history } = play(moves);
        const at = history.findIndex(({ event }) => event.kind === 'decide-appeal');
        const earlier = history.slice(0, Math.max(0, at)).filter(({ event }) => isDecision(event));
        const decider = history[at]?.by;
        expect(earlier.map(({ by }) => by)).not.toContain(decider);
      }),
      { numRuns: 2000 },
    );
  });

  test('a suspension is confirmed by someone other than who proposed it', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const { history } = play(moves);
        history.forEach(({ event, by }, position) => {
          if (event.kind !== 'confirm') return;
          const proposal = history
            .slice(0, position)
            .findLast((step) => step.event.kind === 'decide');
          expect(proposal?.by).not.toBe(by);
        });
      }),
      { numRuns: 2000 },
    );
  });

  test('there is one appeal at most, by the author, and nothing after its decision', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const { history } = play(moves);
        const appeals = history.filter(({ event }) => event.kind === 'appeal');
        expect(appeals.length).toBeLessThanOrEqual(1);
        for (const { by } of appeals) expect(['author', 'admin-who-wrote']).toContain(by);
        const closed = history.findIndex(({ state }) => state === 'closed');
        expect(closed === -1 ? 0 : history.length - 1 - closed).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('each decision that binds has reasons for the author and an outcome for the reporters', () => {
    const who: Standing = {
      isAdministrator: true,
      isAuthor: false,
      isReporter: false,
      hasDecided: false,
    };
    fc.assert(
      fc.property(
        anyEvent,
        fc.constantFrom<ReviewState>(
          'open',
          'revision-requested',
          'suspension-proposed',
          'appealed',
        ),
        fc.constantFrom(...measures),
        (event, state, measure) => {
          const step = nextReview({ state, measure }, event, who);
          const isBinding = step.ok && (step.state === 'decided' || event.kind === 'decide-appeal');
          // What was asked of the author first is still to come.
          if (isBinding && step.state !== 'closed' && event.kind === 'decide-appeal') {
            expect(measure).toBe('ask-to-revise');
            expect(step).toMatchObject({
              state: 'revision-requested',
              effects: { statement: true, outcome: false },
            });
            return;
          }
          const effects = step.ok && isBinding ? step.effects : { statement: true, outcome: true };
          expect(effects).toMatchObject({ statement: true, outcome: true });
        },
      ),
    );
  });
});

test('every state can be reached and left as the table says', () => {
  const reached = (moves: [ReviewEvent, Person][]) => play(moves).state;
  const decide = (measure: Measure): [ReviewEvent, Person] => [
    { kind: 'decide', measure },
    'admin-a',
  ];
  expect(reached([decide('keep')])).toBe('decided');
  expect(reached([decide('keep'), [{ kind: 'appeal' }, 'author']])).toBe('decided');
  expect(reached([decide('ask-to-revise')])).toBe('revision-requested');
  expect(reached([decide('ask-to-revise'), [{ kind: 'revise' }, 'author']])).toBe('open');
  expect(reached([decide('suspend')])).toBe('suspension-proposed');
  expect(reached([decide('suspend'), [{ kind: 'confirm' }, 'admin-a']])).toBe(
    'suspension-proposed',
  );
  expect(reached([decide('suspend'), [{ kind: 'confirm' }, 'admin-b']])).toBe('decided');
  expect(reached([decide('suspend'), [{ kind: 'refuse' }, 'admin-b']])).toBe('open');
  // Who proposed it may withdraw it.
  expect(reached([decide('suspend'), [{ kind: 'refuse' }, 'admin-a']])).toBe('open');
  expect(reached([decide('remove'), [{ kind: 'appeal' }, 'author']])).toBe('appealed');
  const appealed: [ReviewEvent, Person][] = [decide('remove'), [{ kind: 'appeal' }, 'author']];
  expect(reached([...appealed, [{ kind: 'decide-appeal', result: 'reversed' }, 'admin-a']])).toBe(
    'appealed',
  );
  expect(reached([...appealed, [{ kind: 'decide-appeal', result: 'reversed' }, 'admin-b']])).toBe(
    'closed',
  );
  expect(reached([[{ kind: 'withdraw-last' }, 'reporter']])).toBe('closed');
});

test('a reversal takes back exactly what the measure did', () => {
  const who: Standing = {
    isAdministrator: true,
    isAuthor: false,
    isReporter: false,
    hasDecided: false,
  };
  const reversal = (measure: Measure) => {
    const step = nextReview(
      { state: 'appealed', measure },
      { kind: 'decide-appeal', result: 'reversed' },
      who,
    );
    return step.ok ? step.effects : null;
  };
  expect(reversal('remove')).toMatchObject({ comment: 'visible' });
  expect(reversal('hide')).toMatchObject({ comment: 'visible' });
  expect(reversal('close-topic')).toMatchObject({ topic: 'reopen' });
  expect(reversal('suspend')).toMatchObject({ account: 'lift', comment: 'visible' });
});

const newcomer: Standing = {
  isAdministrator: true,
  isAuthor: false,
  isReporter: false,
  hasDecided: false,
};

test('nothing is hidden by a suspension before it is confirmed', () => {
  const proposed = nextReview(
    { state: 'open', measure: null },
    { kind: 'decide', measure: 'suspend' },
    newcomer,
  );
  expect(proposed.ok && proposed.effects).toEqual({ statement: false, outcome: false });
  const now = { state: 'suspension-proposed', measure: 'suspend' } as const;
  expect(nextReview(now, { kind: 'confirm' }, newcomer)).toMatchObject({
    effects: { comment: 'hidden', account: 'suspend' },
  });
});

test.each([
  ['asked', 'revision-requested'],
  ['made', 'open'],
] as const)('a refused suspension leaves a revision that was %s as it is', (revision, state) => {
  const now = { state: 'suspension-proposed', measure: 'suspend', revision } as const;
  const step = nextReview(now, { kind: 'refuse' }, newcomer);
  expect(step).toEqual({ ok: true, state, effects: { statement: false, outcome: false } });
});

test('an upheld request to revise still waits for the revision, and there is no second appeal', () => {
  const now = { state: 'appealed', measure: 'ask-to-revise', revision: 'asked' } as const;
  const upheld = nextReview(now, { kind: 'decide-appeal', result: 'upheld' }, newcomer);
  expect(upheld).toMatchObject({ ok: true, state: 'revision-requested' });
  const author = { ...newcomer, isAdministrator: false, isAuthor: true };
  const after = { ...now, state: 'revision-requested', isAppealed: true } as const;
  expect(nextReview(after, { kind: 'revise' }, author)).toMatchObject({ state: 'open' });
  expect(nextReview(after, { kind: 'appeal' }, author)).toEqual({ ok: false, why: 'not-possible' });
});

test.each(measures)(
  'an appeal is offered against %s exactly when it may be made, once',
  (measure) => {
    const author = { ...newcomer, isAdministrator: false, isAuthor: true };
    const state = measure === 'ask-to-revise' ? 'revision-requested' : 'decided';
    for (const isAppealed of [false, true]) {
      const appeal = nextReview({ state, measure, isAppealed }, { kind: 'appeal' }, author);
      expect(appealRouteOf(measure, { isAppealed }) === 'appeal').toBe(appeal.ok);
    }
    expect(appealRouteOf(measure, { isAppealed: true })).toBe(
      measure === 'keep' ? 'nothing' : 'used',
    );
  },
);

test('of a former member nothing is asked, and no account is suspended', () => {
  const left = measures.filter((measure) => isPossible(measure, { isMember: false }));
  expect(left).toEqual(['keep', 'hide', 'remove', 'close-topic']);
  expect(measures.filter((measure) => isPossible(measure, { isMember: true }))).toEqual(measures);
});

test('the last flag withdrawn does not end what the author was asked to revise', () => {
  const reporter = { ...newcomer, isAdministrator: false, isReporter: true };
  const now = { state: 'open', measure: 'ask-to-revise', revision: 'made' } as const;
  expect(nextReview(now, { kind: 'withdraw-last' }, reporter)).toMatchObject({ ok: false });
});
