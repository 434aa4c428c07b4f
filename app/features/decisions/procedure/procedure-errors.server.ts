import { filledRows } from '~/ui/fields/rows-input';
import { ownIdentifier } from '~/features/decisions/editor/add-record.server';
import type { DecisionInput } from '~/features/decisions/editor/decision-input';

/**
 * What is wrong at the row that relates a decision to itself; null where none does.
 * @param rows as the form sent them
 */
export function errorsOfProcedure(
  facts: DecisionInput,
  rows: string | undefined,
): Record<string, string> | null {
  const own = (facts.ecli ?? ownIdentifier(facts)).toUpperCase();
  const at = facts.procedure.findIndex(({ identifier }) => identifier.toUpperCase() === own);
  if (at === -1) return null;
  const key = 'form.procedure-self';
  return { procedure: key, [`procedure.${filledRows(rows)[at]}.identifier`]: key };
}
