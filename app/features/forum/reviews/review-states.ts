/**
 * The review of a flagged comment as one table: which event leads where, who may cause it and what
 * follows. Pure, so that every path can be tried.
 */
export type ReviewState =
  | 'open'
  | 'revision-requested'
  | 'suspension-proposed'
  | 'decided'
  | 'appealed'
  | 'closed';

export type Measure =
  | 'keep'
  | 'keep-with-note'
  | 'ask-to-revise'
  | 'hide'
  | 'remove'
  | 'close-topic'
  | 'suspend';

export type ReviewEvent =
  | { kind: 'decide'; measure: Measure }
  | { kind: 'confirm' }
  | { kind: 'refuse' }
  | { kind: 'revise' }
  | { kind: 'withdraw-last' }
  | { kind: 'appeal' }
  | { kind: 'decide-appeal'; result: 'upheld' | 'reversed' };

/** How the one who acts stands to the case. */
export type Standing = {
  isAdministrator: boolean;
  isAuthor: boolean;
  isReporter: boolean;
  /** Took or confirmed an earlier decision in this case, or proposed the suspension. */
  hasDecided: boolean;
};

/** Where a review stands. */
export type ReviewNow = {
  state: ReviewState;
  /** Of the last decision, proposed ones too; null: there is none. */
  measure: Measure | null;
  /** Whether the one appeal has been made; absent: no. */
  isAppealed?: boolean;
  /** Whether the measure in force asks for a revision, and it was made since; absent: it does not. */
  revision?: 'asked' | 'made' | null;
};

export type Refusal = 'conflict-of-interest' | 'not-possible' | 'not-allowed';

/** What follows from a step, besides its entry in the audit log. */
export type Consequences = {
  /** What readers see of the comment from now on; absent: as before. */
  comment?: 'visible' | 'hidden' | 'removed-by-moderator';
  topic?: 'close' | 'reopen';
  account?: 'suspend' | 'lift';
  /** A statement of reasons is stored and the author told. */
  statement: boolean;
  /** Those who flagged are told the outcome, and their flags are settled. */
  outcome: boolean;
};

export type Step = { ok: true; state: ReviewState; effects: Consequences };
export type RefusedStep = { ok: false; why: Refusal };

const nothing: Consequences = { statement: false, outcome: false };
const reasoned: Consequences = { statement: true, outcome: true };

const ofMeasure: Record<Measure, { state: ReviewState; effects: Consequences }> = {
  keep: { state: 'decided', effects: { ...reasoned, comment: 'visible' } },
  'keep-with-note': { state: 'decided', effects: { ...reasoned, comment: 'visible' } },
  'ask-to-revise': {
    state: 'revision-requested',
    effects: { statement: true, outcome: false, comment: 'hidden' },
  },
  hide: { state: 'decided', effects: { ...reasoned, comment: 'hidden' } },
  remove: { state: 'decided', effects: { ...reasoned, comment: 'removed-by-moderator' } },
  'close-topic': { state: 'decided', effects: { ...reasoned, comment: 'visible', topic: 'close' } },
  // Nothing is said or hidden before the second administrator has confirmed it.
  suspend: { state: 'suspension-proposed', effects: nothing },
};

/** What taking a measure back means. */
const ofReversal: Record<Measure, Consequences> = {
  keep: reasoned,
  'keep-with-note': reasoned,
  'ask-to-revise': { ...reasoned, comment: 'visible' },
  hide: { ...reasoned, comment: 'visible' },
  remove: { ...reasoned, comment: 'visible' },
  'close-topic': { ...reasoned, topic: 'reopen' },
  suspend: { ...reasoned, comment: 'visible', account: 'lift' },
};

/** Measures that burden the author, who may appeal once. */
export const appealable: ReadonlySet<Measure> = new Set<Measure>([
  'keep-with-note',
  'ask-to-revise',
  'hide',
  'remove',
  'close-topic',
  'suspend',
]);

/** Measures that ask something of the author, or do something to the author's account. */
const needsAuthor: ReadonlySet<Measure> = new Set<Measure>([
  'keep-with-note',
  'ask-to-revise',
  'suspend',
]);

/** Whether a measure is possible: a former member can no longer revise a comment. */
export const isPossible = (measure: Measure, author: { isMember: boolean }): boolean =>
  author.isMember || !needsAuthor.has(measure);

