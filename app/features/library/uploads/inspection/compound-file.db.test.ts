import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compoundFile, type Part } from '../../../../../tests/support/files/compound-file';
import { namesInCompoundFile } from './compound-file';

const namesIn = (file: Buffer) =>
  namesInCompoundFile((start, length) => Promise.resolve(file.subarray(start, start + length)));
const named = (...names: string[]): Part[] => names.map((name) => ({ name }));

describe('a compound file', () => {
  test('tells what lies at its top, in any letter case', async () => {
    const names = await namesIn(compoundFile(named('1Table', 'WordDocument', 'Data')));
    expect([...names].toSorted()).toEqual(['1table', 'data', 'worddocument']);
  });

  test('may be made by any program', async () => {
    expect(await namesIn(readFileSync('tests/documents/xls-biff8.xls'))).toContain('workbook');
  });

  test('keeps what is embedded to itself', async () => {
    const file = compoundFile([
      { name: 'Workbook' },
      { name: 'MBD0001', inside: named('WordDocument') },
    ]);
    expect([...(await namesIn(file))].toSorted()).toEqual(['mbd0001', 'workbook']);
  });

  test('may have its directory anywhere, in several sectors', async () => {
    const many = Array.from({ length: 40 }, (_, number) => `Part ${number}`);
    const names = await namesIn(compoundFile(named(...many, 'PowerPoint Document'), 300));
    expect(names.size).toBe(41);
    expect(names).toContain('powerpoint document');
  });

  test('that is damaged, or is none, tells nothing and ends', async () => {
    const whole = compoundFile(named('WordDocument'));
    for (const length of [0, 8, 511, 512, 600, whole.length - 1])
      expect((await namesIn(whole.subarray(0, length))).size, String(length)).toBe(0);
    expect((await namesIn(Buffer.alloc(4096, 1))).size).toBe(0);
    // The directory's last sector leads back to its first, or a name to itself.
    const circle = compoundFile(named('WordDocument'));
    circle.writeUInt32LE(1, 512 + 4);
    expect((await namesIn(circle)).size).toBe(0);
    const knot = compoundFile(named('WordDocument'));
    knot.writeUInt32LE(1, 1024 + 128 + 72);
    expect([...(await namesIn(knot))]).toEqual(['worddocument']);
  });
});
