import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { anonymous, commandLine } from '~/policy/actor';
import { importDecisions, listImports } from './imports.server';
import { undoImport } from './undo-import.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { makeUser } from '~/db/factories.server';

const { decisionImports, decisionRecords, intranetResources } = schema;

beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionRecords);
  await db().delete(decisionImports);
});

const take = (...rows: object[]) =>
  importDecisions(commandLine, JSON.stringify(rows), { isDryRun: false, fileName: 'x.json' });

const place = { court: 'DE:BGH', decidedOn: '2024-11-18' };
const own = 'DPJ:DE:BGH:2024:VIZR10.24';
const byNumber = { ...place, caseNumbers: ['VI ZR 10/24'], names: ['Scraping'] };
const ecli = 'ECLI:DE:BGH:2024:181124UVIZR10.24.0';

const identifiersHere = async () =>
  (await db().select().from(decisionRecords).orderBy(decisionRecords.identifier)).map(
    ({ identifier, state }) => `${identifier} ${state}`,
  );

const makeDocumentOf = (identifier: string) =>
  makeDocument(db(), {
    title: 'The judgment',
    metadata: { schema: 1, kind: 'judgment', judgment: { ecli: identifier } },
  });

async function ecliOfDocument(id: string) {
  const isIt = eq(intranetResources.id, id);
  const [found] = await db().select().from(intranetResources).where(isIt);
  return Object(found?.metadata).judgment.ecli;
}

async function undoLast() {
  const [last] = await listImports(actorOf(await makeUser(db(), { role: 'ADMIN' })));
  await undoImport(commandLine, last?.id ?? '');
}

test('a row with an ECLI means the record without one of that court, day and number', async () => {
  await take(byNumber);
  expect(await identifiersHere()).toEqual([`${own} checked`]);
  const document = await makeDocumentOf(own);
  const row = { ecli, ...place, caseNumbers: ['VI\u00a0ZR\u00a010/24'], topics: ['damages'] };
  expect(await take(row)).toMatchObject({ added: 0, changed: 1, errors: [] });
  expect(await identifiersHere()).toEqual([`${own} withdrawn`, `${ecli} checked`]);
  expect(await ecliOfDocument(document.id)).toBe(ecli);
  const read = await getDecision(anonymous, own);
  expect(read).toMatchObject({ identifier: ecli, names: ['Scraping'], topics: ['damages'] });
  // The same again is no change, with the ECLI and by the number.
  expect(await take(row)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await take({ ...byNumber, caseNumbers: row.caseNumbers })).toMatchObject({ unchanged: 1 });
  await undoLast();
  expect(await identifiersHere()).toEqual([`${own} checked`]);
  expect(await ecliOfDocument(document.id)).toBe(own);
  expect(await getDecision(anonymous, own)).toMatchObject({ identifier: own, topics: [] });
});

test('undoing an import leaves a document alone that named the ECLI by itself', async () => {
  await take(byNumber);
  const moved = await makeDocumentOf(own);
  const before = await makeDocumentOf(ecli);
  await take({ ...byNumber, ecli });
  const afterwards = await makeDocumentOf(ecli);
  await undoLast();
  expect(await ecliOfDocument(moved.id)).toBe(own);
  expect(await ecliOfDocument(before.id)).toBe(ecli);
  expect(await ecliOfDocument(afterwards.id)).toBe(ecli);
});

test.each([
  ['of another day', { ...place, decidedOn: '2024-11-19' }, byNumber.caseNumbers],
  ['of another court', { ...place, court: 'DE:BAG' }, byNumber.caseNumbers],
  ['of another number', place, ['VI ZR 1/024']],
])('one %s is another decision', async (_what, where, caseNumbers) => {
  await take(byNumber);
  const code = where.court.split(':')[1];
  const row = { ...where, ecli: `ECLI:DE:${code}:2024:1`, caseNumbers };
  expect(await take(row)).toMatchObject({ added: 1, changed: 0 });
});

test('numbers are the same in any spelling, and another ECLI is another decision', async () => {
  await take({ ...byNumber, ecli });
  const spelled = await take({ ...place, caseNumbers: ['VI ZR 10 / 24'] });
  expect(spelled).toMatchObject({ added: 0, errors: [] });
  const other = await take({ ...byNumber, ecli: 'ECLI:DE:BGH:2024:1' });
  expect(other).toMatchObject({ added: 1, errors: [] });
});

test('a row that may mean two records is an error that names both', async () => {
  await take({ ...byNumber, identifier: 'DPJ:A1' });
  await take({ ...byNumber, identifier: 'DPJ:A2', caseNumbers: ['VI ZR 10/24', 'VI ZR 11/24'] });
  for (const named of [{ ecli }, {}]) {
    const { errors } = await take({ ...byNumber, ...named });
    expect(errors).toEqual([
      {
        row: 1,
        field: 'caseNumbers',
        problem: 'decision-import.problem.ambiguous',
        values: { one: 'DPJ:A1', other: 'DPJ:A2' },
      },
    ]);
  }
  expect(await take({ ...byNumber, ecli, caseNumbers: ['VI ZR 11/24'] })).toMatchObject({
    changed: 1,
  });
});

test('two rows of one file that mean the same record are refused', async () => {
  await take(byNumber);
  expect(await take(byNumber, { ...byNumber, ecli })).toMatchObject({
    errors: [{ row: 2, problem: 'decision-import.problem.twice', values: { row: 1 } }],
  });
});

test('a row of another type is another decision, and needs an identifier of its own', async () => {
  await take({ ...byNumber, type: 'order' });
  const judgment = { ...byNumber, type: 'judgment' };
  const problem = 'decision-import.problem.identifier-taken';
  const taken = { field: 'caseNumbers', problem, values: { identifier: own } };
  expect(await take(judgment)).toMatchObject({ errors: [{ row: 1, ...taken }] });
  const another = { ...byNumber, decidedOn: '2024-11-19' };
  expect(await take(another)).toMatchObject({ errors: [{ row: 1, ...taken }] });
  expect(await take({ ...judgment, ecli })).toMatchObject({ added: 1, changed: 0, errors: [] });
  expect(await identifiersHere()).toEqual([`${own} checked`, `${ecli} checked`]);
  // One that says no type means either.
  expect(await take(byNumber)).toMatchObject({
    errors: [{ row: 1, problem: 'decision-import.problem.ambiguous' }],
  });
  expect(await take({ ...byNumber, type: 'order' })).toMatchObject({ unchanged: 1, errors: [] });
});

test('two rows of one number and another day are two decisions, which cannot have one identifier', async () => {
  const problem = 'decision-import.problem.identifier-taken';
  expect(await take(byNumber, { ...byNumber, decidedOn: '2024-11-19' })).toMatchObject({
    errors: [{ row: 2, problem, values: { identifier: own } }],
  });
});

test('two rows with different ECLIs that may be one record are refused', async () => {
  await take(byNumber);
  const other = { ...byNumber, ecli: 'ECLI:DE:BGH:2024:1' };
  const problem = 'decision-import.problem.one-record';
  expect(await take({ ...byNumber, ecli }, other)).toMatchObject({
    errors: [{ row: 2, problem, values: { row: 1, identifier: own } }],
  });
  expect(await take({ ...byNumber, ecli }, { ...place, ecli })).toMatchObject({
    errors: [{ row: 2, problem: 'decision-import.problem.twice', values: { row: 1 } }],
  });
  expect(await take({ ...byNumber, ecli })).toMatchObject({ changed: 1 });
  expect(await take(other)).toMatchObject({ added: 1, errors: [] });
});
