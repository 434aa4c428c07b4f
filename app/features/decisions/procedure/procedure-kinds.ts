import { z } from 'zod';
import type { ProcedureRelation } from '~/db/schema/decisions';
import { parseEcli } from '~/features/citations/ecli';

/** How a decision can be related to one in the same proceedings. */
export const procedureKinds = [
  'reference',
  'appeal',
  'following',
  'joined',
] as const satisfies readonly ProcedureRelation['kind'][];

/** How many relations a decision may have. */
export const mostRelations = 50;

/** An ECLI in its usual spelling, any other identifier as it was typed. */
export const tidyIdentifier = (text: string): string => {
  const tidy = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return parseEcli(tidy)?.text ?? tidy;
};

/** One of each: letter case carries no meaning. */
export function withoutRepeats(relations: readonly ProcedureRelation[]): ProcedureRelation[] {
  const keyOf = ({ kind, identifier }: ProcedureRelation) => `${kind} ${identifier.toUpperCase()}`;
  return [...new Map(relations.map((one) => [keyOf(one), one])).values()];
}

/** A relation as a form or a file has it. */
export const relationSchema = z.object({
  kind: z.enum(procedureKinds, { error: 'form.choose' }),
  identifier: z
    .string()
    .transform(tidyIdentifier)
    .refine((text) => text !== '' && text.length <= 80, { error: 'form.procedure-identifier' }),
});
