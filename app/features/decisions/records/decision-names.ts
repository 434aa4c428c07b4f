import { countryName } from '~/lib/format/display-names';
import type { Translate } from '~/i18n/translate';

type Named = { identifier: string; names: readonly string[]; caseNumbers: readonly string[] };

/** What a decision is called: its usual name, else its number, else its identifier. */
export function nameOfDecision({ identifier, names, caseNumbers }: Named): string {
  return names[0] ?? caseNumbers[0] ?? identifier;
}

/** A State's name, or that of the organisation to which a court belongs. */
export function nameOfCountry(code: string, language: string, t: Translate): string {
  if (code === 'CE') return t('decision.country.CE');
  return code === 'EFTA' ? t('decision.country.EFTA') : countryName(code, language);
}
