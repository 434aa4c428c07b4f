import { expect, test } from 'vitest';
import { ReviewAssignee } from './review-case';
import type { ReviewState } from './review-states';
import { markupOf } from '../../../../tests/support/site/markup-of';

const nobody = (state: ReviewState, mayTake: boolean) =>
  markupOf(
    <ReviewAssignee
      review={{ state, version: 1, assignee: null, isMine: false }}
      mayTake={mayTake}
    />,
  );

test('that nobody has taken a review is said only while it waits', () => {
  expect(nobody('open', true)).toContain('Nobody has taken this yet');
  expect(nobody('appealed', false)).toContain('Nobody has taken this yet');
  for (const state of ['decided', 'closed'] as const) expect(nobody(state, false)).toBe('');
});
