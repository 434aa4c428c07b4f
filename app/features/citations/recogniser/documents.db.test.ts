import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedKeys } from '~/features/citations/cited-in-text';
import { textOfFile } from '~/features/library/reading/document-text.server';
import { stored } from '../../../../tests/support/files/stored-file';

/** Real documents, and the decisions and provisions that they cite. */
const documents: [string, string[]][] = [
  ['tests/documents/pl-supreme-court-resolution-1994-5p.pdf', ['IIUZP26/94']],
  ['tests/documents/redaction-good-applied-pl.pdf', ['IIUZP26/94']],
  ['tests/documents/bg-epep-rules-7p.pdf', []],
  ['tests/documents/de-geotopo-117p.pdf', []],
  ['tests/documents/el-fek-a28-2018-2p.pdf', []],
  ['tests/documents/en-us-appeals-opinion-17p.pdf', []],
  ['tests/documents/fr-proces-verbal-2p.pdf', []],
  ['tests/documents/odt-trivial-en.odt', []],
  ['tests/documents/redaction-bad-black-highlight-bg.docx', []],
  [
    'content/library/digital-rights-ireland-and-others.pdf',
    ['C293/12', 'C594/12', 'ECLIEUC2014238', 'charter/52/1', 'charter/7', 'charter/8'],
  ],
  [
    'content/library/google-spain-and-google.txt',
    [
      'C131/12',
      'ECLIEUC2014317',
      'charter/7',
      'charter/8',
      'dpd/12//b',
      'dpd/14//a',
      'dpd/2//b',
      'dpd/2//d',
      'dpd/4/1/a',
    ],
  ],
  [
    'content/library/njcm-and-others-v-state-of-the-netherlands-syri.pdf',
    ['C/09/550982', 'ECLINLRBDHA2020865', 'echr/8'],
  ],
  ['content/library/puskar.docx', ['C73/16', 'ECLIEUC2017725', 'charter/47', 'dpd/7//e']],
  [
    'content/library/volkszahlung-census-judgment.txt',
    ['1BVR209/83', 'ECLIDEBVERFG1983RS198312151BVR020983'],
  ],
];

test.each(documents)('%s cites what it cites, and nothing else', async (path, expected) => {
  const text = await textOfFile(path.split('.').at(-1) ?? '', stored(readFileSync(path)));
  const pages = text === null || typeof text === 'string' ? [] : text.pages;
  expect([...new Set(citedKeys(pages.join('\n')))].toSorted()).toEqual(expected);
});
