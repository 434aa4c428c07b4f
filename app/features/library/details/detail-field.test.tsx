import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryOptions } from '~/lib/format/display-names';
import { DetailField } from './detail-field';

/** The field as the server sends it, so without any script. */
function countryField(value: string, saved: string | null = null): string {
  return renderToStaticMarkup(
    <TranslationProvider language="fr" translate={translateIn('fr')}>
      <DetailField
        facts={{ name: 'country', label: 'document.country' }}
        value={value}
        saved={saved}
        countries={countryOptions('fr')}
        languages={['en']}
      />
    </TranslationProvider>,
  );
}

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
