import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { type DecisionRecord, keepVersion } from '~/features/decisions/records/keep-version.server';
import type { DecisionState } from '~/features/decisions/records/decision-kinds';
import {
  linkProposal,
  settleProposals,
} from '~/features/decisions/proposals/settle-proposals.server';
import { isUuid } from '~/lib/is-uuid';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import {
  insertRecord,
  hasIdentifier,
  note,
  ownIdentifier,
  refuseSecond,
  spelledByCourt,
} from './add-record.server';
import type { DecisionInput } from './decision-input';
import { listRecords, recordQueryOf } from './record-list.server';

export { listRecords, note, ownIdentifier, recordQueryOf };

const { decisionRecords: records, decisionVersions, users } = schema;

/**
 * A record with everything that can be edited.
 * @throws AppError `error.not-found`
 */
export async function getRecord(actor: Actor, id: string) {
  authorise(actor, 'decision.manage');
  return readRecord(id);
}

/** The same for one who has been authorised. */
export async function readRecord(id: string) {
  const into = alias(records, 'into_record');
  const { search: _, keys: __, procedureKeys: ___, ...shown } = getTableColumns(records);
  const [found] = isUuid(id)
    ? await db()
        .select({ ...shown, into: { id: into.id, identifier: into.identifier } })
        .from(records)
        .leftJoin(into, eq(into.id, records.mergedInto))
        .where(eq(records.id, id))
    : [];
  if (!found) throw new AppError('error.not-found');
  return found;
}

/** The record with this ECLI or identifier, in any letter case; that of a merged one is what it became. */
export async function findRecord(actor: Actor, identifier: string) {
  authorise(actor, 'decision.manage');
  const into = alias(records, 'into_record');
  const [found] = await db()
    .select({
      id: sql<string>`coalesce(${into.id}, ${records.id})`,
      identifier: sql<string>`coalesce(${into.identifier}, ${records.identifier})`,
      state: sql<DecisionState>`coalesce(${into.state}, ${records.state})`,
    })
    .from(records)
    .leftJoin(into, eq(into.id, records.mergedInto))
    .where(hasIdentifier(identifier));
  return found ?? null;
}

/**
 * Makes a decision (`id` null), which nobody else sees until it is checked, or changes one.
 * @returns its id
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.decision.known` for a second
 *   record of one identifier, `error.decision.not-possible` in the wrong state
 */
export async function saveDecision(
  actor: Actor,
  place: DecisionPlace,
  input: DecisionInput,
): Promise<string> {
  authorise(actor, 'decision.manage');
  return transaction((tx) => writeDecision(tx, actor, { ...place, input }));
}

type DecisionPlace = { id: string | null; version: number; proposal?: string | undefined };

/** The same, as part of something larger, for one who has been authorised. */
export async function writeDecision(
  tx: Transaction,
  actor: Actor,
  { id, version, proposal, input }: DecisionPlace & { input: DecisionInput },
): Promise<string> {
  if (id === null) {
    const made = await insertRecord(tx, actor, input);
    if (proposal) await linkProposal(tx, proposal, made);
    return made;
  }
  const { ecli: typed, ...facts } = input;
  const ecli = await spelledByCourt(tx, { court: facts.court, ecli: typed });
  const before = await lockRecord(tx, id, version);
  if (before.state === 'withdrawn') throw new AppError('error.decision.not-possible');
  const naming = namingOf(before, ecli);
  await refuseSecond(tx, naming.identifier, id);
  await keepVersion(tx, actor, before);
  await change(tx, actor, { before, set: { ...facts, ...naming } });
  if (before.state === 'checked') await invalidateTags(tx, 'decisions');
  const changes = { visibility: { from: before.visibility, to: facts.visibility } };
  await note(tx, actor, {
    action: 'decision.update',
    id,
    ...(before.visibility === facts.visibility ? {} : { changes }),
  });
  return id;
}

/**
 * Writes what differs from the decision as it was when the form was begun, for one who has been authorised.
 * @returns the version that it has then
 */
export async function writeChanges(
  tx: Transaction,
  actor: Actor,
  { id, version, input }: { id: string; version: number; input: DecisionInput },
): Promise<number> {
  const before = await lockRecord(tx, id, version);
  const { ecli, ...facts } = input;
  const after = { ...before, ...facts, ...namingOf(before, ecli) };
  if (isDeepStrictEqual(after, before)) return version;
  await writeDecision(tx, actor, { id, version, input });
  return version + 1;
}

