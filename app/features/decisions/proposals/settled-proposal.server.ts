import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { isUuid } from '~/lib/is-uuid';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

const { decisionProposals: proposals, decisionRecords: records, users } = schema;

/** Condition: it was published or declined. */
export const isSettled: SQL = ne(proposals.state, 'waiting');

/**
 * What became of a proposal, for one who was about to settle it as well and has been authorised.
 * @returns null when it waits (again), or is gone
 */
export async function readSettled(id: string) {
  if (!isUuid(id)) return null;
  const [found] = await db()
    .select({
      outcome: sql<'published' | 'declined'>`${proposals.state}`,
      by: fullName(users),
      at: proposals.decidedAt,
      reason: proposals.answer,
      identifier: sql<
        string | null
      >`case when ${records.state} = 'checked' then ${records.identifier} end`,
    })
    .from(proposals)
    .leftJoin(users, eq(users.id, proposals.decidedBy))
    .leftJoin(records, eq(records.id, proposals.record))
    .where(and(isSettled, eq(proposals.id, id)));
  return found ?? null;
}

export type SettledProposal = NonNullable<Awaited<ReturnType<typeof readSettled>>>;

/** The same for an administrator. */
export async function findSettledProposal(
  actor: Actor,
  id: string,
): Promise<SettledProposal | null> {
  authorise(actor, 'decision.manage');
  return readSettled(id);
}
