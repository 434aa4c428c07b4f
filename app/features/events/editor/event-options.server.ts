import { countryOptions, workingLanguages } from '~/lib/format/display-names';
import { localeOf } from '~/lib/format/format-date';
import { zoneNames } from '~/lib/time/zoned-time.server';

/** Zones, countries and languages to choose from, by their names in the reader's language. */
export function eventOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' });
  const { near, others } = countryOptions(language);
  return {
    zones: zoneNames(),
    countries: [...near, ...others],
    languages: workingLanguages
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((a, b) => inOrder.compare(a.label, b.label)),
  };
}
