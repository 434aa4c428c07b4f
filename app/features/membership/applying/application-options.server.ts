import { countryOptions, workingLanguages } from '~/lib/format/display-names';
import { localeOf } from '~/lib/format/format-date';

export type Option = { value: string; label: string };

/**
 * Countries and languages by their names in the reader's language. Made on the server, because the
 * names that browsers know differ from one to the next.
 */
export function applicationOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const byLabel = (a: Option, b: Option) => inOrder.compare(a.label, b.label);
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' });
  const languages = workingLanguages
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted(byLabel);
  return { ...countryOptions(language), languages };
}

export type ApplicationOptions = ReturnType<typeof applicationOptions>;
