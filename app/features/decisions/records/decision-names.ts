import { countryName } from '~/lib/format/display-names';
import type { Translate } from '~/i18n/translate';
import { internationalCourts } from '~/features/decisions/courts/international-courts';

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

export type CourtName = {
  code: string;
  name: string;
  nameEn: string;
  country: string;
  language: string;
};

/**
 * A court's name for a reader, and the language of that: those of the Union and of international
 * organisations have one in each language, national courts are named as they name themselves.
 */
export function courtForReader(
  court: CourtName,
  language: string,
): { name: string; language: string } {
  const isInternational = organisations.includes(court.country);
  if (!isInternational || language === court.language)
    return { name: court.name, language: court.language };
  const known = internationalCourts[court.code]?.[language];
  return known ? { name: known.name, language } : { name: court.nameEn, language: 'en' };
}

/** A court's name for a reader. */
export function nameOfCourt(court: CourtName, language: string): string {
  return courtForReader(court, language).name;
}

/** "CJEU", in French "CJUE" and in German "EuGH"; of national courts always the same. */
export function abbreviationOfCourt(
  { code, abbreviation }: { code: string; abbreviation: string },
  language: string,
): string {
  return internationalCourts[code]?.[language]?.abbreviation ?? abbreviation;
}

/** A State's name, or that of the organisation to which a court belongs. */
export function nameOfCountry(code: string, language: string, t: Translate): string {
  if (code === 'CE') return t('decision.country.CE');
  return code === 'EFTA' ? t('decision.country.EFTA') : countryName(code, language);
}
