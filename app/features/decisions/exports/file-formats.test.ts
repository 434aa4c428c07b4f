import { expect, test } from 'vitest';
import type { CitingDecision } from './ecli-xml.server';
import { fileFormats } from './file-formats.server';

const decisionOf = (identifier: string): CitingDecision => ({
  identifier,
  ecli: identifier,
  url: `https://association.example/decisions/${identifier}`,
  court: {
    code: 'EU:C',
    name: 'Court of Justice',
    nameEn: 'Court of Justice',
    country: 'EU',
    language: 'en',
    kind: 'court',
    abbreviation: 'CJEU',
  },
  formation: null,
  decidedOn: '2020-01-01',
  publishedOn: null,
  type: 'judgment',
  outcome: null,
  caseNumbers: [],
  names: [],
  languages: [],
  provisions: [],
  procedure: [],
  topics: [],
  fine: null,
  celex: null,
  sourceUrl: null,
  summaries: [],
  headnotes: [],
  visibility: 'public',
  citedBy: 0,
  listedAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
  cites: [],
});

async function* batches(...all: string[][]) {
  for (const batch of all) yield batch.map(decisionOf);
}

async function fileOf(ending: string, ...all: string[][]): Promise<string> {
  let file = '';
  for await (const part of fileFormats[ending]?.write(batches(...all)) ?? []) file += part;
  return file;
}

test('each entry of one BibTeX file has a key of its own', async () => {
  const alike = ['DPJ:SE:HFD:2021:T-4623', 'DPJ:SE:HFD:2021:T.4623', 'dpj:se:hfd:2021:t4623'];
  const file = await fileOf('bib', alike, ['DPJ:SE:HFD:2021:t_4623', 'DPJ:SE:HFD:2021:t:4623']);
  const keys = [...file.matchAll(/^@misc\{(.*),$/gm)].map(([, key]) => key);
  expect(keys).toEqual([
    'DPJ-SE-HFD-2021-T-4623',
    'DPJ-SE-HFD-2021-T-4623a',
    'dpj-se-hfd-2021-t4623',
    'DPJ-SE-HFD-2021-t_4623',
    'DPJ-SE-HFD-2021-t-4623b',
  ]);
  expect(await fileOf('bib', alike)).toBe(await fileOf('bib', alike));
});

test('a list that is read in several batches is one list', async () => {
  const all = [['ECLI:EU:C:2020:1', 'ECLI:EU:C:2020:2'], ['ECLI:EU:C:2020:3']];
  const csl: unknown = JSON.parse(await fileOf('csl.json', ...all));
  expect(csl).toMatchObject(all.flat().map((id) => ({ id })));
  const xml = await fileOf('xml', ...all);
  expect(xml.match(/<document>/g)).toHaveLength(3);
  expect(xml).toMatch(
    /^<\?xml.*<documents xmlns="[^"]+"><document>.*<\/document><\/documents>\n$/s,
  );
});
