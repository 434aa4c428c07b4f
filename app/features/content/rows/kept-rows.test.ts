import { expect, test } from 'vitest';
import { keptAuthors, keptCorrections, keptDecisions, keptLinks, keptWords } from './kept-rows';

test('a draft that has lines instead of rows loses nothing', () => {
  expect(keptAuthors('Ada Byron | Judge | be\n\nBo | Clerk | FR | example')).toEqual([
    { name: 'Ada Byron', function: 'Judge', country: 'BE', example: '' },
    { name: 'Bo', function: 'Clerk', country: 'FR', example: 'on' },
  ]);
  expect(keptLinks('[PDF] Guidelines | https://example.eu\nhalf')).toEqual([
    { label: '[PDF] Guidelines', url: 'https://example.eu' },
    { label: 'half', url: '' },
  ]);
  expect(keptWords('consent\ntransfers\n')).toEqual([{ words: 'consent' }, { words: 'transfers' }]);
  expect(keptCorrections('2026-11-20 | One | two')).toEqual([
    { date: '2026-11-20', text: 'One | two' },
  ]);
  const decision = 'ECLI:EU:C:2099:7';
  expect(keptDecisions(`${decision}\n${decision} | C-1/99 | | Court | 2099-01-01`)).toMatchObject([
    { decision, court: '' },
    { decision, caseNumber: 'C-1/99', name: '', court: 'Court', dateDecided: '2099-01-01' },
  ]);
});

test('rows are shown as they are', () => {
  const rows = [{ label: 'a | b', url: '/a' }];
  expect(keptLinks(JSON.stringify(rows))).toEqual(rows);
  expect(keptLinks('')).toEqual([]);
  expect(keptLinks(undefined)).toEqual([]);
});
