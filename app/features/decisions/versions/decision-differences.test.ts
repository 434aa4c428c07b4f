import { expect, test } from 'vitest';
import { translateIn } from '~/i18n/translations.server';
import { differencesOf } from './decision-differences';

const reader = {
  t: translateIn('en'),
  language: 'en',
  courtName: (code: string) => (code === 'EU:C' ? 'Court of Justice' : code),
  identifierOf: () => 'ECLI:EU:C:2019:1',
};

test('what has changed is said in words, and what has not is left out', () => {
  const before = {
    state: 'proposed',
    visibility: 'members',
    court: 'FR:CE',
    publishedOn: '2024-06-24',
    provisions: ['gdpr/82/1'],
    procedure: [{ kind: 'appeal', identifier: 'ECLI:EU:T:2023:219' }],
    topics: ['damages'],
    languages: ['fr'],
    names: ['Same'],
    summaries: [
      { language: 'en', text: 'Words.', author: 'Ada' },
      { language: 'en', text: 'Law.', author: '', kind: 'headnote' },
    ],
  } as const;
  const after = {
    ...before,
    state: 'withdrawn',
    visibility: 'public',
    court: 'EU:C',
    publishedOn: null,
    mergedInto: 'an id',
    provisions: [],
    procedure: [],
    topics: [],
    languages: [],
    summaries: [],
  } as const;
  const copy = (content: object) => structuredClone(content);
  expect(differencesOf(copy(before), copy(after), reader)).toEqual([
    { label: 'decision-editor.state', before: 'Proposed', after: 'Withdrawn' },
    { label: 'decision-editor.merge-into', before: '', after: 'ECLI:EU:C:2019:1' },
    { label: 'decision-editor.visibility', before: 'Members only', after: 'Everyone' },
    { label: 'decision.facet.court', before: 'FR:CE', after: 'Court of Justice' },
    { label: 'judgment.published-on', before: '24 June 2024', after: '' },
    { label: 'decision.facet.language', before: 'French', after: '' },
    { label: 'decision-editor.provisions', before: 'Article 82(1) GDPR', after: '' },
    {
      label: 'decision-editor.procedure',
      before: 'On appeal from ECLI:EU:T:2023:219',
      after: '',
    },
    { label: 'decision.facet.topic', before: expect.stringMatching(/^[A-Z]/), after: '' },
    {
      label: 'decision-editor.summaries',
      before: 'English: Ada: Words.; Headnote: English: Law.',
      after: '',
    },
  ]);
});
