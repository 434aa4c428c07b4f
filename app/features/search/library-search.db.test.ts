import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { fileStore } from '~/platform/files/file-store.server';
import { searchSite } from '~/features/search/search.server';
import { configure } from '../../../tests/support/database/configure';
import { person } from '../../../tests/support/people/person';

const { intranetResources: resources } = schema;

/** A document with a file, whose text has been read. */
async function keep(
  name: string,
  bytes: Buffer | string,
  fields: Parameters<typeof makeDocument>[1] = {},
) {
  const storageExtension = name.split('.').at(-1) ?? 'txt';
  const document = await makeDocument(db(), { title: name, ...fields, storageExtension });
  await fileStore().put(
    `${document.collection}/${document.id}/document.${storageExtension}`,
    bytes,
  );
  await extractText.run({ document: document.id, version: 1 });
  return document.id;
}
const keepSample = (name: string) => keep(name, readFileSync(`tests/documents/${name}`));

let member: SignedInActor;
let admin: SignedInActor;
const ids: Record<string, string> = {};

beforeAll(async () => {
  [member, admin] = [await person(), await person('ADMIN')];
  for (const name of [
    'fr-proces-verbal-2p.pdf',
    'en-us-appeals-opinion-17p.pdf',
    'bg-epep-rules-7p.pdf',
    'scan-image-only-en-2p.pdf',
    'encrypted-user-password.pdf',
    'corrupt-no-trailer.pdf',
    'docx-textbox-footnote-en.docx',
    'odt-trivial-en.odt',
    'cjk-not-embedded.pdf',
    'scan-jbig2-jpx.pdf',
  ]) {
    ids[name] = await keepSample(name);
  }
  ids.german = await keep(
    'urteil.txt',
    'Das Gericht hat über die Löschung der personenbezogenen Daten zu entscheiden. Die Klägerin ist der Ansicht, dass die Verarbeitung nach Art. 6 DSGVO nicht rechtmäßig war. Siehe EuGH, Rechtssache C‑131/12, ECLI:EU:C:2014:317, und II UZP 26/94.',
  );
  ids.greek = await keep(
    'apofasi.txt',
    'Το δικαστήριο αποφάσισε για την προστασία των προσωπικών δεδομένων και τη διαγραφή τους από τις μηχανές αναζήτησης.',
  );
  ids.hidden = await keep('hidden.txt', 'Confidential zanzibar report on Löschung, C-131/12.', {
    collection: 'adminIntranet',
    title: 'Zanzibar',
  });
});

const find = async (query: string, actor = member) =>
  (await searchSite(actor, { query })).results.map(({ key }) => key);

describe('what a search finds', () => {
  const table: [string, string][] = [
    ['procès-verbal', 'fr-proces-verbal-2p.pdf'],
    ['appeals court', 'en-us-appeals-opinion-17p.pdf'],
    ['съдебни дела', 'bg-epep-rules-7p.pdf'],
    ['loschung', 'german'],
    ['Löschung', 'german'],
    ['personenbezogene Daten', 'german'],
    ['rechtmassig', 'german'],
    ['"personenbezogenen Daten"', 'german'],
    ['C-131/12', 'german'],
    ['c 131/12', 'german'],
    ['C‑131/12', 'german'],
    ['ECLI:EU:C:2014:317', 'german'],
    ['ecli eu c 2014 317', 'german'],
    ['II UZP 26/94', 'german'],
    ['ii uzp 26/94', 'german'],
    ['προστασια δεδομενων', 'greek'],
    ['διαγραφή', 'greek'],
    ['个人信息保护判决书', 'cjk-not-embedded.pdf'],
  ];
  test.each(table)('%s', async (query, name) => {
    expect(await find(query)).toContain(ids[name]);
  });

  test('a phrase only as it stands, and not what is left out', async () => {
    expect(await find('"Daten personenbezogenen"')).not.toContain(ids.german);
    expect(await find('Löschung -Klägerin')).not.toContain(ids.german);
    expect(await find('Löschung -"Klägerin ist"')).not.toContain(ids.german);
    expect(await find('Löschung -Beklagter')).toContain(ids.german);
  });

  test('words on different pages of a document', async () => {
    const { results } = await searchSite(member, { query: 'appeals' });
    const hit = results.find(({ key }) => key === ids['en-us-appeals-opinion-17p.pdf']);
    expect(hit?.page).toBeGreaterThan(0);
    expect(hit?.snippet.some(({ isMarked, text }) => isMarked && /appeal/i.test(text))).toBe(true);
  });

  test('titles and folders too', async () => {
    const folder = await makeFolder(db(), { title: 'Gutachten 2026', user: member.id });
    expect(await find('gutachten')).toContain(folder.id);
  });
});

test('what one may not see is no hit, not counted, no snippet', async () => {
  expect(await find('zanzibar')).toEqual([]);
  expect((await searchSite(member, { query: 'zanzibar' })).total).toBe(0);
  expect((await searchSite(member, { query: 'zanzibar', collection: 'adminIntranet' })).total).toBe(
    0,
  );
  expect(await find('C-131/12')).not.toContain(ids.hidden);
  expect(await find('zanzibar', admin)).toEqual([ids.hidden]);
});

test('what is in the trash is not found', async () => {
  const id = await keep('trash.txt', 'Kilimanjaro');
  expect(await find('kilimanjaro')).toEqual([id]);
  await db()
    .update(resources)
    .set({ trashedAt: new Date(), trashedWith: id })
    .where(eq(resources.id, id));
  expect(await find('kilimanjaro')).toEqual([]);
});

test('each file says whether its text was found', async () => {
  const states: Record<string, string | null> = {};
  for (const [name, id] of Object.entries(ids)) {
    const [row] = await db().select().from(resources).where(eq(resources.id, id));
    states[name] = `${row?.textState} ${row?.pages}`;
  }
  expect(states).toMatchObject({
    'fr-proces-verbal-2p.pdf': 'found 2',
    'en-us-appeals-opinion-17p.pdf': 'found 17',
    'bg-epep-rules-7p.pdf': 'found 7',
    'scan-image-only-en-2p.pdf': 'none 2',
    'scan-jbig2-jpx.pdf': 'none 2',
    'cjk-not-embedded.pdf': 'found 1',
    'encrypted-user-password.pdf': 'failed null',
    'docx-textbox-footnote-en.docx': 'found null',
    'odt-trivial-en.odt': 'found null',
  });
});

test('queries of any kind are answered', async () => {
  for (const query of [
    '"',
    "'",
    'a & | !',
    '-',
    '()',
    '\\',
    ':*',
    'x'.repeat(300),
    'the',
    '%',
    '<->',
  ]) {
    await expect(searchSite(member, { query })).resolves.toBeDefined();
  }
});

test('a search finds documents in the languages of the library, for administrators all', async () => {
  const text = 'Une décision sur le quetzalcoatl et les données personnelles.';
  const id = await keep('quetzalcoatl.txt', text, { language: 'fr' });
  expect(await find('quetzalcoatl')).toEqual([id]);
  configure({ INTRANET_LANGUAGES: 'en' });
  expect(await find('quetzalcoatl')).toEqual([]);
  expect(await find('quetzalcoatl', admin)).toEqual([id]);
});
