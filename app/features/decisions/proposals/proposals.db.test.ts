import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { importDecisions, listImports } from '~/features/decisions/imports/imports.server';
import { undoImport } from '~/features/decisions/imports/undo-import.server';
import { emptyDraft } from '~/features/decisions/editor/decision-draft';
import { getRecord } from '~/features/decisions/editor/editor.server';
import { listTasks } from '~/features/operations/administration/tasks.server';
import { newId } from '~/lib/new-id';
import { anonymous, commandLine, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import { listOwnProposals, listWaitingProposals } from './proposals.server';

const { decisionProposals, decisionRecords, mails, securityEvents } = schema;
const ecli = 'ECLI:EU:C:2023:370';

let admin: SignedInActor;
let member: SignedInActor;
beforeAll(loadCourts);
beforeEach(async () => {
  await db().delete(decisionProposals);
  await db().delete(decisionRecords);
  await db().delete(mails);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});

type Fields = Record<string, string>;
const blank: Fields = {
  ecli: '',
  caseNumber: '',
  court: '',
  decidedOn: '',
  name: '',
  sourceUrl: '',
  reason: '',
};

const propose = (fields: Fields, actor: SignedInActor | typeof anonymous = member) =>
  askRoute({ actor, pattern: '/decisions/propose', form: { ...blank, ...fields } });

const editor = (id: string, form?: Fields | FormData, query = '') => {
  const pattern = '/administration/decisions/:id';
  const address = `/administration/decisions/${id}${query}`;
  return askRoute({ actor: admin, pattern, params: { id }, address, ...(form && { form }) });
};

const first = async () => {
  const [proposal] = await listWaitingProposals(admin);
  if (!proposal) throw new Error('Nothing waits');
  return proposal;
};

const mailsTo = async ({ email }: SignedInActor) =>
  (await db().select().from(mails).where(eq(mails.recipient, email))).map(
    ({ template }) => template,
  );

const addHere = () =>
  importDecisions(
    commandLine,
    JSON.stringify([
      { ecli, court: 'EU:C', decidedOn: '2023-05-04', caseNumbers: ['C-300/21'], names: ['Post'] },
    ]),
    { isDryRun: false, fileName: 'x.json' },
  );

test('a member proposes a decision by its ECLI, and an administrator publishes it', async () => {
  expect(await statusOf(propose({ ecli: ecli.toLowerCase(), name: 'Post' }))).toBe(302);
  const { id } = await first();
  expect(await first()).toMatchObject({ ecli, court: 'EU:C', proposedBy: member.id });
  expect(await listTasks(admin)).toContainEqual(
    expect.objectContaining({ name: 'decision-proposals', count: 1 }),
  );
  const query = `?proposal=${id}`;
  expect(await editor('new', undefined, query)).toMatchObject({
    draft: { ecli, court: 'EU:C', names: 'Post' },
    proposal: { id },
  });
  const filled = { ecli, court: 'EU:C', decidedOn: '2023-05-04', names: 'Post' };
  const form = decisionForm({ ...emptyDraft, ...filled });
  form.set('proposal', id);
  const answer = await editor('new', form, query);
  const made = answer instanceof Response ? answer.headers.get('Location')?.split('/').at(-1) : '';
  expect(await getRecord(admin, made ?? '')).toMatchObject({ state: 'proposed', identifier: ecli });
  expect(await first()).toMatchObject({ record: made });
  expect(await editor(made ?? '')).toMatchObject({ proposal: { id } });
  expect(await mailsTo(member)).toEqual([]);

  expect(await statusOf(editor(made ?? '', { intent: 'check', version: '1' }))).toBe(302);
  expect(await mailsTo(member)).toEqual(['decision-proposal-published']);
  expect(await listOwnProposals(member)).toMatchObject([{ state: 'published', identifier: ecli }]);
  expect(await listWaitingProposals(admin)).toEqual([]);
});

test('a proposal is declined with a reason, once, and the member reads it', async () => {
  await propose({ caseNumber: '6 C 1.20' });
  const { id } = await first();
  const decline = (reason: string) =>
    editor('new', { intent: 'decline', proposal: id, reason }, `?proposal=${id}`);
  expect(await decline(' ')).toMatchObject({ data: { fieldErrors: { reason: 'form.required' } } });
  expect(await statusOf(decline('It is about tenancy.'))).toBe(302);
  const late = decline('Again');
  expect(await statusOf(late)).toBe(409);
  const settled = { outcome: 'declined', reason: 'It is about tenancy.', identifier: null };
  expect(await late).toMatchObject({
    data: { error: 'error.decision-proposal.settled', settled, values: { reason: 'Again' } },
  });
  const unknown = { intent: 'decline', proposal: newId(), reason: 'Again' };
  expect(await statusOf(editor('new', unknown))).toBe(404);
  expect(await mailsTo(member)).toEqual(['decision-proposal-declined']);
  expect(await listOwnProposals(member)).toMatchObject([
    { state: 'declined', answer: 'It is about tenancy.' },
  ]);
  expect(await statusOf(editor('new', undefined, `?proposal=${id}`))).toBe(404);
});

test('a proposal that is declined meanwhile is not completed, and that is told', async () => {
  await propose({ ecli, name: 'Post' });
  const { id } = await first();
  const reason = 'It is about tenancy.';
  expect(await statusOf(editor('new', { intent: 'decline', proposal: id, reason }))).toBe(302);
  const filled = { ecli, court: 'EU:C', decidedOn: '2023-05-04', names: 'Österreichische Post' };
  const form = decisionForm({ ...emptyDraft, ...filled });
  form.set('proposal', id);
  const late = editor('new', form, `?proposal=${id}`);
  expect(await statusOf(late)).toBe(409);
  expect(await late).toMatchObject({
    data: { settled: { outcome: 'declined', reason }, values: { names: filled.names } },
  });
  expect(await db().select().from(decisionRecords)).toEqual([]);
});

test('a decision that is published while another administrator completes its proposal keeps what was typed', async () => {
  await propose({ ecli, name: 'Post' });
  const { id } = await first();
  await addHere();
  const filled = { ecli, court: 'EU:C', decidedOn: '2023-05-04', names: 'Österreichische Post' };
  const form = decisionForm({ ...emptyDraft, ...filled });
  form.set('proposal', id);
  const late = editor('new', form, `?proposal=${id}`);
  expect(await statusOf(late)).toBe(409);
  expect(await late).toMatchObject({
    data: {
      error: 'error.decision.known',
      settled: { outcome: 'published', identifier: ecli },
      values: { names: 'Österreichische Post' },
    },
  });
  // To open it leads nowhere.
  expect(await statusOf(editor('new', undefined, `?proposal=${id}`))).toBe(404);
});

test('an import that brings a proposed decision settles the proposal', async () => {
  await propose({ ecli });
  await addHere();
  expect(await mailsTo(member)).toEqual(['decision-proposal-published']);
});

test('a proposal waits again when the import that brought the decision is undone', async () => {
  await propose({ ecli, name: 'Post' });
  await addHere();
  expect(await listWaitingProposals(admin)).toEqual([]);
  const [done] = await listImports(admin);
  await undoImport(admin, done?.id ?? '');
  expect(await first()).toMatchObject({ ecli, name: 'Post', record: null, decidedAt: null });
  expect(await listOwnProposals(member)).toMatchObject([{ state: 'waiting' }]);
});

test('a decision that is here is refused next to its field, with what it is called', async () => {
  await addHere();
  const known = { identifier: ecli, name: 'Post' };
  expect(await propose({ ecli })).toMatchObject({
    data: { fieldErrors: { ecli: 'form.proposal-known' }, known },
  });
  expect(await propose({ caseNumber: 'C-300/21' })).toMatchObject({
    data: { fieldErrors: { caseNumber: 'form.proposal-known' }, known },
  });
  // The same number at another court is another decision.
  expect(await statusOf(propose({ caseNumber: 'C-300/21', court: 'DE:BVERFG' }))).toBe(302);
});

test.each(['c-300/21', 'C\u2011300/21', 'C 300/21', 'Case C-300/21 Österreichische Post'])(
  'a number is that of the same decision when it is written as %s',
  async (caseNumber) => {
    expect(await statusOf(propose({ caseNumber: 'C-300/21' }))).toBe(302);
    expect(await propose({ caseNumber })).toMatchObject({
      data: { fieldErrors: { caseNumber: 'form.proposal-waiting' } },
    });
    await db().delete(decisionProposals);
    await addHere();
    expect(await propose({ caseNumber })).toMatchObject({
      data: { fieldErrors: { caseNumber: 'form.proposal-known' }, known: { identifier: ecli } },
    });
  },
);

test('an ECLI may be given as the Court of Justice prints it', async () => {
  await addHere();
  expect(await propose({ ecli: ecli.replace('ECLI:', '') })).toMatchObject({
    data: { fieldErrors: { ecli: 'form.proposal-known' } },
  });
});

test('a decision that waits, or that the administrators prepare, is not proposed again', async () => {
  const other = actorOf(await makeUser(db()));
  const both = await Promise.all([propose({ ecli }), propose({ ecli }, other)].map(statusOf));
  expect(both.toSorted((one, more) => one - more)).toEqual([302, 409]);
  expect(await propose({ ecli }, other)).toMatchObject({
    data: { fieldErrors: { ecli: 'form.proposal-waiting' }, known: null },
  });
  await db().delete(decisionProposals);
  await addHere();
  await db().update(decisionRecords).set({ state: 'proposed' });
  expect(await propose({ ecli })).toMatchObject({
    data: { fieldErrors: { ecli: 'form.proposal-waiting' }, known: null },
  });
});

test.each<[string, string, Fields]>([
  ['ecli', 'form.ecli-or-case-number', {}],
  ['ecli', 'form.ecli', { ecli: 'ECLI:EU' }],
  ['caseNumber', 'form.ecli-or-case-number', { caseNumber: 'xyz' }],
  ['decidedOn', 'form.ecli-other-year', { ecli, decidedOn: '2022-01-01' }],
  ['court', 'form.ecli-other-court', { ecli, court: 'DE:BVERFG' }],
  ['court', 'error.court.gone', { caseNumber: '1', court: 'XX:Y' }],
  ['sourceUrl', 'form.web-address', { ecli, sourceUrl: 'javascript:alert(1)' }],
  ['topics', 'form.invalid', { ecli, topics: 'weather' }],
  ['reason', 'form.too-long', { ecli, reason: 'x'.repeat(2_001) }],
])('%s: %s is said, and what was typed is kept', async (field, key, fields) => {
  expect(await propose({ ...fields, name: 'Post' })).toMatchObject({
    data: { fieldErrors: { [field]: key }, values: { name: 'Post' } },
  });
  expect(await db().$count(decisionProposals)).toBe(0);
});

test('the ECLI of a national court may be of another year than the decision', async () => {
  const national = { ecli: 'ECLI:DE:BVERFG:2019:RS20191106.1BVR001613', decidedOn: '2020-01-02' };
  expect(await statusOf(propose(national))).toBe(302);
});

test('a member proposes at most fifty decisions a day, a visitor none', async () => {
  for (let number = 1; number <= 50; number += 1) await propose({ caseNumber: `${number}/26` });
  expect(await statusOf(propose({ caseNumber: '51/26' }))).toBe(429);
  expect(await statusOf(propose({ caseNumber: '52/26' }, anonymous))).toBe(404);
  expect(await db().$count(decisionProposals)).toBe(50);
  expect(await db().$count(securityEvents, eq(securityEvents.event, 'limit.reach'))).toBe(1);
  // What is counted is a day, not a number for ever.
  await db()
    .update(decisionProposals)
    .set({ createdAt: sql`now() - interval '25 hours'` });
  await propose({ caseNumber: '53/26' });
  expect(await db().$count(decisionProposals)).toBe(51);
});

const begin = (named: string) => editor('new', { intent: 'begin', named });
const begunAt = async (named: string) => {
  const answer = await begin(named);
  return answer instanceof Response ? (answer.headers.get('Location') ?? '') : '';
};

test('an administrator begins a decision by its ECLI alone, and completes it when the rest is known', async () => {
  const address = await begunAt(ecli.toLowerCase());
  const { id } = await first();
  expect(address).toBe(`/administration/decisions/new?proposal=${id}`);
  expect(await editor('new', undefined, `?proposal=${id}`)).toMatchObject({
    draft: { ecli, court: 'EU:C', decidedOn: '' },
    isOwnProposal: true,
  });
  // Once more, it goes on with the same.
  expect(await begunAt(ecli)).toBe(address);
  const draft = { ...emptyDraft, ecli, court: 'EU:C', decidedOn: '2023-05-04', proposal: id };
  const saved = await editor('new', decisionForm(draft));
  const record =
    (saved instanceof Response && saved.headers.get('Location')?.split('/').at(-1)) || '';
  expect(await begunAt(ecli)).toBe('');
  expect(await statusOf(editor(record, { intent: 'check', version: '1' }))).toBe(302);
  expect(await listWaitingProposals(admin)).toEqual([]);
  expect(await mailsTo(admin)).toEqual([]);
});

test('a number alone is enough to begin with, also one that a member has proposed', async () => {
  await propose({ caseNumber: '12 C 34/56' });
  const { id } = await first();
  expect(await begunAt('12 c 34/56')).toBe(`/administration/decisions/new?proposal=${id}`);
  expect(await begunAt('VI ZR 10/24')).toContain('?proposal=');
  expect(await db().$count(decisionProposals)).toBe(2);
});

test.each([
  ['', 'form.ecli-or-case-number'],
  ['Schrems', 'form.ecli-or-case-number'],
  ['DPJ:PL:SN:1994:II.26.94', 'form.ecli-or-case-number'],
  ['ECLI:EU', 'form.ecli'],
])('nothing is begun by “%s”, and the field says so', async (named, key) => {
  expect(await begin(named)).toMatchObject({
    init: { status: 400 },
    data: { intent: 'begin', fieldErrors: { named: key }, values: { named } },
  });
  expect(await db().$count(decisionProposals)).toBe(0);
});

test('a decision that is here is not begun again, and the way to it is shown', async () => {
  await addHere();
  for (const named of [ecli, 'C‑300/21'])
    expect(await begin(named)).toMatchObject({
      init: { status: 409 },
      data: { fieldErrors: { named: 'form.ecli-known' }, known: { identifier: ecli } },
    });
});

test('nor is one that was withdrawn, and dropping an own one is told to nobody', async () => {
  await addHere();
  await db().update(decisionRecords).set({ state: 'withdrawn' });
  expect(await begin(ecli)).toMatchObject({
    init: { status: 409 },
    data: { fieldErrors: { named: 'form.ecli-known' }, known: { identifier: ecli } },
  });
  expect(await db().$count(decisionProposals)).toBe(0);
  const address = await begunAt('VI ZR 10/24');
  const drop = { intent: 'decline', proposal: (await first()).id, reason: 'Mistyped' };
  expect(await statusOf(editor('new', drop, new URL(address, 'https://x.example').search))).toBe(
    302,
  );
  expect(await mailsTo(admin)).toEqual([]);
  await propose({ caseNumber: '12 C 34/56' });
  const other = { intent: 'decline', proposal: (await first()).id, reason: 'Not ours' };
  expect(await statusOf(editor('new', other))).toBe(302);
  expect(await mailsTo(member)).toHaveLength(1);
});

test('members begin nothing in the administration', async () => {
  const form = { intent: 'begin', named: ecli };
  const pattern = '/administration/decisions/:id';
  for (const actor of [member, anonymous])
    expect(await statusOf(askRoute({ actor, pattern, params: { id: 'new' }, form }))).toBe(404);
  expect(await db().$count(decisionProposals)).toBe(0);
});
