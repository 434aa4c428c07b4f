import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { citationKeys } from '~/features/citations/citation-key';
import { recognise } from '~/features/citations/cited-in-text';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { listCitedIn } from './mentions.server';

const { decisionRecords, documentPages, intranetResources: resources } = schema;
const googleSpain = 'ECLI:EU:C:2014:317';
let member: Actor;
let admin: Actor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

type Fields = Parameters<typeof makeDocument>[1];

/** A document as the job leaves it that has read its text. */
async function documentOf(texts: string[], fields: Fields = {}, keysOf = allKeys) {
  const { id } = await makeDocument(db(), { textState: 'found', ...fields });
  const rows = texts.map((text, at) => ({ text, page: at + 1, citations: keysOf(text) }));
  await db()
    .insert(documentPages)
    .values(rows.map((row) => ({ ...row, document: id, search: '' })));
  return id;
}
const allKeys = (text: string) => [
  ...new Set([...citationKeys(text), ...recognise(text).map(({ key }) => key)]),
];

const addressesFor = async (actor: Actor, document: string) =>
  (await listCitedIn(actor, document)).decisions.map(({ address }) => address);

test('what a document cites is listed once, in the order of its text, with what a card says', async () => {
  const document = await documentOf([
    'See C-300/21 and Art. 82 GDPR; not C-999/99.',
    `As in Case C-131/12 (${googleSpain}), C-300/21 and Article 82(1) GDPR`,
  ]);
  const { decisions, articles } = await listCitedIn(member, document);
  expect(decisions.map(({ address }) => address)).toEqual([
    '/decisions/ECLI:EU:C:2023:370',
    `/decisions/${googleSpain}`,
  ]);
  expect(articles).toEqual(['gdpr/82']);
  expect(decisions[1]).toMatchObject({
    name: 'Google Spain and Google',
    decidedOn: '2014-05-13',
    court: { country: 'EU' },
  });
  const [summary] = decisions[1]?.summaries ?? [];
  expect(summary?.text).toMatch(/^[^.]+\.$/);
});

test('a number that is only like that of a decision is not one', async () => {
  expect(await addressesFor(member, await documentOf(['OJ C 131/12; Regulation 131/12']))).toEqual(
    [],
  );
});

test('the decision that a document is the text of is not cited in it', async () => {
  const judgment = { ecli: googleSpain.toLowerCase() };
  const metadata = { schema: 1, kind: 'judgment', judgment } as const;
  const document = await documentOf(['C-131/12 follows C-300/21'], { metadata });
  expect(await addressesFor(member, document)).toEqual(['/decisions/ECLI:EU:C:2023:370']);
});

test('a decision that the reader may not find is neither listed nor counted', async () => {
  const identifier = 'ECLI:EU:C:2001:77';
  const facts = { isEcli: true, court: 'EU:C', decidedOn: '2001-01-09', type: 'judgment' } as const;
  const record = { ...facts, identifier, caseNumbers: ['C-77/99'], provisions: ['ai-act/99'] };
  await db()
    .insert(decisionRecords)
    .values({ ...record, visibility: 'public', state: 'checked' });
  const document = await documentOf(['C-77/99 on Article 99 of the AI Act; C-131/12']);
  expect(await listCitedIn(member, document)).toMatchObject({
    decisions: [{ address: `/decisions/${identifier}` }, { address: `/decisions/${googleSpain}` }],
    articles: ['ai-act/99'],
  });
  const isIt = eq(decisionRecords.identifier, identifier);
  for (const state of ['proposed', 'withdrawn'] as const) {
    await db().update(decisionRecords).set({ state }).where(isIt);
    const left = await listCitedIn(member, document);
    expect(left.decisions.map(({ address }) => address)).toEqual([`/decisions/${googleSpain}`]);
    expect(left.articles).toEqual([]);
  }
});

test('of a document that one may not read nothing is said', async () => {
  const texts = ['C-131/12'];
  const ofAdmins = await documentOf(texts, { collection: 'adminIntranet' });
  expect(await addressesFor(admin, ofAdmins)).toEqual([`/decisions/${googleSpain}`]);
  const hidden: [Actor, string][] = [
    [member, ofAdmins],
    [anonymous, await documentOf(texts)],
    [admin, await documentOf(texts, { trashedAt: new Date() })],
  ];
  for (const [actor, document] of hidden) {
    await expect(listCitedIn(actor, document)).rejects.toMatchObject({ code: 'error.not-found' });
  }
});

test('until a new file has been read, nothing is said of the one before', async () => {
  const document = await documentOf(['C-131/12']);
  expect(await addressesFor(member, document)).toHaveLength(1);
  const isIt = eq(resources.id, document);
  await db().update(resources).set({ textState: 'waiting' }).where(isIt);
  expect(await addressesFor(member, document)).toEqual([]);
});

test('a text read before all keys were kept lists what the search knows of it', async () => {
  const old = await documentOf(['C-131/12', 'Art. 82 GDPR'], {}, citationKeys);
  expect(await listCitedIn(member, old)).toMatchObject({
    decisions: [{ address: `/decisions/${googleSpain}` }],
    articles: [],
  });
});

const schremsTwo = '/decisions/ECLI:EU:C:2020:559';

test.each([
  ['en', 'The transfer was free. After\nSchrems II it must be examined anew. So be it.'],
  ['de', 'Die Übermittlung war frei. Seit Schrems II ist sie neu zu prüfen. Das gilt.'],
  ['fr', 'Le transfert était libre. Depuis l’arrêt Schrems II il faut l’examiner. Voilà.'],
])(
  'a decision that is named without its number is cited, with its sentence: %s',
  async (language, text) => {
    const document = await documentOf([text]);
    await db().update(documentPages).set({ language }).where(eq(documentPages.document, document));
    const { decisions } = await listCitedIn(member, document);
    const [, sentence] = text.replace('\n', ' ').split(/(?<=\.) /);
    expect(decisions.map(({ address }) => address)).toEqual([schremsTwo]);
    expect(decisions[0]?.sentence).toEqual({ text: sentence, language });
  },
);

test('a name that is not said to be that of a judgment links nothing', async () => {
  for (const text of [
    'Breyer wrote to us.',
    'Herr Breyer hat geschrieben.',
    'M. Breyer a écrit.',
    'See Annex II and Schrems IV.',
  ]) {
    expect(await addressesFor(member, await documentOf([text])), text).toEqual([]);
  }
  const announced = await documentOf([
    'As the judgment in Breyer says; wie das Urteil Breyer sagt.',
  ]);
  expect(await addressesFor(member, announced)).toEqual(['/decisions/ECLI:EU:C:2016:779']);
});

test('a name of several judgments links none of them', async () => {
  const document = await documentOf(['The judgment in Doppel, and arrêt Doppel']);
  const facts = { isEcli: true, court: 'EU:C', decidedOn: '2001-01-09', type: 'judgment' } as const;
  const add = (identifier: string) =>
    db()
      .insert(decisionRecords)
      .values({ ...facts, identifier, names: ['Doppel'], visibility: 'public', state: 'checked' });
  await add('ECLI:EU:C:2001:81');
  expect(await addressesFor(member, document)).toEqual(['/decisions/ECLI:EU:C:2001:81']);
  await add('ECLI:EU:C:2001:82');
  expect(await addressesFor(member, document)).toEqual([]);
});
