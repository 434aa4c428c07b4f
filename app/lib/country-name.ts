import { localeOf } from './format-date';

/** A country's name in the reader's language. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string, language: string): string {
  return (
    new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'code' }).of(code) ??
    code
  );
}
