import type { ReviewState } from './review-states';

/** Why a comment is not kept together with others. */
export type WhyNotKept = 'changed' | 'decided' | 'involved' | 'hidden' | 'edited';

type Facts = {
  state: ReviewState;
  commentState: 'visible' | 'hidden' | 'removed-by-author' | 'removed-by-moderator';
  /** The actor has flagged the comment. */
  isReporter: boolean;
  /** What was flagged is not what the comment says now. */
  isEdited: boolean;
};

/**
 * What speaks against keeping a comment together with others: what needs a look of its own is
 * decided on the page of its review.
 * @returns null when nothing does
 */
export function whyNotKept(facts: Facts): WhyNotKept | null {
  if (facts.state !== 'open') return 'decided';
  if (facts.isReporter) return 'involved';
  if (facts.commentState !== 'visible') return 'hidden';
  return facts.isEdited ? 'edited' : null;
}
