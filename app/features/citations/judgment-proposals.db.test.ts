import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textOfFile } from '~/features/library/reading/document-text.server';
import { stored } from '../../../tests/support/files/stored-file';
import { citationOf } from '~/features/library/resources/resource-metadata';
import months from './recogniser/tables/months.json';
import { type Proposals, proposalsIn } from './judgment-proposals';

const eu = { country: 'EU', court: 'Court of Justice of the European Union', language: 'en' };

/** Real documents, and what the person who added them should be offered. */
const table: [string, Proposals][] = [
  [
    'tests/documents/pl-supreme-court-resolution-1994-5p.pdf',
    { court: 'Sąd Najwyższy', caseNumber: 'II UZP 26/94', decidedOn: '1994-09-28', language: 'pl' },
  ],
  [
    'tests/documents/en-us-appeals-opinion-17p.pdf',
    {
      court: 'United States Court of Appeals For the First Circuit',
      caseNumber: '20-1507',
      decidedOn: '2020-12-22',
      language: 'en',
    },
  ],
  ['tests/documents/fr-proces-verbal-2p.pdf', { decidedOn: '2023-06-07', language: 'fr' }],
  ['tests/documents/bg-epep-rules-7p.pdf', { language: 'bg' }],
  ['tests/documents/el-fek-a28-2018-2p.pdf', { decidedOn: '2018-02-21', language: 'el' }],
  ['tests/documents/scan-image-only-en-2p.pdf', {}],
  ['tests/documents/odt-trivial-en.odt', {}],
  [
    'content/library/lindqvist.txt',
    { ...eu, ecli: 'ECLI:EU:C:2003:596', caseNumber: 'C-101/01', decidedOn: '2003-11-06' },
  ],
  [
    'content/library/rynes.pdf',
    { ...eu, ecli: 'ECLI:EU:C:2014:2428', caseNumber: 'C-212/13', decidedOn: '2014-12-11' },
  ],
  [
    'content/library/puskar.docx',
    { ...eu, ecli: 'ECLI:EU:C:2017:725', caseNumber: 'C-73/16', decidedOn: '2017-09-27' },
  ],
  [
    'content/library/volkszahlung-census-judgment.txt',
    {
      ecli: 'ECLI:DE:BVerfG:1983:rs19831215.1bvr020983',
      country: 'DE',
      court: 'Bundesverfassungsgericht',
      caseNumber: '1 BvR 209/83',
      decidedOn: '1983-12-15',
      language: 'en',
    },
  ],
  [
    'content/library/njcm-and-others-v-state-of-the-netherlands-syri.pdf',
    {
      ecli: 'ECLI:NL:RBDHA:2020:865',
      country: 'NL',
      court: 'Rechtbank Den Haag',
      caseNumber: 'C/09/550982 / HA ZA 18-388',
      decidedOn: '2020-02-05',
      language: 'en',
    },
  ],
  [
    'content/library/drivers-v-uber-automated-decisions-access.docx',
    {
      ecli: 'ECLI:NL:GHAMS:2023:793',
      country: 'NL',
      court: 'Gerechtshof Amsterdam',
      decidedOn: '2023-04-04',
      language: 'en',
    },
  ],
];

describe('proposals from the text of a document', () => {
  test.each(table)('%s', async (path, expected) => {
    const text = await textOfFile(path.split('.').at(-1) ?? '', stored(readFileSync(path)));
    expect(proposalsIn((text?.pages ?? []).slice(0, 3).join('\n'))).toEqual(expected);
  });

  test.each([
    ['Urteil vom 1. März 2024', '2024-03-01'],
    ['Sentencia de 13 de mayo de 2014', '2014-05-13'],
    ['arrêt du 1er juillet 2021', '2021-07-01'],
    ['Uitspraak van 5 februari 2020', '2020-02-05'],
    ['Sentenza del 3 ottobre 2019', '2019-10-03'],
    ['Decided on March 3, 2020', '2020-03-03'],
    ['31.02.2020, then 28.02.2020', '2020-02-28'],
    ['2020-02-29', '2020-02-29'],
    ['99.99.2020', undefined],
    ['Lisboa, 12 de maio de 2021', '2021-05-12'],
    ['1.º de outubro de 2019', '2019-10-01'],
    ['12 mai 2021', '2021-05-12'],
    ['dne 12. května 2021', '2021-05-12'],
    ['12. mája 2021', '2021-05-12'],
    ['12. maja 2021', '2021-05-12'],
    ['12. svibnja 2021.', '2021-05-12'],
    ['12. listopada 2021.', '2021-10-12'],
    ['12 listopada 2021 r.', '2021-11-12'],
    ['2021. május 12.', '2021-05-12'],
    ['2021. év május hó 12. napján', '2021-05-12'],
    ['2021. 05. 12.', '2021-05-12'],
    ['den 12. maj 2021', '2021-05-12'],
    ['den 12 augusti 2021', '2021-08-12'],
    ['12. toukokuuta 2021', '2021-05-12'],
    ['12. mail 2021', '2021-05-12'],
    ['12. mai 2021. a', '2021-05-12'],
    ['2021. gada 12. maijā', '2021-05-12'],
    ['2021 m. gegužės 12 d.', '2021-05-12'],
    ['12 ta’ Mejju, 2021', '2021-05-12'],
    ['12 Meán Fómhair 2021', '2021-09-12'],
    ['ze dne 12. 5. 2021', '2021-05-12'],
    ['12. kve\u030Ctna 2021', '2021-05-12'],
    ['Version 2021. 05. 12.2 and zákon č. 12/2021', undefined],
    ['page 12, Maija 2021', undefined],
    ['12 mailboxes in 2021', undefined],
  ])('the date in %s', (text, date) => {
    expect(proposalsIn(text).decidedOn).toBe(date);
  });
});

test('each name of a month is that of one month', () => {
  const numbers = new Map<string, Set<number>>();
  for (const names of Object.values(months))
    for (const [index, forms] of names.entries())
      for (const form of forms.split('|'))
        numbers.set(form, (numbers.get(form) ?? new Set()).add(index + 1));
  for (const names of Object.values(months)) expect(names).toHaveLength(12);
  expect([...numbers].filter(([, all]) => all.size > 1)).toEqual([]);
});

test('a judgment is cited by what is known of it', () => {
  const judgment = { court: 'Sąd Najwyższy', caseNumber: 'II UZP 26/94', decidedOn: '1994-09-28' };
  expect(citationOf(judgment, 'Resolution', (date) => date)).toBe(
    'Sąd Najwyższy, 1994-09-28, Resolution, II UZP 26/94',
  );
});
