import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNull,
  ne,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import type { ProposedDetails } from '~/db/schema/decision-proposals';
import { citationKey, findCitations } from '~/features/citations/citation-key';
import { spellEcli } from '~/features/citations/ecli';
import { fullName } from '~/db/full-name.server';
import { nameOfDecision, nameOfProposal } from '~/features/decisions/records/decision-names';
import { isReadableBy } from '~/features/decisions/records/visibility.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { noteSecurityEvent } from '~/platform/security-events.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise, can } from '~/policy/permissions';
import type { ProposalInput } from './proposal-input';
import { mailOutcome } from './settle-proposals.server';

const { courts, decisionProposals: proposals, decisionRecords: records, users } = schema;

/** As many as one page of files; each is read by an administrator. */
const mostInADay = 50;

/** Why a proposal is refused, and the decision that is here already where it can be read. */
export type ProposalRefusal = {
  field: 'ecli' | 'caseNumber' | 'court';
  problem: string;
  known: { identifier: string; name: string } | null;
};

/**
 * A member proposes a decision. What its ECLI says of the court is filled in.
 * @returns null, or why it is refused
 * @throws AppError `error.auth/too-many-requests`
 */
export async function proposeDecision(
  actor: Actor,
  input: ProposalInput,
): Promise<ProposalRefusal | null> {
  authorise(actor, 'decision.propose');
  return transaction((tx) => addProposal(tx, actor, input)).catch(noteLimit);
}

/** Goes on with the error of the transaction, which would have taken the note back. Within this feature. */
export async function noteLimit(error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'error.auth/too-many-requests') {
    const detail = 'decision-proposal';
    await noteSecurityEvent({ event: 'limit.reach', outcome: 'refused', detail });
  }
  throw error;
}

/**
 * Of two who propose the same at the same moment, one waits here and then finds it. Taken by itself, by
 * `addProposal`, and first by what does more in one transaction.
 */
export async function lockProposals(tx: Transaction): Promise<void> {
  await takeTurn(tx, 'decision proposals');
}

/** The same, as part of something larger, with what else is known of it. */
export async function addProposal(
  tx: Transaction,
  actor: Actor,
  { ecli, ...input }: ProposalInput & { details?: ProposedDetails },
): Promise<ProposalRefusal | null> {
  authorise(actor, 'decision.propose');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const named = ecli ? await courtOf(tx, `${ecli.country}:${ecli.court}`) : undefined;
  const chosen = input.court ? await courtOf(tx, input.court) : undefined;
  if (input.court && !chosen) return refusal('court', 'error.court.gone');
  if (named && chosen && named.code !== chosen.code)
    return refusal('court', 'form.ecli-other-court');
  const court = (named ?? chosen)?.code ?? null;
  const facts = { ...input, ecli: ecli && spellEcli(ecli, named?.ecliCode), court };
  await lockProposals(tx);
  const refused = await findSame(tx, actor, facts);
  if (refused) return refused;
  // Who may check proposals gives nobody else work by them.
  if (!can(actor, 'decision.manage')) {
    const isOfToday = gt(proposals.createdAt, sql`now() - interval '1 day'`);
    const made = await tx.$count(proposals, and(eq(proposals.proposedBy, actor.id), isOfToday));
    if (made >= mostInADay) throw new AppError('error.auth/too-many-requests');
  }
  const id = newId();
  await tx.insert(proposals).values({ ...facts, id, proposedBy: actor.id });
  const target = { kind: 'decision-proposal', id };
  const event = { action: 'decision-proposal.create', target, subjectId: actor.id } as const;
  await appendAudit(tx, actor, event);
  return null;
}

const refusal = (
  field: ProposalRefusal['field'],
  problem: string,
  known: ProposalRefusal['known'] = null,
): ProposalRefusal => ({ field, problem, known });

async function courtOf(tx: Transaction, code: string) {
  const [found] = await tx
    .select({ code: courts.code, ecliCode: courts.ecliCode })
    .from(courts)
    .where(sql`upper(${courts.code}) = upper(${code})`);
  return found;
}

type Facts = { ecli: string | null; caseNumber: string; court: string | null };

/** What is here already, or has been proposed and waits. */
async function findSame(
  tx: Transaction,
  actor: Actor,
  { ecli, caseNumber, court }: Facts,
): Promise<ProposalRefusal | null> {
  const field = ecli ? 'ecli' : 'caseNumber';
  // The same number may be one of several courts.
  const ofCourt = court ? eq(records.court, court) : sql`${records.court} in ('EU:C', 'EU:T')`;
  const [known] = await tx
    .select({
      identifier: records.identifier,
      names: records.names,
      caseNumbers: records.caseNumbers,
      isReadable: sql<boolean>`${isReadableBy(actor) ?? sql`true`}`,
    })
    .from(records)
    .where(
      and(
        ne(records.state, 'withdrawn'),
        ecli
          ? sql`upper(${records.identifier}) = upper(${ecli})`
          : and(
              ofCourt,
              sql`exists (select from unnest(${records.caseNumbers}) as one
                where ${keyOf(sql`one`)} in ${keysIn(caseNumber)})`,
            ),
      ),
    )
    .limit(1);
  if (known?.isReadable)
    return refusal(field, 'form.proposal-known', {
      identifier: known.identifier,
      name: nameOfDecision(known),
    });
  if (known) return refusal(field, 'form.proposal-waiting');
  const isSame = ecli
    ? sql`upper(${proposals.ecli}) = upper(${ecli})`
    : and(
        sql`${keyOf(proposals.caseNumber)} in ${keysIn(caseNumber)}`,
        court ? or(isNull(proposals.court), eq(proposals.court, court)) : isNull(proposals.court),
      );
  const waiting = await tx.$count(proposals, and(isWaiting, isSame));
  return waiting > 0 ? refusal(field, 'form.proposal-waiting') : null;
}

