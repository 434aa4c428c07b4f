import { provisionTitle } from '~/features/citations/provisions';
import { courtKinds } from '~/features/decisions/courts/court-schemas';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import { isTopic } from '~/features/decisions/records/topics';
import { schema } from '~/db/db.server';
import type { Translate } from '~/i18n/translate';
import { languageName } from '~/lib/format/display-names';
import { addressWith, type DecisionQuery, type FacetName, facetNames } from './decision-query';
import type { Facets } from './facets.server';

export type Words = { language: string; t: Translate; courts: CourtNames };

/** The names of courts for a reader, by their codes, each with its language. */
type CourtNames = ReadonlyMap<string, { name: string; language: string }>;

/** A value of a facet as people read it; one that does not exist is shown as it was asked for. */
export function labelOf(name: FacetName, value: string, { language, t, courts }: Words): string {
  switch (name) {
    case 'country':
      return nameOfCountry(value, language, t);
    case 'court':
      return courts.get(value)?.name ?? value;
    case 'kind': {
      const kind = courtKinds.find((one) => one === value);
      return kind ? t(`courts.kind.${kind}`) : value;
    }
    case 'provision':
      return provisionTitle(value, language);
    case 'topic':
      return isTopic(value) ? t(`decision.topic.${value}`) : value;
    case 'outcome': {
      const outcome = schema.decisionRecords.outcome.enumValues.find((one) => one === value);
      return outcome ? t(`decision.outcome.${outcome}`) : value;
    }
    case 'language':
      return languageName(value, language);
    case 'text':
      return t('decision.with-text');
    case 'year':
      return value;
  }
}

export type FacetOption = {
  value: string;
  label: string;
  /** Where it is not that of the reader. */
  lang?: string | undefined;
  count: number;
  isChosen: boolean;
  /** Chooses it, or lets go of it. */
  address: string;
};

/** The language of the name of a national court; all else is in words of the reader. */
function langOf(name: FacetName, value: string, { language, courts }: Words): string | undefined {
  const written =
    name === 'court' ? courts.get(value)?.language : name === 'language' ? value : language;
  return written === language ? undefined : written;
}

/** The facets as lists of links, each with the number that it leads to. */
export function facetOptions(query: DecisionQuery, facets: Facets, words: Words) {
  return facetNames.flatMap((name) => {
    const chosen = query.facets[name];
    const options = facets[name].map(({ value, count }): FacetOption => {
      const isChosen = value === chosen;
      return {
        value,
        count,
        isChosen,
        label: labelOf(name, value, words),
        lang: langOf(name, value, words),
        address: addressWith(query, name, isChosen ? null : value),
      };
    });
    // What is chosen and fits nothing can be let go of all the same.
    if (chosen && !options.some(({ isChosen }) => isChosen)) {
      const label = labelOf(name, chosen, words);
      const address = addressWith(query, name, null);
      options.unshift({ value: chosen, label, count: 0, isChosen: true, address });
    }
    return options.length > 0 ? [{ name, options }] : [];
  });
}

export type FacetList = ReturnType<typeof facetOptions>[number];
