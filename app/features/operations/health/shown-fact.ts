import type { Translate } from '~/i18n/translate';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import type { Fact } from './health-check';

/** A figure as it is read: on the page and in mails. */
export function shownFact({ value, isBytes }: Fact, t: Translate, language: string): string {
  if (value === null || value === '') return t('health.unknown');
  if (value instanceof Date) return formatInstant(value, language, siteZone);
  if (typeof value === 'string') return value;
  const number = isBytes ? Math.ceil(value / 1_000_000) : value;
  return `${number.toLocaleString(language)}${isBytes ? ' MB' : ''}`;
}
