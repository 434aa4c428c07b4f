import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { findByWords } from '~/features/decisions/query/find-by-words.server';
import { newId } from '~/lib/new-id';
import type { SignedInActor } from '~/policy/actor';
import { person } from '../../../tests/support/people/person';
import { searchSite } from './search.server';

const { decisionRecords: records } = schema;

let member: SignedInActor;

const madeAt =
  'EU:C EU:T ES:TS ES:TC PT:TC CZ:NS CZ:NSS FR:CECHR CE:ECHR BE:RVSCE NL:HR DK:OL DE:BVERFG GR:STE IT:CASS BE:CASS HU:FT'.split(
    ' ',
  );

/** One of each of some courts, by the code of the court. */
const made = new Map<string, string>();

beforeAll(async () => {
  member = await person();
  await loadCourts();
  for (const court of madeAt) {
    const id = newId();
    made.set(court, id);
    await db()
      .insert(records)
      .values({
        id,
        identifier: `DPJ:${court}:2020:${made.size}`,
        isEcli: false,
        court,
        decidedOn: '2020-07-16',
        type: 'judgment',
        visibility: 'public',
        state: 'checked',
        caseNumbers: [String(made.size)],
        provisions: court.startsWith('E') ? ['gdpr/82/1'] : ['gdpr/17'],
        summaries: [{ language: 'en', text: 'About a xylographon.', author: '' }],
      });
  }
});

const courtOf = (id: string) => [...made].find(([, one]) => one === id)?.[0] ?? id;

async function find(query: string): Promise<string[]> {
  const { results } = await searchSite(member, { query });
  const { condition } = await findByWords(member, query);
  const listed = await db().select({ id: records.id }).from(records).where(condition);
  const decisions = results.filter(({ kind }) => kind === 'decision');
  const inSearch = decisions.map(({ key }) => courtOf(key)).toSorted();
  // The list of decisions reads a query as the search of the site does.
  expect([query, listed.map(({ id }) => courtOf(id)).toSorted()]).toEqual([query, inSearch]);
  return inSearch;
}

test.each([
  // Abbreviation, ECLI code or code, in any letters.
  ['TS', ['ES:TS']],
  ['ts', ['ES:TS']],
  ['es:ts', ['ES:TS']],
  ['TC', ['ES:TC', 'PT:TC']],
  ['NS', ['CZ:NS']],
  ['CECHR', ['FR:CECHR']],
  ['CE', ['FR:CECHR']],
  ['bverfg', ['DE:BVERFG']],
  ['OL', ['DK:OL']],
  ['ØL', ['DK:OL']],
  ['ΣΤΕ', ['GR:STE']],
  ['cass', ['BE:CASS', 'IT:CASS']],
  ['EuGH', ['EU:C']],
  ['CJEU', ['EU:C']],
  // No court is abbreviated so: words of the names, or their beginnings.
  ['hoge', ['NL:HR']],
  ['"Conseil d’État"', ['BE:RVSCE', 'FR:CECHR']],
  ['"conseil etat"', ['BE:RVSCE', 'FR:CECHR']],
  ['"Council of State"', ['BE:RVSCE', 'FR:CECHR', 'GR:STE']],
  ['Bundesverf', ['DE:BVERFG']],
  ['fovarosi', ['HU:FT']],
  ['gericht', []],
  ['""', []],
  ['%', []],
])('court:%s', async (court, expected) => {
  expect(await find(`xylographon court:${court}`)).toEqual(expected.toSorted());
});

test('-court:, -country: and -article: leave decisions out', async () => {
  const all = [...made.keys()];
  const without = (isOut: (court: string) => boolean) =>
    all.filter((one) => !isOut(one)).toSorted();
  const cases: [string, (one: string) => boolean][] = [
    ['-court:TC', (one) => one.endsWith(':TC')],
    ['-court:TC -court:EuGH', (one) => one.endsWith(':TC') || one === 'EU:C'],
    ['-country:Spain', (one) => one.startsWith('ES')],
    ['-country:es -country:CZ', (one) => /^(ES|CZ)/.test(one)],
    ['-article:82', (one) => one.startsWith('E')],
    ['-article:gdpr/82/1', (one) => one.startsWith('E')],
    ['-article:gdpr/82/2', () => false],
    ['-court:nonesuch', () => false],
  ];
  for (const [asked, isOut] of cases) {
    expect([asked, await find(`xylographon ${asked}`)]).toEqual([asked, without(isOut)]);
    expect([asked, await find(asked)]).toEqual([asked, without(isOut)]);
  }
  expect(await find('xylographon court:TC -country:PT')).toEqual(['ES:TC']);
  expect(await find('xylographon -article:xylographon')).toEqual([]);
});

test('a text in the library is left out as the decision that it belongs to is', async () => {
  const judgment = { schema: 1 as const, kind: 'judgment' as const };
  const titles = async (query: string) =>
    (await searchSite(member, { query })).results.map(({ title }) => String(title)).toSorted();
  await makeDocument(db(), {
    title: 'Hippogriff in Madrid',
    metadata: { ...judgment, judgment: { court: 'Tribunal Supremo', country: 'ES' } },
  });
  await makeDocument(db(), {
    title: 'Hippogriff in Paris',
    metadata: { ...judgment, judgment: { court: 'Conseil d’État', country: 'FR' } },
  });
  await makeDocument(db(), { title: 'Hippogriff in a note' });
  const [, note, paris] = ['Hippogriff in Madrid', 'Hippogriff in a note', 'Hippogriff in Paris'];
  expect(await titles('hippogriff court:TS')).toEqual(['Hippogriff in Madrid']);
  expect(await titles('hippogriff court:NS')).toEqual([]);
  expect(await titles('hippogriff court:"Conseil d’État"')).toEqual([paris]);
  expect(await titles('hippogriff -court:TS')).toEqual([paris, note].toSorted());
  expect(await titles('hippogriff -country:ES')).toEqual([paris, note].toSorted());
  await makeDocument(db(), {
    title: 'Wyvern',
    metadata: { ...judgment, judgment: { ecli: 'DPJ:ES:TS:2020:3' } },
  });
  expect(await titles('wyvern')).toHaveLength(1);
  expect(await titles('wyvern -court:TS')).toEqual([]);
  expect(await titles('wyvern -court:TC')).toHaveLength(1);
});
