import { expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { AuditChanges } from './audit-changes';
import { markupOf } from '../../../../tests/support/site/markup-of';

const changes = {
  version: { from: 1, to: 2 },
  sha256: { to: 'a'.repeat(64) },
  listConsent: { from: true, to: false },
  rows: { to: 12 },
  unheardOf: { to: null },
};

function cellsOf(language: Language): string[][] {
  const markup = markupOf(<AuditChanges changes={changes} />, language);
  return [...markup.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
  );
}

test.each([
  ['en', ['version', 'file fingerprint', 'appears on the list of participants', 'records'], 'Yes'],
  [
    'fr',
    ['version', 'empreinte du fichier', 'figure sur la liste des participants', 'enregistrements'],
    'Oui',
  ],
  [
    'de',
    ['Fassung', 'Fingerabdruck der Datei', 'steht auf der Teilnehmerliste', 'Datensätze'],
    'Ja',
  ],
] as const)('the fields that an entry changed are in words, in %s', (language, fields, yes) => {
  const rows = cellsOf(language);
  expect(rows.map(([field]) => field)).toEqual([...fields, 'unheardOf']);
  expect(rows[0]?.slice(1)).toEqual(['1', '2']);
  expect(rows[1]?.slice(1)).toEqual(['–', 'a'.repeat(64)]);
  expect(rows[2]?.[1]).toBe(yes);
  expect(rows[4]?.slice(1)).toEqual(['–', '–']);
});
