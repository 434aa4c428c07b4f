import { beforeAll, beforeEach, expect, test } from 'vitest';
import { asc, eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { makeDecision } from '~/db/decision-factories.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { citationColumns } from '~/features/library/reading/page-citations.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { listMissing } from '~/features/decisions/proposals/missing.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { anonymous, type Actor } from '~/policy/actor';
import { readUnknownAgain, recordCitations } from './record-citations.job.server';

const { decisionCitations: citations, decisionRecords: records, documentPages: pages } = schema;
const { intranetResources: resources } = schema;

const own = 'ECLI:EU:C:2024:288';
const schrems = 'ECLI:EU:C:2015:650';
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  member = actorOf(await makeUser(db()));
});

beforeEach(async () => {
  await db().delete(resources);
  await db().delete(records);
  await addDecision(own, 'C-741/21');
});

const addDecision = (
  identifier: string,
  number: string,
  fields: Parameters<typeof makeDecision>[2] = {},
) => makeDecision(db(), identifier, { caseNumbers: [number], ...fields });

/** A text of a decision, as the job leaves it that has read it. */
async function addText(
  texts: string[],
  { ecli = own, ...fields }: { ecli?: string } & Parameters<typeof makeDocument>[1] = {},
): Promise<string> {
  const metadata = { schema: 1, kind: 'judgment', judgment: { ecli } } as const;
  const { id } = await makeDocument(db(), { textState: 'found', metadata, ...fields });
  for (const [at, text] of texts.entries()) {
    const columns = { text, search: '', ...citationColumns(text) };
    await db()
      .insert(pages)
      .values({ document: id, page: at + 1, ...columns });
  }
  return id;
}

const run = () => recordCitations.run({});
const cites = async (actor: Actor = member) =>
  (await getDecision(actor, own)).cites.map((one) => one.decision?.identifier ?? one.identifier);
const citedBy = async (actor: Actor) =>
  (await getDecision(actor, schrems)).citedBy.map(({ decision }) => decision.identifier);

test('what the text of a decision cites is on its page, and on those of what it cites', async () => {
  await addDecision(schrems, 'C-362/14', { names: ['Schrems'] });
  await addText([
    'In Case C-741/21 the Court refers to C‑362/14, Schrems, EU:C:2015:650, and to',
    'C-131/12, Google Spain, EU:C:2014:317, and BVerfG, 1 BvR 209/83, and again to C-131/12.',
  ]);
  await run();
  expect(await cites()).toEqual([schrems, '1 BvR 209/83', 'ECLI:EU:C:2014:317']);
  expect(await citedBy(anonymous)).toEqual([own]);
  const [counted] = await db().select().from(records).where(eq(records.identifier, schrems));
  expect(counted?.citedByPublic).toBe(1);
});

test('a decision that comes later is linked: by its ECLI at once, by its number in the night', async () => {
  await addText(['See EU:C:2015:650 and C-77/99.']);
  await run();
  expect(await cites()).toEqual(['C-77/99', schrems]);
  await addDecision(schrems, 'C-362/14');
  expect(await citedBy(member)).toEqual([own]);
  await addDecision('ECLI:EU:C:2001:77', 'C-77/99', { decidedOn: '2001-01-09' });
  await run();
  expect(await cites()).toEqual([schrems, 'C-77/99']);
  await readUnknownAgain();
  await run();
  expect(await cites()).toEqual([schrems, 'ECLI:EU:C:2001:77']);
});

test('what is cited by its number and is for members says nothing to visitors', async () => {
  await addText(['See C-77/99, and Schrems by its name.']);
  await addDecision(schrems, 'C-362/14', { names: ['Schrems'], visibility: 'members' });
  const hidden = await addDecision('ECLI:EU:C:2001:77', 'C-77/99', { visibility: 'members' });
  await run();
  expect(await cites()).toEqual(['ECLI:EU:C:2001:77']);
  const shown = (await getDecision(anonymous, own)).cites;
  expect(shown).toEqual([{ identifier: 'C-77/99', paragraphs: [], decision: null }]);
  await db().delete(records).where(eq(records.id, hidden));
  expect((await getDecision(anonymous, own)).cites).toEqual(shown);
});

test('a decision that became part of another is cited as that one from the next night on', async () => {
  await addText(['See C-77/99.']);
  const first = await addDecision('ECLI:EU:C:2001:77', 'C-77/99');
  await run();
  const second = await addDecision('ECLI:EU:C:2001:78', 'C-77/99');
  const merged = { state: 'withdrawn', mergedInto: second } as const;
  await db().update(records).set(merged).where(eq(records.id, first));
  await readUnknownAgain();
  await run();
  expect(await cites()).toEqual(['ECLI:EU:C:2001:78']);
});

test('the text of another version, and of a file that gets the ECLI later, is read as well', async () => {
  const document = await addText(['See EU:C:2015:650.'], { ecli: 'ECLI:EU:C:1999:9' });
  await run();
  expect(await cites()).toEqual([]);
  const judgment = { ecli: own.toLowerCase() };
  const metadata = { schema: 1, kind: 'judgment', judgment } as const;
  await db().update(resources).set({ metadata }).where(eq(resources.id, document));
  await run();
  expect(await cites()).toEqual([schrems]);
  await db().update(resources).set({ fileVersion: 2 }).where(eq(resources.id, document));
  await db().update(pages).set({ text: 'See EU:C:2014:317.' });
  await run();
  expect(await cites()).toEqual(['ECLI:EU:C:2014:317']);
  await db().update(pages).set({ text: 'See EU:C:2003:596.', recognisedBy: 'other tables' });
  await run();
  expect(await cites()).toEqual(['ECLI:EU:C:2003:596']);
});

test('what only a text said goes with it; what was known otherwise stays', async () => {
  const [{ id: citing } = { id: '' }] = await db().select().from(records);
  await db()
    .insert(citations)
    .values({ citing, identifier: schrems, paragraphs: [4] });
  const document = await addText(['See EU:C:2015:650 and EU:C:2014:317.']);
  await run();
  expect(await cites()).toHaveLength(2);
  await db().update(resources).set({ trashedAt: new Date() }).where(eq(resources.id, document));
  await run();
  const left = await db().select().from(citations).orderBy(asc(citations.identifier));
  expect(left).toMatchObject([{ identifier: schrems, paragraphs: [4], fromText: false }]);
});

test('a text that members may not read says nothing about a decision', async () => {
  await addText(['See EU:C:2015:650.'], { collection: 'adminIntranet' });
  await run();
  expect(await cites()).toEqual([]);
});

test('what is cited most and not here is listed for those who may propose it', async () => {
  await addDecision(schrems, 'C-362/14');
  const third = await addDecision('ECLI:EU:C:2001:77', 'C-77/99', { visibility: 'members' });
  await addText(['See EU:C:2015:650, EU:C:2014:317 and 1 BvR 209/83.']);
  await addText(['See EU:C:2014:317.'], { ecli: 'ECLI:EU:C:2001:77' });
  await run();
  const google = 'ECLI:EU:C:2014:317';
  expect(await listMissing(member)).toEqual([
    { identifier: google, citedBy: 2 },
    { identifier: '1 BvR 209/83', citedBy: 1 },
  ]);
  await db().update(records).set({ state: 'withdrawn' }).where(eq(records.id, third));
  expect(await listMissing(member)).toContainEqual({ identifier: google, citedBy: 1 });
  await expect(listMissing(anonymous)).rejects.toMatchObject({ code: expect.any(String) });
});
