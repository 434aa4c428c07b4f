import { describe, expect, test } from 'vitest';
import { parseForm } from '~/lib/forms/form';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import { type DecisionDraft, decisionLists, emptyDraft } from './decision-draft';
import { decisionSchema } from './decision-input';

const draft: DecisionDraft = {
  ...emptyDraft,
  ecli: 'ECLI:EU:C:2024:531',
  court: 'EU:C',
  decidedOn: '2024-06-20',
  names: 'Scalable Capital',
};
const parse = (changes: DecisionDraft) =>
  parseForm(decisionSchema, decisionForm({ ...draft, ...changes }), decisionLists);

test('languages that the form does not offer at first stay', () => {
  const summaries = [{ language: 'ru', text: 'Слова', author: '' }];
  expect(parse({ languages: 'ru,az', summaries: JSON.stringify(summaries) })).toMatchObject({
    ok: true,
    data: { languages: ['ru', 'az'], summaries },
  });
});

test('a court publishes a decision on its day or later, if that is said', () => {
  for (const publishedOn of ['2024-06-20', '2024-06-24'])
    expect(parse({ publishedOn })).toMatchObject({ ok: true, data: { publishedOn } });
  expect(parse({ publishedOn: '' })).toMatchObject({ ok: true, data: { publishedOn: null } });
});

const ofHumanRights = {
  ecli: 'ECLI:CE:ECHR:2021:0525JUD005817013',
  court: 'CE:ECHR',
  decidedOn: '2021-05-25',
};

test('what an ECLI says of the court and the day is nothing else than what is chosen', () => {
  expect(parse({})).toMatchObject({ ok: true });
  expect(parse(ofHumanRights)).toMatchObject({ ok: true });
  // What national courts write there is not sure.
  const national = { ecli: 'ECLI:DE:BGH:2023:1', court: 'DE:BVERFG' };
  expect(parse(national)).toMatchObject({ ok: true });
});

describe('wrong, and said at its field:', () => {
  test.each([
    ['a court that the ECLI does not name', { court: 'EU:T' }, 'court', 'form.ecli-other-court'],
    [
      'a year that the ECLI does not name',
      { decidedOn: '2023-06-20' },
      'decidedOn',
      'form.ecli-other-year',
    ],
    [
      'a day that the ECLI does not name',
      { ...ofHumanRights, decidedOn: '2021-05-26' },
      'decidedOn',
      'form.ecli-other-day',
    ],
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
    [
      'a day of publication that is none',
      { publishedOn: 'soon' },
      'publishedOn',
      'form.published-day',
    ],
    [
      'a publication that is to come',
      { publishedOn: '2999-01-01' },
      'publishedOn',
      'form.published-ahead',
    ],
    [
      'a publication before the decision',
      { publishedOn: '2024-06-19' },
      'publishedOn',
      'form.published-before',
    ],
    ['an address that is none', { sourceUrl: 'https://a:b:c' }, 'sourceUrl', 'form.web-address'],
    ['an address that runs', { sourceUrl: 'javascript:alert(1)' }, 'sourceUrl', 'form.web-address'],
    ['a language that is none', { languages: 'Latin' }, 'languages', 'form.choose'],
  ])('%s', (_what, changes, field, key) => {
    expect(parse(changes)).toMatchObject({ ok: false, fieldErrors: { [field]: key } });
  });
});

describe('rows, said at the cell that is wrong:', () => {
  const row = { instrument: 'gdpr', article: '82', paragraph: '1', letter: '' };
  const summary = { language: 'en', text: 'Words', author: '' };
  test.each([
    ['no instrument', 'provisions', { ...row, instrument: '' }, 'instrument', 'form.provision'],
    ['no article', 'provisions', { ...row, article: '' }, 'article', 'form.provision'],
    ['a long article', 'provisions', { ...row, article: '12345' }, 'article', 'form.too-long'],
    ['no language', 'summaries', { ...summary, language: '' }, 'language', 'form.choose'],
  ])('%s', (_what, field, wrong, cell, key) => {
    const right = field === 'provisions' ? row : summary;
    expect(parse({ [field]: JSON.stringify([right, wrong]) })).toMatchObject({
      ok: false,
      fieldErrors: { [`${field}.1.${cell}`]: key },
    });
  });

  test('two summaries in one language are refused, and one without words is left out', () => {
    const summaries = [summary, { ...summary, text: '' }];
    expect(parse({ summaries: JSON.stringify(summaries) })).toMatchObject({
      data: { summaries: [summary] },
    });
    expect(parse({ summaries: JSON.stringify([summary, summary]) })).toMatchObject({
      fieldErrors: { summaries: 'form.summary-language' },
    });
  });

  test('a headnote goes beside the summary of its language, and after it', () => {
    const headnote = { ...summary, kind: 'headnote' };
    const given = [headnote, { ...summary, kind: 'summary' }];
    expect(parse({ summaries: JSON.stringify(given) })).toMatchObject({
      data: { summaries: [summary, headnote] },
    });
    expect(parse({ summaries: JSON.stringify([headnote, headnote]) })).toMatchObject({
      fieldErrors: { summaries: 'form.summary-language' },
    });
    const other = { ...summary, kind: 'other' };
    expect(parse({ summaries: JSON.stringify([other]) })).toMatchObject({
      fieldErrors: { 'summaries.0.kind': 'form.choose' },
    });
  });

  test('summaries of many languages can be as long as an import takes them', () => {
    const text = 'x'.repeat(20_000);
    const summaries = ['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu'].map(
      (language) => ({ ...summary, language, text }),
    );
    expect(parse({ summaries: JSON.stringify(summaries) })).toMatchObject({ ok: true });
  });
});
