import { expect, test } from 'vitest';
import { citationKeys } from './citation-key';

test.each([
  'OJ C 131/12',
  'OJ 2012 C 131/12',
  'OJ [2012] C 131/12',
  'Official Journal of the European Union C 131/12',
  'JO C 131/12',
  'JO 2012, C 131/12',
  'Journal officiel de l’Union européenne, série C 131/12',
  'ABl. C 131/12',
  'ABl. EU 2012, Nr. C 131/12',
  'Amtsblatt der Europäischen Union C 131/12',
  'GU C 131/12',
  'GUUE serie C 131/12',
  "Gazzetta ufficiale dell'Unione europea C 131/12",
  'DO C 131/12',
  'DOUE núm. C 131/12',
  'Diario Oficial de la Unión Europea C 131/12',
  'Dz.U. C 131/12',
  'Dz. Urz. UE z 2012 r. C 131/12',
  'Dziennik Urzędowy Unii Europejskiej C 131/12',
  'ОВ C 131/12',
  'ОВ С 131/12',
  'Официален вестник на Европейския съюз, серия C 131/12',
  'ΕΕ C 131/12',
  'Επίσημη Εφημερίδα της Ευρωπαϊκής Ένωσης C 131/12',
  'ECR C 131/12',
  'Slg. 2012, C 131/12',
])('"%s" is a page of a journal or report, and no case number', (page) => {
  const keys = citationKeys(`See (${page}), p. 1.`);
  expect(keys).not.toContain('C131/12');
  expect(keys.some((key) => key.endsWith('C131/12'))).toBe(true);
  expect(citationKeys(`C 131/12 (${page})`)).toContain('C131/12');
});

test.each([
  'Case C-131/12',
  'C 131/12',
  'C‑131/12, OJ C 212/4',
  'OJ 2012 L 119, Case C 131/12',
  'ABl. L 119; C 131/12',
  'OJ C-131/12',
  'JO: affaire C 131/12',
  'GU e C 131/12',
  'do C 131/12',
  'DOC C 131/12',
])('"%s" cites a case', (text) => {
  expect(citationKeys(text)).toContain('C131/12');
});
