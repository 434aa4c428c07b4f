import { expect, test } from 'vitest';
import { partsOfEcli } from './fill-from-ecli';

test.each([
  ['ECLI:EU:C:2014:317', { country: 'EU', court: 'Court of Justice of the European Union' }],
  ['ecli:de:bgh:2020:1', { country: 'DE', court: 'Bundesgerichtshof' }],
  ['ECLI:LU:CASS:2020:1', { country: 'LU' }],
  [
    'ECLI:CE:ECHR:2017:0905JUD006149608',
    { country: 'CE', court: 'European Court of Human Rights', caseNumber: '61496/08' },
  ],
  ['ECLI:EU:C:14:317', {}],
  ['', {}],
])('%j says %j', (text, parts) => {
  expect(partsOfEcli(text)).toEqual(parts);
});
