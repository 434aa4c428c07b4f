import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { addCourt, deleteCourt } from '~/features/decisions/courts/court-editor.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getRecord } from '~/features/decisions/editor/editor.server';
import { draftOfRecord } from '~/features/decisions/editor/decision-draft';
import { commandLine, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import { getImport, importDecisions, listImports, runImport } from './imports.server';
import { undoImport } from './undo-import.server';

const { decisionImports, decisionRecords, decisionVersions } = schema;
const list = '/administration/decisions/import';

let admin: SignedInActor;
beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionRecords);
  await db().delete(decisionImports);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const head = 'ecli,court,decided_on,case_numbers,names';
const scalable = 'ECLI:EU:C:2024:531,EU:C,2024-06-20,C-182/22,Scalable Capital';
const post = 'ECLI:EU:C:2023:370,EU:C,2023-05-04,C-300/21,Post';
const csv = (...lines: string[]) => [head, ...lines].join('\n');

/** What the page answers to an uploaded file. */
function upload(content: string | Uint8Array<ArrayBuffer>, name = 'decisions.csv') {
  const form = new FormData();
  form.set('upload', new File([content], name));
  return askRoute({ actor: admin, pattern: list, form });
}

async function prepared(content: string): Promise<string> {
  const answer = await upload(content);
  const address = answer instanceof Response ? answer.headers.get('Location') : null;
  const id = address?.split('/').at(-1);
  if (!id) throw new Error('The file was refused');
  return id;
}

const look = (id: string) =>
  askRoute({ actor: admin, pattern: `${list}/:id`, params: { id }, address: `${list}/${id}` });

const press = (id: string, form: Record<string, string>) =>
  askRoute({ actor: admin, pattern: `${list}/:id`, params: { id }, form });

async function digestOf(id: string): Promise<string> {
  const shown = await look(id);
  const preview: unknown = Reflect.get(Object(shown), 'preview');
  return String(Reflect.get(Object(preview), 'digest'));
}

async function imported(content: string): Promise<string> {
  const id = await prepared(content);
  await press(id, { intent: 'run', digest: await digestOf(id) });
  return id;
}

const namesHere = async () =>
  (await db().select().from(decisionRecords).orderBy(decisionRecords.identifier)).map(
    ({ names }) => names[0],
  );

/** Saves a decision in the editor, as somebody does who corrects its name. */
async function rename(identifier: string, names: string) {
  const [found] = await db()
    .select({ id: decisionRecords.id })
    .from(decisionRecords)
    .where(eq(decisionRecords.identifier, identifier));
  const record = await getRecord(admin, found?.id ?? '');
  const form = decisionForm({ ...draftOfRecord(record), names }, record.version);
  const pattern = '/administration/decisions/:id';
  const saved = askRoute({ actor: admin, pattern, params: { id: record.id }, form });
  expect(await statusOf(saved)).toBe(302);
}

test('an uploaded file first shows what each row would do, then is imported as a whole', async () => {
  await imported(csv(post));
  const id = await prepared(csv(scalable, post.replace('Post', 'Österreichische Post'), 'x,y'));
  expect(await look(id)).toMatchObject({
    preview: {
      added: 1,
      changed: 1,
      errorCount: 2,
      errors: [
        { row: 3, field: 'ecli', problem: 'decision-import.problem.ecli' },
        { row: 3, field: 'decided_on', problem: 'decision-import.problem.date' },
      ],
    },
  });
  expect(await statusOf(press(id, { intent: 'run', digest: await digestOf(id) }))).toBe(409);
  expect(await namesHere()).toEqual(['Post']);
});

test('what was imported is listed, and undone without what was edited since', async () => {
  await imported(csv(post));
  const fine = 'ECLI:EU:C:2023:950,EU:C,2023-12-05,C-807/21,Deutsche Wohnen';
  const id = await imported(csv(scalable, post.replace('Post', 'Renamed'), fine));
  expect(await namesHere()).toEqual(['Renamed', 'Deutsche Wohnen', 'Scalable Capital']);
  expect(await listImports(admin)).toMatchObject([
    { fileName: 'decisions.csv', added: 2, changed: 1, createdBy: admin.id },
    { added: 1, changed: 0 },
  ]);
  await rename('ECLI:EU:C:2023:950', 'Corrected by hand');
  expect(await statusOf(press(id, { intent: 'undo' }))).toBe(302);
  expect(await namesHere()).toEqual(['Post', 'Corrected by hand']);
  const { touched, undoneAt } = await getImport(admin, id);
  expect(touched).toMatchObject([{ identifier: 'ECLI:EU:C:2023:950', isEdited: true }]);
  expect(undoneAt).not.toBeNull();
  expect(await statusOf(press(id, { intent: 'undo' }))).toBe(409);
});

test('imports are undone one after the other, back to what was there at first', async () => {
  await imported(csv(post));
  const second = await imported(csv(post.replace('Post', 'Second')));
  const third = await imported(csv(post.replace('Post', 'Third')));
  await undoImport(admin, third);
  expect(await namesHere()).toEqual(['Second']);
  await undoImport(admin, second);
  expect(await namesHere()).toEqual(['Post']);
  expect(await db().$count(decisionVersions)).toBe(4);
});

