import { nearCountries, otherCountries } from '~/lib/format/country-codes';
import { countryName } from '~/lib/format/country-name';

/** Countries by their names in the reader's language. */
export function deskOptions(language: string): { value: string; label: string }[] {
  return [...nearCountries, ...otherCountries].map((code) => ({
    value: code,
    label: countryName(code, language),
  }));
}
