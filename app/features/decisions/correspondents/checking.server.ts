import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { parseEcli } from '~/features/citations/ecli';
import { courtColumns } from '~/features/decisions/browse/browse.server';
import type { DecisionInput } from '~/features/decisions/editor/decision-input';
import { spelledByCourt } from '~/features/decisions/editor/add-record.server';
import {
  readRecord,
  takeStateStep,
  writeChanges,
  writeDecision,
} from '~/features/decisions/editor/editor.server';
import {
  proposalSummary,
  settleAsDeclined,
  withProposer,
} from '~/features/decisions/proposals/proposals.server';
import {
  isSettled,
  readSettled,
  type SettledProposal,
} from '~/features/decisions/proposals/settled-proposal.server';
import { isUuid } from '~/lib/is-uuid';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';

const {
  correspondents,
  courts,
  decisionProposals: proposals,
  decisionRecords: records,
  users,
} = schema;

/**
 * Condition: the actor is a correspondent for the State of the proposal's court (of the decision begun
 * from it, where there is one), and did not propose it.
 */
const isOfActorsState = (actor: Actor): SQL | undefined =>
  and(
    ne(proposals.proposedBy, sql`${actor.id}`),
    sql`exists (select from ${correspondents}
      join ${users} as person on person.id = ${correspondents.userId} and person.suspended_at is null
      join ${courts} as court on court.country = ${correspondents.country}
      where ${correspondents.userId} = ${actor.id} and court.code = coalesce(
        (select ${records.court} from ${records} where ${records.id} = ${proposals.record}),
        ${proposals.court}))`,
  );

/** Condition: it waits, for the actor as a correspondent of its State. */
const isForCorrespondent = (actor: Actor): SQL | undefined =>
  and(
    eq(proposals.state, 'waiting'),
    // Once the decision is published, only administrators change it.
    sql`coalesce((select ${records.state} from ${records} where ${records.id} = ${proposals.record}),
      'proposed') = 'proposed'`,
    isOfActorsState(actor),
  );

/** Why a proposal does not wait for the actor: it was settled, or it is no concern of theirs. */
async function whyNotWaiting(
  database: Pick<Transaction, '$count'>,
  actor: Actor,
  id: string,
): Promise<AppError> {
  const isMeant = and(eq(proposals.id, id), isSettled, isOfActorsState(actor));
  const settled = isUuid(id) ? await database.$count(proposals, isMeant) : 0;
  return new AppError(settled > 0 ? 'error.decision-proposal.settled' : 'error.not-found');
}

/** How many proposals wait for the actor as a correspondent. */
export async function countProposalsForCorrespondent(actor: Actor): Promise<number> {
  authorise(actor, 'decision.check-proposals');
  return db().$count(proposals, isForCorrespondent(actor));
}

/** The proposals that wait for the actor as a correspondent, the oldest first. */
export async function listProposalsForCorrespondent(actor: Actor) {
  authorise(actor, 'decision.check-proposals');
  return db()
    .select({
      ...proposalSummary,
      proposer: fullName(users),
      court: courtColumns,
    })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .leftJoin(records, eq(records.id, proposals.record))
    .innerJoin(courts, sql`${courts.code} = coalesce(${records.court}, ${proposals.court})`)
    .where(isForCorrespondent(actor))
    .orderBy(asc(proposals.createdAt))
    .limit(200);
}

/** The courts of the States of which the actor is correspondent. */
const listCourtsOf = (database: Pick<Transaction, 'select'>, actor: Actor) =>
  database
    .select({ code: courts.code, country: courts.country })
    .from(courts)
    .innerJoin(correspondents, eq(correspondents.country, courts.country))
    .where(sql`${correspondents.userId} = ${actor.id}`);

/**
 * A proposal that waits for the actor as a correspondent, the decision begun from it, and the courts
 * that it may name.
 * @param orSettled also one that someone else has settled meanwhile
 * @throws AppError `error.decision-proposal.settled`, `error.not-found`
 */
