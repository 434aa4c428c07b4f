import { expect, test } from 'vitest';
import { HiddenNote } from './hidden-note';
import { markupOf } from '../../../../tests/support/site/markup-of';

test('a review is spoken of only as long as there is one', () => {
  expect(markupOf(<HiddenNote decision={null} />)).toContain('while it is reviewed');
  const decided = markupOf(<HiddenNote decision="/forum/decision/1" />);
  expect(decided).not.toContain('while it is reviewed');
  expect(decided).toContain('<a href="/forum/decision/1">Read the decision</a>');
});
