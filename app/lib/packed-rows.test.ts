import { describe, expect, test } from 'vitest';
import { packRows, unpackRows } from './packed-rows';

describe('packed rows', () => {
  const rows = [
    { id: 'a', title: 'One "quoted" \u2028 </script>', kind: 'other', about: null, list: ['82'] },
    { id: 'b', title: 'Two', kind: 'other', about: { court: 'Riga' }, list: [] },
  ];

  test('are the same rows when unpacked, with keys in their order of meaning only', () => {
    expect(unpackRows<(typeof rows)[number]>(packRows(rows))).toEqual(rows);
    expect(unpackRows(packRows([]))).toEqual([]);
    expect(unpackRows(packRows(rows.slice(0, 1)))).toEqual(rows.slice(0, 1));
  });

  test('name what they share once', () => {
    const many = Array.from({ length: 500 }, (_, number) => ({ id: number, kind: 'judgment' }));
    expect(packRows(many).rows.match(/judgment/g)).toHaveLength(1);
  });

  test('do not share what a reader could change in one of them', () => {
    const [first, second] = unpackRows<{ list: string[] }>(packRows([{ list: [] }, { list: [] }]));
    first?.list.push('more');
    expect(second?.list).toEqual([]);
  });
});