export async function getProposalToCheck(actor: Actor, id: string, orSettled = false) {
  authorise(actor, 'decision.check-proposals');
  const isMeant = orSettled
    ? or(isForCorrespondent(actor), and(isSettled, isOfActorsState(actor)))
    : isForCorrespondent(actor);
  const [found] = isUuid(id) ? await withProposer().where(and(eq(proposals.id, id), isMeant)) : [];
  if (!found) throw await whyNotWaiting(db(), actor, id);
  const { record, state } = found.proposal;
  const courtsOfStates = await listCourtsOf(db(), actor);
  return {
    proposal: { ...found.proposal, proposer: found.proposer },
    // What became of it since is for those who may see it there.
    record: record && state === 'waiting' ? await readRecord(record) : null,
    courts: courtsOfStates.map(({ code }) => code),
  };
}

/** What became of a proposal of a State of the actor, where it does not wait any more. */
export async function findSettledToCheck(
  actor: Actor,
  id: string,
): Promise<SettledProposal | null> {
  authorise(actor, 'decision.check-proposals');
  const isMeant = and(eq(proposals.id, id), isSettled, isOfActorsState(actor));
  const isTheirs = isUuid(id) && (await db().$count(proposals, isMeant)) > 0;
  return isTheirs ? readSettled(id) : null;
}

/**
 * The proposal, locked, if it waits for this actor.
 * @throws AppError `error.decision-proposal.settled`, `error.not-found`
 */
async function lockProposal(tx: Transaction, actor: Actor, id: string) {
  const [found] = isUuid(id)
    ? await tx
        .select({ id: proposals.id, record: proposals.record })
        .from(proposals)
        .where(and(eq(proposals.id, id), isForCorrespondent(actor)))
        .for('update')
    : [];
  if (!found) throw await whyNotWaiting(tx, actor, id);
  return found;
}

/**
 * Makes a decision from a proposal, or changes the one begun from it.
 * @throws AppError as for an administrator, `error.correspondent.other-state` for a court of a State for
 *   which the actor is no correspondent, and `error.correspondent.other-ecli` for an ECLI of another State
 *   than the court's: it would settle proposals there
 */
export async function saveProposedDecision(
  actor: Actor,
  { id, version }: { id: string; version: number },
  input: DecisionInput,
): Promise<void> {
  authorise(actor, 'decision.check-proposals');
  await transaction(async (tx) => {
    const { record } = await lockProposal(tx, actor, id);
    await refuseOtherState(tx, actor, input);
    await writeDecision(tx, actor, { id: record, version, proposal: id, input });
  });
}

async function refuseOtherState(tx: Transaction, actor: Actor, input: DecisionInput) {
  await spelledByCourt(tx, input);
  const court = (await listCourtsOf(tx, actor)).find(({ code }) => code === input.court);
  if (!court) throw new AppError('error.correspondent.other-state');
  const ecli = parseEcli(input.ecli ?? '');
  if (ecli && ecli.country !== court.country) throw new AppError('error.correspondent.other-ecli');
}

/**
 * Publishes the decision begun from a proposal, unless the actor has proposed the same decision.
 * @param input what was typed, which is saved first
 * @throws AppError as when it is saved, and `error.correspondent.own-proposal`
 */
export async function publishProposedDecision(
  actor: Actor,
  { id, version, input }: { id: string; version: number; input?: DecisionInput },
): Promise<void> {
  authorise(actor, 'decision.check-proposals');
  await transaction(async (tx) => {
    const { record } = await lockProposal(tx, actor, id);
    if (!record) throw new AppError('error.decision.not-possible');
    if (input) await refuseOtherState(tx, actor, input);
    const saved = input ? await writeChanges(tx, actor, { id: record, version, input }) : version;
    const own = await tx.$count(
      proposals,
      sql`${proposals.proposedBy} = ${actor.id} and ${proposals.state} = 'waiting' and upper(${proposals.ecli}) =
        (select upper(${records.identifier}) from ${records} where ${records.id} = ${record})`,
    );
    if (own > 0) throw new AppError('error.correspondent.own-proposal');
    await takeStateStep(tx, actor, { id: record, version: saved, step: 'check' });
  });
}

/** Declines a proposal; the member is told why. */
export async function declineProposalToCheck(
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  authorise(actor, 'decision.check-proposals');
  await transaction(async (tx) => {
    await lockProposal(tx, actor, id);
    await settleAsDeclined(tx, actor, { id, reason });
  });
}
