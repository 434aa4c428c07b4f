import { expect, test } from 'vitest';
import { gatherRows, rowsOf, separatedIn, severalIn } from './form';

const rowsIn = (entries: [string, string][], name = 'links') =>
  rowsOf(new Map(gatherRows(entries)).get(name));

test('the rows of a name are one text, in the order of the form', () => {
  const entries: [string, string][] = [
    ['title', 'A text'],
    ['links', '[]'],
    ['links.7.label', 'One'],
    ['links.7.url', '/one'],
    ['links.2.label', 'Two'],
    ['authors.0.name', 'Ada'],
  ];
  expect(gatherRows(entries).map(([name]) => name)).toEqual(['title', 'links', 'authors']);
  expect(rowsIn(entries)).toEqual([{ label: 'One', url: '/one' }, { label: 'Two' }]);
});

test('where no row is left, there are none', () => {
  expect(rowsIn([['links', '[]']])).toEqual([]);
});

test('what only looks like a row stays a field of its own', () => {
  const odd: [string, string][] = [
    ['links.x.label', '1'],
    ['links.12345.label', '2'],
    ['__proto__.0.label', '3'],
    ['a.b', '4'],
  ];
  expect(gatherRows(odd)).toEqual(odd);
});

test('a text that holds no rows has none', () => {
  for (const text of [undefined, '', '{', '{}', '[1, null]']) expect(rowsOf(text)).toEqual([]);
  expect(rowsOf('[{"a":"1","b":2}]')).toEqual([{ a: '1' }]);
});

test('a tick of an earlier draft is a tick', () => {
  expect(rowsOf('[{"a":true,"b":false}]')).toEqual([{ a: 'on', b: '' }]);
});

test('fields of one name in a row are the values of a cell, empty ones too', () => {
  const row = rowsIn([
    ['links.0.label', 'One'],
    ['links.0.speakers', 'Ada; of Turin'],
    ['links.0.speakers', ''],
    ['links.0.speakers', 'Bo'],
  ]);
  expect(row).toEqual([{ label: 'One', speakers: 'Ada; of Turin\n\nBo' }]);
  expect(severalIn(row[0]?.speakers ?? '')).toEqual(['Ada; of Turin', '', 'Bo']);
  expect(separatedIn(row[0]?.speakers)).toEqual(['Ada; of Turin', '', 'Bo']);
});

test('several values in the one field of a cell are told apart', () => {
  expect(separatedIn('Ada; Bo')).toEqual(['Ada', 'Bo']);
});
