import { nearCountries, otherCountries } from './country-codes';
import { countryName } from './country-name';
import { localeOf } from './format-date';

/**
 * All countries by their names in the reader's language. Made on the server, because the names that
 * browsers know differ from one to the next.
 */
export function countryOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const named = (codes: readonly string[]) =>
    codes
      .map((code) => ({ value: code, label: countryName(code, language) }))
      .toSorted((a, b) => inOrder.compare(a.label, b.label));
  return { near: named(nearCountries), others: named(otherCountries) };
}

export type CountryOptions = ReturnType<typeof countryOptions>;
