import type { Translate } from '~/i18n/translate';
import {
  type CourtName,
  nameOfCountry,
  nameOfCourt,
} from '~/features/decisions/records/decision-names';
import type { Ecli } from '~/features/citations/ecli';

export type KnownCourt = CourtName & {
  code: string;
  abbreviation: string;
  ecliCode: string | null;
};

/** A court as it is offered, and typed: by its name, with its country where several have the same. */
export type NamedCourt<Court extends KnownCourt = KnownCourt> = { label: string; court: Court };

/** The courts by the names that a reader chooses from. */
export function nameCourts<Court extends KnownCourt>(
  courts: readonly Court[],
  language: string,
  t: Translate,
): NamedCourt<Court>[] {
  const inOrder = new Intl.Collator(language);
  const names = courts.map((court) => nameOfCourt(court, language));
  return courts
    .map((court) => {
      const name = nameOfCourt(court, language);
      const isOne = names.indexOf(name) === names.lastIndexOf(name);
      const country = nameOfCountry(court.country, language, t);
      return { court, label: isOne ? name : `${name} (${country})` };
    })
    .toSorted((one, other) => inOrder.compare(one.label, other.label));
}

const spelled = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** The court that an ECLI names. */
export function courtOfIdentifier<Named extends NamedCourt>(
  courts: readonly Named[],
  ecli: Ecli | null,
): Named | null {
  const code = ecli && `${ecli.country}:${ecli.court}`.toUpperCase();
  return courts.find(({ court }) => court.code.toUpperCase() === code) ?? null;
}

/**
 * The court that a typed name means: as it is offered, as it calls itself, in English, or short.
 * @param country of the ECLI, where there is one: several States have a court of the same name
 */
export function courtOfName<Named extends NamedCourt>(
  courts: readonly Named[],
  name: string,
  country?: string,
): Named | null {
  const wanted = spelled(name);
  const found = courts.filter(({ label, court }) =>
    [label, court.name, court.nameEn, court.abbreviation, court.code].some(
      (one) => spelled(one) === wanted,
    ),
  );
  if (found.length === 1) return found[0] ?? null;
  const exact = found.filter(({ label }) => spelled(label) === wanted);
  if (exact.length === 1) return exact[0] ?? null;
  const inCountry = found.filter(({ court }) => court.country === country);
  return inCountry.length === 1 ? (inCountry[0] ?? null) : null;
}
