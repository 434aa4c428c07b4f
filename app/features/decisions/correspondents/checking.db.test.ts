import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { emptyDraft } from '~/features/decisions/editor/decision-draft';
import { changeState } from '~/features/decisions/editor/editor.server';
import { settleAsDeclined } from '~/features/decisions/proposals/proposals.server';
import { newId } from '~/lib/new-id';
import type { SignedInActor } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import {
  countProposalsForCorrespondent,
  declineProposalToCheck,
  getProposalToCheck,
  publishProposedDecision,
} from './checking.server';
import { appointCorrespondent } from './correspondents.server';

const { auditEntries, correspondents, courts, decisionProposals, decisionRecords, mails } = schema;
let admin: SignedInActor;
let author: SignedInActor;
let french: SignedInActor;
let court: string;

beforeAll(async () => {
  await loadCourts();
  const [found] = await db().select().from(courts).where(eq(courts.country, 'FR')).limit(1);
  court = found?.code ?? '';
});
beforeEach(async () => {
  for (const table of [correspondents, decisionProposals, decisionRecords, mails])
    await db().delete(table);
  [admin, author, french] = [await person('ADMIN'), await person(), await person()];
  await appointCorrespondent(admin, { email: french.email, country: 'FR' });
});

async function propose() {
  const id = newId();
  await db()
    .insert(decisionProposals)
    .values({ id, proposedBy: author.id, caseNumber: `1 K ${id}`, court });
  return id;
}

async function begin(proposal: string) {
  const draft = { ...emptyDraft, court, decidedOn: '2024-03-05', caseNumbers: '1 K 5/24' };
  const form = decisionForm(draft, 0);
  const pattern = '/decisions/proposals/:proposal';
  expect(await statusOf(askRoute({ actor: french, pattern, params: { proposal }, form }))).toBe(
    302,
  );
}
const recordOf = async (id: string) => {
  const { record } = await getProposalToCheck(french, id);
  if (!record) throw new Error('No decision was begun');
  return record;
};

test('nobody else declines or publishes, with or without the page', async () => {
  const id = await propose();
  await begin(id);
  const { version } = await recordOf(id);
  for (const actor of [author, await person()]) {
    const reason = 'About tenancy';
    await expect(declineProposalToCheck(actor, { id, reason })).rejects.toThrow('error.not-found');
    await expect(publishProposedDecision(actor, { id, version })).rejects.toThrow(
      'error.not-found',
    );
  }
  expect(await db().select().from(decisionProposals)).toMatchObject([{ state: 'waiting' }]);
});

test('a decision that an administrator has withdrawn is theirs no longer', async () => {
  const id = await propose();
  await begin(id);
  const { id: record, version } = await recordOf(id);
  await changeState(
    admin,
    { id: record, version },
    { step: 'withdraw', reason: 'Published twice' },
  );
  expect(await db().select().from(decisionProposals)).toMatchObject([{ state: 'waiting' }]);
  await expect(getProposalToCheck(french, id)).rejects.toThrow('error.not-found');
  expect(await countProposalsForCorrespondent(french)).toBe(0);
});

test('what became of a decision after its proposal was settled is not shown with it', async () => {
  const id = await propose();
  await begin(id);
  const { id: record, version } = await recordOf(id);
  await publishProposedDecision(french, { id, version });
  await changeState(
    admin,
    { id: record, version: version + 1 },
    { step: 'withdraw', reason: 'It names a party' },
  );
  expect(await getProposalToCheck(french, id, true)).toMatchObject({
    proposal: { state: 'published' },
    record: null,
  });
});

test('what somebody declines at that very moment is not published', async () => {
  const id = await propose();
  await begin(id);
  const { version } = await recordOf(id);
  let publishing: Promise<unknown> | undefined;
  await transaction(async (tx) => {
    await settleAsDeclined(tx, admin, { id, reason: 'About tenancy' });
    publishing = publishProposedDecision(french, { id, version }).catch(
      (thrown: unknown) => thrown,
    );
    const waits = sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`;
    const isWaiting = async () => (await db().execute(waits)).rows.length > 0;
    await expect.poll(isWaiting).toBe(true);
  });
  expect(await publishing).toMatchObject({ code: 'error.decision-proposal.settled' });
  expect(await db().select().from(decisionRecords)).toMatchObject([{ state: 'proposed' }]);
});

test('what fails half-way leaves the decision and its proposal as they were', async () => {
  const id = await propose();
  await begin(id);
  const { version } = await recordOf(id);
  const isCheck = and(
    eq(auditEntries.action, 'decision.check'),
    eq(auditEntries.actorId, french.id),
  );
  await db().execute(
    `alter table mails add constraint no_mails check (template <> 'decision-proposal-published')`,
  );
  await expect(publishProposedDecision(french, { id, version })).rejects.toThrow(
    /no_mails|Failed query/,
  );
  await db().execute('alter table mails drop constraint no_mails');
  expect(await db().select().from(decisionRecords)).toMatchObject([{ state: 'proposed', version }]);
  expect(await db().select().from(decisionProposals)).toMatchObject([{ state: 'waiting' }]);
  expect(await db().$count(auditEntries, isCheck)).toBe(0);
  await publishProposedDecision(french, { id, version });
  expect(await db().select().from(decisionProposals)).toMatchObject([{ state: 'published' }]);
  expect(await db().$count(mails)).toBe(1);
});
