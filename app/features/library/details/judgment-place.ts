import type { Translate } from '~/i18n/translate';
import { countryName } from '~/lib/format/display-names';

/**
 * The name of the country of a court; the courts of the Union and of the Council of Europe stand
 * under letters of their own in the ECLI.
 */
export function judgmentPlace(code: string, language: string, t: Translate): string {
  return code === 'CE' ? t('judgment.council-of-europe') : countryName(code, language);
}
