import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeFolder } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { listOwnProposals } from '~/features/decisions/proposals/proposals.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import {
  askDetails,
  type FileFields,
  rowsOf,
  savedFile,
  saveDetails,
  uploadedFile,
} from '../../../../tests/support/files/uploaded-file';
import { statusOf } from '../../../../tests/support/site/route-request';

const { decisionProposals, decisionRecords, intranetResources } = schema;

/** What real decisions say of themselves at their head. */
const heads = {
  german:
    'Bundesverfassungsgericht\nBeschluss\nvom 6. November 2019\n1 BvR 16/13\nECLI:DE:BVerfG:2019:rs20191106.1bvr001613',
  spanish:
    'Tribunal Constitucional\nPleno. Sentencia 292/2000, de 30 de noviembre de 2000\nECLI:ES:TC:2000:292',
  polish: 'Sąd Najwyższy\nUchwała z dnia 28 września 1994 r.\nII UZP 26/94',
};
const german = 'ECLI:DE:BVerfG:2019:rs20191106.1bvr001613';

let admin: SignedInActor;
let member: SignedInActor;
beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionProposals);
  await db().delete(decisionRecords);
  await db().delete(intranetResources);
  admin = await person('ADMIN');
  member = await person('USER', { firstName: 'Ada', lastName: 'Example' });
});

/** A file that has been read, of the member where nobody else is named. */
const file = (text: string, fields: FileFields = {}, owner = member) =>
  uploadedFile(owner, text, fields);
const ask = (ids: string[], actor: SignedInActor | typeof anonymous = member) =>
  askDetails(actor, ids);
const rowsFor = (ids: string[], actor = member) => rowsOf(actor, ids);
const save = (rows: Record<string, string>[], actor = member) => saveDetails(actor, rows);

test('a row for each file has what its text says, and saves it at once with the court as author', async () => {
  const ids = [
    await file(heads.german, { title: 'Recht_auf_Vergessen' }),
    await file(heads.spanish),
    await file(heads.polish, { title: '26_94' }),
  ];
  const rows = await rowsFor(ids);
  expect(rows).toMatchObject([
    {
      title: 'Recht auf Vergessen',
      kind: 'order',
      court: 'Bundesverfassungsgericht',
      decidedOn: '2019-11-06',
      caseNumber: '1 BvR 16/13',
      ecli: german,
      decide: 'on',
    },
    { kind: 'judgment', decidedOn: '2000-11-30', ecli: 'ECLI:ES:TC:2000:292', decide: 'on' },
    // The file's name has no word in it.
    { title: 'SN, II UZP 26/94', court: 'Sąd Najwyższy', ecli: '', decide: 'on' },
  ]);
  // Portugal has a court of this name too.
  expect(rows[1]?.['court']).toBe('Tribunal Constitucional (Spain)');
  expect(await statusOf(save(rows.map((row) => ({ ...row, decide: '' }))))).toBe(302);
  expect(await savedFile(ids[0] ?? '')).toMatchObject({
    title: 'Recht auf Vergessen',
    author: 'Bundesverfassungsgericht',
    version: 2,
    metadata: {
      kind: 'judgment',
      judgment: { ecli: german, country: 'DE', type: 'Order', decidedOn: '2019-11-06' },
    },
  });
  expect(await savedFile(ids[1] ?? '')).toMatchObject({ author: 'Tribunal Constitucional' });
  expect(await rowsFor(ids)).toMatchObject([
    { kind: 'order', version: '2', decide: '' },
    { court: 'Tribunal Constitucional (Spain)' },
    { court: 'Sąd Najwyższy' },
  ]);
});

