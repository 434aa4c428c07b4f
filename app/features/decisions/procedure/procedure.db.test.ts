import { beforeAll, beforeEach, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { ProcedureRelation } from '~/db/schema/decisions';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { exportOne } from '~/features/decisions/exports/exports.server';
import { importDecisions } from '~/features/decisions/imports/imports.server';
import { undoImport } from '~/features/decisions/imports/undo-import.server';
import { listDecisionVersions } from '~/features/decisions/editor/editor.server';
import { mergeDecision } from '~/features/decisions/editor/merging.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { type Actor, anonymous, commandLine } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { listProcedure } from './procedure.server';

const { decisionRecords, decisionImports } = schema;
let admin: Actor;
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});
beforeEach(async () => void (await db().delete(decisionRecords)));

const court = 'ECLI:EU:T:2023:219';
const appeal = 'ECLI:EU:C:2025:645';
const anew = 'ECLI:EU:T:2026:1';

type Columns = Partial<typeof decisionRecords.$inferInsert>;

async function add(identifier: string, procedure: ProcedureRelation[] = [], more: Columns = {}) {
  const [made] = await db()
    .insert(decisionRecords)
    .values({
      identifier,
      procedure,
      isEcli: identifier.startsWith('ECLI'),
      court: identifier.includes(':T:') ? 'EU:T' : 'EU:C',
      decidedOn: `${/:(\d{4}):/.exec(identifier)?.[1]}-04-26`,
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
      ...more,
    })
    .returning();
  if (!made) throw new Error('Not added');
  return made;
}

const shown = async (actor: Actor, identifier: string) => {
  const steps = await listProcedure(actor, await getDecision(actor, identifier));
  return steps.map((step) =>
    step.map((one) => (one.decision ? one.identifier : `typed ${one.identifier}`)).join(),
  );
};

test('what a decision is an appeal from is kept as it was typed, and linked when it comes', async () => {
  await add(appeal, [{ kind: 'appeal', identifier: 'ecli:eu:t:2023:219' }]);
  expect(await shown(anonymous, appeal)).toEqual(['typed ecli:eu:t:2023:219', appeal]);
  await add(court);
  for (const one of [court, appeal]) expect(await shown(anonymous, one)).toEqual([court, appeal]);
});

test('each decision shows all of the proceedings, in both directions', async () => {
  await add(court, [{ kind: 'appeal', identifier: 'EDPS 2019-947' }]);
  await add(appeal, [{ kind: 'appeal', identifier: court }]);
  await add(anew, [{ kind: 'following', identifier: appeal }]);
  await add('ECLI:EU:C:2024:1');
  for (const one of [court, appeal, anew])
    expect(await shown(anonymous, one)).toEqual(['typed EDPS 2019-947', court, appeal, anew]);
  expect(await shown(anonymous, 'ECLI:EU:C:2024:1')).toEqual([]);
  expect(await exportOne(anonymous, court)).toMatchObject({
    procedure: [{ kind: 'appeal', identifier: 'EDPS 2019-947' }],
    proceedings: [
      { identifier: 'EDPS 2019-947', isHere: false },
      { identifier: court, isHere: true },
      { identifier: appeal, procedure: [{ kind: 'appeal', identifier: court }] },
      { identifier: anew },
    ],
  });
});

test.each([
  ['for members', { visibility: 'members' } as const],
  ['withdrawn', { state: 'withdrawn' } as const],
  ['proposed', { state: 'proposed' } as const],
])(
  'a decision that is %s leads a visitor no further and is named as it was typed',
  async (_, hidden) => {
    await add(court, [{ kind: 'appeal', identifier: 'First' }], { ...hidden, names: ['Secret'] });
    await add(appeal, [{ kind: 'appeal', identifier: court.toLowerCase() }]);
    await add(anew, [{ kind: 'following', identifier: appeal }], { ...hidden, names: ['Secret'] });
    expect(await shown(anonymous, appeal)).toEqual([`typed ${court.toLowerCase()}`, appeal]);
    const page = await listProcedure(anonymous, await getDecision(anonymous, appeal));
    expect(JSON.stringify(page)).not.toMatch(/Secret|First/);
    const all = ['typed First', court, appeal, anew];
    if ('visibility' in hidden) expect(await shown(member, appeal)).toEqual(all);
    else expect(await shown(member, appeal)).toHaveLength(2);
  },
);

test('an identifier of a merged record leads to what it became', async () => {
  const kept = await add(court);
  await add('DPJ:EU:T:2023:T-557.20', [], { state: 'withdrawn', mergedInto: kept.id });
  await add(appeal, [{ kind: 'appeal', identifier: 'DPJ:EU:T:2023:T-557.20' }]);
  for (const one of [court, appeal]) expect(await shown(anonymous, one)).toEqual([court, appeal]);
});

