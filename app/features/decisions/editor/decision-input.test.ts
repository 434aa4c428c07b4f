import { describe, expect, test } from 'vitest';
import { type DecisionDraft, emptyDraft } from './decision-draft';
import { parseDraft } from './decision-input';

const draft: DecisionDraft = {
  ...emptyDraft,
  ecli: 'ECLI:EU:C:2024:531',
  court: 'EU:C',
  decidedOn: '2024-06-20',
  names: 'Scalable Capital',
};
const parse = (changes: Partial<DecisionDraft>) => parseDraft({ ...draft, ...changes });

test('languages that the form does not offer at first stay', () => {
  const summaries = [{ language: 'ru', text: 'Слова', author: '' }];
  expect(parse({ languages: ['ru', 'az'], summaries })).toMatchObject({
    ok: true,
    data: { languages: ['ru', 'az'], summaries },
  });
});

describe('wrong, and said at its field:', () => {
  test.each([
    [
      'a name that is too long, which is not cut',
      { names: 'x'.repeat(301) },
      'names',
      'form.lines',
    ],
    [
      'more names than are kept',
      {
        names: Array.from({ length: 101 })
          .map((_, at) => at)
          .join('\n'),
      },
      'names',
      'form.lines',
    ],
    [
      'a year that no court has seen',
      { decidedOn: '0000-01-01' },
      'decidedOn',
      'form.decision-day',
    ],
    ['an address that is none', { sourceUrl: 'https://a:b:c' }, 'sourceUrl', 'form.web-address'],
    ['an address that runs', { sourceUrl: 'javascript:alert(1)' }, 'sourceUrl', 'form.web-address'],
    ['a language that is none', { languages: ['Latin'] }, 'languages', 'form.choose'],
  ])('%s', (_what, changes, field, key) => {
    expect(parse(changes)).toMatchObject({ ok: false, fieldErrors: { [field]: key } });
  });
});
