import { nearCountries, otherCountries, countryName } from '~/lib/format/display-names';

/** Countries by their names in the reader's language. */
export function registrationOptions(language: string): { value: string; label: string }[] {
  return [...nearCountries, ...otherCountries].map((code) => ({
    value: code,
    label: countryName(code, language),
  }));
}
