import type { Tone } from '~/ui/status-pill';

/**
 * The life of an application as one table: which step leads from where to where, who may take it,
 * what is written into the audit log and which mails go out. Nothing else changes a state.
 */
export const applicationStates = [
  'submitted-unconfirmed',
  'submitted',
  'under-review',
  'information-requested',
  'approved',
  'invited',
  'active',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Those an administrator can still do something about. */
export const openStates = [
  'submitted',
  'under-review',
  'information-requested',
  'approved',
  'invited',
] as const satisfies readonly ApplicationState[];

export const undecidedStates: readonly ApplicationState[] = [
  'submitted',
  'under-review',
  'information-requested',
];

/** Whether an administrator has still to decide in this state. */
export const isDecidable = (state: ApplicationState) => undecidedStates.includes(state);

/** How each state looks in the review and to the applicant. */
export const applicationTones: Partial<Record<ApplicationState, Tone>> = {
  submitted: 'attention',
  'under-review': 'attention',
  'information-requested': 'attention',
  approved: 'attention',
  invited: 'attention',
  active: 'right',
};

/** Those after which the data are kept for the period of retention only. */
export const refusedStates = [
  'rejected',
  'withdrawn',
  'expired',
] as const satisfies readonly ApplicationState[];

/**
 * When a member left, or null. Of who was refused the data go after some time; a member's go with the
 * account.
 */
export function leftAt({
  status,
  anonymisedAt,
}: {
  status: ApplicationState;
  anonymisedAt: Date | null;
}): Date | null {
  return refusedStates.some((refused) => refused === status) ? null : anonymisedAt;
}

/** `applicant`: the holder of the status link; `job`: a background job. */
export type StepTaker = 'applicant' | 'administrator' | 'job';

export type ApplicationMail =
  | 'received'
  | 'new-application'
  | 'under-review'
  | 'question'
  | 'answered'
  | 'second-approval'
  | 'approved'
  | 'invitation'
  | 'welcome'
  | 'rejected'
  | 'withdrawn'
  | 'expired';

type Rule = {
  from: readonly ApplicationState[];
  to: ApplicationState;
  by: StepTaker;
  /** At least one. `invitation` is written by the sign-in feature, the others by this one. */
  mails: readonly [ApplicationMail, ...ApplicationMail[]];
  audit: `application.${string}`;
};

export const steps = {
  confirm: {
    from: ['submitted-unconfirmed'],
    to: 'submitted',
    by: 'applicant',
    mails: ['received', 'new-application'],
    audit: 'application.confirm',
  },
  'start-review': {
    from: ['submitted'],
    to: 'under-review',
    by: 'administrator',
    mails: ['under-review'],
    audit: 'application.start-review',
  },
  ask: {
    from: ['under-review'],
    to: 'information-requested',
    by: 'administrator',
    mails: ['question'],
    audit: 'application.ask',
  },
  answer: {
    from: ['information-requested'],
    to: 'under-review',
    by: 'applicant',
    mails: ['answered'],
    audit: 'application.answer',
  },
  'approve-first': {
    from: ['under-review'],
    to: 'under-review',
    by: 'administrator',
    mails: ['second-approval'],
    audit: 'application.approve-first',
  },
  approve: {
    from: ['under-review'],
    to: 'approved',
    by: 'administrator',
    mails: ['approved'],
    audit: 'application.approve',
  },
  invite: {
    from: ['approved', 'invited'],
    to: 'invited',
    by: 'administrator',
    mails: ['invitation'],
    audit: 'application.invite',
  },
  activate: {
    from: ['approved', 'invited'],
    to: 'active',
    by: 'applicant',
    mails: ['welcome'],
    audit: 'application.activate',
  },
  reject: {
    from: ['submitted', 'under-review', 'information-requested'],
    to: 'rejected',
    by: 'administrator',
    mails: ['rejected'],
    audit: 'application.reject',
  },
  withdraw: {
    from: ['submitted', 'under-review', 'information-requested'],
    to: 'withdrawn',
    by: 'applicant',
    mails: ['withdrawn'],
    audit: 'application.withdraw',
  },
  expire: {
    from: ['information-requested'],
    to: 'expired',
    by: 'job',
    mails: ['expired'],
    audit: 'application.expire',
  },
} as const satisfies Record<string, Rule>;

export type Step = keyof typeof steps;

/** What of an application the rules look at. */
export type ApplicationFacts = {
  status: ApplicationState;
  isConfirmed: boolean;
  /** Whether the judicial status has been verified, or the category needs none. */
  isVerified: boolean;
  firstApprovedBy: string | null;
};

export type StepContext = {
  by: StepTaker;
  /** The administrator's id; null for the others. */
  actorId: string | null;
  /** Two different administrators have to approve. */
  needsTwo: boolean;
};

export type Refusal = 'not-now' | 'not-yours' | 'not-confirmed' | 'not-verified' | 'same-person';

/** Why `step` cannot be taken now by this person, or null. */
export function refusalOf(
  facts: ApplicationFacts,
  step: Step,
  context: StepContext,
): Refusal | null {
  const rule: Rule = steps[step];
  if (rule.by !== context.by) return 'not-yours';
  if (rule.by === 'administrator' && context.actorId === null) return 'not-yours';
  if (!rule.from.includes(facts.status)) return 'not-now';
  if (step !== 'confirm' && !facts.isConfirmed) return 'not-confirmed';
  if (step === 'approve-first' || step === 'approve') {
    if (!facts.isVerified) return 'not-verified';
    if (step === 'approve-first' && (!context.needsTwo || facts.firstApprovedBy)) return 'not-now';
    if (step === 'approve' && context.needsTwo) {
      if (!facts.firstApprovedBy) return 'same-person';
      if (facts.firstApprovedBy === context.actorId) return 'same-person';
    }
  }
  return null;
}

/** Which of the two approvals the next one is. */
export function nextApproval(
  facts: Pick<ApplicationFacts, 'firstApprovedBy'>,
  needsTwo: boolean,
): 'approve-first' | 'approve' {
  return needsTwo && !facts.firstApprovedBy ? 'approve-first' : 'approve';
}

/** The facts after a step. Asking for information again clears a first approval. */
export function afterStep(
  facts: ApplicationFacts,
  step: Step,
  context: StepContext,
): ApplicationFacts {
  const after = { ...facts, status: steps[step].to };
  if (step === 'confirm') return { ...after, isConfirmed: true };
  if (step === 'ask') return { ...after, firstApprovedBy: null };
  if (step === 'approve-first') return { ...after, firstApprovedBy: context.actorId };
  return after;
}
