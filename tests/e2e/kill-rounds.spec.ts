import { killRounds } from '../../ops/faults/library/library-kills';
import { expect, test } from './steps/fixtures';

test('ended at random moments, the library stays whole and hidden, and nothing is lost', async () => {
  const { acknowledged, faults } = await killRounds(3, () => undefined);
  const found = Object.entries(faults).filter(([, number]) => number > 0);
  expect(found).toEqual([]);
  expect(acknowledged.uploads).toBeGreaterThan(0);
  expect(acknowledged.folders).toBeGreaterThan(0);
});
