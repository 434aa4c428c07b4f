import { expect, test } from 'vitest';
import { CountryMap } from './pictures';
import { markupOf } from '../../../../tests/support/site/markup-of';

test('the tile of the Free Trade Association has its abbreviation in the reader’s language', () => {
  const map = markupOf(<CountryMap options={[]} />, 'fr');
  expect(map).not.toContain('EFTA<');
  expect(map).toContain('<span title="AELE">AELE</span>');
});
