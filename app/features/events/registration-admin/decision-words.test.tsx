import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { ConfirmDecision } from './registration-table';

test.each([
  ['decline', true],
  ['cancel', true],
  ['confirm', false],
] as const)(
  'before several are decided on, %s: says that needs are deleted: %s',
  (decision, says) => {
    const page = markupOf(<ConfirmDecision decision={decision} people={[]} isOver={false} />, 'en');
    expect(page.includes('deletes what was entered under “Diet and access”')).toBe(says);
  },
);
