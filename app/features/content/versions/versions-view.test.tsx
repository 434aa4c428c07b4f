import { expect, test } from 'vitest';
import { VersionsView } from './versions-view';
import { markupOf } from '../../../../tests/support/site/markup-of';

const version = (number: number) => ({
  number,
  name: null,
  createdAt: new Date(0),
  isPublished: true,
  writer: null,
});

function shown(count: number, current: number | null): string {
  const versions = Array.from({ length: count }, (_, place) => version(count - place));
  return markupOf(
    <VersionsView
      title="Versions"
      back="/"
      row={{ version: count, language: 'en' }}
      versions={versions}
      current={current}
      numbers={{ from: 1, to: count }}
      changes={[]}
    />,
  );
}

test('the only version is shown without a comparison and cannot be restored', () => {
  const markup = shown(1, 1);
  expect(markup).toContain('<strong>1</strong>');
  expect(markup).not.toContain('Compare');
  expect(markup).not.toContain('Restore');
});

test('every version but the current one can be restored, and compared with the newest', () => {
  const markup = shown(3, 2);
  expect(markup).toContain('Compare two versions');
  expect([...markup.matchAll(/>(Restore version \d)</g)].map(([, words]) => words)).toEqual([
    'Restore version 3',
    'Restore version 1',
  ]);
  expect([...markup.matchAll(/>Compare version (\d) with/g)].map(([, words]) => words)).toEqual([
    '2',
    '1',
  ]);
});