/**
 * What the author is told of an appeal against a first decision: there is one appeal in each
 * matter, against what burdens its author.
 */
export function appealRouteOf(
  measure: Measure,
  { isAppealed }: { isAppealed: boolean },
): 'appeal' | 'used' | 'nothing' {
  if (!appealable.has(measure)) return 'nothing';
  return isAppealed ? 'used' : 'appeal';
}

/** Which events a state takes; all others are refused. */
const taken: Record<ReviewState, readonly ReviewEvent['kind'][]> = {
  open: ['decide', 'withdraw-last'],
  'revision-requested': ['decide', 'revise', 'appeal'],
  'suspension-proposed': ['confirm', 'refuse'],
  decided: ['appeal'],
  appealed: ['decide-appeal'],
  closed: [],
};

/** Back to what was asked of the author before: the comment stays as it is meanwhile. */
function awaitRevision(now: ReviewNow, effects: Consequences): Step {
  return { ok: true, state: now.revision === 'made' ? 'open' : 'revision-requested', effects };
}

function decideAppeal(now: ReviewNow, result: 'upheld' | 'reversed'): Step {
  if (result === 'reversed' && now.measure) {
    return { ok: true, state: 'closed', effects: ofReversal[now.measure] };
  }
  // There is no outcome before the revision has been looked at.
  if (now.measure === 'ask-to-revise') {
    return awaitRevision(now, { statement: true, outcome: false });
  }
  return { ok: true, state: 'closed', effects: reasoned };
}

/** One step of a review. */
export function nextReview(now: ReviewNow, event: ReviewEvent, who: Standing): Step | RefusedStep {
  const refusal = refusalFor(event, who);
  if (refusal) return { ok: false, why: refusal };
  if (!taken[now.state].includes(event.kind)) return { ok: false, why: 'not-possible' };
  switch (event.kind) {
    case 'decide':
      return { ok: true, ...ofMeasure[event.measure] };
    case 'confirm':
      return {
        ok: true,
        state: 'decided',
        effects: { ...reasoned, comment: 'hidden', account: 'suspend' },
      };
    case 'refuse':
      return now.revision
        ? awaitRevision(now, nothing)
        : { ok: true, state: 'open', effects: nothing };
    case 'revise':
      return { ok: true, state: 'open', effects: nothing };
    case 'withdraw-last':
      // A revision that was made is looked at, whatever becomes of the flags: it is hidden still.
      return now.revision
        ? { ok: false, why: 'not-possible' }
        : { ok: true, state: 'closed', effects: nothing };
    case 'appeal':
      return now.measure && appealable.has(now.measure) && !now.isAppealed
        ? { ok: true, state: 'appealed', effects: nothing }
        : { ok: false, why: 'not-possible' };
    case 'decide-appeal':
      return decideAppeal(now, event.result);
  }
}

/** Administrators do not decide their own cases, and an appeal is decided by a different one. */
function refusalFor(event: ReviewEvent, who: Standing): Refusal | null {
  switch (event.kind) {
    case 'decide':
    case 'confirm':
    case 'refuse':
    case 'decide-appeal': {
      if (!who.isAdministrator) return 'not-allowed';
      // Whoever proposed a suspension may withdraw the proposal, which is to refuse it.
      const needsNew = event.kind === 'confirm' || event.kind === 'decide-appeal';
      const isInvolved = who.isAuthor || who.isReporter || (needsNew && who.hasDecided);
      return isInvolved ? 'conflict-of-interest' : null;
    }
    case 'revise':
    case 'appeal':
      return who.isAuthor ? null : 'not-allowed';
    case 'withdraw-last':
      return who.isReporter ? null : 'not-allowed';
  }
}

/** Whether someone may now decide, confirm or decide the appeal: for the interface. */
export function whyNotDecide(state: ReviewState, who: Standing): Refusal | null {
  const event: ReviewEvent =
    state === 'appealed'
      ? { kind: 'decide-appeal', result: 'upheld' }
      : state === 'suspension-proposed'
        ? { kind: 'confirm' }
        : { kind: 'decide', measure: 'keep' };
  const step = nextReview({ state, measure: 'remove' }, event, who);
  return step.ok ? null : step.why;
}
