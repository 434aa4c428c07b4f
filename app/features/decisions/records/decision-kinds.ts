/** What the columns of a decision accept; here, because a form in the browser offers it too. */
export const decisionTypes = ['judgment', 'order', 'opinion', 'decision'] as const;

export const decisionOutcomes = [
  'interpretation',
  'invalid',
  'infringement',
  'upheld',
  'partly-upheld',
  'dismissed',
  'set-aside',
  'remitted',
  'fine',
  'reprimand',
] as const;

export const decisionVisibilities = ['public', 'members'] as const;

export const decisionStates = ['proposed', 'checked', 'withdrawn'] as const;
export type DecisionState = (typeof decisionStates)[number];
