import { expect, test } from 'vitest';
import { normalizeQuery } from '~/features/decisions/query/query-spellings';
import { celexOf } from './celex';

test.each([
  ['29/69', '61969CJ0029'],
  ['145/88', '61988CJ0145'],
  ['C-106/89', '61989CJ0106'],
  ['C-311/18', '62018CJ0311'],
  ['T-557/20', '62020TJ0557'],
])('the case %s has the CELEX number %s', (number, celex) => {
  expect(celexOf(number, 'judgment')).toBe(celex);
  expect(normalizeQuery(celex)).toBe(number);
});

test.each(['106/89', '311/18', 'Case 29/69', '1 BvR 209/83'])(
  '%s has no CELEX number',
  (number) => {
    expect(celexOf(number, 'judgment')).toBeNull();
  },
);
