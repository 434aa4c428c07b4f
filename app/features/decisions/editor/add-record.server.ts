import { parseEcli, spellEcli } from '~/features/citations/ecli';
import { eq, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation, schema, type Transaction, takeTurn } from '~/db/db.server';
import { ownPrefix } from '~/features/citations/ecli';
import { settleProposals } from '~/features/decisions/proposals/settle-proposals.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { DecisionInput } from './decision-input';

const { courts, decisionRecords: records } = schema;

export const hasIdentifier = (identifier: string): SQL =>
  sql`upper(${records.identifier}) = upper(${identifier})`;

/** What a decision without ECLI is called here: its court, year and first number. */
export function ownIdentifier({
  court,
  decidedOn,
  caseNumbers,
}: Pick<DecisionInput, 'court' | 'decidedOn' | 'caseNumbers'>): string {
  const number = (caseNumbers[0] ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}./-]/gu, '')
    .replaceAll('/', '.');
  return `${ownPrefix}${court}:${decidedOn.slice(0, 4)}:${number}`.slice(0, 80);
}

/** Takes the lock of one identifier, so that of two that save it at once the second is refused. */
export async function refuseSecond(
  tx: Transaction,
  identifier: string,
  id: string | null,
): Promise<void> {
  await takeTurn(tx, `decision ${identifier.toUpperCase()}`);
  const [first] = await tx
    .select({ id: records.id })
    .from(records)
    .where(hasIdentifier(identifier));
  if (first && first.id !== id) throw new AppError('error.decision.known');
}

/** An import that was under way may have brought it meanwhile. */
function refuseKnown(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('error.decision.known', { cause: error }) : error;
}

/**
 * @returns the ECLI in the spelling of the court, null where there is none
 * @throws AppError `error.court.gone`, as when it was deleted while it stood in a form
 */
export async function spelledByCourt(
  tx: Transaction,
  { court, ecli }: { court: string; ecli: string | null },
): Promise<string | null> {
  const [found] = await tx
    .select({ ecliCode: courts.ecliCode })
    .from(courts)
    .where(eq(courts.code, court));
  if (!found) throw new AppError('error.court.gone');
  const parsed = ecli === null ? null : parseEcli(ecli);
  return parsed && spellEcli(parsed, found.ecliCode);
}

/**
 * Adds a decision, which nobody else sees until it is checked.
 * @returns its id
 * @throws AppError `error.decision.known` for a second record of one identifier
 */
export async function addRecord(
  tx: Transaction,
  actor: Actor,
  facts: DecisionInput,
): Promise<string> {
  authorise(actor, 'decision.manage');
  return insertRecord(tx, actor, facts);
}

/** The same for one who has been authorised. */
export async function insertRecord(
  tx: Transaction,
  actor: Actor,
  { ecli: typed, ...facts }: DecisionInput,
): Promise<string> {
  const ecli = await spelledByCourt(tx, { court: facts.court, ecli: typed });
  const identifier = ecli ?? ownIdentifier(facts);
  await refuseSecond(tx, identifier, null);
  const id = newId();
  const by = { createdBy: actor.id, updatedBy: actor.id };
  const row = { ...facts, ...by, id, identifier, isEcli: ecli !== null };
  await tx
    .insert(records)
    .values({ ...row, state: 'proposed' })
    .catch(refuseKnown);
  await note(tx, actor, { action: 'decision.create', id });
  return id;
}

/** Adds a decision that its administrator has checked: it is published at once. */
export async function publishRecord(
  tx: Transaction,
  actor: Actor,
  facts: DecisionInput,
): Promise<string> {
  authorise(actor, 'decision.manage');
  const id = await addRecord(tx, actor, facts);
  await tx.update(records).set({ state: 'checked' }).where(eq(records.id, id));
  await settleProposals(tx, actor, [id]);
  await invalidateTags(tx, 'decisions');
  const changes = { state: { from: 'proposed', to: 'checked' } };
  await note(tx, actor, { action: 'decision.check', id, changes });
  return id;
}

type Noted = {
  action: AuditAction;
  id: string;
  reason?: string;
  changes?: Record<string, { from?: unknown; to?: unknown }>;
};

export const note = (tx: Transaction, actor: Actor, { id, ...event }: Noted) =>
  appendAudit(tx, actor, { ...event, target: { kind: 'decision', id } });