/** A case number, and the number in it: "Case C-311/18 Schrems II". */
const keysIn = (caseNumber: string) => [
  citationKey(caseNumber),
  ...findCitations(caseNumber).map(({ key }) => key),
];

/** A case number as `citationKey` spells it, whatever its letter case, blanks, dots and dashes. */
export const keyOf = (text: SQLWrapper) =>
  sql`regexp_replace(upper(normalize(${text}, NFKC)), '[^[:alnum:]/]', '', 'g')`;

export const isWaiting: SQL = eq(proposals.state, 'waiting');

/** What a list shows of a proposal. */
export const proposalSummary = {
  id: proposals.id,
  createdAt: proposals.createdAt,
  ecli: proposals.ecli,
  caseNumber: proposals.caseNumber,
  name: proposals.name,
};

/** What a member has proposed, newest first, and what became of it. */
export async function listOwnProposals(actor: Actor) {
  authorise(actor, 'decision.propose');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return db()
    .select({
      ...proposalSummary,
      state: proposals.state,
      answer: proposals.answer,
      court: courts.abbreviation,
      identifier: sql<
        string | null
      >`case when ${records.state} = 'checked' then ${records.identifier} end`,
    })
    .from(proposals)
    .leftJoin(courts, eq(courts.code, proposals.court))
    .leftJoin(records, eq(records.id, proposals.record))
    .where(eq(proposals.proposedBy, actor.id))
    .orderBy(desc(proposals.createdAt))
    .limit(200);
}

export async function countWaitingProposals(actor: Actor): Promise<number> {
  authorise(actor, 'decision.manage');
  return db().$count(proposals, isWaiting);
}

/** Proposals, each with the name of its proposer; the caller adds the condition. */
export const withProposer = () =>
  db()
    .select({ proposal: proposals, proposer: fullName(users) })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy));

/** What waits for an administrator, the oldest first. */
export async function listWaitingProposals(actor: Actor) {
  authorise(actor, 'decision.manage');
  const rows = await withProposer().where(isWaiting).orderBy(asc(proposals.createdAt)).limit(200);
  return rows.map(({ proposal, proposer }) => ({ ...proposal, proposer }));
}

/**
 * A proposal that waits, by its own id or that of the decision begun from it.
 * @param by `orSettled`: whatever has become of it
 * @returns null when there is none, or it is settled
 */
export async function findProposal(
  actor: Actor,
  by: { id: string; orSettled?: boolean } | { record: string },
) {
  authorise(actor, 'decision.manage');
  const [column, id] = 'id' in by ? [proposals.id, by.id] : [proposals.record, by.record];
  const isMeant = 'id' in by && by.orSettled ? undefined : isWaiting;
  const [found] = isUuid(id) ? await withProposer().where(and(isMeant, eq(column, id))) : [];
  return found ? { ...found.proposal, proposer: found.proposer } : null;
}

/**
 * Declines a proposal; the member is told why.
 * @throws AppError `error.decision-proposal.settled` when it does not wait any more, `error.not-found`
 */
export async function declineProposal(actor: Actor, id: string, reason: string): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction((tx) => settleAsDeclined(tx, actor, { id, reason }));
}

/** The same, as part of something larger, for one who has been authorised. */
export async function settleAsDeclined(
  tx: Transaction,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const settled = { state: 'declined', decidedAt: new Date(), decidedBy: actor.id } as const;
  const [declined] = isUuid(id)
    ? await tx
        .update(proposals)
        .set({ ...settled, answer: reason })
        .where(and(eq(proposals.id, id), isWaiting))
        .returning()
    : [];
  if (!declined) {
    const late = isUuid(id) ? await tx.$count(proposals, eq(proposals.id, id)) : 0;
    throw new AppError(late > 0 ? 'error.decision-proposal.settled' : 'error.not-found');
  }
  const { proposedBy } = declined;
  const told = { proposedBy, outcome: 'declined', name: nameOfProposal(declined) } as const;
  // Who declines an own proposal knows.
  if (proposedBy !== actor.id) await mailOutcome(tx, told, { path: '/decisions/propose', reason });
  const target = { kind: 'decision-proposal', id };
  const event = { action: 'decision-proposal.decline', target, subjectId: proposedBy } as const;
  await appendAudit(tx, actor, event);
}
