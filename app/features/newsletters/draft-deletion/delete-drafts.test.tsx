import { expect, test } from 'vitest';
import { type DeletionAnswer, DraftDeletion } from './delete-drafts';
import { markupOf } from '../../../../tests/support/site/markup-of';

type Language = 'en' | 'fr' | 'de';

function shown(language: Language, answer: Omit<DeletionAnswer, 'result'>): string {
  const left = ['a', 'b'].map((id) => ({ id, subject: id, why: 'state' as const }));
  return markupOf(
    <DraftDeletion answer={{ ...answer, result: { deleted: 0, left, unknown: 0 } }} />,
    language,
  );
}

test.each([
  ['en', 'cannot be', 'were not'],
  ['fr', 'ne peuvent pas être', 'n’ont pas été'],
  ['de', 'lassen sich nicht', 'wurden nicht'],
] as const)(
  'what cannot be deleted is said so in %s until it was tried',
  (language, before, afterwards) => {
    const asking = shown(language, { asked: [] });
    expect(asking).toContain(before);
    expect(asking).not.toContain(afterwards);
    const tried = shown(language, {});
    expect(tried).toContain(afterwards);
    expect(tried).not.toContain(before);
  },
);

test('a question has at least one draft', () => {
  expect(shown('en', { asked: [] })).not.toContain('Delete 0');
});