test('what had a court that is deleted meanwhile stays as it is, and the rest is undone', async () => {
  const facts = { country: 'LT', kind: 'court' as const, ecliCode: null, language: 'lt' };
  const gone = await addCourt(admin, { ...facts, abbreviation: 'ZT', name: 'Z', nameEn: 'Z' });
  const own = (court: string) =>
    `identifier,court,decided_on,case_numbers,names\nDPJ:LT:1,${court},2024-06-20,1-2/3,Vilnius`;
  await imported(own(gone));
  await imported(csv(post));
  const rows = [
    { identifier: 'DPJ:LT:1', court: 'LT:LVAT', decidedOn: '2024-06-20', caseNumbers: ['1-2/3'] },
    { ecli: 'ECLI:EU:C:2023:370', court: 'EU:C', decidedOn: '2023-05-04', names: ['Renamed'] },
    { ecli: 'ECLI:EU:C:2024:531', court: 'EU:C', decidedOn: '2024-06-20', names: ['Scalable'] },
  ];
  const id = await imported(JSON.stringify(rows));
  await deleteCourt(admin, gone);
  expect((await getImport(admin, id)).touched).toMatchObject([
    { identifier: 'DPJ:LT:1', isEdited: false, lacksEarlierCourt: true },
    { identifier: 'ECLI:EU:C:2023:370', lacksEarlierCourt: false },
    { identifier: 'ECLI:EU:C:2024:531', lacksEarlierCourt: false },
  ]);
  expect(await statusOf(press(id, { intent: 'undo' }))).toBe(302);
  expect(await namesHere()).toEqual(['Vilnius', 'Post']);
  const { touched, undoneAt } = await getImport(admin, id);
  expect(undoneAt).not.toBeNull();
  expect(touched).toMatchObject([{ identifier: 'DPJ:LT:1', lacksEarlierCourt: true }]);
});

test('an import on the command line is noted and can be undone', async () => {
  const options = { isDryRun: false, fileName: 'judgments.csv' };
  await importDecisions(commandLine, csv(post), options);
  const [noted] = await listImports(admin);
  expect(noted).toMatchObject({ fileName: 'judgments.csv', createdBy: commandLine.id });
  await undoImport(admin, noted?.id ?? '');
  expect(await namesHere()).toEqual([]);
});

test('of two administrators who import the same, the second is shown what is left to do', async () => {
  const [one, other] = [await prepared(csv(post)), await prepared(csv(post, scalable))];
  const [first, second] = [await digestOf(one), await digestOf(other)];
  const both = await Promise.allSettled([
    runImport(admin, one, first),
    runImport(admin, one, first),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await statusOf(press(other, { intent: 'run', digest: second }))).toBe(409);
  expect(await look(other)).toMatchObject({ preview: { added: 1, unchanged: 1 } });
});

test.each([
  ['form.choose-file', '', ''],
  ['form.import-empty', '', 'decisions.csv'],
  ['form.import-empty', csv(), 'decisions.csv'],
  ['form.import-columns', 'Name,Date\nPost,2023', 'decisions.csv'],
  ['form.import-json', '[{"ecli":', 'decisions.json'],
  ['form.import-kind', '<html><body>', 'page.xml'],
  ['form.import-kind', '%PDF-1.7 ECLI', 'judgment.pdf'],
  ['form.import-kind', 'a\0b', 'program.bin'],
  ['form.import-encoding', Uint8Array.from([0xff, 0xfe, 0x65, 0]), 'decisions.csv'],
  ['form.import-too-large', new Uint8Array(10_000_001).fill(65), 'decisions.csv'],
  ['form.import-too-many', csv(...Array.from({ length: 10_001 }, () => post)), 'decisions.csv'],
])('%s is said of a file that cannot be taken', async (key, content, name) => {
  const answer = await upload(content, name);
  expect(answer).toMatchObject({ data: { fieldErrors: { upload: key } } });
  expect(await db().$count(decisionImports)).toBe(0);
});

test('members and visitors get nowhere near an import', async () => {
  const id = await imported(csv(post));
  for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
    const actor = actorWithRole(role);
    const page = { actor, pattern: `${list}/:id`, params: { id } };
    expect(await statusOf(askRoute({ actor, pattern: list }))).toBe(404);
    expect(await statusOf(askRoute({ actor, pattern: list, form: new FormData() }))).toBe(404);
    expect(await statusOf(askRoute(page))).toBe(404);
    const forms: Record<string, string>[] = [
      { intent: 'undo' },
      { intent: 'discard' },
      { intent: 'run', digest: 'x' },
    ];
    for (const form of forms) expect(await statusOf(askRoute({ ...page, form }))).toBe(404);
  }
  expect(await namesHere()).toEqual(['Post']);
});

test('a file that waits can be discarded, an import cannot', async () => {
  const id = await prepared(csv(post));
  expect(await statusOf(press(id, { intent: 'discard' }))).toBe(302);
  expect(await statusOf(look(id))).toBe(404);
  expect(await statusOf(press(await imported(csv(post)), { intent: 'discard' }))).toBe(409);
});
