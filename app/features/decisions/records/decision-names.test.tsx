import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { projectRoot } from '~/config/project-root.server';
import { translateIn } from '~/i18n/translations.server';
import { Facets } from '~/features/decisions/browse/facets';
import { facetOptions } from '~/features/decisions/browse/facet-options.server';
import { Brief } from './citation-lists';
import { DecisionFacts } from './decision-facts';
import {
  abbreviationOfCourt,
  courtForReader,
  type CourtName,
  nameOfCourt,
  organisations,
} from './decision-names';
import { markupOf } from '../../../../tests/support/site/markup-of';

type Court = CourtName & { abbreviation: string };

const courts: Court[] = JSON.parse(
  readFileSync(join(projectRoot(), 'content/courts.json'), 'utf8'),
);
const courtOf = (code: string): Court => {
  const found = courts.find((one) => one.code === code);
  if (!found) throw new Error(`There is no court ${code}`);
  return found;
};

describe('a court of the Union or of an organisation', () => {
  test.each([
    ['EU:C', 'CJEU', 'CJUE', 'EuGH'],
    ['EU:T', 'GC', 'Trib. UE', 'EuG'],
    ['CE:ECHR', 'ECtHR', 'CEDH', 'EGMR'],
    ['EFTA:EFTA', 'EFTA Court', 'Cour AELE', 'EFTA-Gerichtshof'],
  ])('has its abbreviation in each language: %s', (code, ...expected) => {
    expect(
      ['en', 'fr', 'de'].map((language) => abbreviationOfCourt(courtOf(code), language)),
    ).toEqual(expected);
  });

  test('has a name in the language of the reader', () => {
    expect(nameOfCourt(courtOf('EU:C'), 'de')).toBe('Gerichtshof der Europäischen Union');
    expect(nameOfCourt(courtOf('EU:C'), 'fr')).toBe('Cour de justice de l’Union européenne');
    expect(nameOfCourt(courtOf('EU:C'), 'en')).toBe('Court of Justice of the European Union');
    for (const court of courts.filter(({ country }) => organisations.includes(country))) {
      for (const language of ['en', 'fr', 'de']) {
        expect(courtForReader(court, language).language, court.code).toBe(language);
      }
    }
  });

  test('that is not known has its English name, marked as such', () => {
    const court = { ...courtOf('EU:C'), code: 'EU:X', nameEn: 'Court of X' };
    expect(courtForReader(court, 'de')).toEqual({ name: 'Court of X', language: 'en' });
  });

  test('is called so in lists of decisions', () => {
    const decision = {
      identifier: 'ECLI:EU:C:2014:317',
      names: ['Google Spain'],
      caseNumbers: ['C-131/12'],
      decidedOn: '2014-05-13',
      country: 'EU',
      courtCode: 'EU:C',
      court: courtOf('EU:C').name,
      abbreviation: courtOf('EU:C').abbreviation,
    };
    expect(markupOf(<Brief decision={decision} />, 'de')).toContain('EuGH, 13. Mai 2014');
    expect(markupOf(<Brief decision={decision} />, 'fr')).toContain('CJUE, 13 mai 2014');
  });
});

describe('a national court', () => {
  const national = courtOf('AT:VFGH');

  test('is named as it names itself, in its language', () => {
    expect(courtForReader(national, 'fr')).toEqual({ name: national.name, language: 'de' });
    expect(abbreviationOfCourt(national, 'fr')).toBe('VfGH');
  });

  test.each([
    ['fr', 'AT:VFGH', '<dd lang="en">Constitutional Court</dd>'],
    ['en', 'AT:VFGH', '<dd>Constitutional Court</dd>'],
  ] as const)('has its English name in the facts, in %s', (language, code, expected) => {
    expect(factsOf(language, code)).toContain(expected);
  });

  test.each(['fr', 'de'] as const)('and one of the Union has none there, in %s', (language) => {
    expect(factsOf(language, 'EU:C')).not.toContain('Court of Justice');
  });

  test('is marked with its language among the facets', () => {
    const query = { q: '', facets: {}, sort: 'newest', page: 1 } as const;
    const none = { country: [], kind: [], year: [], provision: [], topic: [], outcome: [] };
    const court = [
      { value: 'AT:VFGH', count: 1 },
      { value: 'EU:C', count: 2 },
    ];
    const words = {
      language: 'fr',
      t: translateIn('fr'),
      courts: new Map(courts.map((one) => [one.code, courtForReader(one, 'fr')])),
    };
    const facets = facetOptions(query, { ...none, court, language: [], text: [] }, words);
    const markup = markupOf(<Facets facets={facets} />, 'fr');
    expect(markup).toContain('<span lang="de">Verfassungsgerichtshof</span>');
    expect(markup).toContain('<span>Cour de justice de l’Union européenne</span>');
  });
});

function factsOf(language: Language, code: string): string {
  const decision = {
    identifier: 'x',
    isEcli: false,
    court: { ...courtOf(code), kind: 'court' as const },
    formation: '',
    decidedOn: '2014-05-13',
    publishedOn: null,
    type: 'judgment' as const,
    outcome: null,
    names: [],
    caseNumbers: [],
    languages: [],
    fineAmount: null,
    fineCurrency: null,
    celex: null,
    sourceUrl: null,
    summaries: [],
    visibility: 'public' as const,
    state: 'checked' as const,
    cites: [],
    files: [],
    provisions: [],
    topics: [],
  };
  return markupOf(<DecisionFacts decision={decision} />, language);
}
