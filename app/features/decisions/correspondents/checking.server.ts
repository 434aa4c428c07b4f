import { and, eq, sql } from 'drizzle-orm';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { parseEcli } from '~/features/citations/ecli';
import type { DecisionInput } from '~/features/decisions/editor/decision-input';
import {
  readRecord,
  takeStateStep,
  writeDecision,
} from '~/features/decisions/editor/editor.server';
import { settleAsDeclined } from '~/features/decisions/proposals/proposals.server';
import { isUuid } from '~/lib/is-uuid';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { isForCorrespondent } from './correspondents.server';

const {
  correspondents,
  courts,
  decisionProposals: proposals,
  decisionRecords: records,
  users,
} = schema;

/**
 * A proposal that waits for the actor as a correspondent, the decision begun from it, and the courts
 * that it may name.
 * @throws AppError `error.not-found`
 */
export async function getProposalToCheck(actor: Actor, id: string) {
  authorise(actor, 'decision.check-proposals');
  const [found] = isUuid(id)
    ? await db()
        .select({ proposal: proposals, proposer: fullName(users) })
        .from(proposals)
        .innerJoin(users, eq(users.id, proposals.proposedBy))
        .where(and(eq(proposals.id, id), isForCorrespondent(actor)))
    : [];
  if (!found) throw new AppError('error.not-found');
  const { record } = found.proposal;
  const ofStates = await db()
    .select({ code: courts.code })
    .from(courts)
    .innerJoin(correspondents, eq(correspondents.country, courts.country))
    .where(sql`${correspondents.userId} = ${actor.id}`);
  return {
    proposal: { ...found.proposal, proposer: found.proposer },
    record: record ? await readRecord(record) : null,
    courts: ofStates.map(({ code }) => code),
  };
}

/**
 * The proposal, locked, if it waits for this actor.
 * @throws AppError `error.not-found`
 */
async function lockProposal(tx: Transaction, actor: Actor, id: string) {
  const [found] = isUuid(id)
    ? await tx
        .select({ id: proposals.id, record: proposals.record })
        .from(proposals)
        .where(and(eq(proposals.id, id), isForCorrespondent(actor)))
        .for('update')
    : [];
  if (!found) throw new AppError('error.not-found');
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
    const [own] = await tx
      .select({ country: correspondents.country })
      .from(correspondents)
      .innerJoin(courts, eq(courts.country, correspondents.country))
      .where(sql`${correspondents.userId} = ${actor.id} and ${courts.code} = ${input.court}`);
    if (!own) throw new AppError('error.correspondent.other-state');
    const ecli = parseEcli(input.ecli ?? '');
    if (ecli && ecli.country !== own.country) throw new AppError('error.correspondent.other-ecli');
    await writeDecision(tx, actor, { id: record, version, proposal: id, input });
  });
}

/**
 * Publishes the decision begun from a proposal, unless the actor has proposed the same decision.
 * @throws AppError as for an administrator, and `error.correspondent.own-proposal`
 */
export async function publishProposedDecision(
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<void> {
  authorise(actor, 'decision.check-proposals');
  await transaction(async (tx) => {
    const { record } = await lockProposal(tx, actor, id);
    if (!record) throw new AppError('error.decision.not-possible');
    const own = await tx.$count(
      proposals,
      sql`${proposals.proposedBy} = ${actor.id} and ${proposals.state} = 'waiting' and upper(${proposals.ecli}) =
        (select upper(${records.identifier}) from ${records} where ${records.id} = ${record})`,
    );
    if (own > 0) throw new AppError('error.correspondent.own-proposal');
    await takeStateStep(tx, actor, { id: record, version, step: 'check' });
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
