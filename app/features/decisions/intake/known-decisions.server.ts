import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { identifierKey } from '~/features/citations/ecli';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { ownIdentifier } from '~/features/decisions/editor/editor.server';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { isReadableBy } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';

const { decisionProposals: proposals, decisionRecords: records } = schema;

/** What a file says of its decision. */
export type Claimed = {
  ecli: string;
  court: string | null;
  caseNumber: string;
  decidedOn: string;
};

/** A decision that is here, or that waits for the administrators. */
export type KnownDecision =
  | { state: 'here'; name: string; address: string }
  | { state: 'prepared'; name: string; address: string }
  | { state: 'waiting' };

/** By what a decision is known here, with its ECLI or without. */
export function identifierOf({ ecli, court, caseNumber, decidedOn }: Claimed): string | null {
  if (ecli) return ecli;
  if (!court || !caseNumber || !decidedOn) return null;
  return ownIdentifier({ court, decidedOn, caseNumbers: [caseNumber] });
}

/** For each file what is known of its decision, as far as the actor may know it. */
export async function listKnownDecisions(
  actor: Actor,
  claims: readonly Claimed[],
): Promise<(KnownDecision | null)[]> {
  authorise(actor, 'decision.propose');
  const identifiers = claims.map(identifierOf);
  const keys = identifiers.flatMap((one) => (one === null ? [] : [identifierKey(one)]));
  const numbers = claims.map(({ caseNumber }) => caseNumber);
  const [here, waiting] = await Promise.all([
    findRecords(actor, keys),
    findWaiting(actor, { keys, numbers }),
  ]);
  return claims.map((claim, at) => {
    const key = identifierKey(identifiers[at] ?? '');
    const found = here.find((one) => identifierKey(one.identifier) === key);
    if (found?.state === 'checked') {
      const address = decisionAddress(found.identifier);
      return { state: 'here', name: nameOfDecision(found), address };
    }
    if (found && can(actor, 'decision.manage')) {
      const address = `/administration/decisions/${found.id}`;
      return { state: 'prepared', name: nameOfDecision(found), address };
    }
    const isWaiting = found !== undefined || waiting.some((one) => isSame(one, claim));
    return isWaiting ? { state: 'waiting' } : null;
  });
}

function findRecords(actor: Actor, keys: readonly string[]) {
  const { id, identifier, names, caseNumbers, state } = records;
  return db()
    .select({ id, identifier, names, caseNumbers, state })
    .from(records)
    .where(
      and(
        sql`upper(${identifier}) = any(${sql.param(keys)}::text[])`,
        ne(state, 'withdrawn'),
        isReadableBy(actor),
      ),
    );
}

type Waiting = Pick<Claimed, 'court' | 'caseNumber'> & { ecli: string | null };

/** What waits for the administrators, who see it in their own list. */
async function findWaiting(
  actor: Actor,
  { keys, numbers }: { keys: readonly string[]; numbers: readonly string[] },
): Promise<Waiting[]> {
  if (can(actor, 'decision.manage')) return [];
  const { ecli, court, caseNumber, state } = proposals;
  const isOne = or(
    sql`upper(${ecli}) = any(${sql.param(keys)}::text[])`,
    inArray(caseNumber, [...numbers]),
  );
  return db()
    .select({ ecli, court, caseNumber })
    .from(proposals)
    .where(and(eq(state, 'waiting'), isOne));
}

const isSame = ({ ecli, court, caseNumber }: Waiting, claim: Claimed): boolean =>
  ecli
    ? identifierKey(ecli) === identifierKey(claim.ecli)
    : !claim.ecli && caseNumber !== '' && court === claim.court && caseNumber === claim.caseNumber;