const formWith = (fields: Record<string, string>) => {
  const form = new FormData();
  const all = {
    intent: 'save',
    version: '1',
    ecli: appeal,
    court: 'EU:C',
    formation: '',
    decidedOn: '2025-09-04',
    publishedOn: '',
    type: 'judgment',
    outcome: '',
    caseNumbers: 'C-413/23 P',
    names: '',
    fineAmount: '',
    fineCurrency: 'EUR',
    celex: '',
    sourceUrl: '',
    visibility: 'public',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  return form;
};

const save = (id: string, fields: Record<string, string>) =>
  askRoute({
    actor: admin,
    pattern: '/administration/decisions/:id',
    params: { id },
    form: formWith(fields),
  });

test('the editor keeps each relation once, says at its row what is wrong, and versions tell of it', async () => {
  const { id } = await add(appeal);
  const empty = { 'procedure.0.kind': '', 'procedure.0.identifier': '' };
  const rows = (kind: string, identifier: string) => ({
    ...empty,
    'procedure.1.kind': kind,
    'procedure.1.identifier': identifier,
  });
  for (const [sent, field, key] of [
    [rows('', court), 'procedure.1.kind', 'form.choose'],
    [rows('none', court), 'procedure.1.kind', 'form.choose'],
    [rows('appeal', ' '), 'procedure.1.identifier', 'form.procedure-identifier'],
    [rows('appeal', 'x'.repeat(81)), 'procedure.1.identifier', 'form.procedure-identifier'],
    [rows('appeal', appeal.toLowerCase()), 'procedure.1.identifier', 'form.procedure-self'],
  ] as const)
    expect(await save(id, sent)).toMatchObject({
      init: { status: 400 },
      data: { fieldErrors: { [field]: key }, values: { procedure: expect.any(String) } },
    });
  const twice = { 'procedure.2.kind': 'appeal', 'procedure.2.identifier': 'ECLI:EU:T:2023:219' };
  expect(await statusOf(save(id, { ...rows('appeal', court.toLowerCase()), ...twice }))).toBe(302);
  const { record, versions } = await listDecisionVersions(admin, id);
  expect(record.procedure).toEqual([{ kind: 'appeal', identifier: court }]);
  expect(versions).toMatchObject([{ content: { procedure: [] } }]);
});

const procedureOf = async (identifier: string) =>
  (await getDecision(anonymous, identifier)).procedure;

test('an import brings relations as CSV and JSON have them, says which are wrong, and is undone', async () => {
  await add(appeal, [{ kind: 'joined', identifier: 'Old' }]);
  const fileName = 'x';
  const csv = (procedure: string) =>
    `ecli,court,decided_on,procedure\n${appeal},EU:C,2025-09-04,${procedure}\n`;
  const wrong = await importDecisions(commandLine, csv('against ECLI:EU:T:2023:219'), {
    isDryRun: false,
    fileName,
  });
  expect(wrong.errors).toMatchObject([{ row: 1, problem: 'decision-import.problem.procedure' }]);
  const good = csv(`appeal ${court} | joined [2017] IEHC 545`);
  await importDecisions(commandLine, good, { isDryRun: false, fileName });
  const imported = [
    { kind: 'appeal', identifier: court },
    { kind: 'joined', identifier: '[2017] IEHC 545' },
  ];
  expect(await procedureOf(appeal)).toEqual(imported);
  const facts = { court: 'EU:C', decidedOn: '2025-09-04', ecli: appeal };
  const again = await importDecisions(
    commandLine,
    JSON.stringify([{ ...facts, procedure: imported }]),
    { isDryRun: true, fileName },
  );
  expect(again).toMatchObject({ unchanged: 1, errors: [] });
  const silent = await importDecisions(commandLine, JSON.stringify([facts]), {
    isDryRun: true,
    fileName,
  });
  expect(silent).toMatchObject({ unchanged: 1 });
  const [done] = await db().select({ id: decisionImports.id }).from(decisionImports);
  await undoImport(admin, done?.id ?? '');
  expect(await procedureOf(appeal)).toEqual([{ kind: 'joined', identifier: 'Old' }]);
});

test('merging joins what is known of the proceedings, without a relation of the decision to itself', async () => {
  const kept = await add(appeal, [{ kind: 'appeal', identifier: court }]);
  const other = await add('ECLI:EU:C:2025:646', [
    { kind: 'appeal', identifier: court },
    { kind: 'joined', identifier: appeal },
    { kind: 'joined', identifier: 'Other' },
  ]);
  const form = new FormData();
  for (const [name, value] of [
    ['intent', 'merge'],
    ['version', '1'],
    ['into', appeal],
    ['confirmed', kept.id],
  ] as const)
    form.set(name, value);
  const pattern = '/administration/decisions/:id';
  expect(await statusOf(askRoute({ actor: admin, pattern, params: { id: other.id }, form }))).toBe(
    302,
  );
  const [merged] = await db()
    .select({ procedure: decisionRecords.procedure, keys: decisionRecords.procedureKeys })
    .from(decisionRecords)
    .where(and(eq(decisionRecords.id, kept.id)));
  expect(merged).toEqual({
    procedure: [
      { kind: 'appeal', identifier: court },
      { kind: 'joined', identifier: 'Other' },
    ],
    keys: [court, 'OTHER'],
  });
});

test('the documents of a decision without ECLI follow it when it is merged', async () => {
  const kept = await add(appeal);
  const own = await add('DPJ:EU:C:2025:C-413.23P', [], { isEcli: false });
  const { id } = await makeDocument(db(), {
    metadata: { schema: 1, kind: 'judgment', judgment: { ecli: own.identifier.toLowerCase() } },
  });
  await mergeDecision(admin, { id: own.id, version: 1 }, kept.id);
  const { files } = await getDecision(member, appeal);
  expect(files.map((one) => one.id)).toEqual([id]);
});