test('a member proposes the ticked decisions, an administrator publishes them with their files', async () => {
  const text = await file(heads.german, { title: 'Recht auf Vergessen I' });
  const number = await file(heads.polish, { title: 'Resolution of 1994' });
  expect(await statusOf(save(await rowsFor([text, number])))).toBe(302);
  expect(await listOwnProposals(member)).toHaveLength(2);
  expect(await ask([text, number])).toMatchObject({
    files: [{ decision: { state: 'waiting' } }, { decision: { state: 'waiting' } }],
  });
  expect(await db().$count(decisionRecords)).toBe(0);

  const rows = await rowsFor([text, number], admin);
  // What waits can be published at once, which settles it.
  expect(
    await statusOf(
      save(
        rows.map((row) => ({ ...row, decide: 'on' })),
        admin,
      ),
    ),
  ).toBe(302);
  expect(await getDecision(anonymous, german)).toMatchObject({
    names: ['Recht auf Vergessen I'],
    type: 'order',
    caseNumbers: ['1 BvR 16/13'],
    decidedOn: '2019-11-06',
    visibility: 'public',
  });
  expect(await getDecision(member, german)).toMatchObject({ files: [{ id: text }] });
  expect(await ask([text, number])).toMatchObject({
    files: [
      { decision: { state: 'here', name: 'Recht auf Vergessen I' } },
      { decision: { state: 'here', name: 'Resolution of 1994' } },
    ],
  });
  expect(await listOwnProposals(member)).toContainEqual(
    expect.objectContaining({ state: 'published', identifier: german }),
  );
});

test('a second text of a decision belongs to the same one', async () => {
  const ids = [await file(heads.german), await file(heads.german)];
  expect(await statusOf(save(await rowsFor(ids, admin), admin))).toBe(302);
  expect(await db().$count(decisionRecords)).toBe(1);
  expect(await getDecision(admin, german)).toMatchObject({ files: [{}, {}] });
  const third = await file(heads.german, { title: '1_2019' });
  const [row] = await rowsFor([third]);
  // It is called as it is known here, and there is nothing to propose.
  expect(row).toMatchObject({ title: 'scan 1', decide: '' });
  expect(await statusOf(save([{ ...row, decide: 'on' }]))).toBe(302);
  expect(await db().$count(decisionProposals)).toBe(0);
});

test.each<[string, string, Record<string, string>]>([
  ['title', 'form.required', { title: '' }],
  ['ecli', 'form.ecli', { ecli: 'ECLI:DE' }],
  ['decidedOn', 'form.ecli-other-year', { ecli: 'ECLI:EU:C:2014:317', decidedOn: '2020-11-06' }],
  ['court', 'form.ecli-other-court', { court: 'Bundesgerichtshof' }],
  ['court', 'form.intake-court', { court: 'Landgericht Musterstadt', ecli: '' }],
  ['kind', 'form.intake-kind', { kind: 'paper', decide: '' }],
  [
    'kind',
    'form.intake-no-decision',
    { kind: 'minutes', court: '', decidedOn: '', caseNumber: '', ecli: '' },
  ],
  ['ecli', 'form.ecli-or-case-number', { ecli: '', caseNumber: '' }],
])('%s: %s is said at its cell, and nothing of any file is saved', async (field, key, change) => {
  const ids = [await file(heads.polish), await file(heads.german)];
  const [first = {}, second = {}] = await rowsFor(ids);
  const row = { ...second, decide: 'on', ...change };
  const answer = await save([{ ...first, title: 'Typed' }, row]);
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { fieldErrors: { [`files.1.${field}`]: key } },
  });
  expect(answer).toMatchObject({ data: { values: { files: expect.stringContaining('Typed') } } });
  expect(await savedFile(ids[0] ?? '')).toMatchObject({ title: 'scan_1', version: 1 });
  expect(await db().$count(decisionProposals)).toBe(0);
});

test('a number that is here with an ECLI is refused at its cell, with what to do', async () => {
  const ids = [await file(heads.german)];
  expect(await statusOf(save(await rowsFor(ids, admin), admin))).toBe(302);
  const [row = {}] = await rowsFor([await file(heads.german)]);
  expect(await save([{ ...row, ecli: '', decide: 'on' }])).toMatchObject({
    data: { fieldErrors: { 'files.0.caseNumber': 'form.intake-known' } },
  });
});

test('files of a decision without ECLI belong to it, by its identifier of this site', async () => {
  const identifier = 'DPJ:PL:SN:1994:IIUZP26.94';
  const [first, second, other] = [
    await file(heads.polish, {}, admin),
    await file(heads.polish, { title: 'Translation' }, admin),
    await file(heads.polish, {}, admin),
  ];
  const rows = await rowsFor([first, other], admin);
  // One whose decision is neither here nor brought has no identifier.
  const [, plain = {}] = rows;
  expect(await statusOf(save([{ ...plain, decide: '' }], admin))).toBe(302);
  expect((await savedFile(other))?.metadata).not.toHaveProperty('judgment.ecli', expect.anything());
  const [row = {}] = rows;
  expect(await statusOf(save([{ ...row, decide: 'on' }], admin))).toBe(302);
  const [again = {}] = await rowsFor([second], admin);
  expect(again['decide']).toBe('');
  expect(await statusOf(save([again], admin))).toBe(302);
  const filesHere = async () => (await getDecision(member, identifier)).files.map(({ id }) => id);
  expect((await filesHere()).toSorted()).toEqual([first, second].toSorted());
  // Saved once more, without a number, a file stays where it belongs.
  const [kept = {}] = await rowsFor([first], admin);
  expect(await statusOf(save([{ ...kept, caseNumber: '' }], admin))).toBe(302);
  expect(await filesHere()).toContain(first);
});

