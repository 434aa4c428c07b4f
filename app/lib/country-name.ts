import { localeOf } from './format-date';

const names = new Map<string, Intl.DisplayNames>();

/** Making the list of a language costs far more than looking a name up. */
function namesIn(language: string): Intl.DisplayNames {
  const made =
    names.get(language) ??
    new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'code' });
  names.set(language, made);
  return made;
}

/**
 * A country's name in the reader's language.
 * @param code ISO 3166-1 alpha-2; whatever else somebody has put into an address is given back
 */
export function countryName(code: string, language: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (namesIn(language).of(code) ?? code) : code;
}
