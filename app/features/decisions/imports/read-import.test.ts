import { expect, test } from 'vitest';
import { ecliXmlOf } from '~/features/decisions/exports/ecli-xml.server';
import { readImport, textOfUpload } from './read-import.server';

const exported: Parameters<typeof ecliXmlOf>[0] = {
  identifier: 'ECLI:EU:C:2023:370',
  ecli: 'ECLI:EU:C:2023:370',
  url: 'https://site.example/decisions/ECLI:EU:C:2023:370',
  court: {
    code: 'EU:C',
    name: 'Court of Justice of the European Union',
    nameEn: 'Court of Justice of the European Union',
    country: 'EU',
    language: 'en',
    kind: 'court',
    abbreviation: 'CJEU',
  },
  formation: null,
  decidedOn: '2023-05-04',
  publishedOn: '2023-05-08',
  type: 'judgment',
  outcome: null,
  caseNumbers: ['C-300/21', 'VI ZR 10/24', '2 BvR 1/20'],
  names: ['Österreichische Post & “others” <1>', 'UI v Österreichische Post'],
  languages: ['de'],
  provisions: [
    { id: 'gdpr/82/1', label: 'Article 82(1) GDPR' },
    { id: 'led/10', label: 'Article 10 of Directive (EU) 2016/680' },
  ],
  procedure: [{ kind: 'reference', identifier: 'ECLI:AT:OGH0002:2021:0060OB00035.21X.0415.000' }],
  cites: [{ identifier: 'ECLI:EU:C:2014:317' }],
  topics: ['damages'],
  fine: null,
  celex: '62021CJ0300',
  sourceUrl: null,
  summaries: [{ language: 'en', text: 'A mere infringement\nis not enough.', author: 'Ada' }],
  headnotes: [],
  visibility: 'public',
  citedBy: 3,
  listedAt: '2026-11-20T00:00:00Z',
  updatedAt: '2026-11-20T00:00:00Z',
};

test('ECLI metadata that we write are read back', () => {
  const { ecli, decidedOn, publishedOn, type, caseNumbers, names, languages, topics } = exported;
  expect(readImport(ecliXmlOf(exported))).toEqual({
    format: 'xml',
    objects: [
      {
        ecli,
        decidedOn,
        publishedOn,
        type,
        caseNumbers,
        names,
        languages,
        topics,
        court: 'EU:C',
        provisions: ['gdpr/82/1', 'led/10'],
        procedure: exported.procedure,
        cites: ['ECLI:EU:C:2014:317'],
        summaries: [{ language: 'en', text: 'A mere infringement\nis not enough.' }],
        visibility: 'public',
      },
    ],
  });
});

test('XML may have several decisions, prefixes and fields that nobody here knows', () => {
  const one = (year: number) =>
    `<e:metadata><e:isVersionOf value="ECLI:DE:BVerfG:${year}:rs1"><e:country>DE</e:country><e:court>BVerfG</e:court></e:isVersionOf><e:date>${year}-01-01</e:date><e:subject>Straßenverkehr</e:subject><e:references>Celex: 32016R0679</e:references><e:isReplacedBy>x</e:isReplacedBy></e:metadata>`;
  const file = `<?xml version="1.0"?><e:all xmlns:e="https://e-justice.europa.eu/ecli">${one(2020)}${one(2021)}</e:all>`;
  expect(readImport(file).objects).toEqual(
    [2020, 2021].map((year) => ({
      ecli: `ECLI:DE:BVerfG:${year}:rs1`,
      court: 'DE:BVerfG',
      decidedOn: `${year}-01-01`,
    })),
  );
});

test('XML may say one thing in several languages, and more than once in one', () => {
  const file = `<metadata xmlns="https://e-justice.europa.eu/ecli"><subject lang="en">Right to object</subject><subject lang="fr">Droit d’opposition</subject><description lang="en-GB">One.</description><description lang="en">Two.</description><description lang="de">Eins.</description></metadata>`;
  expect(readImport(file).objects).toEqual([
    {
      topics: ['object'],
      headnotes: [
        { language: 'en', text: 'One.\n\nTwo.' },
        { language: 'de', text: 'Eins.' },
      ],
    },
  ]);
});

test.each([
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><metadata><date>&x;</date></metadata>',
  '<metadata><date>&x;</date></metadata>',
  '<metadata><date>2020-01-01</metadata>',
  '<document>nothing</document>',
  '<a>'.repeat(100),
])('%s is no ECLI metadata', (file) => {
  expect(() => readImport(file)).toThrow('form.import-kind');
});

test('a spreadsheet with semicolons, JSON of one decision and JSON Lines are read', () => {
  const ecli = 'ECLI:EU:C:2023:370';
  expect(readImport(`ecli;names\n${ecli};A | B`)).toEqual({
    format: 'csv',
    objects: [{ ecli, names: ['A', 'B'] }],
  });
  expect(readImport(`{\n  "ecli": "${ecli}"\n}`).objects).toEqual([{ ecli }]);
  expect(readImport(`{"ecli":"${ecli}"}\r\n\n{"ecli":"x"}`).objects).toHaveLength(2);
});

test('a file of nothing but quotation marks is read to its end', () => {
  const file = `ecli\n${'"'.repeat(2_000_001)}`;
  expect(readImport(file).objects).toHaveLength(1);
});

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0]), 'form.import-kind'],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\0', 'latin1'), 'form.import-kind'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'form.import-kind'],
  ['text in Latin-1', Buffer.from('ecli,names\nx,Öst', 'latin1'), 'form.import-encoding'],
  ['text in UTF-16', Buffer.from('\uFEFFecli', 'utf16le'), 'form.import-encoding'],
])('%s is refused with what to do about it', (_, bytes, key) => {
  expect(() => textOfUpload(bytes)).toThrow(key);
});
