import { expect, test } from 'vitest';
import { translateIn } from '~/i18n/translations.server';
import { countryOptions } from '~/lib/format/display-names';
import { DetailField } from './detail-field';
import { documentFields, type FieldFacts, judgmentFields } from './details-fields';
import { markupOf } from '../../../../tests/support/site/markup-of';

type Shown = { value: string; saved?: string | null; errors?: Record<string, string> };

/** The field as the server sends it, so without any script. */
function fieldOf(facts: FieldFacts, { value, saved = null, errors = {} }: Shown): string {
  return markupOf(
    <DetailField
      facts={facts}
      value={value}
      saved={saved}
      errors={errors}
      countries={countryOptions('fr')}
      languages={['en']}
    />,
    'fr',
  );
}

const countryField = (value: string, saved: string | null = null) =>
  fieldOf({ name: 'country', label: 'document.country' }, { value, saved });

const chosenIn = (markup: string) => /<option value="([^"]*)" selected="">([^<]*)</.exec(markup);

test.each([
  ['DE', 'Allemagne'],
  ['BR', 'Brésil'],
  ['EU', 'Union européenne'],
  ['CE', 'Conseil de l’Europe'],
])('the country %s is chosen by its name', (code, name) => {
  expect(chosenIn(countryField(code))?.slice(1)).toEqual([code, name]);
});

test('letters that are no country, from an ECLI, stay what they are', () => {
  expect(chosenIn(countryField('XX'))?.slice(1)).toEqual(['XX', 'XX']);
});

test('a concurrent save is shown by its field', () => {
  expect(countryField('DE', 'PT')).toContain('Portugal');
  expect(countryField('DE', 'CE')).toContain('Conseil de l’Europe');
});

test('a date is chosen in the reader’s own order, and is told in words', () => {
  const decidedOn = judgmentFields.find(({ name }) => name === 'decidedOn');
  if (!decidedOn) throw new Error('There is no such field');
  const markup = fieldOf(decidedOn, { value: '2026-11-20', saved: '2026-11-19' });
  expect(markup).toMatch(/<input type="date"[^>]* value="2026-11-20"/);
  expect(markup).toContain('19 novembre 2026');
});

const provisions: FieldFacts = { name: 'articles', label: 'judgment.articles', each: 'provision' };

test('each of several values has a field of its own, where it is refused, and can be removed', () => {
  const value = 'Art. 6 GDPR,Art. 17 GDPR';
  const errors = { articles: 'form.too-long', 'articles.1': 'form.too-long' };
  const markup = fieldOf(provisions, { value, errors });
  expect(markup).toContain('name="articles" value="Art. 6 GDPR"');
  expect(markup).toMatch(
    /id="field-articles\.1"[^>]*aria-invalid="true"[^>]*value="Art\. 17 GDPR"/,
  );
  expect(markup.match(/aria-invalid/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Retirer la disposition 2"');
});

test('a concurrent save of several values is shown only where they differ', () => {
  const shown = (saved: string) =>
    fieldOf(provisions, { value: 'Art. 6 GDPR,Art. 17 GDPR', saved });
  expect(shown('Art. 6 GDPR, Art. 17 GDPR')).not.toContain('field-articles-hint');
  expect(shown('Art. 9 GDPR')).toMatch(/field-articles-hint"[^>]*>[^<]*Art\. 9 GDPR/);
});

test.each(['en', 'fr', 'de'] as const)('no two fields have the same name (%s)', (language) => {
  const t = translateIn(language);
  const names = [...documentFields, ...judgmentFields].flatMap(({ label, each }) =>
    each ? [t(label), t(`document.${each}.one`, { number: 1 })] : [t(label)],
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
