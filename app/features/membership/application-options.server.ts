import { nearCountries, otherCountries } from '~/lib/country-codes';
import { countryName } from '~/lib/country-name';
import { localeOf } from '~/lib/format-date';
import { workingLanguages } from '~/lib/working-languages';

export type Option = { value: string; label: string };

/**
 * Countries and languages by their names in the reader's language. Made on the server, because the
 * names that browsers know differ from one to the next.
 */
export function applicationOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const byLabel = (a: Option, b: Option) => inOrder.compare(a.label, b.label);
  const countries = (codes: readonly string[]) =>
    codes.map((code) => ({ value: code, label: countryName(code, language) })).toSorted(byLabel);
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' });
  const languages = workingLanguages
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted(byLabel);
  return { near: countries(nearCountries), others: countries(otherCountries), languages };
}

export type ApplicationOptions = ReturnType<typeof applicationOptions>;
