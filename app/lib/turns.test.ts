import { expect, test } from 'vitest';
import { turns } from './turns';

test('so many run at once, in their order, whatever becomes of the others', async () => {
  const inTurn = turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = [0, 1, 2, 3].map((number) =>
    inTurn(async () => {
      begun.push(number);
      await new Promise<void>((done) => ends.push(done));
      if (number === 0) throw new Error('failed');
      return number;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await results[0]?.catch(() => undefined);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
