import { countryName } from '~/lib/format/display-names';
import type { Translate } from '~/i18n/translate';

type Named = { identifier: string; names: readonly string[]; caseNumbers: readonly string[] };

/** What a decision is called: its usual name, else its number, else its identifier. */
export function nameOfDecision({ identifier, names, caseNumbers }: Named): string {
  return names[0] ?? caseNumbers[0] ?? identifier;
}

type Proposed = { name: string; caseNumber: string; ecli: string | null };

/** What a proposal is called: the name its member knows, else its number, else its ECLI. */
export const nameOfProposal = ({ name, caseNumber, ecli }: Proposed): string =>
  name || caseNumber || (ecli ?? '');

/** In place of a country: the Union, the Council of Europe and the EFTA. */
export const organisations: readonly string[] = ['EU', 'CE', 'EFTA'];

export type CourtName = { name: string; nameEn: string; country: string; language: string };

/**
 * A court's name for a reader: those of the Union and of international organisations have one in each
 * official language, national courts are named as they name themselves.
 */
export function nameOfCourt(court: CourtName, language: string): string {
  const isInternational = organisations.includes(court.country);
  return isInternational && language !== court.language ? court.nameEn : court.name;
}

/** A State's name, or that of the organisation to which a court belongs. */
export function nameOfCountry(code: string, language: string, t: Translate): string {
  if (code === 'CE') return t('decision.country.CE');
  return code === 'EFTA' ? t('decision.country.EFTA') : countryName(code, language);
}
