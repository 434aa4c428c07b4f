import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { emptyDraft } from '~/features/decisions/editor/decision-draft';
import { getRecord } from '~/features/decisions/editor/editor.server';
import { suspendAccount } from '~/features/identity/accounts/accounts.server';
import { newId } from '~/lib/new-id';
import { loadNewForMember } from '~/pages/home/new-for-member.server';
import { anonymous, type Actor, commandLine, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import {
  countProposalsForCorrespondent,
  getProposalToCheck,
  listProposalsForCorrespondent,
} from './checking.server';
import { appointCorrespondent, endCorrespondent, listOwnStates } from './correspondents.server';

const { auditEntries, correspondents, courts, decisionProposals, decisionRecords, mails, users } =
  schema;
const pattern = '/decisions/proposals/:proposal';
const naming = '/administration/decisions/correspondents';
let admin: SignedInActor;
let author: SignedInActor;
let french: SignedInActor;
let german: SignedInActor;
let [inFrance, inGermany]: [string, string] = ['', ''];

const person = async (role: 'USER' | 'ADMIN' = 'USER') => actorOf(await makeUser(db(), { role }));
const courtIn = async (country: string) => {
  const [found] = await db().select().from(courts).where(eq(courts.country, country)).limit(1);
  if (!found) throw new Error(`No court in ${country}`);
  return found.code;
};

beforeAll(async () => {
  await loadCourts();
  [inFrance, inGermany] = [await courtIn('FR'), await courtIn('DE')];
});
beforeEach(async () => {
  for (const table of [correspondents, decisionProposals, decisionRecords, mails])
    await db().delete(table);
  [admin, author, french, german] = [
    await person('ADMIN'),
    await person(),
    await person(),
    await person(),
  ];
  await appointCorrespondent(admin, { email: french.email, country: 'FR' });
  await appointCorrespondent(admin, { email: german.email, country: 'DE' });
});

async function propose(facts: Partial<typeof decisionProposals.$inferInsert> = {}) {
  const id = newId();
  const proposal = { id, proposedBy: author.id, caseNumber: `1 K ${id}`, court: inFrance };
  await db()
    .insert(decisionProposals)
    .values({ ...proposal, ...facts });
  return id;
}

const page = (actor: Actor, id: string, form?: Record<string, string> | FormData) =>
  askRoute({ actor, pattern, params: { proposal: id }, ...(form && { form }) });
const draft = (court = inFrance, version = 0, ecli = '') =>
  decisionForm(
    { ...emptyDraft, ecli, court, decidedOn: '2024-03-05', caseNumbers: '1 K 5/24' },
    version,
  );
const decline = (id: string) => ({ intent: 'decline', proposal: id, reason: 'About tenancy' });
const recordOf = async (id: string) => {
  const { record } = await getProposalToCheck(french, id);
  if (!record) throw new Error('No decision was begun');
  return record;
};
const audited = (action: string, actorId: string) =>
  db().$count(
    auditEntries,
    and(eq(auditEntries.action, action), eq(auditEntries.actorId, actorId)),
  );

async function personOf({ id }: SignedInActor) {
  const [found] = await db().select().from(users).where(eq(users.id, id));
  if (!found) throw new Error(`There is no ${id}`);
  return found;
}

async function expectSettled(asked: Promise<unknown>) {
  const answer = await asked.catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error('It leads nowhere');
  const { status, headers } = answer;
  expect(status).toBe(302);
  expect(headers.get('location')).toBe('/decisions/proposals');
  expect(decodeURIComponent(headers.get('set-cookie') ?? '')).toContain(
    'error.decision-proposal.settled',
  );
}

test('a correspondent completes a proposal of the State and publishes it; its author is told', async () => {
  const id = await propose();
  expect(await listProposalsForCorrespondent(french)).toMatchObject([
    { id, court: { country: 'FR' } },
  ]);
  expect(await loadNewForMember(french, 'en')).toMatchObject({ proposals: 1 });
  expect(await statusOf(page(french, id, draft()))).toBe(302);
  const { version, state } = await recordOf(id);
  expect(state).toBe('proposed');
  expect(await statusOf(page(french, id, draft(inFrance, version)))).toBe(302);
  // Somebody else was quicker.
  expect(await statusOf(page(french, id, draft(inFrance, version)))).toBe(409);
  const record = await recordOf(id);
  const check = { intent: 'check', version: String(record.version) };
  expect(await statusOf(page(french, id, check))).toBe(302);
  expect(await getRecord(admin, record.id)).toMatchObject({ state: 'checked' });
  expect(await db().select().from(mails)).toMatchObject([
    { recipient: author.email, template: 'decision-proposal-published' },
  ]);
  for (const action of ['decision.create', 'decision.update', 'decision.check'])
    expect(await audited(action, french.id)).toBe(1);
  // What is out is not theirs any more: they are told so, others learn nothing.
  await expectSettled(page(french, id));
  await expectSettled(page(french, id, check));
  const { firstName, lastName } = await personOf(french);
  const settled = { outcome: 'published', by: `${firstName} ${lastName}`, reason: '' };
  const refused = { error: 'error.decision-proposal.settled', settled };
  // What was typed is shown again.
  const late = page(french, id, draft(inFrance, record.version + 1));
  expect(await statusOf(late)).toBe(409);
  expect(await late).toMatchObject({ data: { ...refused, values: { caseNumbers: '1 K 5/24' } } });
  const declined = await page(french, id, decline(id));
  expect(declined).toMatchObject({ data: { ...refused, values: { reason: 'About tenancy' } } });
  await appointCorrespondent(admin, { email: author.email, country: 'FR' });
  for (const actor of [german, author, await person()])
    expect(await statusOf(page(actor, id))).toBe(404);
});

test('a correspondent declines a proposal with a reason', async () => {
  const id = await propose();
  expect(await statusOf(page(french, id, { ...decline(id), reason: '' }))).toBe(400);
  expect(await statusOf(page(french, id, decline(id)))).toBe(302);
  expect(await db().select().from(mails)).toMatchObject([
    { recipient: author.email, template: 'decision-proposal-declined' },
  ]);
  expect(await audited('decision-proposal.decline', french.id)).toBe(1);
  expect(await countProposalsForCorrespondent(french)).toBe(0);
});

describe('nobody else checks it', () => {
  const others: [string, () => Promise<Actor>][] = [
    ['the correspondent of another State', () => Promise.resolve(german)],
    ['another member', () => person()],
    ['a visitor', () => Promise.resolve(anonymous)],
    [
      'its author, a correspondent too',
      async () => {
        await appointCorrespondent(admin, { email: author.email, country: 'FR' });
        return author;
      },
    ],
    [
      'who was correspondent until a moment ago',
      async () => {
        await endCorrespondent(admin, { userId: french.id, country: 'FR' });
        return french;
      },
    ],
    [
      'a suspended correspondent',
      async () => {
        await transaction((tx) =>
          suspendAccount(tx, commandLine, { userId: french.id, at: new Date() }),
        );
        return french;
      },
    ],
  ];
  test.each(others)('%s', async (_name, who) => {
    const id = await propose();
    await page(french, id, draft());
    const { version } = await recordOf(id);
    const actor = await who();
    const forms: (Record<string, string> | FormData | undefined)[] = [
      undefined,
      draft(inFrance, version),
      { intent: 'check', version: String(version) },
      decline(id),
      { intent: 'save' },
    ];
    for (const form of forms) expect(await statusOf(page(actor, id, form))).toBe(404);
    expect(await db().select().from(decisionProposals)).toMatchObject([{ state: 'waiting' }]);
    expect(await db().select().from(decisionRecords)).toMatchObject([{ state: 'proposed' }]);
    if (actor !== anonymous) expect(await listProposalsForCorrespondent(actor)).toEqual([]);
  });
});

test('a proposal without a court is for administrators alone', async () => {
  const id = await propose({ court: null });
  expect(await statusOf(page(french, id))).toBe(404);
});

test('a decision is not moved to a court of another State', async () => {
  const id = await propose();
  expect(await statusOf(page(french, id, draft(inGermany)))).toBe(409);
  expect(await db().$count(decisionRecords)).toBe(0);
  expect(await page(french, id)).toMatchObject({ choices: { courts: [{ label: 'France' }] } });
});

test('a court that was deleted meanwhile is said to be gone, at its field', async () => {
  const id = await propose();
  expect(await page(french, id, draft('FR:GONE'))).toMatchObject({
    init: { status: 409 },
    data: { fieldErrors: { court: 'error.court.gone' }, values: { caseNumbers: '1 K 5/24' } },
  });
});

test('a decision does not take the ECLI of a court of another State, nor settle what waits there', async () => {
  const ecli = 'ECLI:DE:BGH:2024:120124UVIZR1.24';
  await propose({ ecli, court: inGermany });
  const id = await propose();
  const refused = await page(french, id, draft(inFrance, 0, ecli));
  expect(refused).toMatchObject({
    data: { fieldErrors: { ecli: 'error.correspondent.other-ecli' }, values: { ecli } },
  });
  expect(await db().$count(decisionRecords)).toBe(0);
  expect(await statusOf(page(french, id, draft(inFrance, 0, 'ECLI:FR:CASS:2024:CO00099')))).toBe(
    302,
  );
});

test('what an administrator has made of it decides whose it is', async () => {
  const id = await propose();
  await page(french, id, draft());
  const { id: record } = await recordOf(id);
  await db()
    .update(decisionRecords)
    .set({ court: inGermany })
    .where(eq(decisionRecords.id, record));
  expect(await statusOf(page(french, id))).toBe(404);
  expect(await statusOf(page(german, id))).toBe(200);
});

test('what a correspondent has begun is not lost when an administrator had the empty form open', async () => {
  const id = await propose();
  await page(french, id, draft());
  const begun = await recordOf(id);
  const form = draft(inFrance, 0, 'ECLI:FR:CASS:2024:CO00099');
  form.set('proposal', id);
  const asked = { actor: admin, pattern: '/administration/decisions/:id', params: { id: 'new' } };
  expect(await statusOf(askRoute({ ...asked, form }))).toBe(302);
  expect(await db().$count(decisionRecords)).toBe(2);
  expect(await recordOf(id)).toMatchObject({ id: begun.id });
});

test('one does not publish what one has proposed by way of another’s proposal', async () => {
  const ecli = 'ECLI:FR:CASS:2024:CO00099';
  await propose({ proposedBy: french.id, ecli: ecli.toLowerCase() });
  const id = await propose();
  await page(french, id, draft(inFrance, 0, ecli));
  const { version } = await recordOf(id);
  const check = { intent: 'check', version: String(version) };
  expect(await statusOf(page(french, id, check))).toBe(409);
  expect(await db().select().from(decisionRecords)).toMatchObject([{ state: 'proposed' }]);
});

test('what a correspondent has typed is published with it, and stays where that is too late', async () => {
  const id = await propose();
  await page(french, id, draft());
  const { id: record, version } = await recordOf(id);
  const press = (names: string, seen: number) => {
    const form = draft(inFrance, seen);
    form.set('intent', 'check');
    form.set('names', names);
    return page(french, id, form);
  };
  const late = await press('Late', version + 1);
  const names = { label: 'decision-editor.names', before: '', after: 'Late' };
  expect(late).toMatchObject({
    data: { values: { names: 'Late' }, saved: { version, differences: [names] } },
  });
  expect(await statusOf(press('Typed', version))).toBe(302);
  expect(await getRecord(admin, record)).toMatchObject({ state: 'checked', names: ['Typed'] });
  expect(await press('Later', version)).toMatchObject({
    data: { error: 'error.decision-proposal.settled', values: { names: 'Later' } },
  });
});

test('administrators appoint correspondents and end appointments; others do not', async () => {
  const send = (actor: Actor, form: Record<string, string>) =>
    askRoute({ actor, pattern: naming, form });
  const member = await person();
  const form = { intent: 'name', email: member.email.toUpperCase(), country: 'FR' };
  for (const actor of [member, french, anonymous])
    expect(await statusOf(send(actor, form))).toBe(404);
  expect(await statusOf(send(admin, { ...form, email: 'nobody@court.example' }))).toBe(400);
  expect(await statusOf(send(admin, { ...form, email: '' }))).toBe(400);
  expect(await statusOf(send(admin, { ...form, country: 'XX' }))).toBe(400);
  const gone = await person();
  await transaction((tx) => suspendAccount(tx, commandLine, { userId: gone.id, at: new Date() }));
  expect(await statusOf(send(admin, { ...form, email: gone.email }))).toBe(400);
  expect(await statusOf(send(admin, form))).toBe(302);
  // A second appointment changes nothing.
  expect(await statusOf(send(admin, form))).toBe(302);
  expect(await listOwnStates(member)).toEqual(['FR']);
  expect(await audited('correspondent.name', admin.id)).toBe(3);
  const end = { intent: 'end', userId: member.id, country: 'FR' };
  expect(await statusOf(send(french, end))).toBe(404);
  expect(await statusOf(send(admin, end))).toBe(302);
  expect(await listOwnStates(member)).toEqual([]);
  expect(await audited('correspondent.end', admin.id)).toBe(1);
  expect(await askRoute({ actor: admin, pattern: naming })).toMatchObject({
    appointed: [
      { country: 'FR', state: 'France' },
      { country: 'DE', state: 'Germany' },
    ],
  });
});

test('an administrator is told at home how many proposals wait, once', async () => {
  await propose({ court: null });
  await propose();
  await appointCorrespondent(admin, { email: admin.email, country: 'FR' });
  expect(await loadNewForMember(admin, 'en')).toMatchObject({
    tasks: { proposals: 2 },
    proposals: 0,
  });
});
