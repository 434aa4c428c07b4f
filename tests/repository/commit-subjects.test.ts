import { expect, test } from 'vitest';
import { changelogOf, problemOf } from '../../scripts/commit-subjects.mjs';

test.each(['feat(events): add waiting list', 'fix: mend dates', 'refactor(data-rights)!: drop it'])(
  '"%s" is a good first line',
  (subject) => {
    expect(problemOf(subject)).toBeUndefined();
  },
);

test.each([
  ['Add waiting list', /Conventional/],
  ['feature: add waiting list', /Conventional/],
  ['fix:mend dates', /Conventional/],
  ['fix(Events): mend dates', /Conventional/],
  ['fix: mend dates.', /full stop/],
  [`fix: ${'x'.repeat(68)}`, /73 characters/],
])('"%s" is not', (subject, problem) => {
  expect(problemOf(subject)).toMatch(problem);
});

test('the change log has what concerns readers, by release', () => {
  const text = changelogOf([
    { title: 'Not yet released', subjects: ['fix(events): mend dates', 'test: look twice'] },
    { title: '1.0.0 (2026-11-24)', subjects: ['feat!: add events', 'Say it otherwise'] },
  ]);
  expect(
    text
      .split('\n')
      .filter((line) => line !== '')
      .slice(2),
  ).toEqual([
    '## Not yet released',
    '### Fixed',
    '- **events**: Mend dates',
    '## 1.0.0 (2026-11-24)',
    '### Added',
    '- Breaking: Add events',
  ]);
});
