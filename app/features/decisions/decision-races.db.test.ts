import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDecision } from '~/db/decision-factories.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import type { SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../tests/support/people/actors';
import { whileAnother } from '../../../tests/support/database/while-another';
import { askRoute, statusOf } from '../../../tests/support/site/route-request';
import { decisionForm } from '../../../tests/support/texts/decision-form';
import { appointCorrespondent } from './correspondents/correspondents.server';
import { addCourt } from './courts/court-editor.server';
import { loadCourts } from './courts/courts.server';
import { draftOfRecord, emptyDraft } from './editor/decision-draft';
import { getRecord } from './editor/editor.server';
import { mergeDecision } from './editor/merging.server';
import { follow } from './following/following.server';
import { importDecisions, listImports } from './imports/imports.server';
import { undoImport } from './imports/undo-import.server';

/** What two do at the same moment: one has it, and the other is told clearly. */

const { courts, decisionProposals, decisionRecords, follows, users } = schema;
const ecli = 'ECLI:EU:C:2023:370';
const pattern = '/administration/decisions/:id';
let admin: SignedInActor;
let member: SignedInActor;

beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionProposals);
  await db().delete(decisionRecords);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});

const save = (id: string, form: FormData) =>
  askRoute({ actor: admin, pattern, params: { id }, form });

const importOf = (names: string) =>
  importDecisions(
    admin,
    JSON.stringify([
      { ecli, court: 'EU:C', decidedOn: '2023-05-04', caseNumbers: ['C-300/21'], names: [names] },
    ]),
    { isDryRun: false, fileName: 'x.json' },
  );

/** Without an ECLI, and nobody else sees it yet. */
const makeProposed = (identifier: string) =>
  makeDecision(db(), identifier, { isEcli: false, state: 'proposed', caseNumbers: ['C-300/21'] });

test('an ECLI that is given to a decision while an import brings it is refused at its field', async () => {
  const id = await makeProposed('DPJ:EU:C:2023:C-300.21');
  const draft = { ...draftOfRecord(await getRecord(admin, id)), ecli, decidedOn: '2023-05-04' };
  const outcome = await whileAnother(
    (tx) => makeDecision(tx, ecli),
    () => save(id, decisionForm(draft, 1)),
  );
  expect(outcome).toMatchObject({
    value: {
      init: { status: 409 },
      data: { error: 'error.decision.known', fieldErrors: { ecli: 'form.ecli-known' } },
    },
  });
});

test('an import of what the editor saves at the same moment changes that', async () => {
  const outcome = await whileAnother(
    (tx) => makeDecision(tx, ecli),
    () => importOf('Post'),
  );
  expect(outcome).toMatchObject({ value: { added: 0, changed: 1 } });
  expect(await db().select().from(decisionRecords)).toMatchObject([
    { names: ['Post'], version: 2 },
  ]);
});

test('a decision of a court that is deleted at the same moment is refused at the field', async () => {
  const code = await addCourt(admin, {
    country: 'DE',
    ecliCode: 'RACE',
    abbreviation: 'RACE',
    name: 'Arbeitsgericht Wettlauf',
    nameEn: 'Labour Court of the Race',
    kind: 'court',
    language: 'de',
  });
  const facts = { court: code, decidedOn: '2024-01-02', caseNumbers: '1 Ca 1/24', names: 'Race' };
  const outcome = await whileAnother(
    (tx) => tx.delete(courts).where(eq(courts.code, code)),
    () => save('new', decisionForm({ ...emptyDraft, ...facts })),
  );
  expect(outcome).toMatchObject({
    value: { init: { status: 409 }, data: { fieldErrors: { court: 'error.court.gone' } } },
  });
});

const propose = (fields: Record<string, string>, actor = member) => {
  const blank = { ecli: '', caseNumber: '', court: '', decidedOn: '', name: '', sourceUrl: '' };
  const form = { ...blank, reason: '', ...fields };
  return askRoute({ actor, pattern: '/decisions/propose', form });
};

test.each([
  ['ecli', ecli],
  ['caseNumber', 'C-300/21'],
])(
  'of four who propose one %s at the same moment one does, and the others are told at the field',
  async (field, value) => {
    const others = [member, admin, actorOf(await makeUser(db())), actorOf(await makeUser(db()))];
    const outcomes = await Promise.all(others.map((actor) => propose({ [field]: value }, actor)));
    expect(await db().$count(decisionProposals)).toBe(1);
    const refused = outcomes.filter((answer) => !(answer instanceof Response));
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expect(answer).toMatchObject({
        data: { fieldErrors: { [field]: 'form.proposal-waiting' } },
      });
  },
);

test('an import is undone while a member proposes anew what it has brought', async () => {
  expect(await statusOf(propose({ ecli }))).toBe(302);
  await importOf('Post');
  const [noted] = await listImports(admin);
  const anew = { ecli, proposedBy: admin.id };
  const outcome = await whileAnother(
    (tx) => tx.insert(decisionProposals).values(anew),
    () => undoImport(admin, noted?.id ?? ''),
  );
  expect(outcome).toMatchObject({ status: 'fulfilled' });
  expect(await db().$count(decisionRecords)).toBe(0);
  expect(await db().$count(decisionProposals, eq(decisionProposals.state, 'waiting'))).toBe(1);
});

test('who follows the decision that another becomes part of at the same moment follows it once', async () => {
  const [id, kept] = [await makeDecision(db(), 'ECLI:EU:C:2024:1'), await makeDecision(db(), ecli)];
  await follow(member, { identifier: 'ECLI:EU:C:2024:1' });
  const outcome = await whileAnother(
    (tx) => tx.insert(follows).values({ userId: member.id, decision: kept, rhythm: 'weekly' }),
    () => mergeDecision(admin, { id, version: 1 }, kept),
  );
  expect(outcome).toMatchObject({ value: null });
  expect(await db().select().from(follows)).toMatchObject([{ decision: kept }]);
});

test('a decision that is removed at the same moment cannot be followed', async () => {
  const id = await makeDecision(db(), ecli);
  const outcome = await whileAnother(
    (tx) => tx.delete(decisionRecords).where(eq(decisionRecords.id, id)),
    () => follow(member, { identifier: ecli }),
  );
  expect(outcome).toMatchObject({ reason: { code: 'error.not-found' } });
});

test('a member whose account is deleted at the same moment is not named as correspondent', async () => {
  const outcome = await whileAnother(
    (tx) => tx.delete(users).where(eq(users.id, member.id)),
    () => appointCorrespondent(admin, { email: member.email, country: 'FR' }),
  );
  expect(outcome).toMatchObject({ value: 'email' });
});
