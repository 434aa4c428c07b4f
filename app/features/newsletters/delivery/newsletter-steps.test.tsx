import { expect, test } from 'vitest';
import { NewsletterSteps } from './newsletter-steps';
import { markupOf } from '../../../../tests/support/site/markup-of';

const newsletter = { id: 'a', version: 3, subject: 'Good news', sendAt: null } as const;

/** What the page has before any script runs. */
function shown(status: 'draft' | 'sent'): string {
  return markupOf(<NewsletterSteps newsletter={{ ...newsletter, status }} />);
}

test('a draft can be deleted without scripts, after a question that names it', () => {
  const deletion = /<details.*<\/details>/s.exec(shown('draft'))?.[0] ?? '';
  expect(deletion).toContain('<summary>Delete draft</summary>');
  expect(deletion).toContain('“Good news” will be deleted');
  expect(deletion).toMatch(/<form [^>]*method="post".*<button type="submit"[^>]* value="delete"/s);
  expect(deletion).toContain('name="version" value="3"');
  expect(shown('sent')).not.toContain('<details');
});
