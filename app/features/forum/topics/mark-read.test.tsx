import { expect, test } from 'vitest';
import { MarkReadForm } from './mark-read';
import { markupOf } from '../../../../tests/support/site/markup-of';

const formOf = (position: number | null, alreadyRead: number) =>
  markupOf(
    <MarkReadForm last={position === null ? undefined : { position }} alreadyRead={alreadyRead} />,
  );

test('where scripts do not run there is a button, as long as something is unread', () => {
  const form = formOf(25, 24);
  expect(form).toMatch(/^<noscript>.*Mark as read up to here.*<\/noscript>$/s);
  expect(form).toContain('name="position" value="25"');
  expect(formOf(25, 25)).toBe('');
  expect(formOf(null, 0)).toBe('');
});
