import { expect, test } from 'vitest';
import { Corrections } from './corrections';
import { markupOf } from '../../../../tests/support/site/markup-of';

test('French has a space that keeps the colon on its line', () => {
  const corrections = [{ date: '2027-05-20', text: 'Le montant est corrigé.' }];
  expect(markupOf(<Corrections corrections={corrections} />, 'fr')).toContain(
    '20 mai 2027\u{a0}:</strong>',
  );
  expect(markupOf(<Corrections corrections={corrections} />, 'de')).toContain(
    '20. Mai 2027:</strong>',
  );
});
