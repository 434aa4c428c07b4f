import { expect, test } from 'vitest';
import { RetentionList, type ShownRow } from './retention-list';
import { markupOf } from '../../../../tests/support/site/markup-of';

const common = { why: 'membership', seenBy: 'administrators', kept: { rule: 'account' } } as const;

test('each kind of record is one closed line with what it holds, each field named once', () => {
  const rows: ShownRow[] = [
    { ...common, name: 'users', personal: ['firstName', 'search', 'textWords'] },
    { ...common, name: 'courts', personal: [] },
  ];
  const shown = markupOf(<RetentionList rows={rows} />);
  expect(shown.match(/<details/g)).toHaveLength(2);
  expect(shown).not.toContain('open=""');
  expect(shown).toContain('>2 kinds of personal data<');
  expect(shown).toContain('>no personal data<');
  expect(shown.match(/search index/g)).toHaveLength(1);
});

test('of backups and the log, which hold whatever was put there, no number of fields is said', () => {
  const shown = markupOf(<RetentionList rows={[{ ...common, name: 'backups' }]} />);
  expect(shown).toContain('Backups of all this');
  expect(shown).not.toMatch(/personal data/i);
});

test('of what is published it says that who added or changed it is removed', () => {
  const row: ShownRow = { ...common, name: 'articles', personal: [], onDeletion: 'stays-as-it-is' };
  expect(markupOf(<RetentionList rows={[row]} />)).toContain(
    'The content stays as it is, with the names in it; ' +
      'the note of who added or changed it is removed',
  );
});