test('an administrator publishes nothing without its day', async () => {
  const [row = {}] = await rowsFor([await file('II UZP 26/94 Sąd Najwyższy')], admin);
  expect(row['decide']).toBe('');
  expect(await save([{ ...row, decide: 'on' }], admin)).toMatchObject({
    data: { fieldErrors: { 'files.0.decidedOn': 'form.decision-day' } },
  });
});

test('a withdrawn decision is not published with a file, which is said at its cell', async () => {
  const ids = [await file(heads.german)];
  const rows = await rowsFor(ids, admin);
  expect(await statusOf(save(rows, admin))).toBe(302);
  await db().update(decisionRecords).set({ state: 'withdrawn' });
  const again = (await rowsFor(ids, admin)).map((row) => ({ ...row, decide: 'on' }));
  expect(await save(again, admin)).toMatchObject({
    data: { fieldErrors: { 'files.0.ecli': 'form.intake-withdrawn' } },
  });
});

test('a file that was changed meanwhile is said at its row, and saved with the next press', async () => {
  const ids = [await file(heads.german), await file(heads.polish)];
  const rows = await rowsFor(ids);
  expect(await statusOf(save([{ ...rows[1], title: 'Theirs' }], admin))).toBe(302);
  const answer = await save(rows.map((row) => ({ ...row, title: 'Mine' })));
  expect(answer).toMatchObject({
    init: { status: 409 },
    data: { fieldErrors: { 'files.1': 'form.intake-changed' } },
  });
  expect([await savedFile(ids[0] ?? ''), await savedFile(ids[1] ?? '')]).toMatchObject([
    { title: 'scan_1' },
    { title: 'Theirs' },
  ]);
  expect(await db().$count(decisionProposals)).toBe(0);
  expect(answer).toMatchObject({
    data: { values: { files: expect.stringMatching(/"version":"1".*"version":"2"/) } },
  });
  const again = rows.map((row, at) => ({ ...row, title: 'Mine', version: String(at + 1) }));
  expect(await statusOf(save(again))).toBe(302);
  expect(await savedFile(ids[1] ?? '')).toMatchObject({ title: 'Mine', version: 3 });
});

test('files of others, folders, too many and none lead nowhere', async () => {
  const own = await file(heads.german);
  const theirs = await file(heads.polish, {}, admin);
  const folder = (await makeFolder(db(), { user: member.id })).id;
  const many = Array.from({ length: 51 }, () => newId());
  for (const ids of [[own, theirs], [own, folder], [newId()], many, ['x'], []])
    expect(await statusOf(ask(ids)), ids.join()).toBe(404);
  expect(await statusOf(ask([own], anonymous))).toBe(404);
  const [row = {}] = await rowsFor([own]);
  expect(await statusOf(save([row, { ...row, id: theirs }]))).toBe(404);
  expect(await statusOf(save([row, row]))).toBe(400);
  expect(await savedFile(own)).toMatchObject({ version: 1 });
  // An administrator may change all of them.
  expect(await rowsFor([own, theirs], admin)).toHaveLength(2);
});

test('a file that is still being read is there without proposals, and with the stream to wait on', async () => {
  const parent = (await makeFolder(db(), { user: member.id })).id;
  const id = await file('', { textState: 'waiting', title: 'Arrêt', parent });
  expect(await ask([id])).toMatchObject({
    live: `/intranet/live/userIntranet/${parent}`,
    place: `/intranet/${parent}`,
    files: [{ textState: 'waiting', row: { title: 'Arrêt', kind: 'other', decide: '' } }],
  });
  expect(await ask([await file('Minutes of a meeting')])).toMatchObject({ live: null });
});
