import { countryOptions, languageOptions } from '~/lib/format/display-names';
import { zoneNames } from '~/lib/time/zoned-time.server';

/** Zones, countries and languages to choose from, by their names in the reader's language. */
export function eventOptions(language: string) {
  const { near, others } = countryOptions(language);
  return {
    zones: zoneNames(),
    countries: [...near, ...others],
    languages: languageOptions(language),
  };
}
