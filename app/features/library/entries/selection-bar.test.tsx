import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import type { EntryView } from '~/features/library/intranet/entry-view';
import { SelectionBar } from './selection-bar';

const entry = (id: string, isChangeable: boolean): EntryView => ({
  id,
  title: id,
  folder: false,
  kind: 'other',
  about: null,
  extension: 'txt',
  bytes: 1,
  changedAt: '2026-01-01T00:00:00Z',
  userName: null,
  isNew: false,
  isChangeable,
  isScan: false,
  isLanguageOff: false,
  version: 1,
});
const barOf = (...selection: EntryView[]) =>
  markupOf(
    <SelectionBar
      selection={selection}
      isPart={false}
      onAct={() => undefined}
      onClear={() => undefined}
    />,
  );

test('why what is chosen cannot be changed is said instead of the buttons', () => {
  const own = barOf(entry('a', true), entry('b', true));
  expect(own).toContain('Delete');
  expect(own).not.toContain('someone else');
  const mixed = barOf(entry('a', true), entry('b', false));
  expect(mixed).not.toContain('Delete');
  expect(mixed).toContain(
    '1 of these belongs to someone else, so they cannot be moved or deleted.',
  );
  expect(barOf(entry('a', true), entry('b', false), entry('c', false))).toContain(
    '2 of these belong to others',
  );
  expect(barOf(entry('b', false))).toContain('This belongs to someone else');
});
