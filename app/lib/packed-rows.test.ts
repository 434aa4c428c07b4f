import { describe, expect, test } from 'vitest';
import { packRows, rowsAsText, unpackRows } from './packed-rows';
import { withoutShown } from './shown-once';

/** As the browser gets it. */
const sent = <Data>(data: Data): Data => structuredClone(data);

describe('packed rows', () => {
  const rows = [
    { id: 'a', title: 'One "quoted" \u2028 </script>', kind: 'other', about: null, list: ['82'] },
    { id: 'b', title: 'Two', kind: 'other', about: { court: 'Riga' }, list: [] },
  ];

  test('are the same rows when unpacked, with keys in their order of meaning only', () => {
    expect(unpackRows(sent(packRows(rows)))).toEqual(rows);
    expect(unpackRows(sent(packRows([])))).toEqual([]);
    expect(unpackRows(sent(packRows(rows.slice(0, 1))))).toEqual(rows.slice(0, 1));
  });

  test('name what they share once', () => {
    const many = Array.from({ length: 500 }, (_, number) => ({ id: number, kind: 'judgment' }));
    expect(packRows(many).rows.match(/judgment/g)).toHaveLength(1);
  });

  test('do not share what a reader could change in one of them', () => {
    const [first, second] = unpackRows<{ list: string[] }>(
      sent(packRows([{ list: [] }, { list: [] }])),
    );
    first?.list.push('more');
    expect(second?.list).toEqual([]);
  });

  test('are at hand where they were packed, as a browser would read them', () => {
    const packed = packRows(rows);
    expect(unpackRows(packed)).toBe(rows);
    expect(unpackRows(packed)).toEqual(unpackRows(sent(packed)));
  });

  test('take a column that is JSON already as it is, and say what it says', () => {
    const texts = [
      { said: ['"', 1], id: 1 },
      { said: null, id: 2 },
    ];
    const written = texts.map((row) => ({ ...row, said: row.said && JSON.stringify(row.said) }));
    const packed = packRows(written, 'said');
    expect(unpackRows(sent(packed))).toEqual(texts);
    expect(unpackRows(packed)).toBe(written);
    // With no other column, with nothing in the columns, and without rows.
    const alone = [{ said: '{}' }, { said: '[]' }];
    expect(unpackRows(sent(packRows(alone, 'said')))).toEqual([{ said: {} }, { said: [] }]);
    expect(unpackRows(sent(packRows(written.slice(0, 1), 'said')))).toEqual(texts.slice(0, 1));
    expect(unpackRows(sent(packRows([], 'said')))).toEqual([]);
  });

  test('say with the page itself only that there is a text, which the server still knows', () => {
    const written = [
      { id: 1, said: '"long"' },
      { id: 2, said: null },
    ];
    const packed = packRows(written, 'said');
    const short = Object(withoutShown({ comments: packed })).comments;
    expect(unpackRows(sent(short))).toEqual([
      { id: 1, said: '' },
      { id: 2, said: null },
    ]);
    expect(unpackRows(short)).toBe(written);
    // What is made of all of it is remembered by all of it.
    expect(rowsAsText(short)).toBe(packed.rows);
    expect(withoutShown({ plain: packRows(rows) })).toEqual({ plain: packRows(rows) });
  });

  test('are unpacked once', () => {
    const packed = sent(packRows(rows));
    expect(unpackRows(packed)).toBe(unpackRows(packed));
  });
});
