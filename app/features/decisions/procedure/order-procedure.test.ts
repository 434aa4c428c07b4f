import { expect, test } from 'vitest';
import type { ProcedureRelation } from '~/db/schema/decisions';
import { orderProcedure, type ProcedureRecord } from './order-procedure';

const record = (
  identifier: string,
  decidedOn: string,
  ...procedure: [ProcedureRelation['kind'], string][]
): ProcedureRecord => ({
  decision: {
    identifier,
    decidedOn,
    names: [],
    caseNumbers: [],
    country: 'IE',
    courtCode: 'IE:HC',
    court: 'High Court',
    abbreviation: 'IEHC',
  },
  identifiers: [identifier],
  procedure: procedure.map(([kind, to]) => ({ kind, identifier: to })),
});

const shown = (records: ProcedureRecord[]) =>
  orderProcedure(records).map((step) => step.map(({ identifier }) => identifier));

test('proceedings run from the first instance to the last decision, whichever is read first', () => {
  const all = [
    record('Final', '2021-01-01', ['following', 'Ruling']),
    record('Ruling', '2020-01-01', ['reference', 'Order']),
    record('Order', '2019-01-01', ['appeal', 'Authority']),
    record('Last', '2022-01-01', ['appeal', 'Final']),
  ];
  const order = [['Authority'], ['Order'], ['Ruling'], ['Final'], ['Last']];
  expect(shown(all)).toEqual(order);
  expect(shown(all.toReversed())).toEqual(order);
});

test('joined decisions are one step, as are two appeals from one judgment', () => {
  expect(
    shown([
      record('B', '2020-02-01', ['joined', 'A'], ['appeal', 'First']),
      record('A', '2020-01-01'),
      record('After A', '2021-01-01', ['appeal', 'a']),
    ]),
  ).toEqual([['First'], ['A', 'B'], ['After A']]);
  expect(
    shown([record('Y', '2021-05-01', ['appeal', 'X']), record('Z', '2021-04-01', ['appeal', 'X'])]),
  ).toEqual([['X'], ['Z', 'Y']]);
});

test('a decision is found by the identifier of a record that was merged into it, and never follows itself', () => {
  const kept = { ...record('Kept', '2020-01-01', ['appeal', 'old']), identifiers: ['Kept', 'OLD'] };
  const [first, second] = orderProcedure([kept, record('Next', '2021-01-01', ['appeal', 'Old'])]);
  expect(first).toMatchObject([{ identifier: 'Kept', relations: [] }]);
  expect(second).toMatchObject([{ relations: [{ kind: 'appeal', to: { identifier: 'Kept' } }] }]);
});

test('relations that contradict each other are shown all the same', () => {
  const circle = [
    record('A', '2020-01-01', ['appeal', 'B']),
    record('B', '2021-01-01', ['appeal', 'A'], ['joined', 'A']),
  ];
  expect(shown(circle).flat().toSorted()).toEqual(['A', 'B']);
});
