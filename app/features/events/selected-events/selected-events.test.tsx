import { expect, test } from 'vitest';
import { translations } from '~/i18n/translations.server';
import { SelectedEvents, type SelectedEventsAnswer } from './selected-events';
import { selectedSteps } from './selected-steps';
import { markupOf } from '../../../../tests/support/site/markup-of';

type Language = 'en' | 'fr' | 'de';

function shown(language: Language, answer: Omit<SelectedEventsAnswer, 'result'>): string {
  const left = ['a', 'b'].map((id) => ({ id, title: id, language: 'en', why: 'state' as const }));
  return markupOf(
    <SelectedEvents answer={{ ...answer, result: { done: 0, left, unknown: 0 } }} />,
    language,
  );
}

test.each([
  ['en', 'cannot be', 'were not'],
  ['fr', 'ne peuvent pas être', 'n’ont pas été'],
  ['de', 'lassen sich nicht', 'wurden nicht'],
] as const)(
  'what cannot be done is said so in %s until it was tried',
  (language, before, afterwards) => {
    for (const step of selectedSteps) {
      const asking = shown(language, { step, asked: [] });
      expect(asking).toContain(before);
      expect(asking).not.toContain(afterwards);
      const tried = shown(language, { step });
      expect(tried).toContain(afterwards);
      expect(tried).not.toContain(before);
    }
  },
);

test('a question has at least one event', () => {
  expect(shown('en', { step: 'publish', asked: [] })).not.toContain('Publish 0');
});

test.each([
  ['en', ['published', 'withdrawn', 'cancelled']],
  ['fr', ['publié', 'retiré', 'annulé']],
  ['de', ['veröffentlicht', 'zurückgezogen', 'abgesagt']],
] as const)('each state in which nothing can be published is named in %s', (language, states) => {
  const said = translations[language]['event-selection.why.state.publish'] ?? '';
  for (const state of states) expect(said).toContain(state);
  expect(shown(language, { step: 'publish' })).toContain(said.replaceAll("'", '&#x27;'));
});
