import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { searchSite } from '~/features/search/search.server';
import type { ResourceMetadata } from '~/features/library/resources/resource-metadata';
import { newId } from '~/lib/new-id';
import { anonymous, type Actor, type SignedInActor } from '~/policy/actor';
import { person } from '../../../tests/support/people/person';

const { decisionCitations, decisionRecords, documentPages } = schema;

type Fields = Partial<typeof decisionRecords.$inferInsert> & { summary?: string };

async function makeDecision({ summary = '', ...fields }: Fields): Promise<string> {
  const id = newId();
  await db()
    .insert(decisionRecords)
    .values({
      id,
      identifier: `ECLI:EU:C:2020:${id.slice(-4)}${id.slice(0, 4)}`,
      isEcli: true,
      court: 'EU:C',
      decidedOn: '2020-07-16',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
      summaries: [{ language: 'en', text: summary, author: '' }],
      ...fields,
    });
  return id;
}

/** A document of one page whose text was read. */
async function makeText(
  metadata: ResourceMetadata,
  text: string,
  language = 'en',
): Promise<string> {
  const { id } = await makeDocument(db(), {
    title: 'Full text',
    metadata,
  });
  await db().insert(documentPages).values({ document: id, page: 1, text, language, search: '' });
  await db().execute(sql`update intranet_resources set pages = 1, text_words = (
    select strip(search) from intranet_document_pages where document = ${id}) where id = ${id}`);
  return id;
}

let member: SignedInActor;
const ids: Record<string, string> = {};

const find = async (query: string, actor: Actor = member) =>
  (await searchSite(actor, { query })).results.map(({ key }) => key);

beforeAll(async () => {
  member = await person();
  await loadCourts();
  const summary = 'The xylographon of a customer was printed without a reason.';
  ids.public = await makeDecision({
    identifier: 'ECLI:EU:C:2020:9001',
    names: ['Pterodactyl Bank'],
    caseNumbers: ['C-901/18'],
    celex: '62018CJ0901',
    provisions: ['gdpr/82/1'],
    summary,
  });
  ids.members = await makeDecision({ names: ['Quagga'], visibility: 'members', summary });
  ids.proposed = await makeDecision({ names: ['Dodo'], state: 'proposed', summary });
  ids.national = await makeDecision({
    names: ['Emu'],
    court: 'NL:HR',
    provisions: ['gdpr/82/3'],
    summary,
  });
  ids.document = await makeText(
    { schema: 1, kind: 'judgment', judgment: { ecli: 'ECLI:EU:C:2020:9001' } },
    'The court held that a brontosaurus12 is no velocipede¹².',
  );
});

describe('who finds which decision', () => {
  test('visitors the public ones, members those for members too, nobody a proposal', async () => {
    const forVisitor = await searchSite(anonymous, { query: 'xylographon' });
    expect(new Set(forVisitor.results.map(({ key }) => key))).toEqual(
      new Set([ids.public, ids.national]),
    );
    expect(forVisitor.counts.decision).toBe(2);
    const forMember = await searchSite(member, { query: 'xylographon' });
    expect(forMember.counts.decision).toBe(3);
    expect(await find('quagga', anonymous)).toEqual([]);
    expect(await find('quagga')).toEqual([ids.members]);
    expect(await find('dodo')).toEqual([]);
  });

  test('a decision is one result with its text inside it', async () => {
    const found = await searchSite(member, { query: 'brontosaurus' });
    expect(found.counts).toMatchObject({ decision: 1, library: 0 });
    expect(found.results).toMatchObject([
      { key: ids.public, title: 'Pterodactyl Bank', texts: [{ title: 'Full text', page: 1 }] },
    ]);
    expect(found.results[0]?.texts?.[0]?.address).toContain(
      `/intranet/documents/${ids.document}?q=brontosaurus#page=1`,
    );
    // A visitor reads no library: neither by its words nor inside the decision.
    expect(await find('brontosaurus', anonymous)).toEqual([]);
    const [decision] = (await searchSite(anonymous, { query: 'pterodactyl' })).results;
    expect(decision?.texts).toEqual([]);
  });
});

test('a decision is found by its name, number, CELEX and provision', async () => {
  for (const query of [
    'Pterodactyl Bank',
    'C-901/18',
    'case C 901/2018',
    '62018CJ0901',
    'ECLI:EU:C:2020:9001',
    'Art. 82(1) GDPR',
    'Artikel 82 Abs. 1 DSGVO',
    'article 82, paragraph 1',
  ]) {
    expect([query, (await find(query))[0]]).toEqual([query, ids.public]);
  }
});

test('what a decision is about is no word of the court that a document names', async () => {
  const court = 'Court of Justice of the European Union';
  const { id } = await makeDocument(db(), {
    title: 'A walrus before the court',
    metadata: { schema: 1, kind: 'judgment', judgment: { court } },
  });
  expect(await find('walrus')).toEqual([id]);
  expect(await find('judicial activity')).not.toContain(id);
});

