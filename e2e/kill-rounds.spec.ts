import { killRounds } from '../bench/library-kills';
import { expect, test } from './fixtures';

test('ended at random moments, the library loses nothing and leaves nothing half', async () => {
  const outcome = await killRounds(3, () => undefined);
  expect(outcome).toMatchObject({
    lost: 0,
    half: 0,
    withoutRow: 0,
    leftUploads: 0,
    withoutFile: 0,
  });
  expect(outcome.uploaded).toBeGreaterThan(0);
});
