import type { Tone } from '~/ui/status-pill';

/** What an administrator has to do something about stands out. */
export const reviewTones = {
  open: 'attention',
  'suspension-proposed': 'attention',
  appealed: 'attention',
  'revision-requested': 'neutral',
  decided: 'neutral',
  closed: 'neutral',
} as const satisfies Record<string, Tone>;
