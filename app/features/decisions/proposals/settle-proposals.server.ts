import { aliasedTable, and, eq, isNull, notExists, or, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { translateIn } from '~/i18n/translations.server';
import { association } from '~/platform/association.server';
import { queueMail } from '~/platform/mail/mail.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { proposalEmail } from './proposal.email';

const { decisionProposals: proposals, decisionRecords: records, users } = schema;

type Told = { proposedBy: string; outcome: 'published' | 'declined'; name: string };

/** Tells the member what became of a proposal. */
export async function mailOutcome(
  tx: Transaction,
  { proposedBy, outcome, name }: Told,
  { path, reason = '' }: { path: string; reason?: string },
): Promise<void> {
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, proposedBy));
  if (!person) return;
  await queueMail(tx, {
    template: `decision-proposal-${outcome}`,
    recipient: person.email,
    userId: proposedBy,
    ...proposalEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      address: config().server.origin + path,
      outcome,
      name,
      reason,
    }),
  });
}

/**
 * Decisions were published: who proposed them is told. Part of the transaction that publishes, before
 * its own audit entry.
 */
export async function settleProposals(
  tx: Transaction,
  actor: Actor,
  published: readonly string[],
): Promise<void> {
  const settled = await tx
    .select({ proposal: proposals, record: records })
    .from(proposals)
    .innerJoin(
      records,
      or(
        eq(proposals.record, records.id),
        sql`upper(${proposals.ecli}) = upper(${records.identifier})`,
      ),
    )
    .where(
      and(
        eq(proposals.state, 'waiting'),
        sql`${records.id} = any(${sql.param(published)}::uuid[])`,
      ),
    )
    .orderBy(proposals.id)
    .for('update', { of: proposals });
  for (const { proposal, record } of settled) {
    const { id, proposedBy } = proposal;
    await tx
      .update(proposals)
      .set({
        state: 'published',
        record: record.id,
        decidedAt: new Date(),
        decidedBy: actor.id,
      })
      .where(eq(proposals.id, id));
    // Who publishes an own proposal knows.
    if (proposedBy !== actor.id)
      await mailOutcome(
        tx,
        { proposedBy, outcome: 'published', name: nameOfDecision(record) },
        { path: decisionAddress(record.identifier) },
      );
    const target = { kind: 'decision-proposal', id };
    await appendAudit(tx, actor, {
      action: 'decision-proposal.publish',
      target,
      subjectId: proposedBy,
    });
  }
}

/**
 * A decision was begun from a proposal. One that somebody else began meanwhile stays that of the proposal.
 * @throws AppError `error.decision-proposal.settled`
 */
export async function linkProposal(tx: Transaction, id: string, record: string): Promise<void> {
  const [proposal] = await tx
    .select({ state: proposals.state })
    .from(proposals)
    .where(eq(proposals.id, id))
    .for('update');
  if (proposal && proposal.state !== 'waiting')
    throw new AppError('error.decision-proposal.settled');
  await tx
    .update(proposals)
    .set({ record })
    .where(and(eq(proposals.id, id), isNull(proposals.record)));
}

/** One decision is part of another now: what was proposed of it is settled with that one. */
export async function moveProposals(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.update(proposals).set({ record: to }).where(eq(proposals.record, from));
}

/** Decisions are taken back before anybody has edited them: what was proposed waits again. */
export async function reopenProposals(tx: Transaction, removed: readonly string[]): Promise<void> {
  const again = aliasedTable(proposals, 'again');
  await tx
    .update(proposals)
    .set({ state: 'waiting', record: null, decidedAt: null, decidedBy: null })
    .where(
      and(
        eq(proposals.state, 'published'),
        sql`${proposals.record} = any(${sql.param(removed)}::uuid[])`,
        notExists(
          tx
            .select({ id: again.id })
            .from(again)
            .where(
              and(eq(again.state, 'waiting'), sql`upper(${again.ecli}) = upper(${proposals.ecli})`),
            ),
        ),
      ),
    );
}