test('the court of a decision is named in the language of the reader', async () => {
  const courtIn = async (language: string) => {
    const { results } = await searchSite(anonymous, { query: 'xylographon', language });
    return results.find(({ key }) => key === ids.public)?.facts[0];
  };
  expect(await courtIn('en')).toBe('Court of Justice of the European Union');
  expect(await courtIn('fr')).toBe('Cour de justice de l’Union européenne');
  expect(await courtIn('de')).toBe('Gerichtshof der Europäischen Union');
});

test('a word is found though the number of a footnote is glued to it', async () => {
  expect(await find('velocipede')).toEqual([ids.public]);
  expect(await find('brontosaurus')).toEqual([ids.public]);
});

test('court:, country: and article: leave decisions only, and only those', async () => {
  expect(await find('xylographon court:"Hoge Raad"')).toEqual([ids.national]);
  expect(await find('xylographon country:nl')).toEqual([ids.national]);
  expect(new Set(await find('article:82'))).toEqual(new Set([ids.national, ids.public]));
  // As the facet has it: the paragraph, and the article of this act alone.
  for (const asked of ['"82(1) GDPR"', 'gdpr/82/1', 'GDPR/82/1'])
    expect([asked, await find(`article:${asked}`)]).toEqual([asked, [ids.public]]);
  for (const asked of ['charter/82', 'ai-act/82', '"Article 82 Charter"'])
    expect([asked, await find(`article:${asked}`)]).toEqual([asked, []]);
  expect(await find("article:'")).toEqual([]);
  expect(await find('xylographon country:Netherlands')).toEqual([ids.national]);
  expect(await find('country:nl', anonymous)).toEqual([ids.national]);
  expect(await find('xylographon country:fr')).toEqual([]);
});

test('of decisions that fit alike the one that is cited more comes first', async () => {
  const [one, other] = [
    await makeDecision({ names: ['Alike'], summary: 'About a zeugmatography.' }),
    await makeDecision({ names: ['Alike'], summary: 'About a zeugmatography.' }),
  ];
  for (const cited of [one, other]) {
    const { rows } = await db().execute<{ identifier: string }>(
      sql`select identifier from decision_records where id = ${cited}`,
    );
    await db().delete(decisionCitations);
    await db()
      .insert(decisionCitations)
      .values({ citing: ids.public ?? '', identifier: rows[0]?.identifier ?? '' });
    expect((await find('zeugmatography'))[0]).toBe(cited);
  }
});

test('with few results for all words those with fewer follow, and it is said', async () => {
  const found = await searchSite(member, { query: 'xylographon customer velociraptor' });
  expect(found.hasFewerWords).toBe(true);
  expect(found.results.map(({ key }) => key)).toContain(ids.public);
  expect((await searchSite(member, { query: 'quagga' })).hasFewerWords).toBe(false);
});

test('where texts alone have all words, decisions with most of them come first, and it is said', async () => {
  const query = 'hippogriff mandolin wainwright';
  const text = 'The wainwright lent the mandolin to the hippogriff.';
  for (let count = 0; count < 6; count += 1) await makeText({ schema: 1, kind: 'other' }, text);
  const most = await makeDecision({
    names: ['Tapir'],
    summary: 'A hippogriff plays the mandolin.',
  });
  const found = await searchSite(member, { query });
  expect([found.results[0]?.key, found.total, found.hasFewerWords]).toEqual([most, 7, true]);
  // With the text of a decision that has all of them, the others are not asked for.
  const identifier = 'ECLI:EU:C:2020:9002';
  const named = await makeDecision({ identifier, names: ['Okapi'] });
  await makeText({ schema: 1, kind: 'judgment', judgment: { ecli: identifier } }, text);
  const strict = await searchSite(member, { query });
  expect([strict.results[0]?.key, strict.total, strict.hasFewerWords]).toEqual([named, 7, false]);
});

test('a page that has all words in another language is the text of a decision that has them', async () => {
  const query = 'data protection officer quokka wombat';
  const words = 'The data protection officer met a quokka and a wombat.';
  for (let count = 0; count < 6; count += 1) await makeText({ schema: 1, kind: 'other' }, words);
  await makeDecision({ names: ['Numbat'], summary: 'A quokka and a wombat.' });
  const identifier = 'ECLI:EU:C:2020:9003';
  const said = await makeDecision({ identifier, names: ['Bilby'] });
  const text = 'Le délégué à la protection des données a vu un quokka et un wombat.';
  await makeText({ schema: 1, kind: 'judgment', judgment: { ecli: identifier } }, text, 'fr');
  const found = await searchSite(member, { query });
  expect([found.results[0]?.key, found.total, found.hasFewerWords]).toEqual([said, 7, false]);
});
