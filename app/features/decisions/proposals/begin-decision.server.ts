import { and, isNull, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citationKey } from '~/features/citations/citation-key';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { ProposalInput } from './proposal-input';
import { isWaiting, keyOf, proposeDecision, type ProposalRefusal } from './proposals.server';
import { proposalAddress } from './waiting-proposals';

const { decisionProposals: proposals } = schema;

/** What else a proposal may say. */
const nothing = {
  court: null,
  decidedOn: null,
  name: '',
  sourceUrl: null,
  topics: [],
  reason: '',
};

/**
 * An administrator begins a decision by its ECLI or a number alone: it waits as a proposal until the
 * rest is known. One that waits already is gone on with.
 * @returns where it is completed, or why it is refused
 * @throws AppError `error.auth/too-many-requests`
 */
export async function beginDecision(
  actor: Actor,
  { ecli, caseNumber }: Pick<ProposalInput, 'ecli' | 'caseNumber'>,
): Promise<{ address: string } | ProposalRefusal> {
  authorise(actor, 'decision.manage');
  const refused = await proposeDecision(actor, { ...nothing, ecli, caseNumber });
  if (refused && refused.problem !== 'form.proposal-waiting') return refused;
  const isSame = ecli
    ? sql`upper(${proposals.ecli}) = upper(${ecli.text})`
    : and(
        isNull(proposals.court),
        sql`${keyOf(proposals.caseNumber)} = ${citationKey(caseNumber)}`,
      );
  const [waiting] = await db()
    .select({ id: proposals.id, record: proposals.record })
    .from(proposals)
    .where(and(isWaiting, isSame));
  if (!waiting) throw new AppError('error.changed-meanwhile');
  return { address: proposalAddress(waiting) };
}
