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

const found = new Map<string, string>();

/**
 * A country's name in the reader's language.
 * @param code ISO 3166-1 alpha-2; whatever else someone has put into an address is given back
 */
export function countryName(code: string, language: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  const key = `${language} ${code}`;
  const name = found.get(key) ?? namesIn(language).of(code) ?? code;
  found.set(key, name);
  return name;
}
