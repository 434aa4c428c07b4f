import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { citedKeys } from '~/features/citations/cited-in-text';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { configure } from '../../../tests/support/database/configure';
import { person } from '../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../tests/support/site/route-request';

const { decisionRecords, documentPages } = schema;
const googleSpain = 'ECLI:EU:C:2014:317';
const membersOnly = 'ECLI:NL:GHAMS:2023:793';
const text = `${googleSpain}, C-300/21 and ${membersOnly}, on Art. 82 GDPR`;
let member: Actor;
let admin: SignedInActor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  [member, admin] = [await person(), await person('ADMIN')];
});

type Fields = Parameters<typeof makeDocument>[1];

async function documentOf(fields: Fields = {}) {
  const { id } = await makeDocument(db(), {
    textState: 'found',
    storageExtension: 'pdf',
    ...fields,
  });
  await db()
    .insert(documentPages)
    .values({ document: id, page: 1, text, search: '', citations: citedKeys(text) });
  return id;
}

const open = (actor: Actor, document: string, form?: Record<string, string>) =>
  askRoute({
    actor,
    pattern: '/intranet/documents/:document',
    params: { document },
    address: `/intranet/documents/${document}`,
    ...(form && { form }),
  });
const citedFor = async (actor: Actor, document: string) => {
  const address = z.object({ address: z.string() });
  const cited = z.object({ decisions: z.array(address), articles: z.array(z.string()) });
  const page = z.object({ cited }).parse(await open(actor, document));
  return {
    decisions: page.cited.decisions.map((one) => one.address),
    articles: page.cited.articles,
  };
};

test('the page of a document lists the decisions and articles that its text cites', async () => {
  expect(await citedFor(member, await documentOf())).toEqual({
    decisions: [googleSpain, 'ECLI:EU:C:2023:370', membersOnly].map((one) => `/decisions/${one}`),
    articles: ['gdpr/82'],
  });
});

test('who may not open a document is told neither it nor what it cites', async () => {
  configure({ INTRANET_LANGUAGES: 'en' });
  const closed = await documentOf({ collection: 'adminIntranet' });
  const { id: folder } = await makeFolder(db());
  const hidden: [Actor, string][] = [
    [anonymous, await documentOf()],
    [member, closed],
    [member, await documentOf({ trashedAt: new Date() })],
    [member, await documentOf({ language: 'fr', user: admin.id })],
    [member, folder],
    [member, newId()],
    [member, 'top'],
  ];
  const restore = { intent: 'restore', number: '1' };
  for (const [at, [actor, document]] of hidden.entries()) {
    expect(await statusOf(open(actor, document)), `${at}`).toBe(404);
    expect(await statusOf(open(actor, document, restore)), `${at}`).toBe(404);
    expect(await statusOf(linksOf(actor, document)), `${at}`).toBe(404);
  }
  expect(await statusOf(open(admin, closed))).toBe(200);
});

const linksOf = (actor: Actor, document: string, page = '1') =>
  askRoute({
    actor,
    pattern: '/intranet/documents/:document/links/:page',
    params: { document, page },
    address: `/intranet/documents/${document}/links/${page}`,
  });
const linkList = z.array(
  z.object({ words: z.string(), href: z.string(), 'data-decision': z.string().optional() }),
);

test('a page of a document has its citations as links with cards, in their order', async () => {
  const links = linkList.parse(await linksOf(member, await documentOf()));
  expect(links.map(({ words, href }) => [words, href])).toEqual([
    [googleSpain, `/decisions/${googleSpain}`],
    ['C-300/21', '/decisions/ECLI:EU:C:2023:370'],
    [membersOnly, `/decisions/${membersOnly}`],
    ['Art. 82 GDPR', '/provisions/gdpr/82'],
  ]);
  expect(links.map((link) => link['data-decision']?.includes('decidedOn'))).toEqual([
    true,
    true,
    true,
    undefined,
  ]);
});

test('a page that is not there, or not read yet, has no links', async () => {
  expect(await linksOf(member, await documentOf(), '2')).toEqual([]);
  expect(await linksOf(member, await documentOf({ textState: 'waiting' }))).toEqual([]);
  for (const page of ['0', '-1', '1e3', 'x', '999999'])
    expect(await statusOf(linksOf(member, await documentOf(), page)), page).toBe(404);
});

test('the page leaves out the decision that the document is the text of', async () => {
  const judgment = { ecli: googleSpain.toLowerCase() };
  const metadata = { schema: 1, kind: 'judgment', judgment } as const;
  const { decisions } = await citedFor(member, await documentOf({ metadata }));
  expect(decisions).toEqual(['ECLI:EU:C:2023:370', membersOnly].map((one) => `/decisions/${one}`));
});

test('the page leaves out a decision that is listed no longer', async () => {
  const document = await documentOf();
  const isIt = eq(decisionRecords.identifier, membersOnly);
  await db().update(decisionRecords).set({ state: 'withdrawn' }).where(isIt);
  const { decisions } = await citedFor(admin, document);
  await db().update(decisionRecords).set({ state: 'checked' }).where(isIt);
  expect(decisions).toEqual([googleSpain, 'ECLI:EU:C:2023:370'].map((one) => `/decisions/${one}`));
});
