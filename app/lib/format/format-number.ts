import { localeOf } from './format-date';

const formats = new Map<string, Intl.NumberFormat>();

/** A number for people: "10,000". Making a format costs far more than using it. */
export function formatNumber(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  formats.set(language, format);
  return format.format(value);
}
