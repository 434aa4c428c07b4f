import { localeOf } from '~/lib/format/format-date';

/** Compares titles by the alphabet of a language, numbers by their size. */
export function titleOrder(language: string): (a: string, b: string) => number {
  return new Intl.Collator(localeOf(language), { numeric: true, sensitivity: 'base' }).compare;
}
