import {
  nearCountries,
  otherCountries,
  countryName,
  workingLanguages,
} from '~/lib/format/display-names';
import { localeOf } from '~/lib/format/format-date';
import { zoneNames } from '~/lib/time/zoned-time.server';

/** Zones, countries and languages to choose from, by their names in the reader's language. */
export function eventOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' });
  return {
    zones: zoneNames(),
    countries: [...nearCountries, ...otherCountries].map((code) => ({
      value: code,
      label: countryName(code, language),
    })),
    languages: workingLanguages
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((a, b) => inOrder.compare(a.label, b.label)),
  };
}