type Naming = Pick<DecisionRecord, 'identifier' | 'isEcli' | 'state'>;

/** The address of a decision stays once it is out; before that, an ECLI can take its place. */
export function namingOf(before: Naming, ecli: string | null) {
  const { identifier, isEcli } = before;
  if (ecli === null || before.state === 'checked') return { identifier, isEcli };
  return { identifier: ecli, isEcli: true };
}

/**
 * The record, locked, as it was when the form was begun.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`
 */
export async function lockRecord(
  tx: Transaction,
  id: string,
  version: number,
): Promise<DecisionRecord> {
  const [found] = isUuid(id)
    ? await tx.select().from(records).where(eq(records.id, id)).for('update')
    : [];
  if (!found) throw new AppError('error.not-found');
  if (found.version !== version) throw new AppError('error.changed-meanwhile');
  return found;
}

type Change = { before: DecisionRecord; set: Partial<typeof records.$inferInsert> };

export async function change(tx: Transaction, actor: Actor, { before, set }: Change) {
  await tx
    .update(records)
    .set({ ...set, version: before.version + 1, updatedAt: new Date(), updatedBy: actor.id })
    .where(eq(records.id, before.id));
}

export type StateStep = 'check' | 'withdraw' | 'restore';

const possible: Record<StateStep, readonly DecisionState[]> = {
  check: ['proposed'],
  withdraw: ['proposed', 'checked'],
  restore: ['withdrawn'],
};

/**
 * Publishes a proposed decision, takes one away, or brings it back as it was before.
 * @param reason why it is withdrawn; it is kept in the audit log
 * @param input what was typed, which is saved first
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.reason-required`,
 *   `error.decision.not-possible` in the wrong state or where it has been merged
 */
export async function changeState(
  actor: Actor,
  { id, version }: { id: string; version: number },
  { step, reason, input }: { step: StateStep; reason?: string; input?: DecisionInput },
): Promise<void> {
  authorise(actor, 'decision.manage');
  if (step === 'withdraw' && !reason) throw new AppError('error.reason-required');
  await transaction(async (tx) => {
    const saved = input ? await writeChanges(tx, actor, { id, version, input }) : version;
    await takeStateStep(tx, actor, { id, version: saved, step, reason });
  });
}

type Step = { id: string; version: number; step: StateStep; reason?: string | undefined };

/** The same, as part of something larger, for one who has been authorised. */
export async function takeStateStep(
  tx: Transaction,
  actor: Actor,
  { id, version, step, reason }: Step,
): Promise<void> {
  const before = await lockRecord(tx, id, version);
  if (before.mergedInto || !possible[step].includes(before.state))
    throw new AppError('error.decision.not-possible');
  const state = await stateAfter(tx, before, step);
  await keepVersion(tx, actor, before);
  await change(tx, actor, { before, set: { state } });
  if (step === 'check') await settleProposals(tx, actor, [id]);
  await invalidateTags(tx, 'decisions');
  const changes = { state: { from: before.state, to: state } };
  const said = reason ? { reason } : {};
  await note(tx, actor, { action: `decision.${step}`, id, changes, ...said });
}

async function stateAfter(
  tx: Transaction,
  before: DecisionRecord,
  step: StateStep,
): Promise<DecisionState> {
  if (step !== 'restore') return step === 'check' ? 'checked' : 'withdrawn';
  const [last] = await tx
    .select({ state: sql<string | null>`${decisionVersions.content} ->> 'state'` })
    .from(decisionVersions)
    .where(
      and(
        eq(decisionVersions.decision, before.id),
        sql`${decisionVersions.content} ->> 'state' <> 'withdrawn'`,
      ),
    )
    .orderBy(desc(decisionVersions.number))
    .limit(1);
  return last?.state === 'checked' ? 'checked' : 'proposed';
}

/** What a record was before each change, newest first, with who changed it. */
export async function listDecisionVersions(actor: Actor, id: string) {
  authorise(actor, 'decision.manage');
  const record = await getRecord(actor, id);
  const versions = await db()
    .select({
      number: decisionVersions.number,
      at: decisionVersions.createdAt,
      content: decisionVersions.content,
      writer: fullName(users),
    })
    .from(decisionVersions)
    .leftJoin(users, eq(users.id, decisionVersions.createdBy))
    .where(eq(decisionVersions.decision, id))
    .orderBy(desc(decisionVersions.number));
  return { record, versions };
}
